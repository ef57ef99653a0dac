"""What the command palette finds: conversations by their words, and places of the one that is open."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from chat import assistants
from chat.models import Thread
from chat.threads import may_begin, readable_thread
from llm.text import clean_text

_MOST_CHARS, _MOST_THREADS, _MOST_PLACES = 100, 8, 20
# Characters beside the words that were found.
_BESIDE = 50


@login_required
@require_GET
@never_cache
def find(request: HttpRequest) -> JsonResponse:
    """For the words `q`: `{"threads": [{title, about, url}], "places": [{turn, number, text}], "assistants": […]}`.

    Without words the newest conversations. `places` are of the conversation `thread`, where it is named; `assistants`
    are those that the person may begin with, as `{slug, title}`.
    """
    query = clean_text(request.GET.get("q", ""))[:_MOST_CHARS].strip()
    threads = Thread.objects.listed_for(request.user).begun()
    named = threads.filter(title__icontains=query).order_by("-updated_at") if query else threads.order_by("-updated_at")
    places = []
    if query and (thread_id := _uuid(request.GET.get("thread", ""))):
        places = _places(readable_thread(request, thread_id), query)
    every = [
        {"slug": known.slug, "title": gettext(known.title)}
        for known in assistants.all_assistants()
        if may_begin(request.user.pk, known.slug)
    ]
    shown = [_thread(thread) for thread in named[:_MOST_THREADS]]
    return JsonResponse({"threads": shown, "places": places, "assistants": every})


def _uuid(given: str) -> UUID | None:
    try:
        return UUID(given)
    except ValueError:
        return None


def _thread(thread: Thread) -> dict[str, str]:
    known = thread.assistant in settings.ASSISTANTS
    return {
        "title": thread.title or gettext("New conversation"),
        "about": gettext(assistants.get(thread.assistant).title) if known else thread.assistant,
        "url": reverse("thread", args=[thread.pk]),
    }


def _places(thread: Thread, query: str) -> list[dict[str, Any]]:
    """The newest messages that hold the words, each with what stands around them."""
    messages = thread.messages.filter(discarded=False, content__icontains=query, turn__isnull=False)
    rows = messages.order_by("-id").values_list("turn_id", "turn__number", "content")[:_MOST_PLACES]
    return [{"turn": str(turn), "number": number, "text": _around(content, query)} for turn, number, content in rows]


def _around(content: str, query: str) -> str:
    line = " ".join(content.split())
    match = re.search(re.escape(" ".join(query.split())), line, re.IGNORECASE)
    start = max(0, match.start() - _BESIDE) if match else 0
    end = (match.end() if match else 0) + _BESIDE
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"
