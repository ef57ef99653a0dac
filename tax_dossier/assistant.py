"""TESS: sources first, then an answer from those sources and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from audit.trail import Actor
from chat.assistants import Assistant
from llm.types import ModelRequest, StreamItem, TextDelta
from tax_dossier import actions, record
from tax_dossier.record import Record


class TaxDossier(Assistant):
    slug = "tax_dossier"
    title = "TESS"
    description = "Stel een belastingvraag. TESS zoekt wetgeving en rechtspraak en antwoordt alleen uit uw dossier."
    greeting = "Welke belastingvraag wilt u uitzoeken?"
    prompt = "tax_dossier/prompts/system.md"
    panel_title = "Dossier"
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

    def erase(self, thread: Any) -> None:
        actions.erase_records(thread.pk)
