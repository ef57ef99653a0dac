"""The start page: the person's conversations, those that wait for them first, and the assistants."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Case, Count, Exists, OuterRef, Q, Subquery, Sum, When
from django.db.models.functions import Coalesce, Left, Right
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_aware, make_aware
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat import assistants, models_in_use
from chat.models import Message, Thread, ThreadQuerySet, Turn
from chat.pages.rendering import english_only
from chat.threads import may_begin
from llm.registry import OFFLINE
from llm.text import clean_text

THREADS_A_PAGE = 25
# The start page itself shows so many, so that the assistants stand on the first screen too.
_FIRST = 8
_MAX_SEARCH = 200
# Where a sentence of a reply ends.
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")
# Such a reply has a sentence that is a question: what the list shows of it is found by `_open_question`.
_ENDS_IN_A_QUESTION = r"\?(\s|$)"


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
    looked_through = _described(_on_shelf(request, everything, query, shelf), query)
    in_order = _in_order(looked_through, before, request.GET.get("rank", "") if not (query or shelf) else None)
    listed = _listed(in_order, most)
    context = {
        "threads": listed[:most],
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
    counts = _counts(request, everything)
    cards = _cards(request, counts["assistants"])
    return _part(request, "chat/home.html", {**context, **cards, "counts": counts})


def _cards(request: HttpRequest, talked_with: list[str]) -> dict[str, Any]:
    """The assistants that the person may begin with, and those with a list of what they have talked about before."""
    every = assistants.all_assistants()
    begins = {assistant.slug for assistant in every if may_begin(request.user.pk, assistant.slug)}
    listing = {assistant.slug for assistant in every if assistant.list_page and assistant.slug in talked_with}
    shown = [assistant for assistant in every if assistant.slug in begins | listing]
    return {
        "assistants": shown,
        "begins": begins,
        "offline": any(models_in_use.model_name(assistant.slug) == OFFLINE for assistant in shown),
        "english_only": {assistant.slug for assistant in shown if english_only(assistant)},
    }


def _on_shelf(request: HttpRequest, everything: ThreadQuerySet, query: str, shelf: str) -> ThreadQuerySet:
    """What is looked through: the conversations, the archive or the bin. A search looks in the archive too."""
    if shelf == "bin":
        return Thread.objects.binned_by(request.user).begun()
    return everything if query else everything.filter(archived_at__isnull=shelf != "archived")


def _counts(request: HttpRequest, everything: ThreadQuerySet) -> dict[str, Any]:
    """New messages in all, how many are archived, how many of those have new ones, and the bin; whose they are."""
    unseen = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.NOTICE, seen_at=None).order_by()
    number = Subquery(unseen.values("thread").values(number=Count("pk")))
    archived = Q(archived_at__isnull=False)
    counted = everything.annotate(unseen=Coalesce(number, 0)).aggregate(
        news=Sum("unseen", default=0),
        archived=Count("pk", filter=archived),
        archived_news=Count("pk", filter=archived & Q(unseen__gt=0)),
        assistants=ArrayAgg("assistant", distinct=True, default=[]),
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


def _described(threads: ThreadQuerySet, query: str) -> ThreadQuerySet:
    """Those that match, each with what was said last, what its last turn asked and whether something in it is new."""
    spoken = Message.objects.filter(thread=OuterRef("pk"), discarded=False).exclude(content="").order_by("-id")
    matching = Thread.objects.filter(pk__in=threads.matching(query).values("pk")) if query else threads
    unseen = Message.objects.filter(thread=OuterRef("pk"), role=Message.Role.NOTICE, seen_at=None)
    asked = Turn.objects.filter(thread=OuterRef("pk"), number=OuterRef("turn_count")).values("asked")
    return matching.annotate(
        last_said=Subquery(spoken.filter(role=Message.Role.USER).values(start=Left("content", 160))[:1]),
        last_reply=Subquery(spoken.filter(role=Message.Role.ASSISTANT).values(end=Right("content", 400))[:1]),
        asked=Subquery(asked[:1]),
        has_news=Exists(unseen),
    )


def _in_order(threads: ThreadQuerySet, before: datetime | None, rank: str | None) -> ThreadQuerySet:
    """The newest first, from `before` on. With a `rank`: what has news, what waits for the person, then the others."""
    if rank is None:
        return (threads if before is None else threads.filter(updated_at__lt=before)).order_by("-updated_at")
    declared = {slug: assistants.get(slug).waiting() for slug in settings.ASSISTANTS}
    waits = Q(asked__gt="", last_reply__regex=_ENDS_IN_A_QUESTION)
    for slug, condition in declared.items():
        if condition is not None:
            waits |= Q(Q(assistant=slug), condition)
    ranked = threads.annotate(rank=Case(When(has_news=True, then=0), When(waits, then=1), default=2))
    if before is not None:
        # An address with a time and no rank goes on among those that nothing is due in.
        reached = int(rank) if rank in ("0", "1") else 2
        ranked = ranked.filter(Q(rank__gt=reached) | Q(rank=reached, updated_at__lt=before))
    return ranked.order_by("rank", "-updated_at")


def _listed(threads: ThreadQuerySet, most: int) -> list[Thread]:
    """At most `most` threads and one more, each with its assistant, how it stands and what it asks."""
    listed: list[Thread] = list(threads[: most + 1])
    for thread in listed:
        assistant = assistants.get(thread.assistant) if thread.assistant in settings.ASSISTANTS else None
        thread.assistant_title = assistant.title if assistant else thread.assistant  # type: ignore[attr-defined]
        thread.icon = assistant.icon if assistant else "icons/info.svg"  # type: ignore[attr-defined]
        thread.waits_for = _open_question(thread)  # type: ignore[attr-defined]
    standings = _standings(listed)
    for thread in listed:
        thread.standing = standings.get(thread.pk, "")  # type: ignore[attr-defined]
    return listed


def _standings(listed: list[Thread]) -> dict[UUID, str]:
    """How each conversation stands, as its assistant says it."""
    of_each: dict[str, list[UUID]] = {}
    for thread in listed:
        of_each.setdefault(thread.assistant, []).append(thread.pk)
    known = (slug for slug in of_each if slug in settings.ASSISTANTS)
    return {key: stands for slug in known for key, stands in assistants.get(slug).standings(of_each[slug]).items()}


def _open_question(thread: Any) -> str:
    """The question that a conversation ended in and that nobody has answered; "" for none."""
    sentences = _SENTENCES.split((thread.last_reply or "").strip()) if thread.asked else []
    return next((sentence.strip(" *_`#>-") for sentence in reversed(sentences) if sentence.endswith("?")), "")


def _older_url(listed: list[Thread], most: int, query: str, shelf: str) -> str:
    if len(listed) <= most:
        return ""
    last: Any = listed[most - 1]
    asked = {"before": last.updated_at.isoformat()}
    if not (query or shelf):
        asked["rank"] = str(last.rank)
    asked |= {name: value for name, value in (("q", query), (shelf, "1" if shelf else "")) if value}
    return f"{reverse('home')}?{urlencode(asked)}"


def _part(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, template, context)
    # The same address gives the page or its part; a cache must not mix them up.
    response["Vary"] = "HX-Request, Accept, Cookie"
    return response
