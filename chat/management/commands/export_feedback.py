"""Writes the conversations whose answers people were not content with, as scenarios to be completed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_date

from chat.models import Feedback, Message


class Command(BaseCommand):
    help = (
        "Write each answer with a thumb down as a scenario of `evaluate conversations`: what the person said up to it, "
        "and why it was not good. What should have come of it is for the reader to fill in."
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
            files.setdefault(thumb.turn.thread.assistant, []).append("\n".join(_scenario(thumb)))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for assistant, scenarios in files.items():
                path = folder / f"{assistant}.toml"
                path.write_text("\n".join(scenarios), encoding="utf-8")
                self.stdout.write(f"{path}: {len(scenarios)}")
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


def _scenario(thumb: Feedback) -> Iterator[str]:
    """The lines of a scenario in TOML; a text of JSON is one of TOML too."""
    turn = thumb.turn
    words = Message.objects.filter(
        turn__thread=turn.thread_id, turn__number__lte=turn.number, role=Message.Role.USER, discarded=False
    )
    lines = list(words.order_by("id").values_list("content", flat=True))
    yield "[[scenario]]"
    yield f'id = "feedback-{thumb.pk}"'
    yield f"goal = {json.dumps(thumb.reason or 'An answer that was not good; nobody said why.', ensure_ascii=False)}"
    yield f"minimum_turns = {len(lines)}"
    yield f"max_turns = {len(lines)}"
    yield "lines = ["
    yield from (f"  {json.dumps(line, ensure_ascii=False)}," for line in lines)
    yield "]"
    yield "rules = []"
    yield "[scenario.expect]"
    yield ""
