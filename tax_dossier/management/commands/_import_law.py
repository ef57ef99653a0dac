"""What the two import commands share: progress on the terminal, bad files with their reason, a count at the end."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError

from imports import ImportRunningError
from llm.interface import ModelError
from tax_dossier.law import LawImportCount, Report


class ImportCommand(BaseCommand):
    """A subclass names what it imports and with which function."""

    what: ClassVar[str]
    run_import: Callable[..., LawImportCount]

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="FILE_OR_DIR", help="an .xml file, or a folder of them")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        if not path.exists():
            raise CommandError(f"There is no file or folder {str(path)!r}.")
        base = path if path.is_dir() else path.parent
        try:
            count = self.run_import(path, report=self._reporter(base))
        except ImportRunningError as error:
            raise CommandError(str(error)) from None
        except ModelError as error:
            raise CommandError(
                f"The texts are stored, but not all of their vectors: {error}. Run `python manage.py reembed` later."
            ) from None
        if not count.all_files:
            raise CommandError(f"There is no .xml file in {str(path)!r}.")
        self.stdout.write(self._summary(count))
        if len(count.bad) == count.all_files:
            raise CommandError("No file could be imported.")

    def _reporter(self, base: Path) -> Report:
        named = 0

        def report(count: LawImportCount) -> None:
            nonlocal named
            for file, reason in count.bad[named:]:
                shown = file.relative_to(base) if file.is_relative_to(base) else file
                self.stderr.write(f"{shown} {reason} Skipped.")
            named = len(count.bad)
            if sys.stderr.isatty():
                sys.stderr.write(self._bar(count))
                sys.stderr.flush()

        return report

    def _bar(self, count: LawImportCount) -> str:
        if count.all_vectors:
            done, of, what = count.vectors, count.all_vectors, "pieces of text given a vector"
        else:
            done, of, what = count.files, count.all_files, f"files, {count.documents:,} {self.what}"
        end = "\n" if done == of else " "
        return f"\r[{'█' * round(20 * done / max(1, of)):<20}] {done:,}/{of:,} {what}{end}"

    def _summary(self, count: LawImportCount) -> str:
        parts = [f"{count.added:,} new", f"{count.replaced:,} changed", f"{count.unchanged:,} unchanged"]
        if count.revised:
            parts.append(f"{count.revised:,} older versions with an end")
        if count.withdrawn:
            parts.append(f"{count.withdrawn:,} withdrawn")
        return f"{self.what.capitalize()}: {', '.join(parts)}. Files: {count.files:,}, {len(count.bad):,} skipped."
