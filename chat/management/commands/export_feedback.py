"""Writes the conversations whose answers people were not content with, as scenarios to be completed."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_date

from chat.models import Feedback
from chat.scenarios import scenario_of, write_files


class Command(BaseCommand):
    help = (
        "Write each answer with a thumb down as a scenario of `evaluate conversations`: what the person said up to it, "
        "and why it was not good. What should have come of it is for the reader to fill in; until then it is not held."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--out", required=True, help="the folder to write into, one file for each assistant")
        parser.add_argument("--since", default="", help="only thumbs since this day, as 2026-03-31")

    def handle(self, *args: Any, **options: Any) -> None:
        thumbs = Feedback.objects.filter(good=False).select_related("turn__thread").order_by("pk")
        if options["since"]:
            thumbs = thumbs.filter(created_at__date__gte=day_of(options["since"]))
        folder = Path(options["out"])
        files: dict[str, list[str]] = {}
        for thumb in thumbs:
            thread, goal = thumb.turn.thread, thumb.reason or "An answer that was not good; nobody said why."
            text = scenario_of(thread, f"feedback-{thumb.pk}", goal, upto=thumb.turn.number)
            files.setdefault(thread.assistant, []).append(text)
        try:
            for path, count in write_files(folder, files):
                self.stdout.write(f"{path}: {count}")
        except OSError as error:
            raise CommandError(f"--out {options['out']!r} cannot be written: {error}") from None
        if not files:
            self.stdout.write("No answer has a thumb down.")


def day_of(given: str) -> date:
    """The day of an option `--since`. Raises CommandError."""
    try:
        day = parse_date(given)
    except ValueError:
        day = None
    if day is None:
        raise CommandError(f"--since {given!r} is no day; write it as 2026-03-31.")
    return day
