"""Rows to messages: the window of the conversation that a model is sent, valid by construction."""

from __future__ import annotations

import json
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from chat.assistants import Said
from chat.models import Message
from chat.turns.budget import bare
from chat.turns.rows import dumps
from llm import types as llm

# Enough for a long exchange, and a bound on what a person with very long messages costs.
MAX_CHARS = 60_000
# Of a longer reply the model reads so much of the beginning and of the end: one that never ended hides no other words.
HEAD_CHARS, TAIL_CHARS = 6_000, 2_000

# Rows up to so many characters are kept as they were read, and so many of them.
_KEPT_CHARS, _KEPT_ROWS = 2_000, 2_500
_NOTHING: frozenset[str] = frozenset()

# How a model ends that was cut: by its limit of tokens, or by us because it went on and on.
CUT_REASONS = ("length", "repetition")

# Written out, because building it from a QuerySet costs more than running it. The note under a reply that was cut is no
# word of the model's, which would go on with it.
_WINDOW = f"""
SELECT message.id, role,
       CASE WHEN finish_reason IN {CUT_REASONS}
            THEN regexp_replace(content, E'\\n\\n[^\\n]+$', '') ELSE content END,
       (SELECT jsonb_agg(jsonb_build_object('id', call_id, 'name', name, 'arguments', arguments,
                                            'result', result, 'extra', extra) ORDER BY position)
          FROM chat_toolcall WHERE message_id = message.id),
       (sent #>> '{{messages,0}}')::bigint, (sent ->> 'bare_before')::bigint
  FROM chat_message message
 WHERE thread_id = %s AND NOT discarded
 ORDER BY message.id DESC LIMIT %s
"""  # noqa: S608


@dataclass(frozen=True)
class Row:
    """A message, and its calls with their results."""

    message_id: int
    role: str
    content: str
    calls: Sequence[dict[str, Any]]

    @cached_property
    def chars(self) -> int:
        """How much of the window it takes."""
        calls = sum(len(call["arguments"]) + len(dumps(call["result"])) for call in self.calls)
        return len(self.content) + calls

    @cached_property
    def messages(self) -> Sequence[llm.Message]:
        """What a model is sent of it."""
        return _messages(self)


@dataclass(frozen=True, slots=True)
class Window:
    """The newest messages of a thread: for the model, and the person's own with their ids."""

    messages: list[llm.Message]
    said: list[Said]
    first_id: int
    ids: list[int] = field(default_factory=list)
    bare_before: int = 0


def load_window(thread_id: UUID, opening: Said | None = None) -> Window:
    """The newest messages within the settings' bounds, from a person's message on. One query.

    `opening` is the message that the turn answers: it stands first when its own rounds fill the window.
    """
    return window_of(_newest(thread_id, settings.CHAT_HISTORY_MESSAGES)[0], opening)


@dataclass(frozen=True, slots=True)
class Sending:
    """How a window is sent to a model: at most so many messages, and what of earlier turns' results is not sent again.

    `passing` are tools whose results are left out, `outdated` keys of every result, such as the hint of that moment.
    """

    most: int
    passing: Set[str] = frozenset()
    outdated: Set[str] = frozenset()


def load_stable_window(thread_id: UUID, opening: Said, sending: Sending) -> Window:
    """The same as a model is sent it: it begins where the last call's did, for as long as that is within the bounds.

    Else it begins in the middle, so that the next calls begin alike. Results that were left out before are left out.
    What the person said is told as `load_window` tells it.
    """
    newest, first_id, bare_before = _newest(thread_id, sending.most, frozenset(sending.outdated), opening.message_id)
    words = _said_in(_kept(newest[: settings.CHAT_HISTORY_MESSAGES], opening))
    begun = [row for row in newest if row.message_id >= first_id]
    if len(newest) >= sending.most and first_id < newest[-1].message_id:
        begun = newest[: max(sending.most // 2, 1)]
    window = window_of(begun, opening)

    def is_old(message_id: int, result: llm.ToolResult) -> bool:
        return message_id < bare_before or (result.name in sending.passing and message_id < opening.message_id)

    messages = [
        bare(message, partial(is_old, row)) if message.results else message
        for row, message in zip(window.ids, window.messages, strict=True)
    ]
    return replace(window, messages=messages, said=words, bare_before=bare_before)


def _newest(
    thread_id: UUID, most: int, outdated: frozenset[str] = _NOTHING, before: int = 0
) -> tuple[list[Row], int, int]:
    """The newest rows, the newest first, with what the last call began with and left out of them (0: nothing known).

    In the results of rows up to `before` nothing of `outdated` stands.
    """
    with connection.cursor() as cursor:
        cursor.execute(_WINDOW, [thread_id, most])
        rows = cursor.fetchall()
    newest = [_row(row[0], row[1], row[2], row[3], outdated if row[0] <= before else _NOTHING) for row in rows]
    first_id, bare_before = next(((row[4], row[5] or 0) for row in rows if row[4] is not None), (0, 0))
    return newest, first_id, bare_before


def _row(message_id: int, role: str, content: str, calls: str | None, outdated: frozenset[str]) -> Row:
    if len(content) + len(calls or "") <= _KEPT_CHARS:
        return _read(message_id, role, content, calls, outdated)
    return _read.__wrapped__(message_id, role, content, calls, outdated)


@lru_cache(_KEPT_ROWS)
def _read(message_id: int, role: str, content: str, calls: str | None, outdated: frozenset[str]) -> Row:
    """A row as it was read; the turns of a thread read the same ones again and again."""
    read = json.loads(calls) if calls else []
    for call in read if outdated else ():
        call["result"] = {key: value for key, value in call["result"].items() if key not in outdated}
    return Row(message_id, role, content, read)


def window_of(newest: Sequence[Row], opening: Said | None = None) -> Window:
    """The window of rows that stand newest first."""
    kept = _kept(newest, opening)
    pairs = [(row.message_id, message) for row in _answerable(kept) for message in row.messages]
    first_id = kept[0].message_id if kept else 0
    return Window([message for _, message in pairs], _said_in(kept), first_id, [message_id for message_id, _ in pairs])


def _said_in(kept: Sequence[Row]) -> list[Said]:
    """The person's own words in the rows of a window."""
    return [Said(row.message_id, row.content) for row in kept if row.role == Message.Role.USER]


def _kept(newest: Sequence[Row], opening: Said | None) -> list[Row]:
    """Of rows that stand newest first those of the window, the oldest first."""
    kept: list[Row] = []
    chars = 0
    for row in map(_shortened, newest):
        chars += row.chars
        if kept and chars > MAX_CHARS:
            break
        kept.append(row)
    kept.reverse()
    if opening is not None and not any(row.role == Message.Role.USER for row in kept):
        kept.insert(0, Row(opening.message_id, Message.Role.USER, opening.text, []))
    # A provider refuses a history that begins with an answer, or with the result of a call it does not see.
    while kept and kept[0].role != Message.Role.USER:
        kept.pop(0)
    return kept


def _shortened(row: Row) -> Row:
    if row.role == Message.Role.USER or len(row.content) <= HEAD_CHARS + TAIL_CHARS:
        return row
    return replace(row, content=f"{row.content[:HEAD_CHARS]}\n[…]\n{row.content[-TAIL_CHARS:]}")


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
