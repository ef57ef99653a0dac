"""The investor review: the findings of an analysis, gone through by talk, and decided by the investor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_noop as _

from audit.trail import Actor
from chat.assistants import Assistant
from investor_review import actions, exports, record, start, state, tools
from investor_review.models import ReviewSession
from investor_review.record import Review
from llm.types import ModelRequest, StreamItem


class InvestorReview(Assistant):
    slug = "investor_review"
    title = _("Investor review")
    description = _(
        "Go through the findings in a company's document, decide about each, and get the cleaned-up version."
    )
    greeting = _("Ask what was found, or say what you think of it.")
    examples = ("What was found?", "Which findings are still open?")
    tools = tools.TOOLS
    prompt = "investor_review/prompts/system.md"
    panel_title = _("Findings")
    panel_template = "investor_review/panel.html"
    icon = "icons/review.svg"

    def load(self, thread_id: UUID) -> Review:
        return record.load(thread_id)

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[Review]:
        return actions.open_review(thread_id, by)

    def state(self, record: Review) -> dict[str, Any]:
        return state.state_of(record)

    def asked(self, record: Review, state: dict[str, Any]) -> str:
        return record.session.question if record.session else ""

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        from investor_review import rules

        return rules.answer(request)

    def panel_context(self, thread: Any) -> dict[str, Any]:
        review = record.load(thread.pk)
        return {"thread": thread, "review": review, "state": state.state_of(review)}

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        return exports.export(thread.pk)

    def erase(self, thread: Any) -> None:
        for session in ReviewSession.objects.filter(thread_id=thread.pk):
            start.forget(session)
