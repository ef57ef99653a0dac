"""Passes a person's message on to compliance as the answer to its question. Code does it; no model is asked."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from chat.errors import Refused
from chat.turns import TurnRun, events, rows, say
from pa_dealing.models import ComplianceQuestion
from pa_dealing.review import actions

PASSED_ON = "Thank you. I have passed your answer on to compliance, word for word. You will hear from them here."


def pass_on_answer(turn: TurnRun) -> bool:
    """Whether this turn's message is an answer to compliance, which is now kept as one."""
    asked: UUID | None = getattr(turn.record, "asked_request", None)
    if asked is not None:
        try:
            with actions.reviewing(asked) as draft:
                actions.answer_question(draft, answer=turn.text, message_id=turn.message_id, by=turn.by)
        except Refused:
            # Compliance decided, or the request was withdrawn, between the reading and the lock.
            return False
        turn.record = turn.assistant.load(turn.thread_id)
        turn.state = turn.assistant.state(turn.record)
        return True
    # A turn that is tried again may have been kept before it broke off.
    return turn.attempt > 1 and ComplianceQuestion.objects.filter(answer_message_id=turn.message_id).exists()


def confirm(turn: TurnRun) -> Iterator[events.Event]:
    """The events of a turn whose message was passed on."""
    rows.release_connection()
    yield from say(turn, PASSED_ON)
    yield events.state_snapshot(turn.state)
