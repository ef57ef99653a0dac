"""With no model: what was said before it was asked, in other words, or with a remark behind it, counts as it is meant."""

from __future__ import annotations

import pytest

from pa_dealing.tests.shared import Desk, asked_for


def asked_for_value(desk: Desk) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed")


@pytest.mark.parametrize(
    "named", ["euros", "euros, it's the Amsterdam listing", "in euro please, that is what it trades in"]
)
@pytest.mark.parametrize("between", [[], ["what does value mean here?"], ["one moment please"]])
def test_a_currency_that_was_named_is_that_of_the_amount_that_follows(
    desk: Desk, named: str, between: list[str]
) -> None:
    asked_for_value(desk)
    for words in (named, *between, "around 8,200"):
        desk.say(words)
    assert (desk.draft.estimated_value, desk.draft.estimated_currency) == (8200, "EUR")


def test_of_two_currencies_neither_is_taken(desk: Desk) -> None:
    asked_for_value(desk)
    desk.say("euros, or maybe dollars")
    desk.say("around 8,200")
    assert desk.draft.currency_confirmed is False or desk.draft.estimated_currency is None


@pytest.mark.parametrize(
    "words", ["wait no. I want to SELL the {n}, not buy", "sorry, sell the {n}", "I meant to sell those {n}"]
)
def test_the_number_of_units_said_again_is_no_value(desk: Desk, words: str) -> None:
    asked_for_value(desk)
    desk.say("US dollars")
    desk.say(words.format(n=desk.draft.quantity))
    assert desk.draft.estimated_value is None
    assert desk.draft.direction == "SELL"


@pytest.mark.parametrize("before", [[], ["US dollars"]])
def test_the_number_of_units_alone_is_no_value_either(desk: Desk, before: list[str]) -> None:
    asked_for_value(desk)
    for words in before:
        desk.say(words)
    turn = desk.say(str(desk.draft.quantity))
    assert desk.draft.estimated_value is None
    assert "is the quantity that stands" in turn.reply


@pytest.mark.parametrize(
    "words",
    [
        "to be honest, yes, I do have inside information. a friend in their accounts department told me figures that only come out next week",
        "well, I do have inside information: my flatmate at the company told me",
        "honestly yes, I do know something that is not public",
    ],
)
def test_who_owns_up_has_inside_information(desk: Desk, words: str) -> None:
    asked_for(desk, "has_inside_info", "is_related_party")
    desk.say(words)
    assert desk.draft.has_inside_info is True


@pytest.mark.parametrize(
    "words",
    [
        "nah no inside info, and not a related party, its a crypto coin lol",
        "no inside information and not related, it's just an index fund",
        "no and no, I work in the canteen",
    ],
)
def test_a_remark_behind_a_no_to_both_takes_nothing_from_it(desk: Desk, words: str) -> None:
    asked_for(desk, "has_inside_info", "is_related_party")
    desk.say(words)
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (False, False)
