"""The tool does sums on the person's own numbers and refuses any other."""

from __future__ import annotations

import json
import uuid
from typing import Any

import pytest

from audit.trail import Actor
from chat.assistants import Said, ToolContext
from chat.loop import run_call
from llm.types import ToolCall
from retirement.calculate_tool import calculate
from retirement.sums import find_sum


def calculated(words: str, **arguments: Any) -> dict[str, Any]:
    context = ToolContext(Actor(1, uuid.uuid4()), uuid.uuid4(), None, [Said(1, words)], "")
    return run_call([calculate], context, ToolCall("1", "calculate", json.dumps(arguments)))


def test_a_sum_shows_its_inputs_and_its_formula() -> None:
    assert calculated("$4,000 a month is how much a year?", kind="monthly_to_yearly", amount=4000) == {
        "status": "success",
        "kind": "monthly_to_yearly",
        "inputs": {"amount": "4000"},
        "formula": "monthly amount x 12",
        "result": "$48,000 a year",
    }


def test_a_number_that_nobody_wrote_is_refused_by_its_value() -> None:
    result = calculated("$4,000 a month", kind="monthly_to_yearly", amount=5000)
    assert result["status"] == "error"
    assert "5000" in result["error"]


def test_a_missing_number_is_named() -> None:
    assert "birth_year is not given" in calculated("hi", kind="full_retirement_age")["error"]


@pytest.mark.parametrize(
    ("words", "result"),
    [
        ("I'm 58, how many years until 64?", "6 years from 58 to 64"),
        ("I was born in 1961, what is my full retirement age?", "full retirement age is 67"),
        ("I was born in 1957, what's my FRA?", "full retirement age is 66 and 6 months"),
        ("born in 1960, when do my RMDs start?", "at 75, in 2035; the first may wait until 1 April 2036"),
        ("I'm 75 with $600,000 in my IRA, how much is my RMD?", "$24,390.24 for the year in which you reach 75"),
        ("what is 4% of $800,000?", "4% of $800,000 is $32,000"),
        ("What will $1,000 be in 10 years at 3% inflation?", "$1,000 becomes $1,343.92 in 10 years"),
        ("$60,000 a year is how much a month?", "$5,000 a month"),
        (
            "born 1960, $2,000 at full retirement age, how much if I claim at 62?",
            "$1,400 a month, 70.00% of the full benefit",
        ),
        ("I was born in 1962, what year will I turn 70?", "someone born in 1962 turns 70 in 2032"),
        (
            "How long will $100,000 last if I take $40,000 a year at 0% and 2% inflation?",
            "the money pays for 2 full years",
        ),
    ],
)
def test_a_question_is_read_as_the_sum_it_asks_for(words: str, result: str) -> None:
    wanted = find_sum(words)
    assert wanted is not None
    assert calculated(words, **wanted)["result"] == result


@pytest.mark.parametrize(
    "words", ["I'm 58", "When should I retire?", "hello", "Do I have enough?", "How long will my money last?"]
)
def test_no_sum_is_made_up(words: str) -> None:
    assert find_sum(words) is None
