"""Imports a securities master from CSV. A row that cannot be used is named with its line and left out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pa_dealing.instruments import (
    COLUMNS,
    ImportCount,
    ImportRunningError,
    InstrumentFileError,
    read_instruments,
    write_instruments,
)

# A file of another kind has a bad row on every line; nobody reads past the first ones.
_NAMED_BAD_ROWS = 100


class Command(BaseCommand):
    help = f"Import instruments from a CSV (or .csv.gz) with the columns {','.join(COLUMNS)}; run it again to go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="FILE.csv or FILE.csv.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        named = 0

        def report(count: ImportCount) -> None:
            nonlocal named
            for bad in count.bad[named:_NAMED_BAD_ROWS]:
                self.stderr.write(f"Line {bad.line} {bad.reason}; skipped.")
            named = len(count.bad)
            if sys.stderr.isatty():
                done = count.new + count.changed + count.unchanged + named
                sys.stderr.write(f"\r{done:,} rows ")
                sys.stderr.flush()

        try:
            count = write_instruments(read_instruments(file), on_batch=report)
        except (InstrumentFileError, ImportRunningError) as error:
            raise CommandError(str(error)) from None
        report(count)
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        if len(count.bad) > _NAMED_BAD_ROWS:
            self.stderr.write(f"{len(count.bad) - _NAMED_BAD_ROWS:,} more rows were skipped.")
        self.stdout.write(
            f"{count.new:,} new, {count.changed:,} changed, {count.unchanged:,} unchanged, {len(count.bad):,} skipped."
        )
