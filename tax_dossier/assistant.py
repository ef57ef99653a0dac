"""TESS: sources first, then an answer from those sources and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.urls import path
from django.utils.translation import gettext_noop as _

from audit.trail import Actor
from chat.assistants import Assistant
from llm.types import ModelRequest, StreamItem, TextDelta
from tax_dossier import actions, record
from tax_dossier.record import Record


class TaxDossier(Assistant):
    slug = "tax_dossier"
    title = _("TESS")
    description = _(
        "Ask a question of Dutch tax law. TESS finds legislation and case law, and answers from your dossier alone."
    )
    greeting = _("What question of Dutch tax law do you want to look into?")
    prompt = "tax_dossier/prompts/system.md"
    panel_title = _("Dossier")
    panel_template = "tax_dossier/panel.html"

    def load(self, thread_id: UUID) -> Record:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[Record]:
        return actions.open_dossier(thread_id, by)

    def state(self, record: Record) -> dict[str, Any]:
        return record.state()

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        yield TextDelta("Het dossier is leeg.")

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return {"record": record.load(thread.pk)}

    def sockets(self) -> list[Any]:
        # Imported late: the socket needs the chat's own, which needs the assistants.
        from tax_dossier.dossier_socket import DossierConsumer

        return [path("ws", DossierConsumer.as_asgi())]

    def info(self) -> dict[str, Any]:
        from tax_dossier.dossier_socket import INFO

        return INFO

    def erase(self, thread: Any) -> None:
        actions.erase_records(thread.pk)
