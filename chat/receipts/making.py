"""A receipt put together from the rows: words, calls, checks, and the audit entries with what proves them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.utils import timezone

from audit.models import AuditEntry
from audit.receipts import FORMAT, sealed
from audit.roots import proofs_of
from audit.traced import Traced
from chat import assistants
from chat.models import Message, Thread, ToolCall
from chat.turns import shown_arguments

# A value that was changed more often shows its newest; how many are left out is said.
MAX_ENTRIES, MAX_CALLS = 12, 12
_OF_A_QUESTION = ("schema", "requested", "model", "instructions_sha256", "material_sha256", "schema_sha256")


def receipt_of(thread: Thread, name: str, *, whole: bool = True) -> dict[str, Any] | None:
    """The receipt of the value `name` of a thread as JSON values; None where the thread has no such value.

    Without `whole` it holds the quoted words and not the messages around them, nor what calls were given and gave.
    Its parts: "value", "words", "calls", "questions" (what a model was asked beside the talk, in form and hashes),
    "checks", "sources", "entries", "left_out", and "sha256" over all of them.
    """
    traced = assistants.get(thread.assistant).traced(thread).get(name)
    if traced is None:
        return None
    words = _words(thread, traced)
    turns = {words_of["turn"] for words_of in words if words_of["turn"]} | ({traced.turn_id} - {None})
    calls, calls_left = _calls(turns, traced, whole=whole)
    entries, entries_left = _entries(turns, traced)
    value = {
        "format": FORMAT,
        "made_at": timezone.now(),
        "value": {
            "name": name,
            "label": traced.label,
            "value": traced.value,
            "assistant": thread.assistant,
            "thread": thread.pk,
            "record": {"type": traced.record._meta.label_lower, "id": str(traced.record.pk)},
        },
        "words": words if whole else [{**each, "text": None} for each in words],
        "calls": calls,
        "questions": _questions(turns),
        "checks": list(traced.checks),
        "sources": list(traced.sources),
        "entries": entries,
        "left_out": {"calls": calls_left, "entries": entries_left},
    }
    return sealed(json.loads(json.dumps(value, cls=DjangoJSONEncoder)))


def _words(thread: Thread, traced: Traced) -> list[dict[str, Any]]:
    """The passages, each with the message that it stands in and who said it when."""
    rows = Message.objects.filter(thread=thread).select_related("turn__author")
    places = list(traced.words)
    if not places and traced.turn_id:
        spoken = rows.filter(turn_id=traced.turn_id, role=Message.Role.USER).order_by("id")
        places = [{"quote": message.content, "message_id": message.pk} for message in spoken]
    ids = [words["message_id"] for words in places if words.get("message_id")]
    wanted = Q(pk__in=ids) | Q(turn_id=traced.turn_id, turn_id__isnull=False, role=Message.Role.USER)
    messages = {message.pk: message for message in rows.filter(wanted).order_by("id")}
    return [_passage(words, messages, traced.turn_id, thread) for words in places]


def _passage(
    words: Mapping[str, Any], messages: Mapping[int, Message], turn_id: UUID | None, thread: Thread
) -> dict[str, Any]:
    message = messages.get(words.get("message_id") or 0)
    if message is None and words.get("source") != "form":
        of_turn = (each for each in messages.values() if each.turn_id == turn_id and words["quote"] in each.content)
        message = next(of_turn, None)
    quote, text = str(words["quote"]), message.content if message else ""
    start, end = words.get("start"), words.get("end")
    if start is None or end is None or text[start:end] != quote:
        start = text.find(quote)
        end = start + len(quote)
    placed = message is not None and start >= 0
    author = (message.turn.author if message.turn else None) or thread.owner if message else None
    return {
        "quote": quote,
        "start": start if placed else None,
        "end": end if placed else None,
        "message": message.pk if message else None,
        "text": text if placed else None,
        "said_by": author.get_username() if author else None,
        "said_at": message.created_at if message else None,
        "turn": message.turn_id if message else None,
        "typed_in_a_form": words.get("source") == "form",
    }


def _calls(turns: set[Any], traced: Traced, *, whole: bool) -> tuple[list[dict[str, Any]], int]:
    """The newest calls by which the value was written, oldest first, and how many there were besides."""
    calls = ToolCall.objects.filter(turn_id__in=turns, message__discarded=False, name__in=traced.tools)
    newest = list(calls.select_related("message").order_by("-id")[: MAX_CALLS + 1])
    left_out = calls.count() - MAX_CALLS if len(newest) > MAX_CALLS else 0
    return [_call(call, whole=whole) for call in reversed(newest[:MAX_CALLS])], left_out


def _call(call: ToolCall, *, whole: bool) -> dict[str, Any]:
    sent = {} if call.by_code else call.message.sent
    return {
        "name": call.name,
        "at": call.created_at,
        "turn": call.turn_id,
        "proposed_by": "code" if call.by_code else call.message.model,
        "asked_for": sent.get("requested"),
        "instructions_sha256": sent.get("instructions_sha256"),
        "tools_sha256": sent.get("tools_sha256"),
        "arguments": shown_arguments(call.arguments) if whole else None,
        "result": call.result if whole else None,
    }


def _questions(turns: set[Any]) -> list[dict[str, Any]]:
    """The newest structured questions of these turns, oldest first: which model, under which instructions, on what."""
    rounds = Message.objects.filter(turn_id__in=turns, discarded=False, sent__has_key="asked").order_by("-id")
    newest = [
        {name: entry.get(name) for name in _OF_A_QUESTION} | {"at": message.created_at, "turn": message.turn_id}
        for message in rounds[:MAX_CALLS]
        for entry in reversed(message.sent["asked"])
    ]
    return newest[:MAX_CALLS][::-1]


def _entries(turns: set[Any], traced: Traced) -> tuple[list[dict[str, Any]], int]:
    """The newest entries about the value with what proves them, oldest first, and how many there are besides."""
    key = {"object_type": traced.record._meta.label_lower, "object_id": str(traced.record.pk)}
    of_it = AuditEntry.objects.filter(**key, action__in=traced.acts, erased=False)
    of_it = of_it.filter(Q(turn_id__in=turns) | Q(turn_id=None))
    if traced.about:
        of_it = of_it.filter(data__contains=traced.about)
    newest = list(of_it.order_by("-sequence")[: MAX_ENTRIES + 1])
    left_out = of_it.count() - MAX_ENTRIES if len(newest) > MAX_ENTRIES else 0
    return proofs_of(newest[:MAX_ENTRIES]), left_out
