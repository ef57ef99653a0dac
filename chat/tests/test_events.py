"""Every event is AG-UI's: each validates against the models of ag_ui.core, and their order is a client's."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from chat import errors
from chat.live import snapshots
from chat.models import Message, Thread
from chat.tests.shared import talk
from chat.turns import events
from llm.interface import ModelError
from llm.testing import ScriptedModel, call, say

AGUI: TypeAdapter[Any] = TypeAdapter(Event)


def assert_agui(got: list[events.Event]) -> None:
    for event in got:
        validated = AGUI.validate_python(event)
        assert validated.type == event["type"]


def assert_ordered(got: list[events.Event]) -> None:
    """What an AG-UI client checks: one run, no message or call that is open when another begins or the run ends."""
    assert got[0]["type"] == "RUN_STARTED"
    assert [event["type"] for event in got if event["type"] in events.LAST] == [got[-1]["type"]]
    message = tool = ""
    for event in got[1:]:
        kind = event["type"]
        if kind == "TEXT_MESSAGE_START":
            assert not message
            message = event["messageId"]
        elif kind == "TEXT_MESSAGE_CONTENT":
            assert event["messageId"] == message
            assert event["delta"]
        elif kind == "TEXT_MESSAGE_END":
            assert event["messageId"] == message
            message = ""
        elif kind == "TOOL_CALL_START":
            assert not tool
            tool = event["toolCallId"]
        elif kind == "TOOL_CALL_END":
            assert event["toolCallId"] == tool
            tool = ""
    assert not message
    assert not tool


def test_every_event_of_a_turn_with_tools_is_agui(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("Let me see", chunks=3), call("note", text="a"), call("nothing_such")], call("finish"))
    _, got = talk(thread, "note: milk")
    assert_agui(got)
    assert_ordered(got)


def test_every_event_of_a_turn_that_fails_is_agui(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("Let me"), ModelError("timeout", "")])
    _, got = talk(thread)
    assert_agui(got)
    assert_ordered(got)


def test_what_only_pages_and_late_readers_get_is_agui_too(thread: Thread, model: ScriptedModel) -> None:
    model.then("Good.")
    talk(thread)
    Message.objects.create(thread=thread, role="notice", content="Compliance approved it.")
    messages = snapshots.agui_messages(thread, {"turn": "t", "seq": 5, "text": "So far"})
    assert [message["role"] for message in messages] == ["user", "assistant", "system", "assistant"]
    assert_agui(
        [events.messages_snapshot(messages), events.custom("panel", {"html": "<p>"}), events.state_snapshot({})]
    )


@pytest.mark.parametrize("code", sorted(errors.FAILURES))
def test_every_failure_is_an_agui_error_with_a_whole_sentence(code: str) -> None:
    event = events.run_error(code, errors.sentence(code), "c1")
    assert_agui([event])
    assert event["message"].endswith(".")
    assert event["message"][0].isupper()


def test_an_unknown_code_has_a_sentence_too() -> None:
    assert errors.sentence("no_such_code") == errors.FAILURES["internal"].sentence


def test_the_numbers_that_readers_need_do_not_disturb_an_agui_client() -> None:
    event = {**events.run_started(uuid4(), "c1", uuid4()), "seq": 7}
    assert_agui([event])
