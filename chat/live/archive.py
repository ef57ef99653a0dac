"""What deleting a conversation does: it is hidden, or archived where its assistant says that it must stay."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from chat import assistants
from chat.live import runs
from chat.models import Thread


def why_it_stays(thread: Thread) -> str:
    """The assistant's reason to keep the thread reachable, or an empty text."""
    if thread.assistant not in settings.ASSISTANTS:
        return ""
    return assistants.get(thread.assistant).must_stay(thread)


def discard(thread: Thread) -> str:
    """Delete the thread of a person who wants it gone, with its branches; the reason where it was archived instead."""
    with transaction.atomic():
        family = Thread.objects.relatives(Thread.objects.select_for_update(no_key=True).get(pk=thread.pk))
        branches = list(family.select_for_update(no_key=True).order_by("pk"))
        # One branch that must stay keeps the conversation.
        reason = next(filter(None, map(why_it_stays, branches)), "")
        if reason:
            family.filter(archived_at=None).update(archived_at=timezone.now())
        else:
            family.update(deleted_at=timezone.now())
    for branch in () if reason else branches:
        runs.stop(branch.pk)
    return reason


def restore(thread: Thread) -> None:
    """Take a deleted thread out of the bin, at its owner's wish."""
    Thread.objects.relatives(thread).update(deleted_at=None)


def bring_back(thread_id: UUID) -> bool:
    """Archive a deleted thread that must stay by now, so that its owner can read and answer; whether it was one."""
    with transaction.atomic():
        # The lock waits for a deletion that has looked before there was a reason, and that has not ended.
        thread = Thread.objects.select_for_update(no_key=True).filter(pk=thread_id).first()
        if thread is None or thread.deleted_at is None or not why_it_stays(thread):
            return False
        thread.deleted_at, thread.archived_at = None, timezone.now()
        thread.save(update_fields=["deleted_at", "archived_at"])
    return True
