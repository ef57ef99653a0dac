"""One tiny call for each configured model; names a wrong id or key."""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from chat import assistants, models_in_use
from llm import registry
from llm.cards import Card, as_toml
from llm.interface import ModelError
from llm.probes import probe
from llm.types import Message, ModelRequest


class Command(BaseCommand):
    help = "Call each configured model once, the embedder too, with a few tokens; say what answers and what does not."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--deep", action="store_true", help="find each model's card out by about ten calls, and print it"
        )
        parser.add_argument(
            "--tokens", type=int, default=8192, help="the longest prompt of --deep, in tokens (%(default)s)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        failed = False
        by_model: dict[str, list[str]] = {}
        for slug, name in models_in_use.all_names().items():
            by_model.setdefault(name, []).append(slug)
        for name, slugs in by_model.items():
            if name == "offline":
                self.stdout.write(f"offline ({', '.join(slugs)}): built-in rules, nothing to call.")
                continue
            card = models_in_use.card(slugs[0], name)
            request = ModelRequest(
                model=name,
                instructions="Answer with the single word: ready",
                messages=(Message("user", "Are you ready?"),),
                clocks=models_in_use.clocks(card, 0),
                card=card,
            )
            try:
                list(models_in_use.chat_model(name, assistants.get(slugs[0])).stream(request))
            except ModelError as error:
                failed = True
                self.stderr.write(f"{name} ({', '.join(slugs)}): {error.code}. {error.detail}")
            else:
                self.stdout.write(f"{name} ({', '.join(slugs)}): answers.")
                failed = (options["deep"] and not self._probed(name, slugs[0], options["tokens"])) or failed
        if not self._embeds() or failed:
            sys.exit(1)

    def _probed(self, name: str, slug: str, most_tokens: int) -> bool:
        """Whether turns can work with the model. Prints what was found, and the card as TOML."""
        card = models_in_use.card(slug, name)
        try:
            findings = probe(models_in_use.chat_model(name, assistants.get(slug)), name, card, most_tokens=most_tokens)
        except ModelError as error:
            self.stderr.write(f"{name}: {error.code}. {error.detail}")
            return False
        shown = {field.name: getattr(card, field.name) for field in fields(Card)} | findings.fields
        for line in findings.lines:
            self.stdout.write(f"  {line}")
        self.stdout.write("\n# Into a file that MODEL_CARDS names:\n" + as_toml(name, shown))
        return findings.works

    def _embeds(self) -> bool:
        """Whether the embedder answers; offline there is nothing to ask."""
        name = registry.choose_embedder(settings.EMBEDDING_MODEL, settings.PROVIDER_KEYS)
        embedder = registry.embedder(name, settings.EMBEDDING_DIM, settings.PROVIDER_KEYS)
        if name == registry.OFFLINE:
            self.stdout.write("offline (embeddings): built-in, nothing to call.")
            if provider := registry.unknown_embedder(settings.EMBEDDING_MODEL, settings.PROVIDER_KEYS):
                self.stdout.write(
                    f"  The server of a base URL may embed or not: EMBEDDING_MODEL={provider}:<id> names its model, "
                    "EMBEDDING_MODEL=offline says that none is meant."
                )
            return True
        try:
            embedder.embed(["Are you ready?"], "query")
        except ModelError as error:
            self.stderr.write(f"{name} (embeddings): {error.code}. {error.detail}")
            return False
        self.stdout.write(f"{name} (embeddings): answers with {settings.EMBEDDING_DIM} numbers a text.")
        return True
