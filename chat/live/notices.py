"""What the system tells a person in a thread outside a turn: a decision, a submission, a changed panel."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from chat.live import archive, broadcast, runs
from chat.models import Message, Thread
from chat.turns import events, rows


def post_notice(thread_id: UUID, text: str, *, news: bool = False) -> Message:
    """Add a notice to the thread, in the caller's transaction, and show it on every open page once that commits.

    `news` comes from somebody else: it is counted on the home page until the person has seen it, and lifts the
    thread to the top there. A thread that was deleted and must stay by now comes back, archived.
    """
    seen_at = None if news else timezone.now()
    notice = Message.objects.create(thread_id=thread_id, role=Message.Role.NOTICE, content=text, seen_at=seen_at)
    transaction.on_commit(lambda: _show(thread_id, text, news=news))
    return notice


def _show(thread_id: UUID, text: str, *, news: bool) -> None:
    # After the commit, because a turn locks the thread's row before the assistant's record and never after it.
    archive.bring_back(thread_id)
    if news:
        Thread.objects.filter(pk=thread_id).update(updated_at=Now())
    tell(thread_id, events.custom("notice", {"content": text}))


def mark_seen(thread_id: UUID) -> int:
    """The person has the thread's notices on their screen; how many were new."""
    unseen = Message.objects.filter(thread_id=thread_id, role=Message.Role.NOTICE, seen_at=None)
    return unseen.update(seen_at=Now())


def state_changed(thread_id: UUID, state: dict[str, Any]) -> None:
    """Show the new state on every open page once the caller's transaction commits."""
    transaction.on_commit(lambda: tell(thread_id, events.state_snapshot(state)))


def tell(thread_id: UUID, event: events.Event) -> None:
    """Number an event that belongs to no turn and send it to every open page of the thread."""
    outlet = runs.running(thread_id)
    if outlet is not None and not outlet.ended:
        outlet.put(event)
        return
    broadcast.tell(thread_id, event, rows.next_seq(thread_id))
