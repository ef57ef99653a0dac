"""Imports a folder of documents into a collection. A file that cannot be read is named with the reason and left out."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from llm.interface import ModelError
from retrieval.index import ImportCount, import_folder
from retrieval.models import Collection

_BAR = 30
# Back to the line's beginning, and the bar away.
_CLEARED = "\r\x1b[K"


class Command(BaseCommand):
    help = (
        "Import the PDF, DOCX, HTML, Markdown and text files of a folder into a collection; run it again to go on. "
        "Front matter of Markdown (title, effective_date, valid_to, state, payer …) becomes metadata and validity; "
        "valid_to is the first day on which a document no longer holds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "folder", type=Path, metavar="DIR", help="a folder, searched with all below it, or one file"
        )
        parser.add_argument("--collection", required=True, metavar="NAME", help="made when there is none of that name")
        parser.add_argument(
            "--language", default="", metavar="xx", help="ISO 639-1; without it each text tells its own"
        )

    def handle(self, *args: Any, folder: Path, collection: str, language: str, **options: Any) -> None:
        name, language = collection.strip(), language.strip().lower()
        if not folder.exists():
            raise CommandError(f"There is no folder {str(folder)!r}.")
        if not 0 < len(name) <= 200:
            raise CommandError(f"The collection's name has {len(name)} characters. Give it one of 1 to 200.")
        if language and not re.fullmatch(r"[a-z]{2}", language):
            raise CommandError(f"The language is {language!r}. Write two letters (ISO 639-1), such as en or nl.")
        into = Collection.objects.named(name, language or "en")
        named = 0
        shows_bar = sys.stderr.isatty()

        def report(count: ImportCount) -> None:
            nonlocal named
            for file, reason in count.bad[named:]:
                self.stderr.write(f"{_CLEARED if shows_bar else ''}{file}: {reason} Skipped.")
            named = len(count.bad)
            if shows_bar:
                filled = _BAR * count.done // max(count.total, 1)
                bar = "█" * filled + "·" * (_BAR - filled)
                sys.stderr.write(f"\r{bar} {count.done:,} of {count.total:,} ")
                sys.stderr.flush()

        try:
            count = import_folder(folder, into, language=language, report=report)
        except ModelError as error:
            raise CommandError(
                f"The embedder failed ({error.code}): {error.detail}. What was stored stays; run it again to go on."
            ) from None
        if shows_bar:
            sys.stderr.write("\n")
        self.stdout.write(
            f"{count.added:,} added, {count.replaced:,} replaced, {count.unchanged:,} unchanged, "
            f"{len(count.bad):,} skipped in the collection {name!r}."
        )
