"""Structured answers, and the scripted model that they are tested with."""

from __future__ import annotations

import threading
from datetime import date
from decimal import Decimal

import pytest
from pydantic import BaseModel, Field

from llm.interface import ModelError, Stopped, StopSignal
from llm.structured import ask
from llm.testing import ScriptedModel, Stall, call, say
from llm.tests.shared import SHORT, first_token, idle, look_up, request, takes, text_of, total
from llm.types import ModelRequest, TextDelta, ToolCall, Usage


class Part(BaseModel):
    text: str
    weight: float = 1.0


class Plan(BaseModel):
    """The plan for the question."""

    goal: str
    parts: list[Part] = Field(default_factory=list)
    amount: Decimal | None = None
    due: date | None = None


def test_the_answer_is_one_forced_call() -> None:
    model = ScriptedModel([call("Plan", goal="win", parts=[{"text": "a", "weight": 0.5}], due="2026-01-02")])
    plan = ask(model, request(tools=(look_up,)), Plan)
    assert plan == Plan(goal="win", parts=[Part(text="a", weight=0.5)], due=date(2026, 1, 2))
    asked = model.requests[0]
    assert asked.tool_choice == "Plan"
    assert [tool.name for tool in asked.tools] == ["Plan"]
    assert asked.tools[0].description == "The plan for the question."
    assert "$ref" not in str(asked.tools[0].schema)


def test_a_decimal_keeps_every_digit() -> None:
    model = ScriptedModel([ToolCall("c", "Plan", '{"goal": "x", "amount": 0.1000000000000000055}')])
    assert ask(model, request(), Plan).amount == Decimal("0.1000000000000000055")


def test_a_wrong_answer_is_sent_back_once_with_what_is_wrong() -> None:
    model = ScriptedModel([call("Plan", parts="none"), call("Plan", goal="win")])
    assert ask(model, request(), Plan).goal == "win"
    wrong, result = model.requests[1].messages[-2:]
    assert wrong.calls[0].arguments == '{"parts": "none"}'
    assert result.results[0].call_id == wrong.calls[0].id
    assert "goal: Field required" in result.results[0].content
    assert "parts: " in result.results[0].content


@pytest.mark.parametrize(
    "reply", [ToolCall("c", "Plan", "{oops"), ToolCall("c", "Plan", "[1]"), say("No."), call("Other")]
)
def test_a_second_wrong_answer_is_malformed(reply: ToolCall) -> None:
    model = ScriptedModel([reply, reply])
    with pytest.raises(ModelError, match="malformed: the answer did not fit Plan"):
        ask(model, request(), Plan)
    model.assert_used_up()


def test_words_alone_are_an_answer_only_the_second_time_and_where_the_asker_says_so() -> None:
    model = ScriptedModel([say("No."), say("Never.")])
    assert ask(model, request(), Plan, plain=lambda words: Plan(goal=words)).goal == "Never."
    for wrong in (call("Plan", parts="none"), say('{"parts": "none"}')):
        with pytest.raises(ModelError, match="malformed"):
            ask(ScriptedModel([wrong, say("Never.")]), request(), Plan, plain=lambda words: Plan(goal=words))


def test_text_that_cannot_be_stored_is_cleaned() -> None:
    model = ScriptedModel([ToolCall("c", "Plan", '{"goal": "a\\u0000b\\ud800"}')])
    assert ask(model, request(), Plan).goal == "a\ufffdb\ufffd"


def test_the_script_is_played_in_order_and_the_requests_are_kept() -> None:
    model = ScriptedModel(
        ["One", say("Two, in pieces", chunks=3), [TextDelta("x"), Usage(5, 6)], call("look_up", name="y")]
    )
    assert next(iter(model.stream(request()))) == TextDelta("One")
    pieces = list(model.stream(request()))
    assert len(pieces) == 4
    assert text_of(pieces) == "Two, in pieces"
    assert list(model.stream(request()))[-1] == Usage(5, 6)
    assert isinstance(next(iter(model.stream(request()))), ToolCall)
    assert len(model.requests) == 4
    model.assert_used_up()


def test_a_reply_may_be_a_function_of_the_request() -> None:
    def answer(asked: ModelRequest) -> str:
        return asked.messages[-1].text.upper()

    assert text_of(list(ScriptedModel([answer]).stream(request()))) == "HELLO"


def test_an_unscripted_call_quotes_the_request() -> None:
    with pytest.raises(AssertionError, match=r"call 1 was not scripted: model 'some-model'.*look_up.*Hello"):
        ScriptedModel().stream(request(tools=(look_up,)))


def test_a_script_that_is_not_used_up_fails() -> None:
    with pytest.raises(AssertionError, match="1 scripted replies were never asked for"):
        ScriptedModel().then("One").assert_used_up()


def test_an_exception_is_raised_where_it_stands() -> None:
    model = ScriptedModel([[TextDelta("a"), ModelError("busy", "later")], ModelError("refused", "no")])
    stream = iter(model.stream(request()))
    assert next(stream) == TextDelta("a")
    with pytest.raises(ModelError, match="busy"):
        next(stream)
    with pytest.raises(ModelError, match="refused"):
        list(model.stream(request()))


def test_a_stall_passes_or_ends_with_stop() -> None:
    assert text_of(list(ScriptedModel([[Stall(0.01), TextDelta("a")]]).stream(request()))) == "a"
    stop = StopSignal()
    threading.Timer(SHORT, stop.set).start()
    with takes(SHORT * 0.9, SHORT + 0.3), pytest.raises(Stopped):
        list(ScriptedModel([[TextDelta("a"), Stall(9)]]).stream(request(stop=stop)))


def test_a_stall_ends_with_the_clock_that_runs_out() -> None:
    for clocks, name in ((first_token(0.05), "first token"), (total(0.05), "total")):
        with pytest.raises(ModelError, match=f"timeout: the {name} clock"):
            list(ScriptedModel([Stall(9)]).stream(request(clocks=clocks)))
    with pytest.raises(ModelError, match="timeout: the idle clock"):
        list(ScriptedModel([[TextDelta("a"), Stall(9)]]).stream(request(clocks=idle(0.05))))
