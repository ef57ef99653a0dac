"""What stands under "reason:", a side that is put in the other's place, calls that trade nothing, "4 350 euro". Pure."""

from __future__ import annotations

from decimal import Decimal

import pytest

from chat.assistants import Said
from pa_dealing.rules.justification import rate_justification
from pa_dealing.words import derivative_said, heads_reason, reason_in, side_named, value_in_words


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("The reason is, our boiler broke and I don't want to borrow for it.", "borrow for it"),
        ("Reason: I simply fancy owning a bit of it", "owning a bit of it"),
        ("My reason is: the van broke down and I must buy another one, for that I need the money.", "van broke down"),
    ],
)
def test_what_stands_under_its_head_is_the_whole_reason(words: str, reason: str) -> None:
    assert heads_reason(words)
    assert reason in reason_in(words)


def test_a_question_under_the_head_is_no_reason_and_numbers_behind_it_are_none() -> None:
    assert reason_in("Reason: what do you mean by that?") == ""
    assert "shares" not in reason_in("The reason: I want more dividend income. 40 shares, about 3000 euro")


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("Wrong word, sorry: I don't want to sell, I want to buy them.", "BUY"),
        ("I do not want to buy, I want to sell these.", "SELL"),
        ("I don't want to sell", None),
    ],
)
def test_the_side_that_is_wanted_counts_and_not_the_one_that_is_denied(words: str, side: str | None) -> None:
    mention = side_named(words)
    assert (mention and mention.direction) == side


def test_who_is_between_two_calls_trades_no_option() -> None:
    assert derivative_said("buy 30 Adidas, make it quick, I am between two calls") is None
    assert derivative_said("buy 3 Adidas calls") is not None


def test_an_amount_grouped_by_a_blank_is_one_where_the_value_was_asked_for() -> None:
    messages = [Said(1, "It is 6 250 euro in all.")]
    assert value_in_words(messages, Decimal(6250), asked=True).currency == "EUR"


@pytest.mark.parametrize(
    "words",
    [
        "something boring that I can keep for fifteen years or more",
        "we are buying a used camper in the spring",
        "the money goes to a greenhouse that my mother has always wanted",
        "I need the money for the repair of our stairs",
    ],
)
def test_what_the_money_is_for_and_how_long_it_stays_are_aims(words: str) -> None:
    assert rate_justification(words).quality == "GOOD"
