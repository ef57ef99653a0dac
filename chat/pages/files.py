"""A conversation as a file for whoever may read it: Markdown, JSON or PDF. Who took it stands in the audit trail."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from audit.trail import Actor, record
from chat import assistants
from chat.live import snapshots
from chat.models import Message, Thread, ToolCall, Turn
from chat.pages.markdown import render_markdown
from chat.threads import readable_thread
from chat.turns import shown_arguments
from pdf import page_pdf

_SPEAKERS = {Message.Role.USER: "You", Message.Role.NOTICE: "Notice"}


@login_required
@require_GET
@never_cache
def conversation_file(request: HttpRequest, thread_id: UUID, kind: str) -> HttpResponse:
    """The conversation as `kind`: md, json or pdf. 404 for another."""
    thread = readable_thread(request, thread_id)
    if kind not in _KINDS:
        raise Http404(f"a conversation is no {kind!r}; it is {', '.join(_KINDS)}")
    content_type, make = _KINDS[kind]
    content = make(thread, request.user)
    record("thread.exported", thread, by=Actor(request.user.pk, thread.pk), data={"as": kind})
    name = f"{slugify(thread.title)[:60] or thread.assistant}-{timezone.now():%Y-%m-%d}.{kind}"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(content, content_type=content_type, headers={"Content-Disposition": disposition})


@login_required
@require_GET
@never_cache
def answer_text(request: HttpRequest, thread_id: UUID, turn_id: UUID) -> HttpResponse:
    """What the assistant said in a turn, as it wrote it, in Markdown."""
    turn = get_object_or_404(Turn, pk=turn_id, thread=readable_thread(request, thread_id))
    return HttpResponse("\n\n".join(turn.spoken_texts()), content_type="text/plain; charset=utf-8")


def _spoken(thread: Thread) -> Iterator[Message]:
    """Every message that says something, oldest first."""
    messages = Message.objects.filter(thread=thread, discarded=False).exclude(content="")
    return messages.select_related("turn__author").order_by("id").iterator()


def _speaker(message: Message, thread: Thread) -> str:
    author = message.turn.author if message.turn and message.role == Message.Role.USER else None
    if author is not None and author.pk != thread.owner_id:
        return author.get_full_name() or author.get_username()
    return _SPEAKERS.get(Message.Role(message.role), assistants.get(thread.assistant).title)


def as_markdown(thread: Thread, user: AbstractBaseUser | AnonymousUser | None = None) -> str:
    """The conversation as Markdown: each message under who said it, and when (UTC)."""
    parts = [f"# {thread.title or assistants.get(thread.assistant).title}"]
    for message in _spoken(thread):
        parts.append(f"**{_speaker(message, thread)}** ({message.created_at:%Y-%m-%d %H:%M} UTC)\n\n{message.content}")
    return "\n\n".join(parts) + "\n"


def _as_json(thread: Thread, user: AbstractBaseUser | AnonymousUser) -> str:
    """With the other branches that the person may read."""
    others = Thread.objects.visible_to(user).relatives(thread).exclude(pk=thread.pk).order_by("created_at")
    branches = [_as_values(branch) for branch in others]
    whole = {**_as_values(thread), **({"branches": branches} if branches else {})}
    return json.dumps(whole, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"


def _as_values(thread: Thread) -> dict[str, Any]:
    calls = ToolCall.objects.filter(turn__thread=thread, message__discarded=False).order_by("id")
    return {
        "id": thread.pk,
        "assistant": thread.assistant,
        "title": thread.title,
        "created_at": thread.created_at,
        "state": snapshots.state_of(thread),
        "messages": [
            {"role": message.role, "content": message.content, "at": message.created_at, "turn": message.turn_id}
            for message in _spoken(thread)
        ],
        "tool_calls": [
            {
                "turn": call.turn_id,
                "name": call.name,
                "arguments": shown_arguments(call.arguments),
                "result": call.result,
            }
            for call in calls
        ],
    }


def _as_pdf(thread: Thread, user: AbstractBaseUser | AnonymousUser) -> bytes:
    return page_pdf("chat/conversation.pdf.html", partial(_pdf_context, thread), what=f"thread {thread.pk}")


def _pdf_context(thread: Thread) -> dict[str, Any]:
    return {
        "title": thread.title or assistants.get(thread.assistant).title,
        "made_at": timezone.now(),
        "messages": [
            {"who": _speaker(message, thread), "at": message.created_at, **_as_page(message)}
            for message in _spoken(thread)
        ],
    }


def _as_page(message: Message) -> dict[str, Any]:
    """A reply is Markdown; what a person typed stands as it was typed."""
    if message.role == Message.Role.ASSISTANT:
        return {"is_page": True, "said": render_markdown(message.content)}
    return {"is_page": False, "said": message.content}


_KINDS: dict[str, tuple[str, Callable[[Thread, AbstractBaseUser | AnonymousUser], str | bytes]]] = {
    "md": ("text/markdown; charset=utf-8", as_markdown),
    "json": ("application/json", _as_json),
    "pdf": ("application/pdf", _as_pdf),
}
