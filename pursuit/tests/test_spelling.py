"""Names and words with a letter amiss: the only one that is near is taken, and what may be another word is left."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.tests.shared import Talk, store_policies
from pursuit.words import near_names, spelled

PAYERS = ("Harbor Health", "Sunny Coast Plan", "Peachtree Community Plan", "Lone Prairie Health", "Humana")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("how many cleanings do i get w peachtree", ["Peachtree Community Plan"]),
        ("is it paid by peachtre?", ["Peachtree Community Plan"]),
        ("sorry georga", ["Georgia"]),
        ("sunny coats plan florda", ["Sunny Coast Plan", "Florida"]),
        ("lone prarie (texas mediciad)", ["Lone Prairie Health", "Medicaid"]),
        ("my indian friend texts me of a marine", []),
        ("we walk under the peachtree", []),
        ("does it cover humans", []),
        ("with sunny weather", []),
    ],
)
def test_a_name_with_a_letter_amiss_is_the_only_one_that_is_near(text: str, names: list[str]) -> None:
    near = near_names(text, PAYERS)
    assert [mention.value for mention in near] == names
    assert all(text[mention.start : mention.end] == mention.words for mention in near)


def test_a_name_that_is_as_near_as_another_is_neither() -> None:
    assert not near_names("with lone prairi", ("Lone Prairia Health", "Lone Prairie Plan"))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hwo many physcal therapy visits a yr", "how many physical therapy visits a year"),
        ("baratric surgry n denturs", "bariatric surgery and denturs"),
        ("a heating pad for a patent", "a heating pad for a patent"),
        ("see n/a at www.n.example/w", "see n/a at www.n.example/w"),
    ],
)
def test_a_word_of_the_trade_that_lacks_letters_is_that_word(text: str, meant: str) -> None:
    assert spelled(text) == meant


@pytest.mark.django_db
def test_what_is_misspelt_is_noted_in_its_own_words_and_answered(employee: User) -> None:
    store_policies()
    talk = Talk(employee)
    reply = talk.say("hw many telehealth visits a yr w harbor helth in florda n is a referal needed")
    assert "12 telehealth visits" in reply
    row = talk.record.row
    assert row is not None
    assert (row.payer, row.state) == ("Harbor Health", "Florida")
    assert row.slot_words["state"]["quote"] == "florda"
