"""Loads the notes on provisions and rulings that the project ships, each marked as a sample."""

from __future__ import annotations

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand

from llm.interface import ModelError
from tax_dossier.law import load_samples


class Command(BaseCommand):
    help = "Load the sample notes on Dutch tax law and case law; running it again changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = Counter(stored.outcome for stored in load_samples())
        except ModelError as error:
            self.stderr.write(f"Sample tax law is stored without all vectors: {error}. Run `manage.py reembed` later.")
            return
        self.stdout.write(
            f"Sample tax law: {count['added']} new, {count['replaced']} changed, {count['unchanged']} unchanged."
        )
