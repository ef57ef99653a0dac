"""What is told of other people, pets, the weather and a mood is no fact of the person's retirement."""

from __future__ import annotations

import pytest

from retirement.reading.reader import read_facts
from retirement.tests.shared import Desk


def types_in(text: str, asked: str = "") -> list[str]:
    return [fact.fact_type for fact in read_facts(text, asked)]


@pytest.mark.parametrize(
    "text",
    [
        "our plumber retired last year",
        "my landlord is retiring in 2030",
        "In that show the detective quits working at 50",
        "my cousin's barber stopped working at 58",
        "my neighbor's father has dementia",
        "the mother of my colleague lives in assisted living",
        "a couple of my friends have no will",
        "my boss's wife has long term care insurance",
        "I'll stop working at 150",
        "some days I want to quit",
        "the cat sat on the keyboard",
        "awful weather today",
        "our dentist turned 65",
        "our landlord just turned 80",
        "The mailman is 58",
        "my doctor's 61",
        "the guy next door is 70",
        "our vet became seventy in June",
        "onze tandarts is 65 geworden",
        "My old history teacher would be 90 now",
        "a woman in my choir is already 88",
        "the notary is 67",
        "god, I feel like I'm 100 today",
        "it feels as if I'm 90 this morning",
        "retiring at 55 must be nice",
        "moving to Spain sounds lovely",
        "I nearly bought a condo for $450,000",
        "we almost sold the house last year",
        "als ik nou eens 2 miljoen had",
        "my dentist's wife retired at 50",
        "the plumber's mother is in a nursing home",
        "must be nice to have a pension like that",
        "wouldn't it be great to stop at 58",
        "it would be lovely to own a house in Spain",
        "we were going to buy a boat for $90,000 but no",
        "als we nou een pensioen hadden",
        "the lottery is my plan",
        "hold on, I lost the glasses",
    ],
)
def test_the_life_of_others_pets_weather_and_sighs_are_no_facts(text: str) -> None:
    assert types_in(text) == []


@pytest.mark.parametrize(
    "text", ["my daughter turned 40, she helps me with this", "as old as the hills", "my brother is 77"]
)
def test_the_age_of_somebody_else_or_a_likeness_answers_no_question_for_an_age(text: str) -> None:
    assert "age" not in types_in(text, "age")


@pytest.mark.parametrize(
    ("text", "fact_type"),
    [
        ("our plan is to retire at 65", "target_retirement_age"),
        ("my age is 61", "age"),
        ("my wife turned 61", "partner_age"),
        ("I turned 65 in May", "age"),
        ("my planned retirement age is 66", "target_retirement_age"),
        ("I nearly paid off the house, $9,000 is left on the mortgage", "mortgage"),
        ("I want to quit at 63", "target_retirement_age"),
        ("my husband and I retire at 65", "target_retirement_age"),
        ("one of my daughters lives with us", "household"),
        ("both of my parents lived past 90", "family_longevity"),
        ("my wife's mother is in a nursing home", "family_care_history"),
        ("I need new glasses", "dental_vision_hearing"),
        ("I want to work until 95", "planning_horizon"),
    ],
)
def test_the_persons_own_life_is_told_of_those_who_are_close(text: str, fact_type: str) -> None:
    assert fact_type in types_in(text)


@pytest.mark.parametrize(
    "text", ["our dentist turned 65", "The mailman is 65", "my doctor's 65 now", "onze tandarts is 65"]
)
def test_a_model_cannot_make_the_age_of_somebody_else_the_persons(desk: Desk, text: str) -> None:
    refused = desk.tool("information", text, topic="longevity_inflation", value="Is 65 years old", fact_type="age")
    assert refused["status"] == "error"


@pytest.mark.parametrize("text", ["what if I stopped at 60?", "would 300k be enough?", "do I need a will?"])
def test_a_question_is_no_fact_as_it_stands_either(desk: Desk, text: str) -> None:
    refused = desk.tool("information", text, topic="income_cash_flow", value=text)
    assert refused["status"] == "error"
    assert "is a question" in refused["error"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("My sister in Cebu, she retired already at 55.", "pension"),
        ("my son has a pension of 2,000 a month", ""),
        ("bad week", "medicare_status"),
        ("I've got a casserole in the oven", "retirement_savings"),
        ("66 year I have", "marital_status"),
    ],
)
def test_neither_the_money_of_ones_family_nor_small_talk_answers_a_question(text: str, asked: str) -> None:
    assert types_in(text, asked) == []


def test_a_room_in_the_house_of_ones_family_is_of_the_persons_plan() -> None:
    assert types_in("I'm moving into my daughter's basement suite in Minneapolis in the fall.")


def test_she_is_the_relation_that_was_named_and_no_partner() -> None:
    assert not types_in("my sister is a nurse, she takes eight pills a day")
    assert "partner_prescriptions" in types_in("my wife is a nurse, she takes eight pills a day")


def test_what_is_said_of_someone_supposed_is_nobodys_fact() -> None:
    assert not types_in("say someone has 2 million and retires at 50, is that enough?")
