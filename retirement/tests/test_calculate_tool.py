"""The tool does sums on the person's own numbers and refuses any other."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from typing import Any

import pytest

from audit.trail import Actor
from chat.assistants import Said, ToolContext
from llm.types import ToolCall
from retirement.calculators.tool import calculate
from retirement.calculators.which_sum import find_sum
from retirement.checklist.topics import Topic
from retirement.facts import FactView
from retirement.tests.shared import Desk


def calculated(words: str, **arguments: Any) -> dict[str, Any]:
    context = ToolContext(Actor(1, uuid.uuid4()), uuid.uuid4(), None, [Said(1, words)], "")
    return calculate.function(context, **calculate.check(ToolCall("1", "calculate", json.dumps(arguments))))


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
    result = calculated("hi", kind="full_retirement_age")
    assert "the birth year is not given" in result["error"]
    assert "birth_year is not given" in result["advice"]


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
        ("How long will $200,000 last if I spend $1,500 a month?", "the money pays for 11 years and 1 month"),
        ("How long does 500k last at 40,000 a year?", "the money pays for 12 years and 6 months"),
        # A number that could be a year is none with a comma in it, or by the month.
        ("how long will my 300,000 last at 2,000 a month", "the money pays for 12 years and 6 months"),
        ("how long would 300000 last at 2000 a month?", "the money pays for 12 years and 6 months"),
        ("If I draw 5% a year from $600,000, what is that a month?", "5% of $600,000 a year is $2,500 a month"),
        ("The 403b pays 24,000 a year, how much is that monthly?", "$2,000 a month"),
        ("I put 500 in the S&P 500 each month, how much is that a year?", "$6,000 a year"),
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


SAVED = FactView("1", Topic.INCOME_CASH_FLOW, None, "retirement_savings", "Roughly 320k in a 401k", 0.9, "1")
ROTH = FactView("2", Topic.INCOME_CASH_FLOW, None, "retirement_savings_2", "A Roth IRA with $80,000", 0.9, "2")


@pytest.mark.parametrize(
    ("words", "amount"),
    [
        ("if I take 4% out of the 401k each year how much is that a month?", 320_000),
        ("what is 4 percent of my 401(k) a month", 320_000),
        ("How long will the Roth last if I spend $2,000 a month?", 80_000),
    ],
)
def test_the_account_that_is_named_is_the_one_that_is_known(words: str, amount: int) -> None:
    wanted = find_sum(words, [SAVED, ROTH])
    assert wanted is not None
    assert wanted["amount"] == amount


@pytest.mark.parametrize(
    "words",
    ["what is 4% of my 401k a month?", "if I take 4% of my savings, what is that a month?", "how much is 401k a month"],
)
def test_the_name_of_an_account_is_no_amount_and_an_unknown_one_is_asked_for(words: str) -> None:
    assert find_sum(words) is None
    assert find_sum(words, [ROTH, SAVED, replace(ROTH, id="3", value="401k of 10k")]) is None


def test_a_name_that_holds_a_number_is_none_that_a_person_wrote() -> None:
    for words, amount in (("4% of my 401k", 401_000), ("half in the S&P 500", 500), ("a 529 plan", 529)):
        assert calculated(words, kind="percent_of", amount=amount, rate=4)["status"] == "error"


def test_a_question_about_the_account_that_was_told_is_worked_out_and_notes_nothing(desk: Desk) -> None:
    desk.say("I have roughly 320k in a 401k")
    known = len(desk.record.facts)
    turn = desk.say("if I take 4% out of the 401k each year how much is that a month?")
    assert "$1,066.67 a month ($320,000 x 4% / 12)" in turn.reply
    assert len(desk.record.facts) == known


def test_a_sum_without_its_amount_is_asked_for_it(desk: Desk) -> None:
    assert "Which amount do you mean?" in desk.say("if I take 4% out of the 401k, how much is that a month?").reply
    assert not desk.record.facts
