"""Buy or sell: what a model proposes is carried by looser words too, and never by the opposite or somebody else's."""

from __future__ import annotations

import pytest

from llm.testing import call
from pa_dealing.tests.shared import Desk, results
from wording.directions import denied_directions, leaning


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("get me 50 shares", "BUY"),
        ("take a stake in Siemens", "BUY"),
        ("add 200 Iberdrola to my portfolio", "BUY"),
        ("reduce my BASF holding", "SELL"),
        ("ditch my Bayer", "SELL"),
        ("I want to trim Nokia", "SELL"),
        ("I'd like to buy 5", "BUY"),
        ("ik wil 5 aandelen verkopen", "SELL"),
    ],
)
def test_a_model_may_read_a_side_from_looser_words(scripted: Desk, words: str, side: str) -> None:
    other = "SELL" if side == "BUY" else "BUY"
    turn = scripted.say(words, [call("set_direction", direction=other)], [call("set_direction", direction=side)], "Ok.")
    assert [result["status"] for result in results(turn)] == ["error", "success"]
    assert scripted.draft.direction == side


@pytest.mark.parametrize(
    ("words", "side"),
    [
        ("My wife wants to buy 100 Shell", "BUY"),
        ("my colleague is selling everything", "SELL"),
        ("sell 5 for my brother's account", "SELL"),
        ("I don't want to sell", "SELL"),
        ("I do not want to buy anything", "BUY"),
        ("hello", "BUY"),
        ("I like Siemens", "BUY"),
        ("don't reduce my holding", "SELL"),
    ],
)
def test_no_side_is_noted_that_the_person_did_not_take(scripted: Desk, words: str, side: str) -> None:
    turn = scripted.say(words, [call("set_direction", direction=side)], "Ok.")
    assert results(turn)[0]["status"] == "error"
    assert scripted.draft.direction is None


def test_a_side_that_is_taken_back_is_not_read_from_the_message_before(scripted: Desk) -> None:
    scripted.say("I want to buy Siemens", "Which?")
    turn = scripted.say("no, I don't want to buy", [call("set_direction", direction="BUY")], "Ok.")
    assert results(turn)[0]["status"] == "error"


def test_leaning_and_denied_words_are_told_apart() -> None:
    assert leaning("not reduce") is None
    assert denied_directions("I don't want to buy") == {"BUY"}


def test_a_side_is_taken_from_words_that_no_list_knows_where_they_are_quoted(scripted: Desk) -> None:
    words = "could you process an acquisition of 12 Siemens"
    turn = scripted.say(
        words,
        [call("set_direction", direction="BUY", words="we should buy")],
        [call("set_direction", direction="BUY", words="an acquisition of 12 Siemens")],
        "Ok.",
    )
    made_up, quoted = results(turn)
    assert (made_up["code"], quoted["status"]) == ("not_in_words", "success")
    assert scripted.draft.evidence["direction"]["quote"] == "an acquisition of 12 Siemens"
