"""Loads the well-known instruments that the project ships, so that search works before a master is imported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from imports import ImportRunningError
from pa_dealing.instruments import read_instruments, write_instruments

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "instruments_sample.csv"


class Command(BaseCommand):
    help = "Load the sample of well-known instruments with their aliases; running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = write_instruments(read_instruments(SAMPLE, own_columns=True), overwrite=False)
        except ImportRunningError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"Sample securities: {count}.")
