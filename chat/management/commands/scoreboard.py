"""Holds every conversation of the scenarios with a model and writes its lines into docs/accuracy.md."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from chat.scenarios import Price, evaluate, with_lines


class Command(BaseCommand):
    help = "Hold the conversations of all assistants with a model, and write its lines into docs/accuracy.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--model", required=True, help="the model, as provider:id or persona:kind")
        parser.add_argument("--assistant", help="of this assistant alone")
        parser.add_argument("--cases", help="a file or a folder of scenarios (default: those of the assistants)")
        parser.add_argument("--price", default="", help="US dollars for a million tokens, in and out: 0.40,1.60")
        parser.add_argument("--page", default=str(settings.BASE_DIR / "docs" / "accuracy.md"), help="the page to write")

    def handle(self, *args: Any, **options: Any) -> None:
        logging.getLogger("chat").setLevel(logging.ERROR)
        page, model = Path(options["page"]), options["model"]
        cases = Path(options["cases"]) if options["cases"] else None
        try:
            price = Price.read(options["price"]) if options["price"] else None
            # A page without a table is told before a model is paid for.
            with_lines(page.read_text(encoding="utf-8"), model, {}, price)
            figures = evaluate(cases, model=model, assistant=options["assistant"])
        except (ValueError, OSError) as error:
            raise CommandError(str(error)) from None
        if figures["failed"] == figures["turns"]:
            raise CommandError(f"Every turn with {model} failed; manage.py check_models says why. Nothing was written.")
        text = with_lines(page.read_text(encoding="utf-8"), model, figures["by_assistant"], price)
        page.write_text(text, encoding="utf-8")
        for slug, of in figures["by_assistant"].items():
            self.stdout.write(f"{slug}: {of['right']:.2f} right, {of['wrong']:.2f} wrong of {of['n']}")
        self.stdout.write(f"Written to {page}.")
