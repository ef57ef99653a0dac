"""A trade, an hour of today and a word to the listener are no facts; what joins or lists people changes none. Pure."""

from __future__ import annotations

import pytest

from retirement.reading import read_facts


def kinds(words: str, asked: str = "") -> list[str]:
    return [fact.fact_type for fact in read_facts(words, asked)]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("60, dental hygienist", ["age"]),
        ("57, insurance agent in Dayton", ["age"]),
        ("I'm a travel agent", []),
        ("63, landlord", ["age"]),
        ("I have a financial adviser", ["financial_adviser"]),
    ],
)
def test_what_somebody_does_for_a_living_is_no_fact_of_another_kind(words: str, expected: list[str]) -> None:
    assert kinds(words) == expected


@pytest.mark.parametrize("words", ["Crowns at half past three.", "Listen to me going on and on about it!"])
def test_an_hour_of_today_and_a_word_to_the_listener_are_no_facts(words: str) -> None:
    assert kinds(words) == []


def test_what_a_sentence_is_joined_by_changes_nothing_of_it() -> None:
    words = "we rent our flat here in Dayton for twelve hundred dollars a month"
    assert kinds(f"and {words}") == kinds(words) == ["renting"]


def test_what_both_did_is_of_the_people_that_are_named_before_it() -> None:
    facts = read_facts("My mother and her mother, both lived past 93 years.", "age")
    assert [(fact.fact_type, "mother" in fact.value) for fact in facts] == [("family_longevity", True)]
