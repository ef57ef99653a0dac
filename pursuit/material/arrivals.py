"""What came to the materials since a moment: a query that was sent before may meet it."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from pursuit.material.brought import thread_collection
from pursuit.models import MasterObjective
from pursuit.words import POLICIES
from retrieval.models import Collection, Document


def new_documents(row: MasterObjective, since: datetime | None = None) -> list[Document]:
    """What the materials got since then, or since the objective was last tried, the newest first."""
    since = since or row.tried_at or row.created_at
    scope = Document.objects.filter(collection__name__in=[POLICIES, thread_collection(row.thread_id)])
    return list(scope.filter(Q(updated_at__gt=since)).defer("text").order_by("-updated_at")[:200])


def settled_now(thread_id: UUID) -> datetime:
    """This moment, when nobody is writing to the thread's material: what is written after it is later than it."""
    with transaction.atomic():
        Collection.objects.select_for_update(no_key=True).filter(name=thread_collection(thread_id)).first()
        return timezone.now()
