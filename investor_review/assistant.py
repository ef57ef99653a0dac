"""The investor review: the findings of an analysis, gone through by talk, and decided by the investor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db.models import Exists
from django.utils.translation import gettext_noop as _

from audit.models import AuditEntry
from audit.traced import Traced
from audit.trail import Actor
from chat.assistants import Assistant, PlannedCall, Said, ToolContext, render_prompt
from chat.turns import Event, TurnRun, loop, watch
from dialogue import Act, Talk, deeds_in
from investor_review import actions, exports, files, record, reminders, state, tools
from investor_review.conversation import CitationJudge, material_of, standing_of
from investor_review.intake import sample, start
from investor_review.models import NitpickIssue, ReviewSession
from investor_review.pages import panel, traced
from investor_review.record import Review
from investor_review.words import questions
from llm.registry import OFFLINE
from llm.types import ModelRequest, StreamItem


def _judge_of(turn: TurnRun) -> CitationJudge:
    """The judge of the reply that begins; the sentences of the rules and of the tools are our own."""
    ours = turn.pending is not None and turn.pending.model in (OFFLINE, "words")
    given = (result.content for message in turn.messages for result in message.results if result.status != "error")
    return CitationJudge(turn.record, turn.text, marks=not ours, given=given)


def _goes_back(by_hand: AuditEntry, of_turn: AuditEntry) -> bool:
    """Whether a finding is open again, or something else shall be done about it than a turn had noted."""
    before, now = by_hand.data["instructions"]
    return by_hand.data["status"][1] == NitpickIssue.Status.OPEN or bool(before and before != now)


class InvestorReview(Assistant):
    slug = "investor_review"
    title = _("Investor review")
    description = _(
        "Go through the findings in a company's document, decide about each, and get the cleaned-up version."
    )
    greeting = _("Ask what was found, or say what you think of it.")
    examples = ("What was found?", "Accept the first, leave the rest", "I'm done")
    figures_judged = "money"
    righted_by_hand = {"review.nitpick_changed": _goes_back}
    tools = tools.TOOLS
    prompt = "investor_review/prompts/system.md"
    panel_title = _("Findings")
    panel_template = "investor_review/panel.html"
    panel_style = "css/panels/investor_review.css"
    icon = "icons/review.svg"
    list_page = ("reviews", _("My reviews"))
    step_labels = {
        "decide_nitpicks": _("Noted your decision"),
        "draft_wording": _("Drafted a wording"),
        "undo": _("Took it back"),
        "search_document": _("Looked in the document"),
        "read_evidence": _("Read the evidence"),
        "finish_review": _("Noted that you are done"),
        "answer_generate": _("Took your answer"),
    }

    # A review begins when its document is sent; who began it knows it by its id, and a branch would be another.
    begun_elsewhere = True
    branches = False

    def load(self, thread_id: UUID) -> Review:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[Review]:
        return actions.open_review(thread_id, by)

    def state(self, record: Review) -> dict[str, Any]:
        return state.state_of(record)

    def background(self, record: Review, state: dict[str, Any]) -> str:
        return material_of(record)

    def situation(self, record: Review, state: dict[str, Any]) -> str:
        ask = questions.sentence_of(record.session.question) if record.session else ""
        values = {"state": state, "ask": ask, "standing": standing_of(record)}
        return render_prompt("investor_review/prompts/_standing.md", values)

    def recalled(self, turn: TurnRun) -> Sequence[Said]:
        return reminders.unnoted(turn)

    def read_words(self, context: ToolContext) -> list[PlannedCall]:
        """A bare yes or no to the question of generating, while that is the last on the screen; a bare "undo"."""
        message = context.said[-1].text
        if [(deed.act, deed.margin) for deed in deeds_in(message)] == [(Act.UNDO, 1.0)]:
            return [PlannedCall("undo", {})]
        if questions.bare_answer(message, context.asked) is None or not tools.asks_to_generate(context):
            return []
        return [PlannedCall("answer_generate", {"answer": message[:200]})]

    def respond(self, turn: TurnRun) -> Iterator[Event]:
        yield from watch(turn, loop.respond(turn), lambda: _judge_of(turn))
        yield from reminders.ask_if_done(turn)

    def asked(self, record: Review, state: dict[str, Any]) -> str:
        return record.session.question if record.session else ""

    def talk(self, request: ModelRequest) -> Talk | None:
        from investor_review import offline

        return offline.talk(request)

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        from investor_review import offline

        return offline.answer(request)

    def standings(self, thread_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        return panel.standings(thread_ids)

    def waiting(self) -> Exists:
        return panel.waiting()

    def suggestions(self, record: Review, state: dict[str, Any]) -> Sequence[str]:
        session = record.session
        if session is None or not session.question:
            return ()
        is_making = session.runs.filter(status__in=["queued", "running"]).exists()
        return () if is_making else ("yes", "not yet")

    def panel_context(self, thread: Any) -> dict[str, Any]:
        return panel.context_of(thread)

    def must_stay(self, thread: Any) -> str:
        going_on = ReviewSession.objects.filter(thread_id=thread.pk).current()
        if going_on.exclude(status=ReviewSession.Status.COMPLETED).exists():
            return _("Its review is not completed.")
        return ""

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        return traced.traced_values(thread)

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return exports.export(thread.pk)

    def sample_thread(self, owner: Any) -> Any:
        return sample.start_for(owner).thread

    def twin(self, thread: Any) -> tuple[Any, Mapping[str, str]]:
        former = ReviewSession.objects.filter(thread_id=thread.pk).first()
        if former is None:
            return super().twin(thread)
        session = start.start_again(former)
        names = {former.session_id: session.session_id, str(former.pk): str(session.pk)}
        return session.thread, names

    def export_files(self, thread: Any) -> Iterable[tuple[str, Path]]:
        return [
            file for session in ReviewSession.objects.filter(thread_id=thread.pk) for file in files.files_of(session)
        ]

    def erase(self, thread: Any) -> None:
        for session in ReviewSession.objects.filter(thread_id=thread.pk):
            start.forget(session)
