"""Imports a code list from CSV. A row that cannot be used is named with its line and left out."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pursuit.codes import CodeFileError, ImportCount, ImportRunningError, read_codes, write_codes
from pursuit.models import Code

# A file of another kind has a bad row on every line; nobody reads past the first ones.
_NAMED_BAD_ROWS = 100


class Command(BaseCommand):
    help = "Import the codes of one edition (ICD-10-CM or HCPCS) from a CSV or .csv.gz; run it again to go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="FILE.csv or FILE.csv.gz")
        parser.add_argument("--system", required=True, choices=Code.System.values, help="which list it is")
        parser.add_argument("--edition", required=True, metavar="YEAR", help="the edition, such as 2019")

    def handle(self, *args: Any, file: Path, system: str, edition: str, **options: Any) -> None:
        if not re.fullmatch(r"[\w.-]{1,20}", edition):
            raise CommandError(f"The edition is {edition!r}. Write a year, such as 2019.")
        named = 0

        def report(count: ImportCount) -> None:
            nonlocal named
            for bad in count.bad[named:_NAMED_BAD_ROWS]:
                self.stderr.write(f"Line {bad.line} {bad.reason}; skipped.")
            named = len(count.bad)
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{count.done:,} rows ")
                sys.stderr.flush()

        try:
            count = write_codes(read_codes(file, system), system, edition, on_batch=report)
        except (CodeFileError, ImportRunningError) as error:
            raise CommandError(str(error)) from None
        report(count)
        if sys.stderr.isatty():
            sys.stderr.write("\n")
        if len(count.bad) > _NAMED_BAD_ROWS:
            self.stderr.write(f"{len(count.bad) - _NAMED_BAD_ROWS:,} more rows were skipped.")
        self.stdout.write(
            f"{count.new:,} new, {count.changed:,} changed, {count.unchanged:,} unchanged, {len(count.bad):,} skipped "
            f"in {Code.System(system).label} {edition}."
        )
