"""What a thread of pursuit holds, for `export_thread`: its rows, and what was brought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from pursuit.material import thread_collection
from pursuit.models import Attempt, MasterObjective, Material, SubObjective, UserAsk
from retrieval.models import Document

_OBJECTIVE = (
    *("id", "status", "summary", "question", "attempts", "payer", "plan", "plan_type", "state", "slot_words"),
    *("stuck_reason", "last_user_ask", "created_at", "updated_at"),
)
_PART = (
    *("objective_id", "key", "text", "kind", "status", "stuck_reason", "answer", "answered_by", "citations"),
    *("conflicts", "left_at"),
)
_ATTEMPT = ("objective_id", "sub_objective__key", "turn_id", "tool", "place", "query", "result", "found", "at")
_ASK = ("objective_id", "kind", "stuck_reason", "text", "turn_id", "at", "answered_at")
_MATERIAL = ("id", "kind", "name", "status", "problem", "document_id", "size", "uploaded_by__username", "created_at")
_DOCUMENT = ("id", "key", "title", "source", "text", "language", "valid_from", "valid_to", "metadata", "created_at")


def export(thread_id: UUID) -> dict[str, Iterable[Mapping[str, Any]]]:
    """The questions with their parts, ledger and asks, and what was brought with its whole text."""
    objectives = MasterObjective.objects.filter(thread_id=thread_id).order_by("created_at")
    documents = Document.objects.filter(collection__name=thread_collection(thread_id)).order_by("created_at", "key")
    return {
        "objectives": objectives.values(*_OBJECTIVE),
        "sub_objectives": SubObjective.objects.filter(objective__thread_id=thread_id)
        .order_by("objective__created_at", "position")
        .values(*_PART),
        "attempts": Attempt.objects.filter(objective__thread_id=thread_id).order_by("id").values(*_ATTEMPT),
        "asks": UserAsk.objects.filter(objective__thread_id=thread_id).order_by("id").values(*_ASK),
        "materials": Material.objects.filter(thread_id=thread_id).values(*_MATERIAL),
        "documents": documents.values(*_DOCUMENT),
    }
