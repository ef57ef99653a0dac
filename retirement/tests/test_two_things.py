"""Two things that one sentence tells: each is noted as what it is, and of whom it is."""

from __future__ import annotations

import pytest

from retirement.reading import read_facts
from retirement.tests.shared import Desk


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


@pytest.mark.parametrize(
    ("text", "fact_types"),
    [
        ("I have 55 years, I work like nurse in a hospital", ["age", "employment_income"]),
        ("Me I have already 59 years", ["age"]),
        ("I get 6200 dollars every month before the tax", ["employment_income"]),
        ("When I am old I want go back to Poland, there is living my sister", ["relocation"]),
    ],
)
def test_who_learnt_english_late_is_read_in_their_own_english(text: str, fact_types: list[str]) -> None:
    assert list(_noted(text)) == fact_types


@pytest.mark.parametrize("text", ["I have 45 years of service", "I have 42 years in the union"])
def test_how_long_somebody_served_is_not_their_age(text: str) -> None:
    assert not {"age", "planning_horizon"} & set(_noted(text))


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("I got the house in the settlement but can't afford the upkeep", "other_income"),
        ("we're in the 35% bracket now and I expect 24 afterwards", "life_expectancy"),
    ],
)
def test_what_is_heard_as_nothing_for_sure_is_no_fact(text: str, unsaid: str) -> None:
    assert unsaid not in _noted(text)


def test_a_question_between_dashes_leaves_what_stands_around_it_told() -> None:
    noted = _noted("The pension pays me 2,100 a month - is that taxed? - and my wife's pension will be 1,650 a month.")
    assert noted["pension"] == "The pension pays me 2,100 a month"
    assert "1,650" in noted["partner_pension"]


def test_to_rattle_around_in_a_house_is_to_have_it_and_no_wish_for_a_smaller_one() -> None:
    assert list(_noted("I have been rattling around in our house in Toledo ever since")) == ["home_ownership"]


def test_what_a_word_is_asked_for_is_no_fact() -> None:
    assert _noted("Define risk tolerance, please.") == {}


def test_what_a_sister_has_answers_no_question_about_the_person() -> None:
    assert (
        _noted(
            "My sister Donna has 740,000 in her 401(k), by the way, and never lets me forget it", "retirement_savings"
        )
        == {}
    )


@pytest.mark.parametrize(
    ("words", "own", "partner"),
    [
        ("Good evening, this is me and my husband, 67 and 71.", "67", "71"),
        ("my wife and I are 58 and 62, no debts", "62", "58"),
    ],
)
def test_the_ages_of_a_couple_are_told_in_the_order_in_which_both_are_named(
    desk: Desk, words: str, own: str, partner: str
) -> None:
    desk.say(words)
    noted = {fact.fact_type: fact.value for fact in desk.record.current}
    assert (noted["age"], noted["partner_age"]) == (own, f"Your partner's age: {partner}")


@pytest.mark.parametrize(
    ("words", "noted"),
    [
        ("once I'm retired I want to run a repair shop for bicycles", ["hobbies"]),
        ("After I stop I'd like to lead a walking club", ["hobbies"]),
        ("Wehn we retire we want to travel", ["travel"]),
        ("we do not have any medical cover at the moment, nothing at all", ["current_coverage"]),
    ],
)
def test_a_wish_for_ones_days_and_what_one_does_not_have_are_facts_and_when_it_would_be_is_none(
    words: str, noted: list[str]
) -> None:
    assert list(_noted(words)) == noted


def test_what_a_partner_has_saved_is_no_age() -> None:
    assert set(_noted("my wife has 300k in her 401k and 80k in an IRA")) == {"partner_retirement_savings"}


@pytest.mark.parametrize("text", ["we will go to Duluth", "My kids will come to Omaha", "he will go there first"])
def test_will_as_a_verb_is_no_testament_and_names_no_heir(text: str) -> None:
    assert not {"will", "inheritance_wishes"} & {*_noted(text)}


def test_a_will_and_what_will_go_to_whom_are_told_as_before() -> None:
    assert "will" in _noted("our will is from 2009")
    assert "inheritance_wishes" in _noted("My kids will inherit the cabin")


def test_the_age_of_a_wife_is_hers_without_an_apostrophe_too() -> None:
    assert _noted("wifes younger, 55, and we rent")["partner_age"] == "Wifes younger, 55"


def test_an_age_that_is_still_to_come_is_not_how_old_somebody_is() -> None:
    assert "age" not in _noted("I get a pension of 1,300 from May on, when I turn 66.")


def test_a_second_thought_tells_what_it_tells() -> None:
    assert _noted("On reflection we are keeping the cabin.") == {"second_home": "We are keeping the cabin"}


def test_until_when_is_put_right_in_the_same_breath() -> None:
    assert _noted("I want to work until 66 no scratch that until 67") == {
        "target_retirement_age": "I want to work until 67"
    }


@pytest.mark.parametrize(
    ("text", "fact_type"),
    [
        ("I don't spend 4000 a month, more like 3200", "spending"),
        ("I don't earn 5000 a month, it is 4500", "employment_income"),
        ("I don't have 300k in the 401k, more like 250k", "retirement_savings"),
    ],
)
def test_how_much_it_is_stands_with_how_much_it_is_not(text: str, fact_type: str) -> None:
    assert _noted(text) == {fact_type: text}


@pytest.mark.parametrize(
    ("words", "fact_type"), [("I don't have a pension", "pension"), ("I don't have any debt", "debts")]
)
def test_what_somebody_does_not_have_is_noted_whatever_was_asked(desk: Desk, words: str, fact_type: str) -> None:
    desk.say(words)
    assert {fact.fact_type: fact.value for fact in desk.record.facts} == {fact_type: words}


@pytest.mark.parametrize("words", ["I have no idea about my pension", "I don't have my 401k statement here"])
def test_what_somebody_does_not_know_is_not_noted(desk: Desk, words: str) -> None:
    desk.say(words)
    assert not desk.record.facts


@pytest.mark.parametrize(
    ("words", "fact_type"),
    [
        ("I've got nobody who could look after me", "caregivers"),
        ("I don't know what tax bracket we will end up in", "tax_bracket"),
        ("no children, so who should get it all, I don't know", "children"),
        ("I was recently widowed and must redo all of it", "marital_status"),
        ("My father-in-law is in a nursing home, and Medicaid pays it", "family_care_history"),
    ],
)
def test_what_is_told_unasked_is_noted_though_it_sounds_like_a_shrug_or_an_order(
    desk: Desk, words: str, fact_type: str
) -> None:
    desk.say(words)
    noted = {fact.fact_type: fact.value for fact in desk.record.facts}
    assert fact_type in noted
    assert not noted[fact_type].endswith("so")


def test_whose_years_they_were_stands_with_them(desk: Desk) -> None:
    desk.say("My grandfather lived to 97 but spent eight years in a nursing home.")
    noted = {fact.fact_type: fact.value for fact in desk.record.facts}
    assert noted["family_care_history"].startswith("My grandfather")
    assert set(noted) == {"family_longevity", "family_care_history"}


def test_how_long_ago_it_was_changes_nothing_of_what_befell_somebody() -> None:
    assert set(_noted("I'm 63 and was only just laid off")) == {"age", "employment_income"}
