"""The pages: conversations, one conversation, and its parts. Every thread is reached through visible_to()."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Exists, OuterRef, Subquery
from django.db.models.functions import Left
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
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.timezone import is_aware, make_aware
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

from chat import assistants, models_in_use, writable
from chat.errors import TurnRefused
from chat.live import archive, mark_seen, runs
from chat.models import Message, Thread, ThreadQuerySet, Turn
from chat.pages import rendering
from chat.threads import own_thread, readable_thread
from llm.registry import OFFLINE
from llm.text import clean_text

THREADS_A_PAGE = 25
_MAX_SEARCH = 200


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """The assistants and the person's conversations; for htmx only the list of these, for programs what there is."""
    if request.get_preferred_type(["text/html", "application/json"]) == "application/json":
        return JsonResponse(_info(), headers={"Vary": "Accept"})
    if not request.user.is_authenticated:
        return redirect(f"{reverse('login')}?{urlencode({'next': request.get_full_path()})}")
    query = clean_text(request.GET.get("q", ""))[:_MAX_SEARCH].strip()
    before = _time(request.GET.get("before", ""))
    everything = Thread.objects.listed_for(request.user)
    archived = not query and request.GET.get("archived") == "1"
    # A search looks in the archive too.
    listed = _listed(everything if query else everything.filter(archived_at__isnull=not archived), query, before)
    context = {
        "threads": listed[:THREADS_A_PAGE],
        "query": query,
        "archived": archived,
        "older": before is not None,
        "next": _older_url(listed, query, archived=archived),
    }
    if request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"):
        if not (query or archived or before):
            context["counts"] = everything.counts()
        return _part(request, "chat/_threads.html", context)
    everyone = assistants.all_assistants()
    offline = any(models_in_use.model_name(assistant.slug) == OFFLINE for assistant in everyone)
    whole = {**context, "assistants": everyone, "offline": offline, "counts": everything.counts()}
    return _part(request, "chat/home.html", whole)


def _time(given: str) -> datetime | None:
    """The time that a list goes on before; None, as for the first page, for what is no time."""
    try:
        # A browser sends the plus sign of a zone as a space where nobody has encoded it.
        time = parse_datetime(given.replace(" ", "+"))
    except ValueError:
        return None
    return time if time is None or is_aware(time) else make_aware(time, UTC)


def _info() -> dict[str, Any]:
    """Names and addresses for a program that asks for JSON. Nothing in it needs a sign-in."""
    about = {"name": settings.SPECTACULAR_SETTINGS["TITLE"], "version": settings.SPECTACULAR_SETTINGS["VERSION"]}
    own = [assistant.info() for assistant in assistants.all_assistants()]
    known = {name: value for info in own for name, value in info.items()}
    return {**about, **known, "api": reverse("schema"), "docs": reverse("api-docs")}


def _listed(threads: ThreadQuerySet, query: str, before: datetime | None) -> list[Thread]:
    """One page of threads and one more, each with the last thing that the person said, in one query."""
    words = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.USER, discarded=False).order_by("-id")
    matching = Thread.objects.filter(pk__in=threads.matching(query).values("pk")) if query else threads
    if before is not None:
        matching = matching.filter(updated_at__lt=before)
    unseen = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.NOTICE, seen_at=None)
    newest = matching.annotate(
        last_said=Subquery(words.values(start=Left("content", 160))[:1]), has_news=Exists(unseen)
    ).order_by("-updated_at")
    listed: list[Thread] = list(newest[: THREADS_A_PAGE + 1])
    for thread in listed:
        assistant = assistants.get(thread.assistant) if thread.assistant in settings.ASSISTANTS else None
        thread.assistant_title = assistant.title if assistant else thread.assistant  # type: ignore[attr-defined]
        thread.icon = assistant.icon if assistant else "icons/info.svg"  # type: ignore[attr-defined]
    return listed


def _older_url(listed: list[Thread], query: str, *, archived: bool) -> str:
    if len(listed) <= THREADS_A_PAGE:
        return ""
    asked = {"before": listed[THREADS_A_PAGE - 1].updated_at.isoformat()}
    asked |= {name: value for name, value in (("q", query), ("archived", "1" if archived else "")) if value}
    return f"{reverse('home')}?{urlencode(asked)}"


def _part(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    # The same address gives the page or its part; a cache must not mix them up.
    response["Vary"] = "HX-Request, Accept, Cookie"
    return response


def _user_id(request: HttpRequest) -> int:
    """The id of the person, who is signed in."""
    return int(request.user.pk or 0)


@login_required
@require_POST
def create_thread(request: HttpRequest) -> HttpResponse:
    """Start a conversation; `draft` is put into its message box, unsent."""
    slug = request.POST.get("assistant", "")
    if slug not in settings.ASSISTANTS:
        return HttpResponseBadRequest(f"There is no assistant {clean_text(slug)[:80]!r}.", content_type="text/plain")
    thread = Thread.objects.create(owner_id=_user_id(request), assistant=slug)
    draft = clean_text(request.POST.get("draft", ""))[:2000]
    return redirect(reverse("thread", args=[thread.pk]) + (f"?{urlencode({'draft': draft})}" if draft else ""))


@login_required
@require_POST
def rename_thread(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    thread = own_thread(request, thread_id)
    title = " ".join(clean_text(request.POST.get("title", "")).split())[:200]
    if title:
        thread.title = title
        thread.save(update_fields=["title"])
    return _back(request, reverse("thread", args=[thread.pk]))


@login_required
@require_POST
def delete_thread(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Hide the thread, or archive it and say why. What was submitted from it and its audit stay."""
    thread = own_thread(request, thread_id)
    reason = archive.discard(thread)
    if not reason:
        return redirect("home")
    notice = gettext("“%(title)s” was archived and not deleted. %(reason)s")
    messages.info(request, notice % {"title": thread.title or gettext("New conversation"), "reason": gettext(reason)})
    return redirect(f"{reverse('home')}?archived=1")


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
    transcript = rendering.transcript_context(thread)
    may_talk = thread.may_talk(request.user)
    context = {
        **transcript,
        "transcript": mark_safe(render_to_string("chat/_transcript.html", transcript)),  # noqa: S308
        "panel": mark_safe(rendering.panel_html(thread)),  # noqa: S308
        "panel_title": transcript["assistant"].panel_title,
        "seq": thread.event_seq,
        "recent": Thread.objects.listed_for(request.user).filter(archived_at=None).order_by("-updated_at")[:20],
        "is_owner": thread.owner_id == request.user.pk,
        "may_talk": may_talk,
        "uploads": transcript["assistant"].upload_slot(thread) if may_talk else None,
        "draft": clean_text(request.GET.get("draft", ""))[:2000],
        "max_chars": settings.CHAT_MAX_MESSAGE_CHARS,
        "offline": models_in_use.model_name(thread.assistant) == OFFLINE,
    }
    return render(request, "chat/thread.html", context)


@login_required
@require_GET
@never_cache
def transcript(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """The newest turns, for a page that cannot open a socket."""
    return HttpResponse(rendering.transcript_html(readable_thread(request, thread_id)))


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
    return HttpResponse(rendering.transcript_html(readable_thread(request, thread_id), before=int(before)))


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
