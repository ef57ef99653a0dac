"""A tool's slow work is done before the lock: what it prepares, whom it may ask, and what happens when that fails."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from pydantic import BaseModel
from pytest_django import Settings

from chat.assistants import Awaited, ToolContext
from chat.models import Message, Thread
from chat.tests.shared import SCRIPTED, Notes, calls_of, note, notes_of, row, said, talk
from chat.turns import rows, usage
from chat.turns.calls import finished
from llm.interface import ModelError
from llm.testing import ScriptedModel, call, registered
from llm.tools import tool
from llm.types import Usage

SEEN: list[tuple[str, bool, bool]] = []


class Summary(BaseModel):
    """A summary in a few words."""

    words: str


def look_up(context: ToolContext, topic: str) -> str:
    SEEN.append(("prepare", connection.in_atomic_block, context.ask is not None))
    assert context.ask is not None
    return context.ask(Summary, instructions="Sum it up.", material=f"<text>{topic}</text>", state={}).words


@tool(prepare=look_up)
def summarise(context: ToolContext, topic: str) -> dict[str, Any]:
    """Keep a summary of a topic."""
    SEEN.append(("run", connection.in_atomic_block, context.ask is not None))
    return note.function(context, text=context.prepared)


MEETING = threading.Barrier(2)


def wait_for_the_other(context: ToolContext, topic: str) -> Awaited:
    def finish() -> str:
        MEETING.wait(10)
        if topic == "away":
            raise ModelError("unavailable", "the server is away")
        return f"{topic} {context.ask is not None}"

    return Awaited(finish)


@tool(prepare=wait_for_the_other)
def meet(context: ToolContext, topic: str) -> dict[str, Any]:
    """Keep what was prepared beside another."""
    return note.function(context, text=context.prepared)


class Summaries(Notes):
    tools = (*Notes.tools, summarise, meet)


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    settings.ASSISTANTS = {**settings.ASSISTANTS, "notes": "chat.tests.test_prepare.Summaries"}
    settings.CHAT_MODEL = SCRIPTED
    with registered(SCRIPTED, ScriptedModel()) as scripted:
        SEEN.clear()
        from chat import assistants

        assistants.get.cache_clear()
        yield scripted
        assistants.get.cache_clear()
    scripted.assert_used_up()


@pytest.fixture
def thread(employee: User, model: ScriptedModel) -> Thread:
    return Thread.objects.create(owner=employee, assistant="notes")


@pytest.mark.django_db(transaction=True)
def test_a_tool_prepares_outside_every_transaction_and_runs_inside_the_one_of_the_round(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then(call("summarise", topic="law"), call("Summary", words="short"), "Done.")
    turn, _ = talk(thread)
    assert SEEN == [("prepare", False, True), ("run", True, False)]
    assert notes_of(thread) == ["short"]
    assert turn.reply == "Done."


@pytest.mark.django_db
def test_what_is_asked_beside_the_conversation_is_counted_and_leaves_no_message(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then([call("summarise", topic="law"), Usage(10, 1)], [call("Summary", words="short"), Usage(500, 7)], "Done.")
    turn, _ = talk(thread)
    assert (row(turn).input_tokens, row(turn).output_tokens) == (511, 9)
    assert [content for _, content in said(thread)] == ["Hello", "", "Done."]
    (kept,) = Message.objects.get(turn_id=turn.id, sent__has_key="asked").sent["asked"]
    assert (kept["schema"], kept["requested"]) == ("Summary", SCRIPTED)
    assert kept["material_sha256"] == hashlib.sha256(b"<text>law</text>").hexdigest()
    assert (kept["input_tokens"], kept["output_tokens"], len(kept["schema_sha256"])) == (500, 7, 64)
    # The rounds of the talk and the question count alike on the page of the usage.
    [used] = usage.usage(7)
    assert (used.model, used.calls, used.input_tokens, used.output_tokens) == (SCRIPTED, 3, 511, 9)
    asked = model.requests[1]
    assert (asked.tool_choice, asked.messages[0].text) == ("Summary", "<text>law</text>")


@pytest.mark.django_db
def test_every_call_of_a_reply_gets_what_was_prepared_for_it(thread: Thread, model: ScriptedModel) -> None:
    model.then(
        [call("summarise", topic="a"), call("note", text="b"), call("summarise", topic="c")],
        call("Summary", words="first"),
        call("Summary", words="second"),
        "Done.",
    )
    talk(thread)
    assert notes_of(thread) == ["first", "b", "second"]


@pytest.mark.django_db
def test_wrong_arguments_prepare_nothing_and_go_back_to_the_model(thread: Thread, model: ScriptedModel) -> None:
    model.then(call("summarise", subject="law"), "Sorry.")
    talk(thread)
    assert SEEN == []
    assert "'topic' is required" in calls_of(thread)[0].result["advice"]


@pytest.mark.django_db
def test_a_model_that_fails_while_a_tool_is_prepared_leaves_a_turn_that_can_be_retried(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then([call("note", text="kept"), call("summarise", topic="law")], ModelError("busy", "too many"))
    turn, _ = talk(thread)
    assert (turn.status, turn.error_code) == ("failed", "model_busy")
    assert notes_of(thread) == []
    assert row(turn).can_retry


def test_a_tool_that_prepares_has_the_same_schema_as_one_that_does_not() -> None:
    assert summarise.schema == {
        "type": "object",
        "properties": {"topic": {"type": "string"}},
        "required": ["topic"],
    }
    assert (summarise.prepare, note.prepare) == (look_up, None)


@pytest.mark.django_db
def test_calls_that_wait_for_the_network_are_finished_side_by_side_and_kept_in_order(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then([call("meet", topic="a"), call("note", text="b"), call("meet", topic="c")], "Done.")
    talk(thread)
    assert notes_of(thread) == ["a True", "b", "c True"]


@pytest.mark.django_db
def test_one_that_fails_beside_another_fails_the_turn_and_nothing_is_written(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then([call("meet", topic="a"), call("meet", topic="away")])
    turn, _ = talk(thread)
    assert (row(turn).status, row(turn).error_code) == ("failed", "unavailable")
    assert notes_of(thread) == []


def test_a_thread_in_which_a_call_is_finished_gives_its_connection_back(monkeypatch: pytest.MonkeyPatch) -> None:
    released: list[str] = []
    monkeypatch.setattr(rows, "release_connection", lambda: released.append(threading.current_thread().name))
    used = finished([Awaited(lambda: threading.current_thread().name) for _ in range(2)])
    assert {*used} <= {*released}
