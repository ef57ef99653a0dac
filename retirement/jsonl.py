"""Records as the lines of the specification's files, and back: reading them gives the same records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from chat.models import Message
from retirement.checklist import Topic, unknown_topic
from retirement.models import CompletenessSnapshot, InformationRecord


class BadLine(Exception):
    """A line is no record of the specification. The text names the line and what is wrong with it."""


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
    """For each fact: the message and the words that it came from, and what it corrects or was corrected by."""
    rows = list(InformationRecord.objects.filter(session_id=thread_id))
    said = dict(Message.objects.filter(thread_id=thread_id, role=Message.Role.USER).values_list("id", "content"))
    corrected = {row.supersedes_id: str(row.pk) for row in rows if row.supersedes_id}
    for row in rows:
        text = said.get(row.message_id or 0, "")
        yield {
            "id": str(row.pk),
            "supersedes": str(row.supersedes_id) if row.supersedes_id else None,
            "superseded_by": corrected.get(row.pk),
            "message_id": row.message_id,
            "start": row.start,
            "end": row.end,
            "quote": text[row.start : row.end] if row.start is not None else "",
        }


def read_information(lines: Iterable[str]) -> list[InformationRecord]:
    """The records of an information.jsonl, unsaved. Raises BadLine."""
    return [_information(number, _object(number, line)) for number, line in enumerate(lines, 1) if line.strip()]


def read_completeness(lines: Iterable[str]) -> list[CompletenessSnapshot]:
    """The snapshots of a completeness.jsonl, unsaved. Raises BadLine."""
    return [_completeness(number, _object(number, line)) for number, line in enumerate(lines, 1) if line.strip()]


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError as error:
        raise BadLine(f"Line {number} is no JSON ({error}).") from error
    if not isinstance(found, dict):
        raise BadLine(f"Line {number} is a {type(found).__name__}, not an object.")
    return found


def _information(number: int, found: dict[str, Any]) -> InformationRecord:
    if found.get("topic") not in Topic.values:
        raise BadLine(f"Line {number}: {unknown_topic(str(found.get('topic')))}")
    try:
        made = InformationRecord(
            session_id=UUID(str(found["session_id"])),
            topic=found["topic"],
            subtopic=found.get("subtopic"),
            fact_type=found.get("fact_type"),
            value=found["value"],
            confidence=found["confidence"],
            created_at=datetime.fromisoformat(found["created_at"]),
        )
        if found.get("id"):
            made.id = UUID(str(found["id"]))
    except (KeyError, ValueError, TypeError) as error:
        raise BadLine(f"Line {number} is no information record ({error!r}).") from error
    return made


def _completeness(number: int, found: dict[str, Any]) -> CompletenessSnapshot:
    try:
        return CompletenessSnapshot(
            session_id=UUID(str(found["session_id"])),
            scores=found["scores"],
            created_at=datetime.fromisoformat(found["created_at"]),
        )
    except (KeyError, ValueError, TypeError) as error:
        raise BadLine(f"Line {number} is no snapshot ({error!r}).") from error
