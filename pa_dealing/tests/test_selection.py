"""Choosing among search results: the person's literal words decide, before and after any model."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from llm.testing import call
from pa_dealing.models import Position
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk, names, results

ENERGY = {
    "symbol": "ENR.DE",
    "name": "Siemens Energy AG",
    "isin": "DE000ENER6Y0",
    "inst_type": "equity",
    "trade_currency": "EUR",
}
CALL = {"symbol": "SIE C", "name": "Siemens Call", "isin": "", "inst_type": "option", "trade_currency": "EUR"}
ASKED = "SECURITY_SELECTION_REQUIRED"
WAITING: dict[str, Any] = {
    "candidates": [SIEMENS, ENERGY, CALL],
    "security_search_term": "siemens",
    "question": ASKED,
}


@pytest.mark.parametrize(
    ("words", "symbol"),
    [
        ("1", "SIE.DE"),
        ("2", "ENR.DE"),
        ("3", "SIE C"),
        ("yes", "SIE.DE"),
        ("Yep!", "SIE.DE"),
        ("correct", "SIE.DE"),
        ("the first one", "SIE.DE"),
        ("the second one please", "ENR.DE"),
        ("the last one", "SIE C"),
        ("#2", "ENR.DE"),
        ("ENR.DE", "ENR.DE"),
        ("enr", "ENR.DE"),
        ("DE000ENER6Y0", "ENR.DE"),
    ],
)
def test_a_whole_utterance_is_parsed_by_code_before_any_model(scripted: Desk, words: str, symbol: str) -> None:
    scripted.fill(**WAITING)
    scripted.say("hm", "Do you mean it?")
    turn = scripted.say(words, "Fine.")
    assert names(turn) == ["confirm_selection"]
    assert turn.calls[0]["arguments"] == {"response": words}
    assert scripted.draft.security["symbol"] == symbol
    assert scripted.draft.candidates == []


@pytest.mark.parametrize("response", ["AAPL", "Siemens Energy AG", "ENR.DE", "2"])
def test_a_model_cannot_turn_a_number_into_another_result(desk: Desk, response: str) -> None:
    desk.fill(**WAITING)
    desk.tool("confirm_selection", "1", asked=ASKED, response=response)
    assert desk.draft.security["symbol"] == "SIE.DE"


@pytest.mark.parametrize("words", ["9", "0", "what?", "maybe", "SAP", "tell me more about it"])
def test_what_names_no_result_chooses_none(desk: Desk, words: str) -> None:
    desk.fill(**WAITING)
    assert desk.tool("confirm_selection", words, asked=ASKED, response=words)["status"] == "error"
    assert desk.draft.security is None


def test_a_name_is_fuzzy_matched(desk: Desk) -> None:
    desk.fill(**WAITING)
    desk.tool("confirm_selection", "siemens enregy ag", asked=ASKED, response="siemens enregy ag")
    assert desk.draft.security["symbol"] == "ENR.DE"


def test_no_to_the_top_match_shows_the_others_and_no_to_them_drops_them(desk: Desk) -> None:
    desk.say("buy siemens")
    assert len(desk.draft.candidates) > 1
    shown = desk.say("no")
    assert "1. " in shown.reply
    assert "2. " in shown.reply
    assert desk.draft.candidates
    dropped = desk.say("none of them")
    assert desk.draft.candidates == []
    assert "Which security" in dropped.reply


def test_a_yes_to_the_list_chooses_nothing(desk: Desk) -> None:
    desk.say("buy siemens")
    desk.say("no")
    desk.say("yes")
    assert desk.draft.security is None


def test_another_name_searches_again(desk: Desk) -> None:
    desk.say("buy siemens")
    turn = desk.say("no, I meant BASF")
    assert names(turn) == ["set_security"]
    assert "BASF" in turn.reply


def test_a_bare_yes_to_another_question_confirms_no_security(scripted: Desk) -> None:
    scripted.fill(**{**WAITING, "question": "MISSING_IS_RELATED_PARTY"})
    scripted.say("hm", "Are you a related party?")
    turn = scripted.say("yes", "Thanks.")
    assert "confirm_selection" not in names(turn)
    assert scripted.draft.security is None


def test_the_currency_of_the_person_stays_when_the_security_trades_in_another(desk: Desk) -> None:
    desk.fill(
        candidates=[{**SIEMENS, "trade_currency": "USD"}],
        estimated_value=Decimal(262900),
        estimated_currency="EUR",
        currency_confirmed=True,
    )
    desk.tool("confirm_selection", "yes", asked=ASKED, response="yes")
    draft = desk.draft
    assert draft.security["trade_currency"] == "USD"
    assert (draft.estimated_currency, draft.currency_confirmed) == ("EUR", True)


def test_a_pending_currency_is_not_filled_from_the_security(desk: Desk) -> None:
    desk.fill(candidates=[SIEMENS], estimated_value=Decimal(5), pending_currency_confirmation=True)
    desk.tool("confirm_selection", "yes", asked=ASKED, response="yes")
    assert desk.draft.estimated_currency is None
    assert desk.state["instructional_hint"] == "CURRENCY_CONFIRMATION_REQUIRED"


def test_an_existing_position_is_looked_up_once_the_security_is_confirmed(desk: Desk) -> None:
    Position.objects.create(owner=desk.owner, symbol="SIE.DE", quantity=5, as_of="2026-01-01")
    desk.fill(**WAITING)
    assert desk.draft.existing_position is None
    result = desk.tool("confirm_selection", "1", asked=ASKED, response="1")
    assert result["existing_position"] is True
    assert desk.draft.existing_position is True


@pytest.mark.parametrize(("choice", "derivative"), [("1", False), ("3", True)])
def test_a_derivative_is_known_by_the_type_of_the_instrument(desk: Desk, choice: str, derivative: bool) -> None:
    desk.fill(**WAITING)
    desk.tool("confirm_selection", choice, asked=ASKED, response=choice)
    assert desk.draft.is_derivative is derivative


def test_without_results_there_is_nothing_to_choose(desk: Desk) -> None:
    assert desk.tool("confirm_selection", "1", response="1")["status"] == "error"


def test_a_security_that_does_not_exist_loses_nothing(desk: Desk) -> None:
    turn = desk.say("buy 200 qqzzxxyy shares for EUR 5,000")
    assert turn.status == "done"
    assert "qqzzxxyy" in turn.reply
    assert "ISIN" in turn.reply
    draft = desk.draft
    assert (draft.direction, draft.quantity, draft.estimated_value) == ("BUY", 200, Decimal(5000))


@pytest.mark.parametrize(("words", "response"), [("I need 15 minutes", "1"), ("it was yesterday", "yes")])
def test_a_response_that_only_stands_inside_another_word_is_refused(desk: Desk, words: str, response: str) -> None:
    desk.fill(**WAITING)
    assert desk.tool("confirm_selection", words, asked=ASKED, response=response)["status"] == "error"


@pytest.mark.parametrize("words", ["not Siemens Energy", "no, not Siemens Energy AG"])
def test_a_refused_name_is_not_chosen(desk: Desk, words: str) -> None:
    desk.fill(**WAITING)
    desk.tool("confirm_selection", words, asked=ASKED, response=words)
    assert desk.draft.security is None


def test_a_models_yes_to_the_list_chooses_nothing(scripted: Desk) -> None:
    scripted.fill(**{**WAITING, "question": "SELECTION_LIST"})
    scripted.say("hm", "Which one?")
    turn = scripted.say("yes", [call("confirm_selection", response="yes")], "Which one?")
    assert results(turn)[0]["status"] == "error"
    assert scripted.draft.security is None


def test_the_term_that_found_nothing_stays_in_the_draft(desk: Desk) -> None:
    desk.say("buy 200 qqzzxxyy shares")
    assert desk.draft.security_search_term == "qqzzxxyy"


def test_a_number_in_a_sentence_about_something_else_chooses_no_result(desk: Desk) -> None:
    desk.fill(candidates=[SIEMENS], question=ASKED)
    result = desk.tool("confirm_selection", "I want 1 share", asked=ASKED, response="1")
    assert result["status"] == "error"
    assert desk.draft.security is None


@pytest.mark.parametrize(
    ("words", "symbol"),
    [
        ("yes, Siemens AG", "SIE.DE"),
        ("yes, the normal Siemens please", "SIE.DE"),
        ("yes, SIE.DE", "SIE.DE"),
        ("the german one, SIE.DE", "SIE.DE"),
        ("Yes, Siemens AG itself, in Germany.", "SIE.DE"),
        ("Yes, Siemens, the German listing.", "SIE.DE"),
    ],
)
def test_who_is_asked_and_names_the_result_shown_takes_it(desk: Desk, words: str, symbol: str) -> None:
    desk.fill(direction="BUY", quantity=5)
    desk.say("Siemens")
    assert desk.draft.candidates[0]["symbol"] == "SIE.DE"
    turn = desk.say(words)
    assert (desk.draft.security or {}).get("symbol") == symbol
    assert "Noted: Siemens AG" in turn.reply


@pytest.mark.parametrize(
    "words", ["yes, BP p.l.c. in London", "not Siemens AG", "yes, Siemens Energy", "Yes, Siemens, the Tokyo listing."]
)
def test_a_yes_beside_another_name_takes_nothing(desk: Desk, words: str) -> None:
    desk.fill(candidates=[SIEMENS], security_search_term="siemens", question=ASKED)
    desk.say(words)
    assert desk.draft.security is None


def test_a_search_in_the_reply_that_shows_a_result_takes_nothing(scripted: Desk) -> None:
    scripted.say("buy Siemens AG", [call("set_security", search_term="Siemens AG")], "Do you mean Siemens?")
    assert scripted.draft.security is None
    assert scripted.draft.candidates[0]["symbol"] == "SIE.DE"


@pytest.mark.parametrize(
    "words",
    ["ooh, the sun's coming out at last", "Seriously: the money is for a motorbike, I saw one for sale in Leeds."],
)
def test_a_match_that_waits_is_left_by_words_of_the_trade_alone(desk: Desk, words: str) -> None:
    desk.say("buy 20 Siemens")
    desk.say(words)
    assert desk.draft.security_search_term == "Siemens"
    assert desk.draft.candidates


def test_the_unit_behind_a_name_may_have_a_slip(desk: Desk) -> None:
    desk.say("wanna buy 60 siemens shars")
    assert desk.draft.security_search_term == "siemens"


def test_a_question_about_another_security_leaves_the_request(desk: Desk) -> None:
    desk.say("buy 20 Siemens")
    desk.say("if I were to buy Tesla instead, would it take just as long? only curious, I don't want it")
    assert (desk.draft.security_search_term, desk.draft.quantity) == ("Siemens", 20)


def test_a_bare_number_as_large_as_the_quantity_corrects_the_quantity(desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "quantity": 150, "estimated_value": Decimal(34_000)})
    desk.say("sorry make that a hundred and thirty")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (130, Decimal(34_000))


def test_a_match_that_is_denied_by_its_name_is_not_shown(desk: Desk) -> None:
    desk.say("I want to buy 100 Siemens shares")
    desk.say("no, not Siemens Energy")
    assert not desk.draft.candidates or desk.draft.candidates[0]["symbol"] == "SIE.DE"


def test_a_no_with_the_name_of_the_match_that_is_shown_refuses_it(desk: Desk) -> None:
    desk.say("I want to buy 100 Siemens Energy shares")
    desk.say("no, not Siemens Energy")
    assert not desk.draft.candidates


def test_a_match_that_is_named_plainly_behind_a_no_is_found(desk: Desk) -> None:
    desk.say("I want to buy 100 Siemens Energy shares")
    desk.say("no, plain Siemens AG")
    assert desk.draft.candidates[0]["symbol"] == "SIE.DE"
