"""Whose thread it is: who may read it, who may talk in it, whose own it is. Every view by HTTP asks here."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

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
        raise TurnRefused("read_only", 403)
    return thread


def own_thread(request: HttpRequest | Request, thread_id: UUID) -> Thread:
    """The thread, when it is the person's own; 403 for whoever it was shared with."""
    thread = readable_thread(request, thread_id)
    if thread.owner_id != request.user.pk:
        raise Refused("not_the_owner", NOT_THE_OWNER, status=403)
    return thread
