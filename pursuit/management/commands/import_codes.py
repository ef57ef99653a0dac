"""Imports a code list from CSV. A row that cannot be used is named with its line and left out."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from imports import run_import
from pursuit.codes import read_codes, write_codes
from pursuit.models import Code


class Command(BaseCommand):
    help = "Import the codes of one edition (ICD-10-CM or HCPCS) from a CSV or .csv.gz; run it again to go on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="FILE.csv or FILE.csv.gz")
        parser.add_argument("--system", required=True, choices=Code.System.values, help="which list it is")
        parser.add_argument("--edition", required=True, metavar="YEAR", help="the edition, such as 2019")

    def handle(self, *args: Any, file: Path, system: str, edition: str, **options: Any) -> None:
        if not re.fullmatch(r"[\w.-]{1,20}", edition):
            raise CommandError(f"The edition is {edition!r}. Write a year, such as 2019.")
        count = run_import(self, lambda report: write_codes(read_codes(file, system), system, edition, on_batch=report))
        self.stdout.write(f"{count}, {len(count.bad):,} skipped in {Code.System(system).label} {edition}.")
