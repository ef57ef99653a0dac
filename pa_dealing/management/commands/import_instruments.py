"""Imports a securities master from CSV. A row that cannot be used is named with its line and left out."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from imports import run_import
from pa_dealing.instruments import COLUMNS, read_instruments, write_instruments


class Command(BaseCommand):
    help = f"Import instruments from a CSV (or .csv.gz) with the columns {','.join(COLUMNS)}; run it again to go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="FILE.csv or FILE.csv.gz")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        count = run_import(self, lambda report: write_instruments(read_instruments(file), on_batch=report))
        self.stdout.write(f"{count}, {len(count.bad):,} skipped.")
