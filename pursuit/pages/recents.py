"""A person's recent questions, the newest first, with a search in their words, and how one is taken up again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from chat.models import Thread
from pursuit.models import MasterObjective, SubObjective
from pursuit.record import outcome_of

# What one list shows; the search finds older ones.
MOST_RECENTS = 200


def of_person(
    user: Any, *, search: str = "", limit: int | None = None, beside: UUID | None = None
) -> list[dict[str, Any]]:
    """The contract's rows, with the thread beside: {"id", "question", "objective_status", "updated_at", "thread"}."""
    rows = objectives_of(user, search)
    if beside is not None:
        rows = rows.exclude(pk=beside)
    return [row_of(objective) for objective in (rows[:limit] if limit else rows)]


def objectives_of(user: Any, search: str = "") -> QuerySet[MasterObjective]:
    """The person's own objectives whose question or parts hold every word of `search`."""
    own = Thread.objects.filter(owner=user, deleted_at=None, assistant="pursuit").current()
    rows = MasterObjective.objects.filter(thread__in=own)
    for word in search.split()[:8]:
        in_parts = SubObjective.objects.filter(objective=OuterRef("pk"), text__icontains=word)
        rows = rows.filter(Q(question__icontains=word) | Q(summary__icontains=word) | Exists(in_parts))
    return rows.order_by("-updated_at")


def row_of(objective: MasterObjective) -> dict[str, Any]:
    return {
        "id": objective.pk,
        "question": objective.question,
        "objective_status": outcome_of(objective.status).objective_status,
        "updated_at": objective.updated_at,
        "thread": objective.thread_id,
    }
