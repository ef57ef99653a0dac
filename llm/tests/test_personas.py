"""Personas: the same honest calls, made as models of different character make them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from llm.testing import FALSE_CLAIMS, KINDS, HonestCall, Persona
from llm.tools import tool
from llm.types import Message, ModelRequest, TextDelta, ToolCall, ToolResult


@tool
def note(quantity: int, currency: str, certain: bool) -> dict[str, Any]:
    """Note a number."""
    return {"status": "success"}


CUES = (
    HonestCall("note", {"quantity": 2000, "currency": "EUR", "certain": True}),
    HonestCall("note", {"quantity": 5, "currency": "SEK", "certain": False}),
    HonestCall("show", {}, after="complete"),
)


def request(*messages: Message) -> ModelRequest:
    return ModelRequest("openai:persona", "", messages or (Message("user", "two thousand euros, please"),), (note,))


def answered(result: str = "{}") -> ModelRequest:
    """The same turn, once its calls have been run."""
    return request(
        Message("user", "two thousand euros, please"), Message("tool", results=(ToolResult("1", "note", result),))
    )


def persona(kind: str, cues: Sequence[HonestCall] = CUES, **more: Any) -> Persona:
    return Persona(kind, lambda request: cues, lambda request, results: "And then?", seed="1", **more)


def calls_in(model: Persona, asked: ModelRequest) -> list[tuple[str, Mapping[str, Any]]]:
    return [(item.name, json.loads(item.arguments)) for item in model.stream(asked) if isinstance(item, ToolCall)]


def text_in(model: Persona, asked: ModelRequest) -> str:
    return "".join(item.text for item in model.stream(asked) if isinstance(item, TextDelta))


def test_a_competent_one_makes_every_call_at_once_and_then_says_something() -> None:
    model = persona("competent")
    assert [name for name, _ in calls_in(model, request())] == ["note", "note"]
    assert text_in(model, answered()) == "And then?"


def test_a_call_for_later_waits_for_its_result() -> None:
    model = persona("competent")
    calls_in(model, request())
    assert calls_in(model, answered('{"hint": "complete"}')) == [("show", {})]


def test_one_call_makes_one_in_a_reply() -> None:
    model = persona("one_call")
    assert [len(calls_in(model, asked)) for asked in (request(), answered(), answered())] == [1, 1, 0]


def test_a_forgetful_one_makes_later_what_it_left_out() -> None:
    model = persona("forgetful", CUES[:2] * 10)
    first = calls_in(model, request())
    again = calls_in(model, request(Message("user", "I said two thousand")))
    assert len(first) < len(again) == 20


def test_a_forgetful_one_makes_what_it_is_reminded_of() -> None:
    cues = [HonestCall("note", {"quantity": n, "words": f"number-{n}"}) for n in range(20)]
    model = persona("forgetful", cues)
    first = calls_in(model, request())
    model.cues = lambda request: []
    missing = [cue.arguments["words"] for cue in cues if ("note", cue.arguments) not in first]
    situation = f"Said before, and in no record.\n{missing[0]}"
    again = calls_in(model, ModelRequest("openai:persona", "", request().messages, (note,), situation=situation))
    assert [arguments["words"] for _, arguments in again] == missing[:1]


def test_a_liar_says_what_is_false_and_which_of_its_calls_were_lies() -> None:
    model = persona("liar", CUES[:1] * 20)
    items = [item for item in model.stream(request()) if isinstance(item, ToolCall)]
    false = {item.id for item in items if json.loads(item.arguments) != dict(CUES[0].arguments)}
    assert false
    assert false == model.lies
    assert any(claim in text_in(model, answered()) for claim in FALSE_CLAIMS)


def test_a_liar_leaves_what_it_is_told_to_leave() -> None:
    model = persona("liar", CUES[:1] * 20, untouched=("quantity", "currency", "certain"))
    calls_in(model, request())
    assert not model.lies


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_conversation(kind: str) -> None:
    assert calls_in(persona(kind), request()) == calls_in(persona(kind), request())


def test_a_kind_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match=r"'clever' is no persona\. There are: competent"):
        persona("clever")


def test_what_says_the_same_in_other_words_is_no_lie() -> None:
    shared = HonestCall("note", {"currency": "EUR"}, other={"currency": "USD"})
    model = persona("liar", [shared] * 8)
    assert [arguments for _, arguments in calls_in(model, request())] == [{"currency": "EUR"}] * 8
    assert not model.lies
