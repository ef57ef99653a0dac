"""Whatever a server sends, a call ends with an answer or with a ModelError: never with a fault of ours."""

from __future__ import annotations

import copy
import json
import random
from typing import Any, get_args

import pytest

from llm.gemini import GeminiChat
from llm.interface import ChatModel, ErrorCode, ModelError
from llm.openai import OpenAIChat
from llm.structured import ask
from llm.testing import ScriptedModel
from llm.tests.shared import fail, list_all, look_up, request
from llm.tests.test_structured import Plan
from llm.tests.wire_server import (
    Behaviour,
    Step,
    WireServer,
    event,
    gemini_chunk,
    openai_chunk,
    openai_end,
    openai_text,
    whole,
)
from llm.types import StreamItem, TextDelta, ToolCall, Usage

DEEP = "[" * 100_000
NESTED: Any = json.loads("[" * 100 + "]" * 100)
ODD: list[Any] = [None, 5, -1, 1e308, True, "text", "", [], {}, [5], ["x"], [None], [[]], {"a": 5}, [{"a": []}], NESTED]


@pytest.fixture(scope="module")
def _openai(_server: WireServer) -> OpenAIChat:
    return OpenAIChat("sk-test", f"{_server.url}/v1")


@pytest.fixture
def openai_model(server: WireServer, _openai: OpenAIChat) -> OpenAIChat:
    _openai.close()
    return _openai


def assert_values(items: list[StreamItem]) -> None:
    """What readers of a stream rely on."""
    for item in items:
        if isinstance(item, TextDelta):
            assert isinstance(item.text, str)
        elif isinstance(item, ToolCall):
            assert all(isinstance(value, str) for value in (item.id, item.name, item.arguments))
            assert item.id
            assert item.name
            json.dumps(item.extra)
        else:
            assert isinstance(item, Usage)
            counts = (item.input_tokens, item.output_tokens, item.cached_tokens)
            assert all(isinstance(count, int) and 0 <= count < 2**31 for count in counts)
            assert isinstance(item.model, str)
            assert isinstance(item.finish_reason, str)


def outcome(model: ChatModel) -> str:
    """ "done" or the code of the error; any other exception is the fault that these tests look for."""
    items: list[StreamItem] = []
    try:
        for item in model.stream(request(tools=(look_up, list_all))):
            items.append(item)
    except ModelError as error:
        return error.code
    assert_values(items)
    return "done"


def call_of(**more: Any) -> dict[str, Any]:
    return openai_chunk(
        {"tool_calls": [{"index": 0, "id": "c1", "function": {"name": "look_up", "arguments": "{}"}, **more}]}
    )


@pytest.mark.parametrize(
    "odd",
    [
        openai_chunk({"tool_calls": "look_up"}),
        openai_chunk({"tool_calls": [5]}),
        call_of(function="look_up"),
        call_of(function={"name": 7, "arguments": "{}"}),
        call_of(function={"name": "look_up", "arguments": 12}),
        openai_chunk({"content": 5}),
        openai_chunk({"content": {"text": "x"}}),
        openai_chunk({"content": json.loads("[" * 900 + "]" * 900)}),
        {"choices": "none"},
        {"choices": [5]},
        {"choices": [{"delta": "x"}]},
        openai_chunk(finish=7),  # type: ignore[arg-type]
        '{"choices": ' + DEEP,
        "[1, 2]",
        "5",
    ],
    ids=lambda odd: json.dumps(odd)[:60],
)
def test_a_chunk_of_another_shape_is_malformed(server: WireServer, openai_model: OpenAIChat, odd: Step) -> None:
    server.script = [Behaviour([odd, openai_chunk(finish="stop"), *openai_end()])] * 3
    error, _ = fail(openai_model, request())
    assert error.code == "malformed"


@pytest.mark.parametrize(
    "odd",
    [
        '{"api_key": "sk-secret-of-somebody"',
        '"sk-secret-of-somebody"',
        {"choices": [{"delta": "Bearer secret-of-somebody"}]},
        call_of(function="AIzaSecret-of-somebody"),
        {"error": "the key sk-secret-of-somebody is wrong"},
    ],
    ids=lambda odd: json.dumps(odd)[:60],
)
def test_no_key_is_quoted_of_what_cannot_be_read(server: WireServer, openai_model: OpenAIChat, odd: Step) -> None:
    server.script = [Behaviour([odd, openai_chunk(finish="stop"), *openai_end()])] * 3
    error, _ = fail(openai_model, request())
    assert "***" in error.detail
    assert "of-somebody" not in f"{error.detail} {error}"


def test_choices_that_are_null_say_nothing(server: WireServer, openai_model: OpenAIChat) -> None:
    server.script = [Behaviour([{"choices": None}, {"choices": []}, *openai_text("Hello")])]
    assert outcome(openai_model) == "done"


def test_arguments_that_nest_deep_are_no_fault(server: WireServer, openai_model: OpenAIChat) -> None:
    deep = '{"name": ' + "[" * 600 + "]" * 600 + "}"
    server.script = [
        Behaviour([call_of(function={"name": "look_up", "arguments": text}), openai_chunk(finish=end), *openai_end()])
        for text in (deep, DEEP)
        for end in ("tool_calls", "length")
    ]
    assert [outcome(openai_model) for _ in range(4)] == ["done", "done", "done", "malformed"]


def test_an_event_that_never_ends_is_malformed(server: WireServer, openai_model: OpenAIChat) -> None:
    endless = [b'data: {"choices": [{"delta": {"content": "', *[b"x" * 1_000_000] * 40]
    server.script = [Behaviour([*endless, b'"}}]}\n\n', *openai_end()])] * 3
    error, _ = fail(openai_model, request())
    assert error.code == "malformed"
    assert "longer than" in error.detail


@pytest.mark.parametrize("body", [DEEP, "{", '{"error": ' + DEEP])
def test_an_error_reply_that_nests_deep_is_no_fault(server: WireServer, openai_model: OpenAIChat, body: str) -> None:
    bad = Behaviour([body.encode()], 400, content_type="application/json")
    odd = Behaviour([body.encode()], content_type="application/json")
    server.script = [bad, odd, odd, odd]
    assert outcome(openai_model) == "malformed"
    assert outcome(openai_model) == "malformed"


@pytest.mark.parametrize("arguments", [DEEP, '{"steps": ' + "[" * 600 + "]" * 600 + "}"])
def test_a_structured_answer_that_nests_deep_is_malformed(arguments: str) -> None:
    scripted = ScriptedModel([ToolCall("c1", "Plan", arguments)] * 2)
    with pytest.raises(ModelError, match="malformed"):
        ask(scripted, request(), Plan)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] + [place for key, item in inner for place in places(item, (*path, key))]


def spoilt(chance: random.Random, value: Any) -> Any:
    """`value` with something odd at one to three of its places."""
    value = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        path = chance.choice(places(value))
        if not path:
            return chance.choice(ODD)
        holder = value
        for key in path[:-1]:
            holder = holder[key]
        if chance.random() < 0.2 and isinstance(holder, dict):
            del holder[path[-1]]
        else:
            holder[path[-1]] = copy.deepcopy(chance.choice(ODD))
    return value


def spoilt_stream(chance: random.Random, stream: list[Any]) -> list[Step]:
    steps: list[Step] = []
    for step in stream:
        if isinstance(step, dict) and chance.random() < 0.4:
            step = spoilt(chance, step)
        data = event(step if isinstance(step, str) else json.dumps(step))
        if chance.random() < 0.05:
            at = chance.randrange(len(data))
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        if chance.random() > 0.05:
            steps.append(data)
    return steps


OPENAI_STREAM = [
    openai_chunk({"role": "assistant", "content": "", "reasoning_content": "Hm."}),
    openai_chunk({"content": "Let me see. "}),
    openai_chunk({"content": [{"type": "text", "text": "So."}], "refusal": None, "reasoning_details": [{"type": "x"}]}),
    call_of(extra_content={"google": {"thought_signature": "S"}}),
    openai_chunk({"tool_calls": [{"index": 1, "id": "c2", "function": {"name": "list_all", "arguments": '{"a"'}}]}),
    openai_chunk({"tool_calls": [{"index": 1, "function": {"arguments": ": 1}"}}]}),
    openai_chunk(finish="tool_calls"),
    *openai_end(),
]
GEMINI_STREAM = [
    gemini_chunk({"text": "Hm.", "thought": True}),
    gemini_chunk({"text": "Let me see. "}),
    gemini_chunk({"functionCall": {"name": "look_up", "args": {"name": "x"}, "id": "c1"}, "thoughtSignature": "S"}),
    {"promptFeedback": {"safetyRatings": []}, "candidates": []},
    gemini_chunk({"text": ""}, finish="STOP"),
]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.dear
def test_any_spoilt_stream_ends_with_an_answer_or_a_code(
    server: WireServer, openai_model: OpenAIChat, seed: int
) -> None:
    chance = random.Random(seed)
    gemini = GeminiChat("test", server.url)
    outcomes = set()
    for _ in range(40):
        stream = spoilt_stream(chance, OPENAI_STREAM)
        server.script = (
            [Behaviour(stream)] * 3 if chance.random() < 0.9 else [whole(spoilt(chance, OPENAI_STREAM[1]))] * 3
        )
        outcomes.add(outcome(openai_model))
        server.script = [Behaviour(spoilt_stream(chance, GEMINI_STREAM))] * 4
        outcomes.add(outcome(gemini))
    assert {"done", "malformed"} <= outcomes <= {"done", *get_args(ErrorCode)}
