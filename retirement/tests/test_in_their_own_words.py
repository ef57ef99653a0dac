"""With no model: what a person puts right, takes back and tells of a partner, in the words that people have for it."""

from __future__ import annotations

import pytest

from retirement.reading import read_facts
from retirement.tests.shared import Desk


def noted(desk: Desk) -> dict[str, str]:
    return {fact.fact_type or "": fact.value for fact in desk.record.current}


@pytest.mark.parametrize(
    ("before", "after", "fact_type", "amount"),
    [
        (
            "My pension from the county is 2,780 a month",
            "correction 2,870 not 2,780, had it upside down",
            "pension",
            "2,870",
        ),
        (
            "The pension will be $4,120 a month",
            "Correction on the pension, it's 4,210. Fat fingers.",
            "pension",
            "4,210",
        ),
        ("My 401k is 175,000", "the 175 was last year's, it's 191,000 by now", "retirement_savings", "191,000"),
        ("We owe 62k on the mortgage", "Mortgage is 66k, I looked at the statement", "mortgage", "66k"),
        ("I want to retire at 63", "my brother hated being home so early. make it 65", "target_retirement_age", "65"),
        (
            "We spend about 5,900 a month",
            "No, 5,900 was before the kids left. Now it's more like 4,700.",
            "spending",
            "4,700",
        ),
    ],
)
def test_a_number_is_put_right_by_its_value_or_by_what_it_is_of(
    desk: Desk, before: str, after: str, fact_type: str, amount: str
) -> None:
    desk.say(before)
    desk.say(after)
    assert amount in noted(desk)[fact_type]
    assert len(desk.record.current) == 1


def test_of_two_facts_the_one_with_the_old_number_is_put_right(desk: Desk) -> None:
    desk.say("I get a pension of 1,730 a month and my Social Security is 1,910 a month")
    desk.say("no wait, the pension is 1,790 since the increase")
    assert "1,790" in noted(desk)["pension"]
    assert "1,910" in noted(desk)["social_security_benefit"]


def test_a_correction_that_fits_no_fact_is_asked_about_and_keeps_nothing(desk: Desk) -> None:
    desk.say("We rent a flat in Tulsa")
    turn = desk.say("sorry, make that 14 and not 40")
    assert list(noted(desk).values()) == ["We rent a flat in Tulsa"]
    assert "which of your facts" in turn.reply


def test_what_is_told_of_one_more_thing_puts_nothing_right(desk: Desk) -> None:
    desk.say("My pension is 1,730 a month")
    turn = desk.say("and my wife also has one, 910 a month from the school")
    assert noted(desk) == {"pension": "My pension is 1,730 a month"}
    assert "nothing was noted" in turn.reply


def test_what_is_taken_back_is_what_is_named(desk: Desk) -> None:
    desk.say("I have a life insurance of 90,000")
    desk.say("We rent a flat in Tulsa")
    desk.say("please take back the life insurance")
    assert list(noted(desk).values()) == ["We rent a flat in Tulsa"]


def test_why_something_is_taken_back_is_no_fact(desk: Desk) -> None:
    desk.say("I'm 61 and my pension is 1,730 a month")
    desk.say("take that back, the pension is my brother's")
    assert noted(desk) == {"age": "I'm 61"}


def test_what_a_partner_has_is_the_partners(desk: Desk) -> None:
    desk.say("My husband gets Social Security already, 1,520 a month")
    assert noted(desk) == {"partner_social_security_benefit": "My husband gets Social Security already, 1,520 a month"}


def test_the_pension_of_somebody_who_died_is_paid_to_the_person(desk: Desk) -> None:
    desk.say("My late husband's pension pays me 760 a month")
    assert noted(desk) == {"pension": "My late husband's pension pays me 760 a month"}


@pytest.mark.parametrize(
    "text",
    [
        "They say I need an RMD. What on earth is that?",
        "Of course if I hit the jackpot it's 40 million and I'm off tomorrow",
        "is this quick? my bus leaves at 5",
        "I'm Olga, a bookkeeper from Toledo",
        "my daughter made me do this",
    ],
)
def test_what_is_said_beside_the_facts_is_none(text: str) -> None:
    assert read_facts(text, "pension") == read_facts(text) == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("401k 190k", {"retirement_savings": "401k 190k"}),
        ("My pension is, I think, 1,100 a month", {"pension": "My pension is, I think, 1,100 a month"}),
        ("My nephew is the executor of my will", {"executor": "My nephew is the executor of my will"}),
        ("welder. 61. want out at 66.", {"age": "61", "target_retirement_age": "Want out at 66"}),
    ],
)
def test_terse_words_are_facts(text: str, facts: dict[str, str]) -> None:
    assert {fact.fact_type: fact.value for fact in read_facts(text)} == facts


def test_nobody_stops_working_at_an_age_that_nobody_reaches() -> None:
    assert read_facts("I will retire at 150") == []


def test_a_detail_told_behind_a_fact_belongs_to_it(desk: Desk) -> None:
    desk.say("We took out a nursing home policy in 2014, I am happy to say, and it pays 170 dollars a day.")
    assert list(noted(desk)) == ["ltc_insurance"]
    assert "170" in noted(desk)["ltc_insurance"]


def test_a_share_said_behind_a_worry_belongs_to_it_and_is_put_right_by_its_name(desk: Desk) -> None:
    desk.say("Inflation worries me, let's assume 3 percent")
    desk.say("no, make it 4 percent for inflation, I'd rather be careful")
    assert list(noted(desk).values()) == ["Inflation worries me; let's assume 4 percent"]


@pytest.mark.parametrize(
    "words",
    [
        "he charges us a fortune, that man",
        "she can be so stubborn, my sister",
        "this was the short version",
        "They told me I have to take an RMD.",
        "my brother-in-law quit at 58 and does nothing but golf",
    ],
)
def test_what_somebody_thinks_of_people_and_things_is_no_fact(desk: Desk, words: str) -> None:
    desk.say(words)
    assert noted(desk) == {}


def test_what_is_only_supposed_answers_nothing() -> None:
    assert read_facts("If my husband died first I would lose his pension", "pension") == []


def test_a_letter_is_put_right_behind_its_word(desk: Desk) -> None:
    desk.say("I have Medicare and Medigap plan G")
    desk.say("Correction, it's plan N. G was my late husband's")
    assert any("plan N" in value for value in noted(desk).values())
    assert not any("plan G" in value for value in noted(desk).values())


def test_an_acknowledgement_answers_nothing() -> None:
    assert read_facts("k", "medicare_status") == []
    assert read_facts("ok", "medicare_status") == []


def test_what_is_plainly_said_in_passing_is_answered_as_talk(desk: Desk) -> None:
    assert "did not understand" not in desk.say("she is such a chatterbox, my sister-in-law").reply


def test_what_is_asked_within_an_answer_is_said_to_be_open_where_no_help_has_it(desk: Desk) -> None:
    turn = desk.say("The pension pays me 2,100 a month. Would a raise count for that?")
    assert "2,100" in noted(desk)["pension"]
    assert "Would a raise count for that?”: that I can't answer" in turn.reply


@pytest.mark.parametrize(
    "text",
    [
        "My savings are 50k in the bank. I also have a 401k with 200k.",
        "Half of it, 50k, is in savings. The 401k holds 200k.",
    ],
)
def test_two_amounts_of_a_kind_in_two_sentences_are_both_noted(desk: Desk, text: str) -> None:
    desk.say(text)
    values = " ".join(noted(desk).values())
    assert "50k" in values
    assert "200k" in values
