"""Rows to messages: the window of the conversation that a model is sent, valid by construction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection

from chat.assistants import Said
from chat.models import Message
from chat.turns.rows import dumps
from llm import types as llm

# Enough for a long exchange, and a bound on what a person with very long messages costs.
MAX_CHARS = 60_000
# Of a longer reply the model reads so much of the beginning and of the end: one that never ended hides no other words.
HEAD_CHARS, TAIL_CHARS = 6_000, 2_000

# Written out, because building it from a QuerySet costs more than running it.
_WINDOW = """
SELECT message.id, role, content,
       (SELECT jsonb_agg(jsonb_build_object('id', call_id, 'name', name, 'arguments', arguments,
                                            'result', result, 'extra', extra) ORDER BY position)
          FROM chat_toolcall WHERE message_id = message.id)
  FROM chat_message message
 WHERE thread_id = %s AND NOT discarded
 ORDER BY message.id DESC LIMIT %s
"""


class Row(NamedTuple):
    """A message, and its calls with their results."""

    message_id: int
    role: str
    content: str
    calls: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Window:
    """The newest messages of a thread: for the model, and the person's own with their ids."""

    messages: list[llm.Message]
    said: list[Said]
    first_id: int


def load_window(thread_id: UUID, opening: Said | None = None) -> Window:
    """The newest messages within the settings' bounds, from a person's message on. One query.

    `opening` is the message that the turn answers: it stands first when its own rounds fill the window.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WINDOW, [thread_id, settings.CHAT_HISTORY_MESSAGES])
        newest = [
            Row(message_id, role, content, json.loads(calls) if calls else [])
            for message_id, role, content, calls in cursor.fetchall()
        ]
    return window_of(newest, opening)


def window_of(newest: Sequence[Row], opening: Said | None = None) -> Window:
    """The window of rows that stand newest first."""
    kept: list[Row] = []
    chars = 0
    for row in map(_shortened, newest):
        chars += len(row.content) + sum(len(call["arguments"]) + len(dumps(call["result"])) for call in row.calls)
        if kept and chars > MAX_CHARS:
            break
        kept.append(row)
    kept.reverse()
    if opening is not None and not any(row.role == Message.Role.USER for row in kept):
        kept.insert(0, Row(opening.message_id, Message.Role.USER, opening.text, []))
    # A provider refuses a history that begins with an answer, or with the result of a call it does not see.
    while kept and kept[0].role != Message.Role.USER:
        kept.pop(0)
    messages = [message for row in _answerable(kept) for message in _messages(row)]
    words = [Said(row.message_id, row.content) for row in kept if row.role == Message.Role.USER]
    return Window(messages, words, kept[0].message_id if kept else 0)


def _shortened(row: Row) -> Row:
    if row.role == Message.Role.USER or len(row.content) <= HEAD_CHARS + TAIL_CHARS:
        return row
    return row._replace(content=f"{row.content[:HEAD_CHARS]}\n[…]\n{row.content[-TAIL_CHARS:]}")


def _answerable(kept: list[Row]) -> list[Row]:
    """`kept` with the notices at its end before the words that wait for an answer.

    What asks for an answer is the person's message or a result: strict providers refuse a history that ends otherwise.
    """
    end = len(kept)
    while end and kept[end - 1].role == Message.Role.NOTICE:
        end -= 1
    asking = max((n for n, row in enumerate(kept[:end]) if row.role == Message.Role.USER), default=0)
    # Before the first words stands nothing; the notice's matter is in the state, which the instructions tell.
    return [*kept[:asking], *(kept[end:] if asking else []), *kept[asking:end]]


def _messages(row: Row) -> list[llm.Message]:
    if row.role == Message.Role.USER:
        return [llm.Message("user", row.content)]
    if row.role == Message.Role.NOTICE:
        return [llm.Message("assistant", f"[Notice to the person: {row.content}]")]
    if not row.calls:
        return [llm.Message("assistant", row.content)] if row.content else []
    return round_messages(
        row.content,
        [llm.ToolCall(call["id"], call["name"], call["arguments"], call["extra"]) for call in row.calls],
        [call["result"] for call in row.calls],
    )


def round_messages(text: str, calls: Sequence[llm.ToolCall], results: Sequence[dict[str, Any]]) -> list[llm.Message]:
    """One round as the model reads it back: its calls, and a result for each of them."""
    answers = tuple(
        llm.ToolResult(call.id, call.name, dumps(result)) for call, result in zip(calls, results, strict=True)
    )
    return [llm.Message("assistant", text, tuple(calls)), llm.Message("tool", results=answers)]
