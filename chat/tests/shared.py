"""What tests of conversations share: an assistant that keeps notes, a desk, and how a turn is begun and drained.

The notes live in a row of Django's session table, so that the engine's tests know no domain and need no table.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import IntegrityError, OperationalError, connection

from audit.trail import Actor, record
from chat.assistants import Assistant, PlannedCall, ToolContext
from chat.live import runs
from chat.models import Message, Thread, ToolCall, Turn
from chat.turns import run
from chat.turns.events import Event
from chat.turns.turn import TurnRun
from llm.testing import Reply, ScriptedModel
from llm.tools import tool
from llm.types import ModelRequest, StreamItem, TextDelta

# The name under which the tests register their ScriptedModel.
SCRIPTED = "openai:scripted"


@tool
def note(context: ToolContext, text: str, times: int = 1) -> dict[str, Any]:
    """Keep a note."""
    notes = json.loads(context.record.session_data) + [text] * times
    context.record.session_data = json.dumps(notes)
    record("note.kept", context.record, by=context.by, data={"text": text})
    return {"status": "success", "count": len(notes), "asked": context.asked, "said": context.said[-1].text[:200]}


@tool
def finish(context: ToolContext) -> dict[str, Any]:
    """End the turn with a sentence of our own."""
    context.reply = "All is noted."
    return {"status": "success"}


@tool
def explode(context: ToolContext, kind: Literal["bug", "database", "constraint", "cut"]) -> dict[str, Any]:
    """Fail after a note was kept."""
    note.function(context, text="half")
    if kind == "cut":
        cut_connections(all_of_them=False)
    failures = {
        "bug": RuntimeError("a fault of ours"),
        "database": OperationalError("the connection is gone"),
        "constraint": IntegrityError("a fault of ours that the database found"),
    }
    raise failures[kind]


class Notes(Assistant):
    slug = "notes"
    title = "Notes"
    description = "Keeps notes."
    tools = (note, finish, explode)

    def load(self, thread_id: UUID) -> Session:
        return Session.objects.filter(pk=thread_id.hex).first() or _new(thread_id)

    @contextmanager
    def open(self, thread_id: UUID, by: Actor) -> Iterator[Session]:
        session = Session.objects.select_for_update().filter(pk=thread_id.hex).first()
        row = session or _new(thread_id)
        yield row
        row.save(force_insert=session is None, update_fields=None if session is None else ["session_data"])

    def state(self, record: Session) -> dict[str, Any]:
        return {"notes": json.loads(record.session_data)}

    def instructions(self, record: Session, state: dict[str, Any]) -> str:
        return "Keep notes."

    def situation(self, record: Session, state: dict[str, Any]) -> str:
        return f"There are {len(state['notes'])}."

    def read_words(self, context: ToolContext) -> list[PlannedCall]:
        kept = context.said[-1].text.partition("note: ")[2]
        return [PlannedCall("note", {"text": kept})] if kept else []

    def asked(self, record: Session, state: dict[str, Any]) -> str:
        return f"ANOTHER_AFTER_{len(state['notes'])}" if state["notes"] else ""

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        yield TextDelta(f"You said: {request.messages[-1].text}")


def _new(thread_id: UUID) -> Session:
    return Session(session_key=thread_id.hex, session_data="[]", expire_date=datetime(2100, 1, 1, tzinfo=UTC))


class Desk:
    """One person's thread with an assistant that is tested: says messages, and a subclass shows what was kept."""

    assistant = ""

    def __init__(self, owner: User, model: ScriptedModel) -> None:
        self.owner, self.model = owner, model
        self.thread = Thread.objects.create(owner=owner, assistant=self.assistant)
        self.by = Actor(owner.pk, self.thread.pk)

    def say(self, text: str, *replies: Reply) -> TurnRun:
        """One turn; `replies` are what the scripted model answers, else the rules do."""
        self.model.then(*replies)
        turn = runs.begin(self.thread.pk, self.owner.pk, text, None)
        assert isinstance(turn, TurnRun)
        return runs.run_here(turn)


def begin(thread: Thread, text: str = "Hello", client_id: str | None = None) -> TurnRun:
    """A claimed turn, which has not begun to run."""
    turn = run.claim_turn(thread.id, thread.owner_id, text, client_id or uuid4().hex)
    assert isinstance(turn, TurnRun)
    return turn


def talk(thread: Thread, text: str = "Hello", client_id: str | None = None) -> tuple[TurnRun, list[Event]]:
    """A turn, run to its end in the caller's thread, and its events."""
    turn = begin(thread, text, client_id)
    return turn, drain(turn)


def drain(turn: TurnRun) -> list[Event]:
    """Every event of a claimed turn."""
    return list(run.run_turn(turn))


def retry(turn: TurnRun) -> tuple[TurnRun, list[Event]]:
    again = run.reclaim_turn(turn.id, turn.user_id)
    return again, drain(again)


def kinds(events: list[Event]) -> list[str]:
    return [event["type"] for event in events]


def row(turn: TurnRun) -> Turn:
    return Turn.objects.get(pk=turn.id)


def said(thread: Thread, **filters: Any) -> list[tuple[str, str]]:
    """The thread's messages as (role, content)."""
    return list(Message.objects.filter(thread=thread, **filters).order_by("id").values_list("role", "content"))


def notes_of(thread: Thread) -> list[str]:
    session = Session.objects.filter(pk=thread.id.hex).first()
    return json.loads(session.session_data) if session else []


def calls_of(thread: Thread) -> list[ToolCall]:
    return list(ToolCall.objects.filter(turn__thread=thread).order_by("id"))


def cut_connections(*, all_of_them: bool) -> None:
    """End the connections of this database from the server's side: this thread's own, or every other one."""
    with connection.cursor() as cursor:
        if not all_of_them:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        cursor.execute(
            "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        pids = [pid for pid, _ in cursor.fetchall()]
        wait_until(lambda: not _alive(cursor, pids), 30)


def _alive(cursor: Any, processes: list[int]) -> bool:
    """Whether one of these still runs: a connection that was told to end lives on for a moment."""
    cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE pid = ANY(%s)", [processes])
    return bool(cursor.fetchone()[0])


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    """Wait for what has no event to wait for. Fails when it has not come after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"it did not happen within {seconds} s"
        time.sleep(0.01)
