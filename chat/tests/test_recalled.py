"""Which messages led to nothing: what a model is reminded of."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from chat import assistants
from chat.assistants import Said
from chat.turns import TurnRun, done_for, without_a_call
from chat.turns.budget import bare
from chat.turns.recalled import reminder, stands_alone
from llm.types import Message, ToolCall, ToolResult


def call(name: str, status: str = "success", **arguments: Any) -> tuple[Message, Message]:
    call_id = uuid.uuid4().hex
    return (
        Message("assistant", "", (ToolCall(call_id, name, json.dumps(arguments)),)),
        Message("tool", results=(ToolResult(call_id, name, json.dumps({"status": status})),)),
    )


def turn(*history: str | tuple[Message, Message]) -> TurnRun:
    messages = [m for item in history for m in ([Message("user", item)] if isinstance(item, str) else item)]
    spoken = [Said(n, message.text) for n, message in enumerate(messages) if message.role == "user"]
    return TurnRun(
        *(uuid.uuid4(), uuid.uuid4(), 1, assistants.get("pa_dealing"), "", 1, 1, spoken[-1].text, ""),
        messages=messages,
        said=spoken,
    )


def texts(*history: str | tuple[Message, Message]) -> list[str]:
    return [message.text for message in without_a_call(turn(*history))]


def test_what_led_to_no_call_is_recalled_back_to_what_did() -> None:
    assert texts("buy Siemens", call("set_direction"), "18 shares", "for 900 euros", "yes") == [
        "18 shares",
        "for 900 euros",
    ]
    assert texts("buy Siemens", "18 shares", call("set_quantity", "error"), "yes") == ["buy Siemens", "18 shares"]


def test_what_waits_for_an_answer_was_noted_and_is_not_recalled() -> None:
    assert texts("Siemens", call("set_security", "pending"), "18 shares", "yes") == ["18 shares"]


def test_a_result_says_one_thing_whoever_reads_it() -> None:
    def status(content: str) -> str:
        return ToolResult("c", "note", content).status

    assert [status(text) for text in ('{"status":"error"}', '{"status": "pending"}', "{}", "[1]", "no JSON")] == [
        "error",
        "pending",
        *["success"] * 3,
    ]
    kept = bare(Message("tool", results=(ToolResult("c", "note", '{"status": "error", "x": "' + "y" * 200 + '"}'),)))
    assert kept.results[0].status == "error"


def test_the_help_and_talk_are_no_matter_to_be_recalled() -> None:
    assert texts("18 shares", "how long does that take", call("help"), "thank you", "yes")[0] == "18 shares"
    assert "thank you" not in texts("18 shares", "thank you", "yes")


def test_a_call_that_quotes_an_earlier_message_was_made_for_that_one() -> None:
    earlier, newest = "it is for my wedding in June", "no, I need it for a house that I buy"
    history = (earlier, newest, call("set_justification", justification=earlier), "yes")
    assert texts(*history) == [newest]
    assert done_for(turn(*history), earlier) == {"set_justification"}


@pytest.mark.parametrize("text", ["Who reads this?", "undo that", "start over"])
def test_a_question_and_what_takes_back_stand_alone(text: str) -> None:
    assert stands_alone(text)


@pytest.mark.parametrize("text", ["yes", "18 shares", "leave the notice as it is"])
def test_beside_an_answer_what_was_let_pass_is_recalled(text: str) -> None:
    assert not stands_alone(text)


def test_words_are_recalled_as_material_and_in_part() -> None:
    run = turn("yes")
    assert reminder(run) == ""
    run.recalled = [Said(1, "x" * 500), Said(2, "18 shares")]
    shown = reminder(run)
    assert "<<<said " in shown
    assert "18 shares" in shown
    assert "x" * 161 not in shown
    run.texts.append("Noted.")
    assert reminder(run) == ""
