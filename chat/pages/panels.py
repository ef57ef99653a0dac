"""A form of an assistant's panel: the person's own act, under the lock of the record, and the panel as it is then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from audit.models import AuditEntry
from audit.trail import Actor
from chat import assistants
from chat.acts import act_on
from chat.errors import Refused
from chat.live import post_notice, state_changed
from chat.models import Thread
from chat.threads import readable_thread
from chat.turns import count_by_hand

# Gives the notice for the chat: "" for a change without one, None when nothing has changed.
Act = Callable[[Any, Actor], str | None]
# What the panel shows of a thread, and the sentence of a refusal.
Context = Callable[[Thread, str], dict[str, Any]]


def form_thread(request: HttpRequest, thread_id: UUID, assistant: str) -> Thread:
    """The thread, when the person may talk in it. 404 for all others: to those who read along a panel has no forms."""
    thread = readable_thread(request, thread_id, assistant)
    if not thread.may_talk(request.user):
        raise Http404(f"only those who may talk in the thread {thread_id} use its forms")
    return thread


def act_by_form(request: HttpRequest, thread_id: UUID, slug: str, act: Act, context: Context) -> HttpResponse:
    """Do `act` on what the assistant keeps of the thread, tell every open page, and answer with the panel."""
    thread, assistant = form_thread(request, thread_id, slug), assistants.get(slug)
    by, last = Actor(request.user.pk, thread.pk), AuditEntry.objects.values_list("pk", flat=True).first() or 0
    try:
        with act_on(assistant.open(thread.pk, by)) as record:
            notice = act(record, by)
            if notice:
                post_notice(thread.pk, notice)
            if notice is not None:
                state_changed(thread.pk, assistant.state(record))
        count_by_hand(slug, thread.pk, last)
    except Refused as refusal:
        # htmx swaps only a 2xx, so the sentence travels in a 200 for the page and in an error for everyone else.
        status = 200 if request.headers.get("HX-Request") else refusal.status
        shown = context(thread, gettext(refusal.detail))
        return render(request, assistant.panel_template, shown, status=status)
    return render(request, assistant.panel_template, context(thread, ""))
