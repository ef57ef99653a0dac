"""Rows by statements that are written out come and go as Django's own would."""

from __future__ import annotations

import time
from uuid import RFC_4122, uuid4

import pytest
from django.db import DatabaseError

from audit.stored import add, first_row, ordered_id, write
from chat.models import Message, Thread, ToolCall
from chat.tests.shared import talk
from llm.testing import ScriptedModel, call


@pytest.fixture
def kept(thread: Thread, model: ScriptedModel) -> ToolCall:
    """A call of a finished turn."""
    model.then([call("note", text="milk")], "Noted.")
    talk(thread, "milk")
    return ToolCall.objects.get()


@pytest.mark.django_db
def test_a_row_that_is_read_is_the_object_that_django_reads_and_holds_what_stands_beside_it(kept: ToolCall) -> None:
    row = first_row(ToolCall, "SELECT 7 AS beside, * FROM chat_toolcall WHERE id = %s", [kept.pk])
    assert row == kept
    fields = [field.attname for field in ToolCall._meta.concrete_fields]
    assert [getattr(row, name) for name in fields] == [getattr(kept, name) for name in fields]
    assert row is not None
    assert row.beside == 7  # type: ignore[attr-defined]
    assert not row._state.adding


@pytest.mark.django_db
def test_there_is_no_first_row_of_none(kept: ToolCall) -> None:
    assert first_row(ToolCall, "SELECT * FROM chat_toolcall WHERE id = %s", [0]) is None


@pytest.mark.django_db
def test_rows_are_added_in_their_order_with_what_the_database_adds(kept: ToolCall) -> None:
    message = Message.objects.create(thread=kept.message.thread, turn=kept.turn, role="assistant")
    rows = [
        ToolCall(message=message, turn=kept.turn, position=n, name=f"call {n}", arguments="{}", result={"n": [n]})
        for n in range(3)
    ]
    add(rows, "message", "turn", "position", "name", "arguments", "result", "extra", "call_id")
    added = list(message.tool_calls.order_by("id"))
    assert [(row.name, row.result, row.by_code) for row in added] == [
        (f"call {n}", {"n": [n]}, False) for n in range(3)
    ]
    assert all(row.created_at for row in added)


@pytest.mark.django_db
def test_what_is_written_is_written_and_nothing_else(kept: ToolCall) -> None:
    kept.name, kept.result = "another", {"status": "error"}
    write(kept, "result")
    kept.refresh_from_db()
    assert (kept.name, kept.result) == ("note", {"status": "error"})


@pytest.mark.django_db
def test_a_row_that_is_gone_is_not_written_in_silence(kept: ToolCall) -> None:
    thread = Thread(pk=uuid4(), title="gone")
    with pytest.raises(DatabaseError, match="has no row"):
        write(thread, "title")


@pytest.mark.django_db
def test_a_column_that_is_left_out_is_read_when_it_is_asked_for(kept: ToolCall) -> None:
    row = first_row(ToolCall, "SELECT id, name FROM chat_toolcall WHERE id = %s", [kept.pk])
    assert row is not None
    assert row.get_deferred_fields() >= {"arguments", "result"}
    assert (row.name, row.arguments) == (kept.name, kept.arguments)


def test_ids_stand_in_the_order_of_their_time_and_no_two_of_a_moment_are_alike() -> None:
    ids = []
    for _ in range(5):
        time.sleep(0.002)
        ids.append(ordered_id())
    assert ids == sorted(ids)
    assert len({ordered_id() for _ in range(2_000)}) == 2_000
    assert {(made.version, made.variant) for made in ids} == {(7, RFC_4122)}


@pytest.mark.django_db
def test_threads_and_turns_have_such_ids(thread: Thread, model: ScriptedModel) -> None:
    model.then("Noted.")
    turn, _ = talk(thread, "milk")
    assert (thread.pk.version, turn.id.version) == (7, 7)
