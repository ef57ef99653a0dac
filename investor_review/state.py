"""A review as the contract's JSON: what GET /v1/reviews/sessions/{session_id} answers. Without a query."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from investor_review.models import NitpickIssue, ReviewSession
from investor_review.record import Review, counters
from investor_review.words import questions


def state_of(review: Review) -> dict[str, Any]:
    """Metadata, score, status, counters, nitpicks and the ids of the chunks that these cite."""
    session = review.session
    if session is None:
        return {"session_id": None, "status": None, "green_score": None, "counters": counters([]), "nitpicks": []}
    content = review.content
    return {
        **head_of(session),
        "counters": {
            **content.counters,
            "chunks": session.chunk_count,
            "chunks_embedded": min(session.embedded_count, session.chunk_count),
        },
        "nitpicks": content.shown,
        "cited_chunks": content.cited,
    }


def head_of(session: ReviewSession) -> dict[str, Any]:
    """A session without its nitpicks, as lists show it."""
    return {
        "session_id": session.session_id,
        "company_name": session.company_name,
        "doc_id": session.doc_id,
        "doc_title": session.doc_title,
        "green_score": number(session.green_score),
        "status": str(session.status),
        "outcome": str(session.outcome) or None,
        "ask": questions.sentence_of(session.question) or None,
        "generation": session.generation,
        "thread": str(session.thread_id),
        "created_at": session.created_at,
        "updated_at": session.updated_at,
    }


def nitpick_of(nitpick: NitpickIssue) -> dict[str, Any]:
    return {
        "issue_id": nitpick.issue_id,
        "title": nitpick.title,
        "severity": str(nitpick.severity),
        "status": str(nitpick.status),
        "summary": nitpick.summary,
        "citations": nitpick.citations,
        "suggested_changes": nitpick.suggested_changes,
        "accepted_change_instructions": nitpick.accepted_change_instructions,
        "left_as_is": nitpick.left_as_is,
    }


def number(value: Decimal) -> int | float:
    """A score as JSON: 72 for 72, 72.5 for 72.50."""
    return int(value) if value == value.to_integral_value() and value.as_tuple().exponent == 0 else float(value)
