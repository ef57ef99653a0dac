"""Payer, line of business and state are read in a person's words, and never taken for granted."""

from __future__ import annotations

import pytest

from pursuit.words.names import STATES
from pursuit.words.slots import mentions, values

PAYERS = ["Harbor Health", "Sunny Coast Plan", "Blue Cross of Idaho", "Blue Cross of Texas"]


@pytest.mark.parametrize("abbreviation", sorted(STATES))
def test_every_state_is_known_by_name_and_in_its_place_by_abbreviation(abbreviation: str) -> None:
    name = STATES[abbreviation]
    assert values(f"She lives in {name} now.")["state"] == name
    assert values(f"Is it covered in {abbreviation}?")["state"] == name


@pytest.mark.parametrize(
    "text",
    [
        "Is it covered or not?", "Is it in the list?", "Tell me.", "IS IT COVERED OR NOT", "CALL ME IN THE MORNING",
        "Does the PA need renewal?", "I need a PA for Botox", "She has MS and takes insulin", "OK, hi, oh",
        "Is the MD allowed to order it?", "the ID card", "DE novo", "Call 555, OR hang up",
    ],
)  # fmt: skip
def test_words_that_look_like_states_are_none(text: str) -> None:
    assert "state" not in values(text)


def test_each_mention_has_its_place() -> None:
    text = "Does Harbor Health cover it under Florida Medicaid?"
    mentioned = [(mention.slot, mention.value, text[mention.start : mention.end]) for mention in mentions(text, PAYERS)]
    assert mentioned == [
        ("payer", "Harbor Health", "Harbor Health"),
        ("state", "Florida", "Florida"),
        ("plan", "Medicaid", "Medicaid"),
    ]
    assert all(mention.words == text[mention.start : mention.end] for mention in mentions(text, PAYERS))


def test_two_states_are_no_value() -> None:
    assert "state" not in values("Is it covered in Ohio or in Utah?")


def test_what_was_written_first_is_put_right_by_what_follows() -> None:
    assert values("I typed Georgia, but she moved: it is in Florida")["state"] == "Florida"
    assert values("I said Georgia but I meant Florida")["state"] == "Florida"
    assert values("As I said, Florida")["state"] == "Florida"


def test_a_longer_name_wins_over_the_one_inside_it() -> None:
    assert values("in West Virginia")["state"] == "West Virginia"
    assert values("in Washington, D.C.")["state"] == "District of Columbia"
    assert values("Is it a Medicare Advantage plan?")["plan"] == "Medicare Advantage"


def test_a_short_form_that_two_payers_share_names_neither() -> None:
    assert "payer" not in values("Does Blue Cross pay?", PAYERS)
    assert values("Does Sunny Coast pay?", PAYERS)["payer"] == "Sunny Coast Plan"


def test_nothing_is_named_where_nothing_is_said() -> None:
    assert values("How do I appeal?", PAYERS) == {}


@pytest.mark.parametrize(
    ("text", "payer"),
    [
        ("Does Peachtree cover dentures?", "Peachtree Community Plan"),
        ("Peachtree, Georgia", "Peachtree Community Plan"),
        ("The office is on Peachtree Street. Is it covered?", ""),
        ("Is a peachtree allergy covered?", ""),
        ("Does Silver pay for rides?", ""),
        ("Does Georgia Advantage Select cover it?", "Georgia Advantage Select"),
    ],
)
def test_the_first_word_of_a_name_is_enough_where_no_other_payer_has_it(text: str, payer: str) -> None:
    names = ("Peachtree Community Plan", "Silver Harbor Care", "Silver Lake Care", "Georgia Advantage Select")
    assert values(text, names).get("payer", "") == payer
