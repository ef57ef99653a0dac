"""The writes of a turn, one statement each. A turn writes at most nine times, and every write names its attempt."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import connection, connections
from psycopg.types.json import Jsonb

from audit import stored
from chat.models import ToolCall
from llm.text import clean_json, strict_json

T = TypeVar("T")
# An interrupted turn may have sent events that no row counts; numbering goes on well above them.
SEQ_JUMP = 100_000

# The owner of a thread, or whoever was let into it to talk. The second part is looked at for nobody's own thread.
_MAY_TALK = """deleted_at IS NULL AND closed_at IS NULL AND (owner_id = %(user)s OR EXISTS (
           SELECT 1 FROM chat_threadaccess access
            WHERE access.thread_id = chat_thread.id AND access.may_talk
              AND (access.user_id = %(user)s OR access.group_id IN (
                   SELECT group_id FROM auth_user_groups member WHERE member.user_id = %(user)s))))"""

_CLAIM = f"""
WITH thread AS (
    UPDATE chat_thread
       SET updated_at = now(), turn_count = turn_count + 1,
           title = CASE WHEN title = '' THEN %(title)s ELSE title END
     WHERE id = %(thread)s AND {_MAY_TALK}
 RETURNING id, turn_count, assistant, event_seq
), turn AS (
    INSERT INTO chat_turn (id, thread_id, number, client_id, status, author_id)
    SELECT %(turn)s, id, turn_count, %(client)s, 'running', %(user)s FROM thread
 RETURNING id
), message AS (
    INSERT INTO chat_message (thread_id, turn_id, role, content)
    SELECT thread.id, turn.id, 'user', %(text)s FROM thread, turn
 RETURNING id
)
SELECT thread.assistant, thread.event_seq, thread.turn_count, message.id,
       coalesce((SELECT asked FROM chat_turn
                  WHERE chat_turn.thread_id = thread.id ORDER BY number DESC LIMIT 1), '')
  FROM thread, message
"""  # noqa: S608 - the part is a constant; every value is a parameter.

_RECLAIM = f"""
WITH turn AS (
    UPDATE chat_turn
       SET status = 'running', attempt = attempt + 1, heartbeat_at = now(), stop_requested = false,
           error_code = '', finished_at = NULL
     WHERE id = %(turn)s AND status IN ('failed', 'interrupted', 'stopped')
       AND number = (SELECT turn_count FROM chat_thread WHERE chat_thread.id = chat_turn.thread_id AND {_MAY_TALK})
 RETURNING id, thread_id, number, attempt, client_id
), dropped AS (
    UPDATE chat_message SET discarded = true
      FROM turn
     WHERE chat_message.turn_id = turn.id AND role = 'assistant'
       AND NOT EXISTS (SELECT 1 FROM chat_toolcall WHERE message_id = chat_message.id)
)
SELECT thread.id, thread.assistant, thread.event_seq, turn.number, turn.attempt, turn.client_id,
       message.id, message.content,
       coalesce((SELECT asked FROM chat_turn earlier WHERE earlier.thread_id = thread.id
                    AND earlier.number < turn.number ORDER BY number DESC LIMIT 1), '')
  FROM turn JOIN chat_thread thread ON thread.id = turn.thread_id
  JOIN chat_message message ON message.turn_id = turn.id AND message.role = 'user'
"""  # noqa: S608 - as above.

_ROUND = """
WITH turn AS (
    UPDATE chat_turn SET heartbeat_at = now()
     WHERE id = %(turn)s AND attempt = %(attempt)s AND status = 'running'
 RETURNING id, thread_id
)
INSERT INTO chat_message (thread_id, turn_id, role, content, model, finish_reason, input_tokens, output_tokens,
                          cached_tokens, first_token_ms, model_ms, sent)
SELECT thread_id, id, 'assistant', %(content)s, %(model)s, %(finish)s, %(input)s, %(output)s, %(cached)s,
       %(first)s, %(ms)s, %(sent)s
  FROM turn
RETURNING id
"""

# The thread is locked before its turn, as a claim does; in the other order the two would wait for each other. Its time
# stays that of the person's words, so that no index hears of it; the words of what was tried again are older.
_FINISH = """
WITH locked AS (
    SELECT chat_thread.id FROM chat_thread JOIN chat_turn ON chat_turn.thread_id = chat_thread.id
     WHERE chat_turn.id = %(turn)s FOR NO KEY UPDATE OF chat_thread
), turn AS (
    UPDATE chat_turn
       SET status = %(status)s, asked = %(asked)s, error_code = %(error)s,
           error_detail = %(error_detail)s, corrected = %(corrected)s, acts = %(acts)s, model = %(turn_model)s,
           input_tokens = input_tokens + %(all_input)s, output_tokens = output_tokens + %(all_output)s,
           model_ms = model_ms + %(all_ms)s, finished_at = now()
      FROM locked
     WHERE chat_turn.id = %(turn)s AND attempt = %(attempt)s AND status = 'running' AND thread_id = locked.id
 RETURNING chat_turn.id, thread_id, attempt
), thread AS (
    UPDATE chat_thread
       SET event_seq = greatest(event_seq, %(seq)s), updated_at = CASE WHEN attempt > 1 THEN now() ELSE updated_at END
      FROM turn WHERE chat_thread.id = turn.thread_id
), message AS (
    INSERT INTO chat_message (thread_id, turn_id, role, content, model, finish_reason, input_tokens, output_tokens,
                              cached_tokens, first_token_ms, model_ms, sent)
    SELECT thread_id, id, 'assistant', %(content)s, %(model)s, %(finish)s, %(input)s, %(output)s, %(cached)s,
           %(first)s, %(ms)s, %(sent)s
      FROM turn WHERE %(has_message)s::boolean
)
SELECT id FROM turn
"""

_INTERRUPT = """
WITH locked AS (
    SELECT chat_thread.id FROM chat_thread JOIN chat_turn ON chat_turn.thread_id = chat_thread.id
     WHERE status = 'running' AND heartbeat_at <= now() - make_interval(secs => %(lease)s)
       AND (%(thread)s::uuid IS NULL OR thread_id = %(thread)s::uuid)
     ORDER BY chat_thread.id FOR NO KEY UPDATE OF chat_thread
), turn AS (
    UPDATE chat_turn SET status = 'interrupted', error_code = 'interrupted', finished_at = now()
      FROM locked
     WHERE thread_id = locked.id AND status = 'running'
       AND heartbeat_at <= now() - make_interval(secs => %(lease)s)
 RETURNING chat_turn.id, thread_id
), thread AS (
    UPDATE chat_thread SET event_seq = event_seq + %(jump)s FROM turn WHERE chat_thread.id = turn.thread_id
)
SELECT id FROM turn
"""

_BEAT = """
UPDATE chat_turn SET heartbeat_at = now() FROM unnest(%(ids)s::uuid[], %(attempts)s::int[]) AS mine(id, attempt)
 WHERE chat_turn.id = mine.id AND chat_turn.attempt = mine.attempt AND status = 'running'
RETURNING chat_turn.id, stop_requested
"""

# What is told of a call; the database adds the rest.
_OF_A_CALL = ("message", "turn", "position", "call_id", "name", "arguments", "result", "extra", "by_code")


@dataclass(slots=True)
class Spoken:
    """One model call as it is saved: its text, what it cost and what it was sent."""

    text: str = ""
    model: str = ""
    finish_reason: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    first_token_ms: int | None = None
    model_ms: int = 0
    sent: dict[str, Any] = field(default_factory=dict)

    def columns(self) -> dict[str, Any]:
        return {
            "content": self.text,
            "model": self.model[:120],
            "finish": self.finish_reason[:40],
            "input": self.input_tokens,
            "output": self.output_tokens,
            "cached": self.cached_tokens,
            "first": self.first_token_ms,
            "ms": self.model_ms,
            "sent": Jsonb(self.sent),
        }


def release_connection() -> None:
    """Give the connection back to the pool. Inside a transaction, as in most tests, it stays."""
    if not connection.in_atomic_block:
        connections["default"].close()


def with_connection_back(work: Callable[..., T], *arguments: Any) -> T:
    """What `work` gives, in a thread that takes a connection for it and gives it back to the pool."""
    try:
        return work(*arguments)
    finally:
        release_connection()


class Claimed(NamedTuple):
    """What _CLAIM tells of a turn and its thread."""

    assistant: str
    seq: int
    number: int
    message_id: int
    asked_before: str


def claim(thread: UUID, user: int, turn: UUID, *, client: str, text: str) -> Claimed | None:
    """Commit a running turn with the person's message.

    None when `user` has no such thread. Raises IntegrityError when a turn runs or `client` is known.
    """
    values = {"thread": thread, "user": user, "turn": turn, "client": client, "text": text, "title": _title(text)}
    row = _first_row(_CLAIM, values)
    return Claimed(*row) if row else None


class Reclaimed(NamedTuple):
    """What _RECLAIM tells of a turn and its thread."""

    thread_id: UUID
    assistant: str
    seq: int
    number: int
    attempt: int
    client_id: str
    message_id: int
    text: str
    asked_before: str


def reclaim(turn: UUID, user: int) -> Reclaimed | None:
    """Make the last turn of a thread run again; None when it cannot be."""
    row = _first_row(_RECLAIM, {"turn": turn, "user": user})
    return Reclaimed(*row) if row else None


def save_round(turn: UUID, attempt: int, spoken: Spoken) -> int | None:
    """Save one model call; the id of its message, or None when the lease is lost."""
    row = _first_row(_ROUND, {"turn": turn, "attempt": attempt, **spoken.columns()})
    return row[0] if row else None


def save_calls(calls: Sequence[ToolCall]) -> None:
    """Save the calls of one round with their results."""
    stored.add(calls, *_OF_A_CALL)


def finish(turn: UUID, attempt: int, spoken: Spoken | None, **values: Any) -> bool:
    """End the turn and save its last message in one statement; False when the lease is lost."""
    message = (spoken or Spoken()).columns()
    row = _first_row(
        _FINISH, {"turn": turn, "attempt": attempt, "has_message": spoken is not None, **message, **values}
    )
    return row is not None


def interrupt(lease_s: float, thread: UUID | None = None) -> int:
    """Mark the running turns whose heartbeat is older than `lease_s` seconds as interrupted; how many there were."""
    with connection.cursor() as cursor:
        cursor.execute(_INTERRUPT, {"lease": lease_s, "thread": thread, "jump": SEQ_JUMP})
        return len(cursor.fetchall())


def next_seq(thread: UUID) -> int:
    """Take the next number of the thread's events, for one that belongs to no turn."""
    row = _first_row(
        "UPDATE chat_thread SET event_seq = event_seq + 1 WHERE id = %(thread)s RETURNING event_seq", {"thread": thread}
    )
    return int(row[0])


def beat(turns: Sequence[tuple[UUID, int]]) -> dict[UUID, bool]:
    """Renew the heartbeats of (turn, attempt); those still held, with whether a stop was asked for."""
    ids, attempts = [turn for turn, _ in turns], [attempt for _, attempt in turns]
    with connection.cursor() as cursor:
        cursor.execute(_BEAT, {"ids": ids, "attempts": attempts})
        return dict(cursor.fetchall())


def _first_row(statement: str, values: dict[str, Any]) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()


def _title(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else line[:79].rstrip() + "…"


def dumps(value: Any) -> str:
    """JSON for a model or a browser, without ASCII escapes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def shown_arguments(arguments: str) -> Any:
    """The arguments of a call as JSON that every reader takes; as the model's own text where they are no JSON."""
    try:
        return clean_json(strict_json(arguments or "{}"))
    except ValueError:
        return arguments


def lease_s() -> int:
    return int(settings.CHAT_TURN_LEASE_S)
