"""TESS: sources first, then an answer from those sources and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.urls import path
from django.utils.translation import gettext_noop as _

from audit.models import AuditEntry
from audit.traced import Traced
from audit.trail import Actor
from chat.assistants import Assistant, Said, render_prompt
from chat.turns import Event, TurnRun, done_for, loop, rows, say, watch, without_a_call
from dialogue import Help, Talk
from llm.types import ModelRequest, StreamItem
from tax_dossier import actions, offline, presenting, record, replies, tools
from tax_dossier.answers import list_of_sources
from tax_dossier.pages import export, panel, traced
from tax_dossier.record import DossierRecord
from tax_dossier.texts import language_spoken

_PUT_IN = frozenset({"add_legislation", "add_case_law", "select_titles"})
# A question is searched for in both.
_SEARCHES = frozenset({"legislation", "case_law"})


def _wants_answer(turn: TurnRun) -> bool:
    return offline.wants_an_answer(turn.text, turn.asked_before)


def _turns_around(by_hand: AuditEntry, of_turn: AuditEntry) -> bool:
    """Whether sources are taken out that a turn put in, or put back that it took out."""
    now, before = by_hand.data["patch"], of_turn.data.get("patch", {})
    put_in = {title for name, titles in before.items() if name in _PUT_IN for title in titles}
    back = set(now.get("select_titles", ())) & set(before.get("unselect_titles", ()))
    return bool(back or set(now.get("unselect_titles", ())) & put_in)


class TaxDossier(Assistant):
    slug = "tax_dossier"
    title = _("TESS")
    description = _(
        "Ask a question of Dutch tax law. TESS finds legislation and case law, and answers from your dossier alone."
    )
    greeting = _("What question of Dutch tax law do you want to look into?")
    examples = (
        "Mag ik de kosten van mijn thuiswerkplek aftrekken?",
        "Wat zegt artikel 3.16 Wet IB 2001 over werkkleding?",
        "Wanneer is verhuur vrijgesteld van omzetbelasting, over belastingjaar 2015?",
    )
    language = "nl"
    figures_judged = "money"
    righted_by_hand = {"tax_dossier.panel": _turns_around, "tax_dossier.undo": lambda by_hand, of_turn: True}
    tools = tools.TOOLS
    prompt = "tax_dossier/prompts/system.md"
    panel_title = _("Dossier")
    panel_template = "tax_dossier/panel.html"
    panel_style = "css/panels/tax_dossier.css"
    icon = "icons/dossier.svg"
    step_labels = {
        "legislation": _("Searched the legislation"),
        "case_law": _("Searched the case law"),
        "remove_sources": _("Changed the dossier"),
        "undo": _("Changed the dossier"),
        "start_over": _("Changed the dossier"),
        "answer": _("Answered from the dossier"),
        "DraftedAnswer": _("Drafting the answer and checking its quotes"),
    }

    def load(self, thread_id: UUID) -> DossierRecord:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[DossierRecord]:
        return actions.open_dossier(thread_id, by)

    def state(self, record: DossierRecord) -> dict[str, Any]:
        return record.state()

    def situation(self, record: DossierRecord, state: dict[str, Any]) -> str:
        listed = list_of_sources("dossier", record.sources, in_short=True)
        return render_prompt("tax_dossier/prompts/_dossier.md", {"sources": listed, "day": record.day})

    def recalled(self, turn: TurnRun) -> Sequence[Said]:
        """What led to nothing, and the last question, where only one of law and rulings was searched for it."""
        earlier = without_a_call(turn)
        before = turn.said[-2:-1]
        return [*earlier, *(message for message in before if len(done_for(turn, message.text) & _SEARCHES) == 1)]

    def respond(self, turn: TurnRun) -> Iterator[Event]:
        if offline.asks_for_the_list(turn.text):
            # What is in the dossier is known for certain, so no model is asked.
            rows.release_connection()
            return say(turn, replies.listing(turn.record, language_spoken(message.text for message in turn.said)))
        # An answer that a tool gives was drafted by a model.
        shown = presenting.present(turn, loop.respond(turn), wants_answer=_wants_answer)
        return watch(turn, shown, also_tools=True)

    def asked(self, record: DossierRecord, state: dict[str, Any]) -> str:
        return record.question

    def talk(self, request: ModelRequest) -> Talk | None:
        return offline.talk(request)

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        return offline.answer(request)

    def stated(self, record: DossierRecord, state: dict[str, Any]) -> Sequence[str]:
        # An answer tells the law's amounts.
        return list(record.texts().values()) if record.selected else ()

    def suggestions(self, record: DossierRecord, state: dict[str, Any]) -> Sequence[str]:
        return ("Geef antwoord",) if record.selected else ()

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return panel.context_of(thread)

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        return traced.traced_values(thread)

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return export.export(thread.pk)

    def help_for(self, messages: Sequence[Said]) -> Help:
        return offline.help_in(language_spoken(message.text for message in messages))

    def thread_named(self, owner: Any, name: str) -> Any:
        return actions.dossier_named(owner.pk, name).thread

    def sockets(self) -> list[Any]:
        # Imported late: the socket needs the chat's own, which needs the assistants.
        from tax_dossier.pages.socket import DossierConsumer

        return [path("ws", DossierConsumer.as_asgi())]

    def info(self) -> dict[str, Any]:
        from tax_dossier.pages.socket import INFO

        return INFO

    def erase(self, thread: Any) -> None:
        actions.erase_records(thread.pk)

    def command(self, name: str, thread: Any, user: Any) -> str | None:
        return panel.command(name, thread, user)
