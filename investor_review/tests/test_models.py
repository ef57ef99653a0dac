"""What the database itself holds of a review: what upstream sent never changes, and the conversation is a table."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, connection, transaction

from audit.trail import Actor
from chat.live import runs
from chat.models import Message
from chat.turns.turn import TurnRun
from investor_review import actions
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ConversationTurn, ReviewSession
from investor_review.tests.shared import payload


@pytest.mark.parametrize(
    "assignment",
    [
        "green_score = 99",
        "green_score = green_score + 0.0000001",
        "full_document_text = 'another'",
        "session_id = 'other'",
        "doc_id = 'other'",
        "payload_sha256 = ''",
        "started_by_id = NULL",
    ],
)
def test_what_upstream_sent_is_never_written_again(session: ReviewSession, assignment: str) -> None:
    """Not even by a statement of an administrator."""
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE review_sessions SET {assignment}")
    session.refresh_from_db()
    assert session.green_score == Decimal("72.5")


def test_no_save_of_ours_writes_the_score(session: ReviewSession) -> None:
    session.green_score = Decimal(1)
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        session.save(update_fields=["green_score"])


def test_a_score_is_kept_digit_by_digit(upstream: User) -> None:
    for number, score in enumerate(("0", "100", "72.50", "0.12345678901234567890")):
        sent = read_payload(payload(f"s{number}", green_score=Decimal(score)), f"s{number}")
        started = start.start_session(sent, user_id=upstream.pk)
        started.refresh_from_db()
        assert str(started.green_score) == score


@pytest.mark.parametrize(
    "change",
    [
        {"status": "completed"},
        {"status": "active", "outcome": "generated"},
    ],
)
def test_a_session_has_an_outcome_when_it_is_completed(session: ReviewSession, change: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ReviewSession.objects.filter(pk=session.pk).update(**change)


def test_full_texts_are_read_only_where_they_are_asked_for(session: ReviewSession) -> None:
    stored = ReviewSession.objects.get()
    assert "full_document_text" in stored.get_deferred_fields()
    assert stored.full_document_text.startswith("Supplier emissions reporting is annual.")


def test_the_conversation_is_a_table_of_the_specification(
    session: ReviewSession, upstream: User, investor: User
) -> None:
    actions.share_session(session, investor, by=Actor(upstream.pk, session.thread_id))
    turn = runs.begin(session.thread_id, investor.pk, "What was found? Offsets are fine.", None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    Message.objects.create(thread=session.thread, role="notice", content="A notice is no turn.")
    Message.objects.create(
        thread=session.thread,
        turn_id=turn.id,
        role="assistant",
        content="See [doc_001:c003; doc_001:c001] and [nowhere].",
    )
    question, answered, added = ConversationTurn.objects.filter(review=session)
    assert (question.session_id, question.role, question.message) == (
        "sess_001",
        "user",
        "What was found? Offsets are fine.",
    )
    assert (question.author, question.issue_id, question.turn) == (investor, "issue_002", turn.id)
    assert question.inferred_actions == [
        {
            "issue_id": "issue_002",
            "from": "open",
            "to": "in_progress",
            "instructions": "Add annual third-party scope-3 audit requirement.",
        },
        {
            "issue_id": "issue_002",
            "from": "in_progress",
            "to": "resolved",
            "instructions": "Add annual third-party scope-3 audit requirement.",
        },
    ]
    assert question.citations == []
    assert (answered.role, answered.author, answered.inferred_actions) == ("assistant", None, [])
    assert answered.message == turn.reply
    assert added.citations == ["doc_001:c001", "doc_001:c003"]


def test_an_exchange_that_changed_several_nitpicks_names_none_of_them_alone(
    session: ReviewSession, upstream: User
) -> None:
    turn = runs.begin(session.thread_id, upstream.pk, "All of them are fine.", None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    question = ConversationTurn.objects.filter(role="user").get()
    assert question.issue_id is None
    assert {done["issue_id"] for done in question.inferred_actions} == {"issue_001", "issue_002", "issue_003"}
