"""WEAK or GOOD with the reason, coaching once, and the person's own decision to proceed."""

from __future__ import annotations

import pytest

from llm.testing import call
from pa_dealing.rules.justification import rate_justification
from pa_dealing.tests.shared import COMPLETE, Desk, names, results

GOOD = [
    "I want to diversify my pension savings away from technology",
    "I need the cash for the deposit on our house next spring",
    "The shares pay a steady dividend that I use as income in retirement",
    "Rebalancing to my target weights after the strong year of my tech holdings",
    "I believe demand for electrification will grow and the published earnings show it",
]
WEAK = [
    "because I like it",
    "good investment",
    "just because",
    "make some money with it quickly and easily",
    "A friend told me that this share will go up a lot this year because of diversification",
    "heard a rumour about a takeover and want dividends too for my pension",
    "why not",
]


@pytest.mark.parametrize("text", GOOD)
def test_a_stated_aim_is_good(text: str) -> None:
    assert rate_justification(text).quality == "GOOD"


@pytest.mark.parametrize("text", WEAK)
def test_an_empty_phrase_or_a_tip_is_weak(text: str) -> None:
    assert rate_justification(text).quality == "WEAK"


@pytest.mark.parametrize("text", [*GOOD, *WEAK, "", "💥", "a" * 30_000])
def test_every_rating_says_why(text: str) -> None:
    assert rate_justification(text).reason.endswith(".")
    assert len(rate_justification(text).reason) <= 300


def test_the_tool_returns_the_rating_and_its_reason(desk: Desk) -> None:
    result = desk.tool("set_justification", "because I like it", justification="because I like it")
    assert (result["status"], result["quality"]) == ("success", "WEAK")
    assert "words" in result["reason"]
    assert desk.draft.justification == "because I like it"


def test_words_of_the_model_are_no_justification(desk: Desk) -> None:
    result = desk.tool("set_justification", "buy 5 SAP", justification="Long-term growth of my retirement savings")
    assert result["status"] == "error"
    assert desk.draft.justification == ""


def coached(desk: Desk) -> Desk:
    desk.fill(**{**COMPLETE, "justification": ""})
    desk.say("what now?")
    turn = desk.say("I just like it")
    assert "proceed" in turn.reply
    assert desk.state["instructional_hint"] == "COACHING_REQUIRED"
    return desk


@pytest.mark.parametrize("words", ["proceed", "yes", "go ahead with it as it is", "Proceed anyway please"])
def test_the_person_may_proceed_with_a_weak_justification(desk: Desk, words: str) -> None:
    turn = coached(desk).say(words)
    assert names(turn)[0] == "confirm_pending"
    draft = desk.draft
    assert draft.user_confirmed_weak_justification
    assert (draft.justification, draft.justification_quality) == ("I just like it", "WEAK")
    assert draft.status == "previewed"


def test_a_better_reason_replaces_the_weak_one(desk: Desk) -> None:
    coached(desk).say("I want the dividends as income for my retirement")
    draft = desk.draft
    assert draft.justification_quality == "GOOD"
    assert not draft.user_confirmed_weak_justification
    assert draft.status == "previewed"


def test_another_weak_reason_is_coached_again(desk: Desk) -> None:
    turn = coached(desk).say("it is a good company")
    assert desk.state["instructional_hint"] == "COACHING_REQUIRED"
    assert "proceed" in turn.reply


def test_no_takes_the_weak_reason_back(desk: Desk) -> None:
    turn = coached(desk).say("no")
    assert desk.draft.justification == ""
    assert "Why do you want" in turn.reply


@pytest.mark.parametrize("words", ["don't proceed", "I do not want to proceed with it as it is"])
def test_a_refusal_to_proceed_is_not_a_consent(desk: Desk, words: str) -> None:
    coached(desk).say(words)
    assert not desk.draft.user_confirmed_weak_justification


def test_numbers_in_a_reason_belong_to_the_reason(desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "justification": ""})
    desk.say("what now?")
    turn = desk.say("I want 10% of my 50,000 EUR pension savings in dividend shares by 2030")
    assert names(turn)[0] == "set_justification"
    assert str(desk.draft.estimated_value) == "13145.00"
    assert desk.draft.quantity == 100


def test_a_correction_while_the_reason_is_asked_is_no_reason(desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "justification": ""})
    desk.say("what now?")
    turn = desk.say("sorry, it is 300 shares")
    assert names(turn) == ["set_quantity"]
    assert (desk.draft.quantity, desk.draft.justification) == (300, "")


@pytest.mark.parametrize("words", ["no", "yes", "42", "???"])
def test_what_is_no_reason_is_not_kept_as_one(desk: Desk, words: str) -> None:
    desk.fill(**{**COMPLETE, "justification": ""})
    desk.say("what now?")
    turn = desk.say(words)
    assert turn.status == "done"
    assert desk.draft.justification == ""


def test_confirm_pending_needs_the_question_on_the_screen(scripted: Desk) -> None:
    scripted.fill(**{**COMPLETE, "justification": "I like it", "justification_quality": "WEAK"})
    turn = scripted.say(
        "yes", [call("confirm_pending", confirmation_type="weak_justification", confirmed=True)], "Hello?"
    )
    assert results(turn)[0]["status"] == "error"
    assert not scripted.draft.user_confirmed_weak_justification


@pytest.mark.parametrize("words", ["don't proceed", "I do not want to go ahead", "I would rather discontinue this"])
def test_a_model_cannot_read_a_refusal_as_a_consent(scripted: Desk, words: str) -> None:
    scripted.fill(
        **{**COMPLETE, "justification": "I like it", "justification_quality": "WEAK", "question": "COACHING_REQUIRED"}
    )
    scripted.say("hm", "Proceed?")
    scripted.say(words, [call("confirm_pending", confirmation_type="weak_justification", confirmed=True)], "Fine.")
    assert not scripted.draft.user_confirmed_weak_justification
