"""A reason is kept only when the message is nothing else; with the rules, and with a model that calls anything one."""

from __future__ import annotations

from typing import Any

import pytest

from llm.testing import call
from pa_dealing.tests.shared import COMPLETE, Desk, names, results

QUESTIONS = [
    "when will I hear back?",
    "why do you need to know all this",
    "who sees this",
    "whats the point of this",
    "hoe lang duurt dat?",
]
COMMANDS = [
    "ok please submit it for me",
    "actually cancel that one please",
    "withdraw it",
    "can you send it now",
    "get it done please",
]
FORMS = [
    "kun je dit overslaan",
    "is dat verplicht",
    "hoezo is dat nodig",
    'is "because I want to" enough',
    "dat gaat jullie niks aan",
    "moet dat echt elke keer",
]
REFUSALS = ["no and no", "none of your business", "I'd rather not say", "I'm not telling you", "I decline to answer"]
# Of the answer itself, of the talk, of another security, of compliance: nothing of it says why the trade is wanted.
BESIDES = [
    "is an explanation really required here",
    "I would prefer not to share my motives",
    "daar zeg ik liever niets over, dat wil ik niet",
    "that must be the other one, it should be Siemens Healthineers",
    "incorrect firm, it has to say Siemens Energy",
    "I will write something here this afternoon",
    "they told my team nobody has to give a reason",
    "that is taking much longer than last year",
    "dit is echt belachelijk omslachtig geworden",
    "I have filled out the same form twice",
    "my cousin sits in their treasury team",
    "I can open their non-public sales figures at work",
    "the second one there",
]
OTHER_MATTERS = [
    "actually make it Microsoft instead",
    "I meant sell",
    "sell 5 BASF instead",
    "buy 10 Siemens",
    "it's 300 not 200",
    "hello",
    "thanks a lot",
    "I think you misread the quantity",
    "I'd rather have Nokia",
    "the amount is wrong",
    "a mate in their finance team says results will be great",
    "EUR",
    "USD 5,000",
    "2",
    "sell",
    "my neighbour works there and told me about a deal",
    "My brother is the CFO and says it will go up",
    "I heard they will be taken over",
]
NO_REASONS = [*QUESTIONS, *COMMANDS, *FORMS, *REFUSALS, *OTHER_MATTERS]
# Statements that name no aim and no view: only the person knows whether they say why.
PLAIN_REASONS = [
    "Mijn huidige beleggingen zitten vooral in vastgoed",
    "our roof has to be replaced before winter",
    "My planner suggested more European manufacturers",
    "Their order book grew three years in a row",
]
REASONS = [
    "I like it",
    "dividends",
    "for my kids",
    "I need the money for a new kitchen",
    "When I retire I want income",
    "What I want is a steady income for my pension",
    "strong company with good management",
    "I'd like to stop renting and get a place of my own",
    "the bank gives me next to nothing on deposits",
    "I want 10% of my 50,000 EUR pension savings in dividend shares by 2030",
]


def asked(desk: Desk, *replies: str, **fields: Any) -> Desk:
    """A desk on whose screen the question for the reason stands."""
    empty = {"justification": "", "justification_quality": None, "has_inside_info": None, "is_related_party": None}
    desk.fill(**{**COMPLETE, **empty, **fields})
    desk.say("what now?", *replies)
    return desk


@pytest.mark.parametrize("words", NO_REASONS)
def test_what_is_said_besides_is_no_reason(desk: Desk, words: str) -> None:
    turn = asked(desk).say(words)
    assert desk.draft.justification == ""
    assert "set_justification" not in names(turn)
    assert turn.reply.strip()


@pytest.mark.parametrize("words", NO_REASONS)
def test_a_model_cannot_have_it_kept_as_one(scripted: Desk, words: str) -> None:
    asked(scripted, "Why?")
    turn = scripted.say(words, [call("set_justification", justification=words)], "Why do you want it?")
    assert results(turn)[-1]["status"] == "error"
    assert scripted.draft.justification == ""


@pytest.mark.parametrize("words", BESIDES)
def test_what_speaks_of_something_else_than_the_trade_is_no_reason(desk: Desk, words: str) -> None:
    turn = asked(desk).say(words)
    assert desk.draft.justification == ""
    assert turn.reply.strip()


COMPLAINTS = [
    "this tool is slower than the old one was",
    "nobody else in my team had to give one of these",
    "oh come on, this is ridiculous now",
    "the colleagues on the third floor never had to do that",
    "my lunch break is over in five minutes",
    "wat een gedoe zeg met al die velden",
    "everything takes twice as long since the summer",
    "I think this is complete nonsense now",
    "the old paper list worked a lot better",
    "al die regels maken het er niet makkelijker op",
]


@pytest.mark.parametrize("words", COMPLAINTS)
def test_a_complaint_is_never_kept_as_a_reason(desk: Desk, words: str) -> None:
    asked(desk).say(words)
    assert desk.draft.justification == ""


@pytest.mark.parametrize("words", PLAIN_REASONS)
def test_a_statement_that_surely_tells_something_is_kept_without_asking(desk: Desk, words: str) -> None:
    turn = asked(desk).say(words)
    assert desk.draft.justification == words
    assert f'"{words}"' in turn.reply


def test_what_may_be_something_else_is_asked_about_and_a_yes_or_the_same_words_keep_it(desk: Desk) -> None:
    words = "everybody in town drives one of those now"
    assert "is that why you want to make this trade?" in asked(desk).say(words).reply
    desk.say("no")
    assert desk.draft.justification == ""
    desk.say(words)
    desk.say("yes")
    assert desk.draft.justification == words


@pytest.mark.parametrize("words", REASONS)
def test_a_reason_is_kept_and_shown(desk: Desk, words: str) -> None:
    turn = asked(desk).say(words)
    assert desk.draft.justification == words
    assert f'"{words}"' in turn.reply


@pytest.mark.parametrize("words", REASONS)
def test_a_model_has_it_kept_and_gets_it_back(scripted: Desk, words: str) -> None:
    asked(scripted, "Why?")
    turn = scripted.say(words, [call("set_justification", justification=words)], "Noted.")
    assert results(turn)[0]["justification"] == words


def test_another_trade_instead_begins_anew_and_nothing_of_this_one_stays(desk: Desk) -> None:
    asked(desk).say("sell 5 BASF instead")
    assert (desk.draft.direction, desk.draft.quantity, desk.draft.estimated_value) == ("SELL", 5, None)
    assert desk.draft.candidates[0]["symbol"] == "BAS.DE"


def test_a_question_after_a_reason_is_left_out_of_it(desk: Desk) -> None:
    asked(desk).say("It is undervalued and I want to hold it for years. When will I hear back?")
    assert desk.draft.justification == "It is undervalued and I want to hold it for years"


def test_a_part_of_a_question_is_no_reason(scripted: Desk) -> None:
    asked(scripted, "Why?")
    scripted.say("Do you think I need a reason?", [call("set_justification", justification="I need a reason")], "Yes.")
    assert scripted.draft.justification == ""


def test_a_reason_said_one_question_late_is_kept(desk: Desk) -> None:
    asked(desk)
    desk.fill(question="MISSING_HAS_INSIDE_INFO")
    desk.tool("set_value_pending_currency", "it is worth 500", amount=500)
    desk.say("what now?")
    desk.say("need the money for a new kitchen")
    assert desk.draft.justification == "need the money for a new kitchen"


WEAK = {"justification": "I just like it", "justification_quality": "WEAK"}


@pytest.mark.parametrize("with_a_model", [False, True])
def test_what_is_said_after_coaching_is_added(request: pytest.FixtureRequest, with_a_model: bool) -> None:
    desk: Desk = request.getfixturevalue("scripted" if with_a_model else "desk")
    more = "I want the dividends as income for my retirement"
    desk.fill(**{**COMPLETE, **WEAK})
    desk.say("what now?", "Tell me more.")
    desk.say(more, [call("set_justification", justification=more)], "Noted.")
    assert desk.draft.justification == f"I just like it. {more}"
    assert desk.draft.justification_quality == "GOOD"


@pytest.mark.parametrize("words", ["it is fun", "because I like it"])
def test_a_weak_reason_takes_no_better_ones_place(scripted: Desk, words: str) -> None:
    scripted.fill(**COMPLETE)
    scripted.say(words, [call("set_justification", justification=words)], "It stays.")
    assert scripted.draft.justification == f"{COMPLETE['justification']}. {words}"
    assert scripted.draft.justification_quality == "GOOD"


def test_a_person_can_put_another_reason_in_its_place(scripted: Desk) -> None:
    scripted.fill(**COMPLETE)
    words = "Actually my real reason is that I need the cash for a house deposit"
    scripted.say(words, [call("set_justification", justification="I need the cash for a house deposit")], "Changed.")
    assert scripted.draft.justification == "I need the cash for a house deposit"


def test_the_same_words_twice_are_kept_once(scripted: Desk) -> None:
    words = "I want the dividends as income for my retirement"
    asked(scripted, "Why?")
    scripted.say(
        words,
        [call("set_justification", justification=words), call("set_justification", justification=words[:33])],
        "Noted.",
    )
    assert scripted.draft.justification == words


def test_a_reason_said_twice_is_meant(desk: Desk) -> None:
    words = "the way the wind blows lately, that whole corner of things"
    asked(desk)
    desk.say(words)
    desk.say(words)
    assert desk.draft.justification == words
