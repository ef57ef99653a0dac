"""The history as a server with a strict template takes it: alternating roles, whole texts, arguments that are objects."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import Any

import pytest

from llm.gemini import GeminiChat
from llm.openai import OpenAIChat
from llm.openai.messages import messages_json, wire_messages
from llm.tests.shared import request
from llm.tests.wire_server import WireServer
from llm.types import Message, ToolCall, ToolResult

NO_ANSWER = "(no answer was given)"


def sent(server: WireServer, *messages: Message) -> list[dict[str, Any]]:
    """What the OpenAI wire is sent of these messages, the system message left out."""
    list(OpenAIChat("sk-test", f"{server.url}/v1").stream(request(*messages, instructions="")))
    recorded: list[dict[str, Any]] = server.received[-1].body["messages"]
    return recorded


def round_of(*calls: ToolCall, text: str = "") -> tuple[Message, Message]:
    return Message("assistant", text, calls), Message(
        "tool", results=tuple(ToolResult(c.id, c.name, "{}") for c in calls)
    )


def test_a_turn_goes_on_after_its_first_tool_call_because_the_content_beside_calls_is_a_text(
    server: WireServer,
) -> None:
    wire = sent(server, Message("user", "Buy"), *round_of(ToolCall("c1", "look_up", "{}")))
    assert wire[1]["content"] == ""
    assert all(isinstance(message["content"], str) for message in wire)


def test_after_a_failed_turn_roles_alternate_again(server: WireServer) -> None:
    wire = sent(server, Message("user", "Buy"), Message("user", "Hello?"))
    assert [(m["role"], m["content"]) for m in wire] == [
        ("user", "Buy"),
        ("assistant", NO_ANSWER),
        ("user", "Hello?"),
    ]


def test_a_message_after_a_tool_result_that_nobody_answered_is_preceded_by_that(server: WireServer) -> None:
    wire = sent(server, Message("user", "Buy"), *round_of(ToolCall("c1", "look_up", "{}")), Message("user", "Hello?"))
    assert [m["role"] for m in wire] == ["user", "assistant", "tool", "assistant", "user"]
    assert wire[3]["content"] == NO_ANSWER


def test_neighbours_that_the_assistant_said_are_one_message(server: WireServer) -> None:
    first, second = Message("assistant", "[Notice]"), Message("assistant", "Noted.")
    wire = sent(server, Message("user", "Buy"), first, second, Message("user", "And?"))
    assert [m["content"] for m in wire] == ["Buy", "[Notice]\n\nNoted.", "And?"]
    wire = sent(server, Message("user", "Buy"), first, *round_of(ToolCall("c1", "look_up", "{}"), text="I look."))
    assert [(m["role"], m["content"]) for m in wire] == [
        ("user", "Buy"),
        ("assistant", "[Notice]\n\nI look."),
        ("tool", "{}"),
    ]


@pytest.mark.parametrize("arguments", ['{"name": ', '{"a": 1}{"b": 2}', "[1]", '"x"', "[" * 100_000])
def test_a_call_whose_arguments_are_no_object_is_repaired_in_what_is_sent_back(
    server: WireServer, arguments: str
) -> None:
    wire = sent(server, Message("user", "Buy"), *round_of(ToolCall("c1", "look_up", arguments)))
    assert json.loads(wire[1]["tool_calls"][0]["function"]["arguments"]) == {"invalid_json": arguments}


def test_mistral_by_code_the_id_of_a_call_that_code_made_has_nine_letters_and_digits(server: WireServer) -> None:
    wire = sent(
        server,
        Message("user", "Buy"),
        *round_of(ToolCall("words-1-0", "look_up", "{}"), ToolCall("words-1-1", "b", "{}")),
    )
    ids = [call["id"] for call in wire[1]["tool_calls"]]
    assert all(len(call_id) == 9 and call_id.isascii() and call_id.isalnum() for call_id in ids)
    assert len(set(ids)) == 2
    assert [m["tool_call_id"] for m in wire if m["role"] == "tool"] == ids


def test_openai_id_40_an_id_longer_than_forty_characters_is_sent_short(server: WireServer) -> None:
    wire = sent(server, Message("user", "Buy"), *round_of(ToolCall("chatcmpl-tool-" + "f" * 32, "look_up", "{}")))
    assert len(wire[1]["tool_calls"][0]["id"]) <= 40
    assert wire[2]["tool_call_id"] == wire[1]["tool_calls"][0]["id"]


@pytest.mark.parametrize("seed", range(30))
def test_any_history_alternates(server: WireServer, seed: int) -> None:
    chance = random.Random(seed)
    messages = [Message("user", "Hello")]
    for number in range(chance.randrange(12)):
        kind = chance.choice(["user", "assistant", "empty", "calls"])
        if kind == "calls":
            messages += round_of(ToolCall(f"c{number}", "look_up", "{}"), text=chance.choice(["", "I look."]))
        else:
            messages.append(
                Message("user" if kind == "user" else "assistant", "" if kind == "empty" else f"text {number}")
            )
    wire = sent(server, *messages)
    for before, after in itertools.pairwise(wire):
        assert before["role"] != after["role"] or after["role"] == "tool"
        assert not (before["role"] == "tool" and after["role"] == "user")


def test_what_the_offline_rules_are_given_is_sent_to_nobody(server: WireServer) -> None:
    asked = request(Message("user", "Hello"), state={"ask": "a canary"})
    list(OpenAIChat("sk-test", f"{server.url}/v1").stream(asked))
    list(GeminiChat("key", server.url).stream(replace(asked, model="google:gemini-x")))
    assert len(server.received) == 2
    assert all("canary" not in json.dumps(received.body) for received in server.received)


def test_a_history_that_was_sent_before_is_sent_as_each_server_takes_it_now() -> None:
    called = round_of(ToolCall("words-1-0", "look_up", "{}"), ToolCall("c2", "look_up", '{"a": "é"}'), text="Ja")
    history = (Message("user", "Buy"), *called, Message("assistant", "Noted."), *called, Message("user", "And?"))
    ways: list[frozenset[Any]] = [frozenset(names) for names in ((), ("nine_letters",), ("signature",), ("one_call",))]
    for conceded in [*ways, *reversed(ways)]:
        for messages in (history, history[1:], history[3:]):
            asked = request(*messages, instructions="Be brief.")
            assert json.loads(messages_json(asked, conceded)) == wire_messages(asked, conceded)
