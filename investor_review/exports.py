"""A session's own records, for `export_thread`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from investor_review import record
from investor_review.models import ConversationTurn, NitpickChange
from investor_review.state import state_of
from retrieval.models import Chunk

_CHANGE = (
    *("number", "from_status", "to_status", "instructions_before", "instructions_after", "quoted_words"),
    *("left_before", "left_after"),
    *("turn_id", "by__username", "how", "undoes_id", "at"),
)


def export(thread_id: UUID) -> dict[str, Iterable[Mapping[str, Any]]]:
    """The session, its nitpicks, their changes and the conversation, and the texts of the document.

    As {file name without .jsonl: rows}.
    """
    review = record.load(thread_id)
    if review.session is None:
        return {}
    state = state_of(review)
    nitpicks = state.pop("nitpicks")
    changes = NitpickChange.objects.filter(nitpick__session=review.session).order_by("at", "number")
    turns = ConversationTurn.objects.filter(review=review.session)
    chunks = Chunk.objects.filter(collection__name=review.session.collection).order_by("document", "position")
    return {
        "review_session": [state],
        "nitpick_issues": nitpicks,
        "nitpick_changes": changes.values("nitpick__issue_id", *_CHANGE),
        "conversation_turns": turns.values(
            "turn_id", "session_id", "issue_id", "role", "message", "inferred_actions", "citations", "created_at"
        ),
        "document_chunks": chunks.values("key", "position", "heading", "text", "source_name", "metadata"),
    }
