"""What the system tells a person in a thread outside a turn: a decision, a submission, a changed panel."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from chat import broadcast, events, live
from chat.models import Message, Thread


def post_notice(thread_id: UUID, text: str) -> Message:
    """Add a notice to the thread, in the caller's transaction, and show it on every open page once that commits."""
    notice = Message.objects.create(thread_id=thread_id, role=Message.Role.NOTICE, content=text)
    transaction.on_commit(lambda: tell(thread_id, events.custom("notice", {"content": text})))
    return notice


def state_changed(thread_id: UUID, state: dict[str, Any]) -> None:
    """Show the new state on every open page once the caller's transaction commits."""
    transaction.on_commit(lambda: tell(thread_id, events.state_snapshot(state)))


def tell(thread_id: UUID, event: events.Event) -> None:
    """Number an event that belongs to no turn and send it to every open page of the thread."""
    outlet = live.running(thread_id)
    if outlet is not None:
        outlet.put(event)
        return
    Thread.objects.filter(pk=thread_id).update(event_seq=F("event_seq") + 1)
    seq = Thread.objects.values_list("event_seq", flat=True).get(pk=thread_id)
    broadcast.tell(thread_id, event, seq)
