"""The retirement assistant: it knows what it knows, and what it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from audit.traced import Traced
from audit.trail import Actor
from chat.assistants import Assistant, Said
from chat.turns import Event, TurnRun, loop, watch
from dialogue import Talk
from llm import registry
from llm.types import ModelRequest, StreamItem
from retirement import actions, hints, jsonl, prompt_choice, record, state, tools
from retirement.next_question import question_in, question_like
from retirement.pages import panel, traced
from retirement.record import PlanRecord
from retirement.words import AllowedAmounts, forget_texts, guard, unnoted


def _allowed_amounts(turn: TurnRun) -> AllowedAmounts | None:
    """What a model may name; the sentences of the rules are our own."""
    return None if turn.model == registry.OFFLINE else AllowedAmounts(turn)


class Retirement(Assistant):
    slug = "retirement"
    title = _("Retirement")
    description = _(
        "Talk about retiring. What you say is kept under eight topics, and the chart shows what is still open."
    )
    greeting = _("What is on your mind when you think of retiring? Say it in your own words.")
    only_owner_talks = True
    examples = (
        "I'm 58 and want to retire at 64, our mortgage is paid off",
        "I have $400,000 in my 401(k) and no pension",
        "We want to move closer to our grandchildren",
    )
    tools = tools.TOOLS
    prompt = "retirement/prompts/completeness.md"
    panel_title = _("What we know")
    panel_template = "retirement/panel.html"
    panel_style = "css/panels/retirement.css"
    icon = "icons/sunrise.svg"
    step_labels = {
        "information": _("Noted a fact"),
        "information_query": _("Looked at what is known"),
        "completeness": _("Weighed what is open"),
        "calculate": _("Calculated"),
        "undo": _("Took back a fact"),
        "start_over": _("Started over"),
    }

    def load(self, thread_id: UUID) -> PlanRecord:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[PlanRecord]:
        return actions.open_record(thread_id, by)

    def state(self, record: PlanRecord) -> dict[str, Any]:
        return state.state_of(record)

    def instructions(self, record: PlanRecord, state: dict[str, Any]) -> str:
        return panel.instructions(record)

    def situation(self, record: PlanRecord, state: dict[str, Any]) -> str:
        return panel.situation(record)

    def recalled(self, turn: TurnRun) -> Sequence[Said]:
        return unnoted(turn.record, turn.said)

    def offline_state(self, record: PlanRecord, state: dict[str, Any]) -> Mapping[str, Any]:
        return {"asked_before": record.asked}

    def next_step(self, record: PlanRecord) -> Mapping[str, Any]:
        return hints.hint(record)

    def respond(self, turn: TurnRun) -> Iterator[Event]:
        yield from prompt_choice.choose_by_words(turn)
        try:
            if turn.pending is None:
                yield from watch(turn, loop.respond(turn), lambda: guard.ReplyGuard(_allowed_amounts(turn)))
        finally:
            forget_texts()
        offline = turn.model == registry.OFFLINE
        item, only_talked = question_in(turn.reply), offline and not turn.calls
        # A model asks in words of its own.
        item = item or (None if offline else question_like(turn.reply))
        # "Take your time" leaves the open question open.
        turn.record.question = item.fact_type if item else turn.asked_before if only_talked else ""

    def asked(self, record: PlanRecord, state: dict[str, Any]) -> str:
        return record.question

    def talk(self, request: ModelRequest) -> Talk | None:
        from retirement import offline

        return offline.talk(request)

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        from retirement import offline

        yield from offline.answer(request)

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return panel.context_of(thread)

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        return traced.traced_values(thread)

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return jsonl.export(thread.id)

    def erase(self, thread: Any) -> None:
        actions.erase_records(thread.id)

    def command(self, name: str, thread: Any, user: Any) -> str | None:
        return panel.command(name, thread, user)
