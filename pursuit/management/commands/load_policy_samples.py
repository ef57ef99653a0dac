"""Loads the sample policies of payers that do not exist into the policies. Run again, it changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from pursuit.words import POLICIES
from retrieval.index import import_folder
from retrieval.models import Collection

SAMPLES = Path(__file__).resolve().parents[2] / "sample_data"


class Command(BaseCommand):
    help = "Loads twelve short policies of payers that do not exist, marked as samples."

    def handle(self, *args: Any, **options: Any) -> None:
        count = import_folder(SAMPLES, Collection.objects.named(POLICIES), language="en")
        for name, reason in count.bad:
            self.stderr.write(f"{name}: {reason}")
        if count.added or count.replaced:
            self.stdout.write(f"Loaded {count.added + count.replaced} sample policies of payers that do not exist.")
