"""Learns the weights of the judge from labelled sets, and writes them where it reads them."""

from __future__ import annotations

import json
import logging
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pursuit.answers import WEIGHTS
from pursuit.measured import learn, lessons


class Command(BaseCommand):
    help = "Learn the weights by which a statement is told to answer, from sets of policies and questions."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("sets", type=Path, nargs="+", help="folders of policies/ and questions.jsonl")
        parser.add_argument("--to", type=Path, default=WEIGHTS, help="the file that is written")

    def handle(self, *args: Any, sets: list[Path], to: Path, **options: Any) -> None:
        logging.getLogger("chat").setLevel(logging.WARNING)
        try:
            taught = [lesson for folder in sets for lesson in lessons(folder)]
        except ValueError as error:
            raise CommandError(str(error)) from None
        to.write_text(json.dumps(learn(taught), indent=0, sort_keys=True) + "\n", "utf-8")
        answered = sum(any(lesson.right) for lesson in taught)
        self.stdout.write(f"Learnt from {len(taught):,} look-ups, of which {answered:,} found the answer.")
