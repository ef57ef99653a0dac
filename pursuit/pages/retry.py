"""A question of the recents is taken up again: attempts at nought, and what has changed since is told."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from audit.trail import Actor
from chat.acts import act_on
from chat.live import post_notice, state_changed
from pursuit import actions, closing
from pursuit.material import thread_collection
from pursuit.models import MasterObjective
from pursuit.record import record_of, with_parts
from pursuit.talk import day
from pursuit.words import POLICIES
from retrieval.models import Collection, Document

_NAMED = 5


def take_up_again(row: MasterObjective, user: Any) -> str:
    """Take it up; the sentence on what has changed since, also put into the chat. Raises Refused."""
    by = Actor(user.pk, row.thread_id)
    with act_on(actions.open_objective(row.thread_id, by)):
        record = record_of(with_parts(MasterObjective.objects.filter(pk=row.pk)).get())
        reply = f"Picked up again: “{record.row.summary if record.row else ''}”. {changed_since(row)}"
        closing.take_up(record, by=by)
        post_notice(row.thread_id, f"{reply} Say “try again” to look for what is open.")
        state_changed(row.thread_id, record.state())
    return reply


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


def changed_since(row: MasterObjective) -> str:
    """ "2 documents are new or changed since 3 May 2026: …", or that nothing is."""
    since: datetime = row.tried_at or row.created_at
    new = new_documents(row)
    when = day(since.date().isoformat())
    if not new:
        return f"The materials have not changed since {when}."
    names = "; ".join(str(title) for title in new[:_NAMED]) + ("; …" if len(new) > _NAMED else "")
    return f"{len(new)} document{'' if len(new) == 1 else 's'} new or changed since {when}: {names}."
