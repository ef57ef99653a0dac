"""The start page: the person's conversations, those that wait for them first, and the assistants."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce, Left, Right
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat import assistants, models_in_use
from chat.models import Message, Thread, ThreadQuerySet, Turn
from chat.pages.rendering import english_only
from llm.registry import OFFLINE
from llm.text import clean_text

THREADS_A_PAGE = 25
# The start page itself shows so many, so that the assistants stand on the first screen too.
_FIRST = 8
_MAX_SEARCH = 200
# Where a sentence of a reply ends.
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


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
    shelf = "" if query else next((name for name in ("archived", "bin") if request.GET.get(name) == "1"), "")
    part = bool(request.headers.get("HX-Request") and not request.headers.get("HX-History-Restore-Request"))
    plain = not (query or shelf or before)
    everything = Thread.objects.listed_for(request.user).begun()
    most = _FIRST if plain and not part else THREADS_A_PAGE
    listed = _listed(_on_shelf(request, everything, query, shelf), query, before, most, news_first=plain)
    context = {
        "threads": _waiting_first(listed[:most]) if plain else listed[:most],
        "query": query,
        "archived": shelf == "archived",
        "bin": shelf == "bin",
        "older": before is not None,
        "next": _older_url(listed, most, query, shelf),
    }
    if part:
        if plain:
            context["counts"] = _counts(request, everything)
        return _part(request, "chat/_threads.html", context)
    everyone = [assistant for assistant in assistants.all_assistants() if not assistant.begun_elsewhere]
    offline = any(models_in_use.model_name(assistant.slug) == OFFLINE for assistant in everyone)
    english = {assistant.slug for assistant in everyone if english_only(assistant)}
    whole = {
        **context,
        "assistants": everyone,
        "offline": offline,
        "english_only": english,
        "counts": _counts(request, everything),
    }
    return _part(request, "chat/home.html", whole)


def _on_shelf(request: HttpRequest, everything: ThreadQuerySet, query: str, shelf: str) -> ThreadQuerySet:
    """What is looked through: the conversations, the archive or the bin. A search looks in the archive too."""
    if shelf == "bin":
        return Thread.objects.binned_by(request.user).begun()
    return everything if query else everything.filter(archived_at__isnull=shelf != "archived")


def _counts(request: HttpRequest, everything: ThreadQuerySet) -> dict[str, int]:
    """New messages in all of them, how many are archived and how many of those have new messages, and the bin."""
    unseen = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.NOTICE, seen_at=None).order_by()
    number = Subquery(unseen.values("thread").values(number=Count("pk")))
    archived = Q(archived_at__isnull=False)
    counted = everything.annotate(unseen=Coalesce(number, 0)).aggregate(
        news=Sum("unseen", default=0),
        archived=Count("pk", filter=archived),
        archived_news=Count("pk", filter=archived & Q(unseen__gt=0)),
    )
    return {**counted, "bin": Thread.objects.binned_by(request.user).begun().count()}


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


def _listed(
    threads: ThreadQuerySet, query: str, before: datetime | None, most: int, *, news_first: bool
) -> list[Thread]:
    """At most `most` threads and one more, each with what was said last and what it waits for, in one query."""
    spoken = Message.objects.filter(thread=OuterRef("pk"), discarded=False).exclude(content="").order_by("-id")
    matching = Thread.objects.filter(pk__in=threads.matching(query).values("pk")) if query else threads
    if before is not None:
        matching = matching.filter(updated_at__lt=before)
    unseen = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.NOTICE, seen_at=None)
    asked = Turn.objects.filter(thread=OuterRef("pk"), number=OuterRef("turn_count")).values("asked")
    newest = matching.annotate(
        last_said=Subquery(spoken.filter(role=Message.Role.USER).values(start=Left("content", 160))[:1]),
        last_reply=Subquery(spoken.filter(role=Message.Role.ASSISTANT).values(end=Right("content", 400))[:1]),
        asked=Subquery(asked[:1]),
        has_news=Exists(unseen),
    ).order_by(*(["-has_news"] if news_first else []), "-updated_at")
    listed: list[Thread] = list(newest[: most + 1])
    for thread in listed:
        assistant = assistants.get(thread.assistant) if thread.assistant in settings.ASSISTANTS else None
        thread.assistant_title = assistant.title if assistant else thread.assistant  # type: ignore[attr-defined]
        thread.icon = assistant.icon if assistant else "icons/info.svg"  # type: ignore[attr-defined]
        thread.waits_for = _open_question(thread)  # type: ignore[attr-defined]
    standings = _standings(listed)
    for thread in listed:
        thread.standing, thread.waits = standings.get(thread.pk, ("", False))  # type: ignore[attr-defined]
    return listed


def _standings(listed: list[Thread]) -> dict[UUID, tuple[str, bool]]:
    """How each conversation stands, as its assistant says it, and whether it waits for the person."""
    of_each: dict[str, list[UUID]] = {}
    for thread in listed:
        of_each.setdefault(thread.assistant, []).append(thread.pk)
    known = (slug for slug in of_each if slug in settings.ASSISTANTS)
    return {key: stands for slug in known for key, stands in assistants.get(slug).standings(of_each[slug]).items()}


def _waiting_first(listed: list[Thread]) -> list[Thread]:
    """What has news, then what asks the person something or waits for what they do, then the others."""
    rows: list[Any] = listed
    return sorted(rows, key=lambda row: (not row.has_news, not (row.waits_for or row.waits)))


def _open_question(thread: Any) -> str:
    """The question that a conversation ended in and that nobody has answered; "" for none."""
    sentences = _SENTENCES.split((thread.last_reply or "").strip()) if thread.asked else []
    return next((sentence.strip(" *_`#>-") for sentence in reversed(sentences) if sentence.endswith("?")), "")


def _older_url(listed: list[Thread], most: int, query: str, shelf: str) -> str:
    if len(listed) <= most:
        return ""
    # What has news stands first however old it is, so the next page begins after the last one without.
    rows: list[Any] = listed[:most]
    last = next((row.updated_at for row in reversed(rows) if not row.has_news or query or shelf), timezone.now())
    asked = {"before": last.isoformat()}
    asked |= {name: value for name, value in (("q", query), (shelf, "1" if shelf else "")) if value}
    return f"{reverse('home')}?{urlencode(asked)}"


def _part(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    # The same address gives the page or its part; a cache must not mix them up.
    response["Vary"] = "HX-Request, Accept, Cookie"
    return response
