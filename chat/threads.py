"""Whose thread it is: who may begin one, read it, talk in it, whose own it is. Every view by HTTP asks here.

And where its conversation has branches: which of them go on otherwise at a turn, in the order in which they were made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db.models import Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from rest_framework.request import Request

from chat import assistants
from chat.errors import Refused, TurnRefused
from chat.models import Thread

NOT_THE_OWNER = "Only the owner of a conversation renames or deletes it."


def readable_thread(request: HttpRequest | Request, thread_id: UUID, assistant: str = "") -> Thread:
    """The thread, with `assistant` where that is named, when the person may read it; 404 otherwise."""
    thread = get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id)
    if thread.assistant not in settings.ASSISTANTS:
        raise Http404(f"the assistant {thread.assistant!r} is not installed")
    if assistant and thread.assistant != assistant:
        raise Http404(f"the thread is with {thread.assistant!r}, not with {assistant!r}")
    return thread


def open_thread(request: HttpRequest | Request, thread_id: UUID, assistant: str = "") -> Thread:
    """The thread, when the person may talk in it; 403 for whoever may only read it."""
    thread = readable_thread(request, thread_id, assistant)
    if not thread.may_talk(request.user):
        raise TurnRefused(*why_read_only(thread))
    return thread


def why_read_only(thread: Thread) -> tuple[str, int]:
    """The code and the HTTP status of the refusal in a thread that somebody may only read."""
    return ("branch_closed", 409) if thread.closed_at else ("read_only", 403)


def own_thread(request: HttpRequest | Request, thread_id: UUID) -> Thread:
    """The thread, when it is the person's own; 403 for whoever it was shared with."""
    thread = readable_thread(request, thread_id)
    if thread.owner_id != request.user.pk:
        raise Refused("not_the_owner", NOT_THE_OWNER, status=403)
    return thread


def may_begin(user_id: Any, slug: str) -> bool:
    """Whether a page offers the person to begin with the assistant: where <ASSISTANT>_GROUP names a group, to those in
    it and to superusers. What somebody has begun stays theirs.
    """
    if assistants.get(slug).begun_elsewhere:
        return False
    group = settings.ASSISTANT_GROUPS.get(slug, "")
    in_it = Q(groups__name=group) | Q(is_superuser=True)
    return not group or User.objects.filter(in_it, pk=user_id, is_active=True).exists()


def begin_thread(user_id: int, slug: str) -> Thread:
    """A new thread of the person, at their own wish. Raises Refused where they may not begin with the assistant."""
    if settings.ASSISTANT_GROUPS.get(slug) and not may_begin(user_id, slug):
        raise Refused("not_for_you", gettext("Your account may not begin with this assistant."), status=403)
    return Thread.objects.create(owner_id=user_id, assistant=slug)


@dataclass(frozen=True, slots=True)
class Versions:
    """Of the versions of a turn this is number `place` of `count`; the threads to go to for those beside it."""

    place: int
    count: int
    before: UUID | None
    after: UUID | None


def versions_of(thread: Thread, reader: AbstractBaseUser | AnonymousUser | None = None) -> dict[int, Versions]:
    """By the number of a turn, for each of which there is more than one that `reader` may read.

    No query without branches, one with them, two for a reader.
    """
    if thread.family is None:
        return {}
    relatives = Thread.objects.relatives(thread).filter(deleted_at=None)
    family = {branch.pk: branch for branch in relatives}
    open_to = set(family if reader is None else relatives.visible_to(reader).values_list("pk", flat=True))
    parted = {branch.branched_at for branch in family.values() if branch.branched_at is not None}
    versions = {number: _at(number, thread, family, open_to) for number in parted if number <= thread.turn_count}
    return {number: of_turn for number, of_turn in versions.items() if of_turn.count > 1}


def _at(number: int, thread: Thread, family: Mapping[UUID, Thread], open_to: Collection[UUID]) -> Versions:
    same = [
        branch
        for branch in family.values()
        if branch.pk in open_to
        and branch.turn_count >= number
        and _maker(branch, number - 1, family) == _maker(thread, number - 1, family)
    ]
    # A version may have parted again further down; one comes to where something happened last.
    latest = {_maker(branch, number, family): branch.pk for branch in sorted(same, key=lambda b: b.updated_at)}
    makers = sorted(latest, key=lambda pk: (family[pk].created_at, family[pk].branch_of_id is not None, pk))
    place = makers.index(_maker(thread, number, family))
    return Versions(
        place + 1,
        len(makers),
        latest[makers[place - 1]] if place else None,
        latest[makers[place + 1]] if place + 1 < len(makers) else None,
    )


def _maker(thread: Thread, number: int, family: Mapping[UUID, Thread]) -> UUID:
    """The thread in which the turn of that number was first said; of number 0, one for the whole family."""
    if number == 0:
        return UUID(int=0)
    while thread.branched_at is not None and number < thread.branched_at:
        parent = family.get(thread.branch_of_id) if thread.branch_of_id else None
        if parent is None:
            break
        thread = parent
    return thread.pk
