"""The page of a conversation, its parts and its acts. Every thread is reached through visible_to()."""

from __future__ import annotations

import json
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from chat import models_in_use, writable
from chat.api.branches import begin_branch
from chat.errors import Refused, TurnRefused, sentence
from chat.live import archive, mark_seen, runs
from chat.models import Thread, Turn
from chat.pages import rendering
from chat.threads import begin_thread, may_begin, open_thread, own_thread, readable_thread, why_read_only
from chat.turns import TurnRun
from llm.registry import OFFLINE
from llm.text import clean_text


def _user_id(request: HttpRequest) -> int:
    """The id of the person, who is signed in."""
    return int(request.user.pk or 0)


# Stands in an address for the id of a turn, which the page puts in.
_ANY = UUID(int=0)


@login_required
@require_POST
def create_thread(request: HttpRequest) -> HttpResponse:
    """Start a conversation; `draft` is put into its message box, unsent."""
    slug = request.POST.get("assistant", "")
    if slug not in settings.ASSISTANTS:
        return HttpResponseBadRequest(f"There is no assistant {clean_text(slug)[:80]!r}.", content_type="text/plain")
    try:
        thread = begin_thread(_user_id(request), slug)
    except Refused as refusal:
        raise PermissionDenied(refusal.detail) from None
    draft = clean_text(request.POST.get("draft", ""))[:2000]
    return redirect(reverse("thread", args=[thread.pk]) + (f"?{urlencode({'draft': draft})}" if draft else ""))


@login_required
@require_POST
def rename_thread(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    thread = own_thread(request, thread_id)
    title = " ".join(clean_text(request.POST.get("title", "")).split())[:200]
    if title:
        Thread.objects.relatives(thread).update(title=title)
    return _back(request, reverse("thread", args=[thread.pk]))


@login_required
@require_POST
def delete_thread(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Hide the thread, or archive it and say why. What was submitted from it and its audit stay."""
    thread = own_thread(request, thread_id)
    reason = archive.discard(thread)
    if not reason:
        # The tag is the address by which the page offers to undo it.
        sentence = gettext("“%(title)s” was deleted.") % {"title": thread.title or gettext("New conversation")}
        messages.info(request, sentence, extra_tags=reverse("thread-restore", args=[thread.pk]))
        return redirect("home")
    notice = gettext("“%(title)s” was archived and not deleted. %(reason)s")
    messages.info(request, notice % {"title": thread.title or gettext("New conversation"), "reason": gettext(reason)})
    return redirect(f"{reverse('home')}?archived=1")


@login_required
@require_POST
def restore_thread(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Put back a conversation that its owner deleted lately, and open it."""
    thread = get_object_or_404(Thread.objects.binned_by(request.user), pk=thread_id)
    archive.restore(thread)
    return redirect("thread", thread.pk)


def _back(request: HttpRequest, default: str) -> HttpResponseRedirect:
    asked = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(asked, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(asked if safe else default)


@login_required
@require_safe
@never_cache
def thread_page(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The conversation and the panel, from rows; the socket adds what comes after `data-seq`."""
    thread = readable_thread(request, thread_id)
    transcript = rendering.transcript_context(thread, reader=request.user)
    may_talk = thread.may_talk(request.user)
    context = {
        **transcript,
        "transcript": mark_safe(render_to_string("chat/_transcript.html", transcript)),  # noqa: S308
        "panel": mark_safe(rendering.panel_html(thread)),  # noqa: S308
        "panel_title": transcript["assistant"].panel_title,
        "seq": thread.event_seq,
        "recent": Thread.objects.listed_for(request.user).begun().filter(archived_at=None).order_by("-updated_at")[:20],
        "is_owner": thread.owner_id == request.user.pk,
        "may_talk": may_talk,
        "may_begin": may_begin(request.user.pk, thread.assistant),
        "read_only": "" if may_talk else sentence(why_read_only(thread)[0]),
        "uploads": transcript["assistant"].upload_slot(thread) if may_talk else None,
        "draft": clean_text(request.GET.get("draft", ""))[:2000],
        "max_chars": settings.CHAT_MAX_MESSAGE_CHARS,
        "offline": models_in_use.model_name(thread.assistant) == OFFLINE,
        "ratings": json.dumps(rendering.ratings_of(thread, request.user)),
        "turn_text": reverse("turn-text", args=[thread.pk, _ANY]),
        "turn_branch": reverse("turn-branch", args=[thread.pk, _ANY]),
        "turn_rate": reverse("turn-feedback", args=[thread.pk, _ANY]),
    }
    return render(request, "chat/thread.html", context)


@login_required
@require_GET
@never_cache
def transcript(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The newest turns, for a page that cannot open a socket."""
    thread = readable_thread(request, thread_id)
    return HttpResponse(rendering.transcript_html(thread, reader=request.user))


@login_required
@require_GET
@never_cache
def panel(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    return HttpResponse(rendering.panel_html(readable_thread(request, thread_id)))


@login_required
@require_POST
def seen(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The person has the thread's notices on their screen, so the home page no longer counts them."""
    thread = readable_thread(request, thread_id)
    # Whoever reads along takes no news from those that it is for.
    if thread.may_talk(request.user):
        mark_seen(thread.pk)
    return HttpResponse(status=204)


@login_required
@require_GET
@never_cache
def earlier(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The turns older than number `before`, which the page puts above what it shows."""
    before = request.GET.get("before", "")
    if not (before.isascii() and before.isdigit() and len(before) < 10):
        return HttpResponseBadRequest("`before` is the number of a turn.", content_type="text/plain")
    thread = readable_thread(request, thread_id)
    return HttpResponse(rendering.transcript_html(thread, before=int(before), reader=request.user))


@login_required
@require_POST
def retry_turn(request: HttpRequest, thread_id: UUID, turn_id: UUID) -> HttpResponse:
    """Run the last turn again; its events come by the socket."""
    turn = get_object_or_404(Turn, pk=turn_id, thread=readable_thread(request, thread_id))
    try:
        runs.start_retry(turn.pk, _user_id(request))
    except TurnRefused as refusal:
        return HttpResponse(refusal.detail, status=refusal.status, content_type="text/plain")
    return HttpResponse(status=204)


@require_safe
@never_cache
def health(request: HttpRequest) -> HttpResponse:
    """The process is up. It asks the database nothing."""
    return JsonResponse({"status": "ok"})


@require_safe
@never_cache
def ready(request: HttpRequest) -> HttpResponse:
    """The database answers, can be written, and every migration is applied; 503 with a sentence otherwise."""
    try:
        executor = MigrationExecutor(connection)
        missing = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        read_only = writable.why_not()
    except DatabaseError as error:
        return _not_ready(f"The database does not answer ({type(error).__name__}).")
    if read_only:
        return _not_ready(read_only)
    if missing:
        return _not_ready(f"Migrations are not applied: {missing}. Run `python manage.py migrate`.")
    return JsonResponse({"status": "ok"})


def _not_ready(sentence: str) -> HttpResponse:
    return JsonResponse({"status": "not ready", "detail": sentence}, status=503)


@login_required
@require_POST
def branch(request: HttpRequest, thread_id: UUID, turn_id: UUID) -> HttpResponse:
    """Say `message` in the place of a turn, or the same again without one; `{"url"}` of the branch, where it runs."""
    try:
        turn = get_object_or_404(Turn, pk=turn_id, thread=open_thread(request, thread_id))
        begun = begin_branch(turn, _user_id(request), request.POST.get("message"), request.POST.get("client_id"))
    except Refused as refusal:
        return HttpResponse(refusal.detail, status=refusal.status, content_type="text/plain; charset=utf-8")
    if isinstance(begun, TurnRun):
        runs.run_in_pool(begun)
    return JsonResponse({"url": reverse("thread", args=[begun.thread_id])})
