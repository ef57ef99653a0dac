"""Lets others into a thread and shuts them out again: the only writer of ThreadAccess, with an audit entry each."""

from __future__ import annotations

from django.contrib.auth.models import Group, User
from django.db import transaction

from audit.trail import Actor, record
from chat.live import broadcast
from chat.models import Thread, ThreadAccess


def share_with_person(thread: Thread, user: User, *, by: Actor, may_talk: bool = True) -> bool:
    """Let `user` into the thread, in the caller's transaction; whether that changed anything."""
    if user.pk == thread.owner_id:
        return False
    access, made = ThreadAccess.objects.get_or_create(thread=thread, user=user, defaults={"may_talk": may_talk})
    if not made and access.may_talk == may_talk:
        return False
    access.may_talk = may_talk
    access.save(update_fields=["may_talk"])
    record("thread.shared", thread, by=by, data={"user": user.get_username(), "may_talk": may_talk})
    return True


def share_with_group(thread: Thread, group: Group, *, by: Actor, may_talk: bool = False) -> None:
    """Let the members of `group` into a thread that no group reads yet, in the caller's transaction."""
    ThreadAccess.objects.create(thread=thread, group=group, may_talk=may_talk)
    record("thread.shared", thread, by=by, data={"group": group.name, "may_talk": may_talk})


def unshare_with_person(thread: Thread, user: User, *, by: Actor) -> bool:
    """Shut `user` out of the thread, in the caller's transaction; whether they were in. What they said stays."""
    gone, _ = ThreadAccess.objects.filter(thread=thread, user_id=user.pk).delete()
    if gone:
        record("thread.unshared", thread, by=by, data={"user": user.get_username()})
        transaction.on_commit(lambda: broadcast.access_changed(thread.pk))
    return bool(gone)


def set_group(thread: Thread, group: Group, *, by: Actor, may_talk: bool) -> None:
    """Let the members of `group` in with this right, whatever they had, in the caller's transaction."""
    access = ThreadAccess.objects.filter(thread=thread, group=group).first()
    if access is None:
        share_with_group(thread, group, by=by, may_talk=may_talk)
    elif access.may_talk != may_talk:
        access.may_talk = may_talk
        access.save(update_fields=["may_talk"])
        record("thread.shared", thread, by=by, data={"group": group.name, "may_talk": may_talk})


def unshare_with_group(thread: Thread, group: Group, *, by: Actor) -> bool:
    """Shut the members of `group` out, in the caller's transaction; whether they were in. What they said stays."""
    gone, _ = ThreadAccess.objects.filter(thread=thread, group=group).delete()
    if gone:
        record("thread.unshared", thread, by=by, data={"group": group.name})
        transaction.on_commit(lambda: broadcast.access_changed(thread.pk))
    return bool(gone)
