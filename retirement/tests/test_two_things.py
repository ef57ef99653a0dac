"""Two things that one sentence tells: each is noted as what it is, and of whom it is."""

from __future__ import annotations

import pytest

from retirement.reading import read_facts


def _noted(text: str, asked: str = "") -> dict[str, str]:
    return {fact.fact_type: fact.value for fact in read_facts(text, asked)}


@pytest.mark.parametrize("condition", ["has MS", "has bad knees"])
def test_what_goes_on_of_a_partner_is_no_fact_of_the_person(condition: str) -> None:
    noted = _noted(f"my wife is 63 and {condition}")
    assert noted["partner_age"] == "My wife is 63"
    assert "health_conditions" not in noted


def test_an_age_and_what_is_said_with_it_are_two_facts() -> None:
    noted = _noted("I'm 63 with type 2 diabetes.")
    assert noted == {"age": "I'm 63", "health_conditions": "Type 2 diabetes"}


def test_what_the_person_says_of_themselves_is_no_further_amount_of_the_thing_before() -> None:
    noted = _noted("My mortgage is $1,600 a month and I make $5,000.")
    assert noted["mortgage"] == "My mortgage is $1,600 a month"
    assert noted["employment_income"] == "I make $5,000"


def test_what_plainly_tells_of_something_else_does_not_answer_the_question() -> None:
    assert _noted("no will yet", "household") == {"will": "No will yet"}


@pytest.mark.parametrize(
    "text",
    ["I put 900 a month in my 401k and theres around 280k in it", "I save 500 a month, it holds about 60,000 now"],
)
def test_what_an_account_holds_is_no_further_amount_of_what_is_put_in(text: str) -> None:
    assert list(_noted(text)) == ["savings_rate", "retirement_savings"]


@pytest.mark.parametrize("text", ["im 61, wife is 59", "I'm 66, my husband's 70"])
def test_the_ages_of_two_people_are_two_facts(text: str) -> None:
    assert list(_noted(text)) == ["age", "partner_age"]


def test_how_sincerely_something_is_told_says_nothing_of_what_it_is() -> None:
    assert _noted("honestly the markets make me nervous") == {"risk_tolerance": "The markets make me nervous"}
