"""The PA dealing assistant: a trade request from talk, without silent defaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.db.models import Exists
from django.utils.translation import gettext_noop as _

from audit.models import AuditEntry
from audit.traced import Traced
from audit.trail import Actor
from chat.assistants import Assistant, PlannedCall, Said, ToolContext, render_prompt
from chat.turns import Event, TurnRun, loop, watch, without_a_call
from dialogue import Talk
from llm.types import ModelRequest, StreamItem
from pa_dealing import actions, hints, tools
from pa_dealing.conversation import claims, contradictions, fresh_start, questions
from pa_dealing.models import ComplianceQuestion, DraftRequest, RuleCheck
from pa_dealing.offline import answer, certain_calls, talk
from pa_dealing.pages import own_requests, panel, traced
from pa_dealing.review import reply
from pa_dealing.state import state_of

# What a form of the panel sets, and a turn may have set before.
_SET = ("searched", "security_chosen", "direction_set", "quantity_set", "value_set", "justification_set", "flags_set")


def _sets_again(by_hand: AuditEntry, of_turn: AuditEntry) -> bool:
    return of_turn.action.startswith(by_hand.action)


class PaDealing(Assistant):
    slug = "pa_dealing"
    title = _("PA dealing")
    description = _("Ask for clearance of a personal trade. Say what you want to trade; compliance reviews it.")
    greeting = _("What would you like to trade? Tell me in your own words.")
    examples = (
        "I want to buy 2,000 Siemens shares, about EUR 262,900",
        "Sell 10 shares of AAPL, worth $2,300",
        "Buying 5 lots of bund futures",
    )
    tools = tools.TOOLS
    prompt = "pa_dealing/prompts/system.md"
    panel_title = _("Trade request")
    icon = "icons/trade.svg"
    panel_template = "pa_dealing/panel.html"
    panel_style = "css/panels/pa_dealing.css"
    claims_judged = frozenset({"all"})
    figures_judged = "all"
    righted_by_hand = dict.fromkeys((f"pa_dealing.{act}" for act in _SET), _sets_again)
    only_owner_talks = True
    list_page = ("pa-requests", _("My requests"))
    step_labels = {
        "set_security": _("Searched the securities"),
        "confirm_selection": _("Chose the security"),
        "set_direction": _("Noted the direction"),
        "set_quantity": _("Noted the quantity"),
        "set_trade_value": _("Noted the value"),
        "set_value_pending_currency": _("Noted the value, currency open"),
        "set_justification": _("Noted the justification"),
        "set_compliance_flags": _("Noted the compliance answers"),
        "set_compliance_flags:taken_back": _("Took the compliance answers back"),
        "confirm_pending": _("Took your confirmation"),
        "undo": _("Took the last change back"),
        "leave_empty": _("Took a number away"),
        "start_over": _("Emptied the request"),
        "show_preview": _("Prepared the preview"),
    }

    def load(self, thread_id: UUID) -> DraftRequest:
        return actions.load_request(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[DraftRequest]:
        return actions.open_request(thread_id, by)

    def state(self, record: DraftRequest) -> dict[str, Any]:
        return state_of(record)

    def situation(self, record: DraftRequest, state: dict[str, Any]) -> str:
        ask = questions.question_for(record, short=True) if record.is_open else "nothing; the request is closed"
        listed = questions.open_question(record) == hints.SELECTION_LIST
        values = {"state": state, "ask": ask, "listed": listed}
        return render_prompt("pa_dealing/prompts/_request.md", values)

    def recalled(self, turn: TurnRun) -> Sequence[Said]:
        return without_a_call(turn)

    def offline_state(self, record: DraftRequest, state: dict[str, Any]) -> Mapping[str, Any]:
        if not record.is_open:
            return {"ask": "", "open": ""}
        return {"ask": questions.question_for(record), "open": questions.open_question(record)}

    def next_step(self, record: DraftRequest) -> Mapping[str, Any]:
        return tools.next_step(record)

    def read_words(self, context: ToolContext) -> list[PlannedCall]:
        return certain_calls(context)

    def asked(self, record: DraftRequest, state: dict[str, Any]) -> str:
        return record.question or str(state["instructional_hint"] or "")

    def respond(self, turn: TurnRun) -> Iterator[Event]:
        if reply.pass_on_answer(turn):
            return reply.confirm(turn)
        if fresh_start.is_wanted(turn):
            return fresh_start.respond_afresh(turn)
        responding = (
            contradictions.void_preview(turn) if contradictions.contradicts_the_preview(turn) else loop.respond(turn)
        )
        return watch(turn, responding)

    def claimable(self, record: DraftRequest, state: dict[str, Any]) -> Set[str]:
        return claims.claimable(record, state)

    def stated(self, record: DraftRequest, state: dict[str, Any]) -> Sequence[str]:
        return claims.stated(record)

    def truth(self, record: DraftRequest, state: dict[str, Any]) -> str:
        return claims.truth(record)

    def talk(self, request: ModelRequest) -> Talk | None:
        return talk(request)

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        return answer(request)

    def standings(self, thread_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        return own_requests.standings(thread_ids)

    def waiting(self) -> Exists:
        return own_requests.waiting()

    def suggestions(self, record: DraftRequest, state: dict[str, Any]) -> Sequence[str | tuple[str, str]]:
        return hints.answers_to_question(record) if record.is_open else ()

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return panel.context_of(thread)

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        return traced.traced_values(thread)

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return {
            "requests": DraftRequest.objects.filter(thread=thread).order_by("created_at").values(),
            "checks": RuleCheck.objects.filter(request__thread=thread).order_by("at", "position").values(),
            "questions": ComplianceQuestion.objects.filter(request__thread=thread).order_by("id").values(),
        }

    def erase(self, thread: Any) -> None:
        DraftRequest.objects.filter(thread=thread, submitted_at=None, escalated=False).delete()

    def must_stay(self, thread: Any) -> str:
        if DraftRequest.objects.filter(thread=thread).concerns_compliance().exists():
            return _("Its request is with compliance or approved, and you may be asked about it here.")
        return ""

    def command(self, name: str, thread: Any, user: Any) -> str | None:
        return panel.command(name, thread, user)
