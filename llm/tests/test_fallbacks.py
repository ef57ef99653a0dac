"""How one forced answer is asked for: each form only where the one before was refused, or the model did not keep to it."""

from __future__ import annotations

from typing import Any

import pytest

from llm.cards import Card
from llm.interface import ModelError
from llm.openai import OpenAIChat
from llm.structured import ask
from llm.tests.shared import look_up, request
from llm.tests.test_structured import Plan
from llm.tests.wire_server import Behaviour, WireServer, failure, openai_chunk, openai_end, openai_text
from llm.types import Message

WIN = '{"goal": "win"}'


@pytest.fixture
def model(server: WireServer) -> OpenAIChat:
    """The adapter, which has learnt nothing of its server yet."""
    return OpenAIChat("sk-test", f"{server.url}/v1")


def words(text: str) -> Behaviour:
    return Behaviour(openai_text(text))


def called() -> Behaviour:
    part = {"index": 0, "id": "c1", "type": "function", "function": {"name": "Plan", "arguments": WIN}}
    return Behaviour([openai_chunk({"tool_calls": [part]}), openai_chunk(finish="tool_calls"), *openai_end()])


def forms(server: WireServer) -> list[str]:
    """How each request so far demanded its answer."""
    return [form_of(got.body) for got in server.received]


def form_of(body: dict[str, Any]) -> str:
    if "tools" in body:
        choice = body["tool_choice"]
        return choice if isinstance(choice, str) else "named"
    assert "tool_choice" not in body
    return "json_schema" if "response_format" in body else "json_text"


def test_a_model_that_calls_nothing_is_asked_in_each_form_until_one_is_kept_to(
    server: WireServer, model: OpenAIChat
) -> None:
    server.script = [words("Sure."), words("Let me see."), words("I would win."), words(WIN), words(WIN)]
    assert ask(model, request(), Plan).goal == "win"
    assert forms(server) == ["named", "required", "json_schema", "json_text"]
    assert ask(model, request(), Plan).goal == "win"
    assert forms(server)[4:] == ["json_text"]


def test_the_form_that_is_kept_to_is_remembered_for_this_model_alone(server: WireServer, model: OpenAIChat) -> None:
    server.script = [words("Sure."), words("Let me see."), words(WIN), words(WIN), called()]
    for _ in range(2):
        assert ask(model, request(), Plan).goal == "win"
    assert ask(model, request(model="another"), Plan).goal == "win"
    assert forms(server) == ["named", "required", "json_schema", "json_schema", "named"]
    assert model.learnt("some-model") >= {"json_schema"}


def test_a_forced_call_as_json_says_its_schema_and_what_is_wanted(server: WireServer, model: OpenAIChat) -> None:
    server.script = [words("Sure."), words("Well."), words('{"goal": 3}'), words(WIN)]
    assert ask(model, request(Message("user", "Plan it.")), Plan).goal == "win"
    first, second = (got.body for got in server.received[2:])
    assert first["response_format"]["json_schema"]["name"] == "Plan"
    assert first["response_format"]["json_schema"]["schema"]["required"] == ["goal"]
    system = first["messages"][0]["content"]
    assert system.startswith("Be brief.\n\nThe plan for the question.")
    assert '"required": ["goal"]' in system
    # What was wrong with it is told in words: there are no tools to answer for.
    assert [message["role"] for message in second["messages"]] == ["system", "user", "assistant", "user"]
    assert "goal: Input should be a valid string" in second["messages"][-1]["content"]


@pytest.mark.parametrize(
    "refusal",
    [
        "gemma3:270m does not support tools",
        "tools param requires --jinja flag",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    ],
)
def test_a_server_without_tools_is_asked_for_words_at_once(server: WireServer, model: OpenAIChat, refusal: str) -> None:
    server.script = [failure(400, {"error": {"message": refusal}}), words(WIN)]
    assert ask(model, request(), Plan).goal == "win"
    assert forms(server) == ["named", "json_schema"]
    # A turn that may call several tools is told what to set: for it there is no other form.
    server.script = [failure(400, {"error": {"message": refusal}})]
    with pytest.raises(ModelError, match="not_configured"):
        list(model.stream(request(tools=(look_up,))))


def test_a_server_that_takes_no_choice_and_no_schema_is_asked_in_words(server: WireServer, model: OpenAIChat) -> None:
    choice = failure(400, {"error": "Invalid tool_choice"})
    schema = failure(400, {"error": {"message": "'response_format.type' must be 'text' or 'json_object'"}})
    server.script = [choice, choice, choice, schema, words(WIN)]
    assert ask(model, request(), Plan).goal == "win"
    assert forms(server) == ["named", "required", "auto", "json_schema", "json_text"]


def test_what_words_alone_mean_is_said_by_who_asks(server: WireServer, model: OpenAIChat) -> None:
    server.script = [words("I would win.")] * 5
    plan = ask(model, request(), Plan, plain=lambda spoken: Plan(goal=spoken))
    assert plan.goal == "I would win."
    assert forms(server) == ["named", "required", "json_schema", "json_text", "json_text"]
    server.script = [words("I would win.")] * 2
    with pytest.raises(ModelError, match="malformed"):
        ask(model, request(), Plan)


@pytest.mark.parametrize("card", ["json_schema", "json_text"])
def test_a_card_says_the_form_beforehand(server: WireServer, model: OpenAIChat, card: str) -> None:
    server.script = [words(WIN)]
    assert ask(model, request(card=Card(forced_choice=card)), Plan).goal == "win"  # type: ignore[arg-type]
    assert forms(server) == [card]


def test_a_card_without_tools_sends_none_for_a_forced_answer(server: WireServer, model: OpenAIChat) -> None:
    server.script = [words(WIN)]
    assert ask(model, request(card=Card(tools=False)), Plan).goal == "win"
    assert forms(server) == ["json_schema"]
