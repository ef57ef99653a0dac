"""Marks turns whose worker went away as interrupted, so that they can be retried."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from chat.turns import interrupt, lease_s


class Command(BaseCommand):
    help = "Mark the running turns whose worker went away as interrupted, so that they can be retried."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--now",
            action="store_true",
            help="take every running turn, without waiting for its lease: for a start, when no process can run one",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count = interrupt(-1 if options["now"] else lease_s())
        self.stdout.write(f"{count} turn{'' if count == 1 else 's'} marked as interrupted.")
