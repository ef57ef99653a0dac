"""The two incidents of the specification, with a model that makes exactly those mistakes; and others of their kind."""

from __future__ import annotations

from decimal import Decimal

import pytest

from llm.testing import call
from pa_dealing.tests.shared import Desk, results

MESSAGE = "Buying 2,000 units of Siemens at 131.45, total value EUR 262,900"


def test_a_trade_in_euros_is_never_stored_as_dollars(scripted: Desk) -> None:
    turn = scripted.say(
        MESSAGE,
        [call("set_trade_value", amount=262900, currency="USD")],
        [call("set_trade_value", amount=262900, currency="EUR")],
        "Noted.",
    )
    refused, taken = results(turn)
    assert refused["status"] == "error"
    assert "EUR" in refused["error"]
    assert "USD" in refused["error"]
    assert taken["status"] == "success"
    assert (scripted.draft.estimated_value, scripted.draft.estimated_currency) == (Decimal(262900), "EUR")


def test_a_currency_that_was_never_said_is_not_assumed(scripted: Desk) -> None:
    turn = scripted.say(
        "Buying 2,000 units of Siemens, the value is 262,900",
        [call("set_trade_value", amount=262900, currency="USD")],
        [call("set_value_pending_currency", amount=262900)],
        "Which currency?",
    )
    assert results(turn)[0]["status"] == "error"
    assert results(turn)[1]["instructional_hint"] == "CURRENCY_CONFIRMATION_REQUIRED"
    assert scripted.draft.estimated_currency is None
    assert scripted.draft.pending_currency_confirmation


def test_two_thousand_units_never_become_twelve_thousand(scripted: Desk) -> None:
    turn = scripted.say(
        MESSAGE,
        [call("set_quantity", quantity=12000)],
        [call("set_quantity", quantity=2000)],
        "Noted.",
    )
    refused, taken = results(turn)
    assert refused["status"] == "error"
    for written in ('"2,000" (quantity)', '"131.45" (price)', '"EUR 262,900" (money)'):
        assert written in refused["error"]
    assert taken == {**taken, "status": "success", "quantity": 2000}
    assert scripted.draft.quantity == 2000


@pytest.mark.parametrize("wrong", [262900, 131, 13145, 2, 200, 20000, 1])
def test_neither_the_price_nor_the_value_passes_as_the_quantity(scripted: Desk, wrong: int) -> None:
    turn = scripted.say(MESSAGE, [call("set_quantity", quantity=wrong)], "How many?")
    assert results(turn)[0]["status"] == "error"
    assert scripted.draft.quantity is None


@pytest.mark.parametrize("wrong", [2000, 131.45, 26290, 2629000, 262901])
def test_neither_the_quantity_nor_the_price_passes_as_the_value(scripted: Desk, wrong: float) -> None:
    turn = scripted.say(MESSAGE, [call("set_trade_value", amount=wrong, currency="EUR")], "What is it worth?")
    assert results(turn)[0]["status"] == "error"
    assert scripted.draft.estimated_value is None


def test_all_right_calls_of_one_reply_are_kept_although_one_is_wrong(scripted: Desk) -> None:
    turn = scripted.say(
        MESSAGE,
        [
            call("set_security", search_term="siemens"),
            call("set_direction", direction="BUY"),
            call("set_quantity", quantity=12000),
            call("set_trade_value", amount=262900, currency="EUR"),
        ],
        "How many?",
    )
    assert [result["status"] for result in results(turn)] == ["pending", "success", "error", "success"]
    draft = scripted.draft
    assert (draft.direction, draft.quantity, draft.estimated_value) == ("BUY", None, Decimal(262900))


def test_the_rules_read_the_same_message_right(desk: Desk) -> None:
    desk.say(MESSAGE)
    draft = desk.state["draft"]
    assert (draft["quantity"], draft["estimated_value"], draft["estimated_currency"]) == (2000, "262900.00", "EUR")
    assert draft["candidates"][0]["symbol"] == "SIE.DE"
