"""One tiny call for each configured model; names a wrong id or key."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from chat import assistants, models_in_use
from llm import registry
from llm.interface import ModelError
from llm.types import Clocks, Message, ModelRequest


class Command(BaseCommand):
    help = "Call each configured model once, the embedder too, with a few tokens; say what answers and what does not."

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        by_model: dict[str, list[str]] = {}
        for slug, name in models_in_use.all_names().items():
            by_model.setdefault(name, []).append(slug)
        for name, slugs in by_model.items():
            if name == "offline":
                self.stdout.write(f"offline ({', '.join(slugs)}): built-in rules, nothing to call.")
                continue
            request = ModelRequest(
                model=name,
                instructions="Answer with the single word: ready",
                messages=(Message("user", "Are you ready?"),),
                clocks=Clocks(20, 20, 30),
            )
            try:
                list(models_in_use.chat_model(name, assistants.get(slugs[0])).stream(request))
            except ModelError as error:
                failed = True
                self.stderr.write(f"{name} ({', '.join(slugs)}): {error.code}. {error.detail}")
            else:
                self.stdout.write(f"{name} ({', '.join(slugs)}): answers.")
        if not self._embeds() or failed:
            sys.exit(1)

    def _embeds(self) -> bool:
        """Whether the embedder answers; offline there is nothing to ask."""
        name = settings.EMBEDDING_MODEL
        embedder = registry.embedder(name, settings.EMBEDDING_DIM, settings.PROVIDER_KEYS)
        if name in ("", registry.OFFLINE):
            self.stdout.write("offline (embeddings): built-in, nothing to call.")
            return True
        try:
            embedder.embed(["Are you ready?"], "query")
        except ModelError as error:
            self.stderr.write(f"{name} (embeddings): {error.code}. {error.detail}")
            return False
        self.stdout.write(f"{name} (embeddings): answers with {settings.EMBEDDING_DIM} numbers a text.")
        return True
