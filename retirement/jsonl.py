"""Records as the lines of the specification's files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from chat.models import Message
from retirement.models import CompletenessSnapshot, InformationRecord, Withdrawal


def export(thread_id: UUID) -> dict[str, Iterable[Mapping[str, Any]]]:
    """The specification's two files, and a third with the words that each fact came from."""
    return {
        "information": map(information_line, InformationRecord.objects.filter(session_id=thread_id)),
        "completeness": map(completeness_line, CompletenessSnapshot.objects.filter(session_id=thread_id)),
        "provenance": provenance(thread_id),
    }


def information_line(row: InformationRecord) -> dict[str, Any]:
    """Section 4.1, exactly its fields."""
    return {
        "id": str(row.pk),
        "session_id": str(row.session_id),
        "topic": row.topic,
        "subtopic": row.subtopic,
        "fact_type": row.fact_type,
        "value": row.value,
        "confidence": row.confidence,
        "created_at": row.created_at.isoformat(),
    }


def completeness_line(row: CompletenessSnapshot) -> dict[str, Any]:
    """Section 4.2, exactly its fields."""
    return {"session_id": str(row.session_id), "scores": row.scores, "created_at": row.created_at.isoformat()}


def provenance(thread_id: UUID) -> Iterator[dict[str, Any]]:
    """For each fact: where it was said, what it corrects or was corrected by, and when the person took it back."""
    rows = list(InformationRecord.objects.filter(session_id=thread_id))
    withdrawn = dict(Withdrawal.objects.filter(fact__session_id=thread_id).values_list("fact_id", "created_at"))
    messages = dict(Message.objects.filter(thread_id=thread_id, role=Message.Role.USER).values_list("id", "content"))
    corrected = {row.supersedes_id: str(row.pk) for row in rows if row.supersedes_id and row.pk not in withdrawn}
    for row in rows:
        text = messages.get(row.message_id or 0, "")
        yield {
            "id": str(row.pk),
            "supersedes": str(row.supersedes_id) if row.supersedes_id else None,
            "superseded_by": corrected.get(row.pk),
            "withdrawn_at": at.isoformat() if (at := withdrawn.get(row.pk)) else None,
            "message_id": row.message_id,
            "start": row.start,
            "end": row.end,
            "quote": text[row.start : row.end] if row.start is not None else "",
        }
