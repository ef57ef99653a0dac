"""With no model: what belongs to something else than this trade reaches no record, and an unclear number is asked about."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk, names, sampled

NEAR = [
    json.loads(line)
    for line in (Path(__file__).parent / "cases" / "near_misses.jsonl").read_text(encoding="utf-8").splitlines()
]
NUMBERS = [case for case in NEAR if "quantity" in case["arguments"]]
AMOUNTS = [case for case in NEAR if "amount" in case["arguments"]]


def named(case: dict[str, Any]) -> str:
    return str(case["words"][-1][:60])


@pytest.mark.parametrize("case", sampled(NUMBERS, named))
def test_the_rules_note_no_quantity_that_is_of_something_else(desk: Desk, case: dict[str, object]) -> None:
    words = case["words"]
    assert isinstance(words, list)
    desk.fill(security=SIEMENS, question=case["asked"])
    desk.say("hm")
    for message in words:
        desk.say(message)
    arguments = case["arguments"]
    assert isinstance(arguments, dict)
    # The first message of two says what the second denies: that one stands until it is said anew.
    assert len(words) > 1 or desk.draft.quantity != arguments["quantity"]


@pytest.mark.parametrize("case", sampled(AMOUNTS, named))
def test_the_rules_note_no_value_or_currency_that_is_of_something_else(desk: Desk, case: dict[str, Any]) -> None:
    arguments, words = case["arguments"], case["words"]
    assert isinstance(arguments, dict)
    assert isinstance(words, list)
    desk.fill(
        **{"security": SIEMENS, "direction": "BUY", "quantity": 5, "question": case["asked"], **case.get("draft", {})}
    )
    desk.say("hm")
    for message in words:
        desk.say(message)
    draft = desk.draft
    value = (draft.estimated_value, draft.estimated_currency)
    assert len(words) > 1 or value != (Decimal(str(arguments["amount"])), arguments.get("currency"))
    if len(words) > 1 and "450,000" in words[0]:
        assert draft.estimated_currency != arguments["currency"]


@pytest.mark.parametrize(
    "words",
    [
        "My wife wants to buy 100 Siemens shares at around 28 euros",
        "Buy 5 shares of Siemens on behalf of my daughter",
        "he wants to sell 40 Siemens",
        "my neighbour wants me to buy 100 Siemens",
        "please buy 20 Siemens shares for my mother's account",
        "mijn vrouw wil 100 aandelen Siemens kopen",
        "Joost in accounting would like to sell 80 Siemens",
        "Hm, Marta at the next desk is thinking about buying 30 Siemens",
    ],
)
def test_a_trade_of_somebody_else_is_asked_about_and_not_noted(desk: Desk, words: str) -> None:
    turn = desk.say(words)
    draft = desk.draft
    assert (draft.direction, draft.quantity, draft.estimated_value, draft.security) == (None, None, None, None)
    assert "somebody else" in turn.reply
    desk.say("it is mine: I want to buy 100 Siemens shares")
    assert (desk.draft.direction, desk.draft.quantity) == ("BUY", 100)


@pytest.mark.parametrize("words", ["actually make it 1,500", "make it 1,500", "sorry, 1,500"])
def test_a_changed_number_that_may_be_units_or_value_is_asked_about(desk: Desk, words: str) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=1200, question="MISSING_ESTIMATED_VALUE")
    desk.say("hm")
    turn = desk.say(words)
    assert (desk.draft.quantity, desk.draft.estimated_value) == (1200, None)
    assert "units or a value" in turn.reply


@pytest.mark.parametrize(
    ("answer", "quantity", "value"), [("units", 1500, None), ("the value", 1200, Decimal(1500)), ("shares", 1500, None)]
)
def test_the_answer_to_which_of_the_two_is_taken(desk: Desk, answer: str, quantity: int, value: Decimal | None) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=1200, question="MISSING_ESTIMATED_VALUE")
    desk.say("hm")
    desk.say("actually make it 1,500")
    desk.say(answer)
    assert (desk.draft.quantity, desk.draft.estimated_value) == (quantity, value)


def test_fifty_of_them_are_units(desk: Desk) -> None:
    turn = desk.say("50 of them at 52 euro each")
    assert names(turn) == ["set_quantity"]
    assert desk.draft.quantity == 50


@pytest.mark.parametrize(
    "words",
    ["one share is 48.50 euro", "one piece costs 48.50, together it makes 2,910 euro", "1 of them goes for 48.50"],
)
def test_what_one_of_them_costs_is_no_quantity(desk: Desk, words: str) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=60, question="MISSING_ESTIMATED_VALUE")
    desk.say(words)
    assert desk.draft.quantity == 60


def test_how_many_there_are_puts_the_number_right_beside_an_answer(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL", quantity=80, question="MISSING_HAS_INSIDE_INFO")
    desk.say("My uncle Theo is an engineer at Siemens. En het zijn er 78, niet 80, twee zijn van mijn broer.")
    assert desk.draft.quantity == 78


def test_a_strike_is_no_price_of_one_unit(desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "estimated_value": None, "estimated_currency": None, "quantity": None})
    desk.tool("set_quantity", "3 calls, strike 200, March 2027", quantity=3)
    assert desk.draft.unit_price is None


def test_a_number_of_an_earlier_request_in_the_thread_is_none_of_this_one(desk: Desk) -> None:
    desk.fill(evidence={"begun": {"quote": "sell SAP", "message_id": 2, "start": 0, "end": 8, "source": "chat"}})
    result = desk.tool("set_quantity", "buy 500 Siemens shares", "sell SAP", quantity=500)
    assert result["status"] == "error"
