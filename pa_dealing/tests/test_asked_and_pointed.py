"""What asks for an opinion orders nothing, and a yes is taken only for what it points at."""

from __future__ import annotations

import pytest

from pa_dealing.tests.shared import COMPLETE, Desk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("words", ["Should I buy Siemens or BASF?", "is it smart to sell Siemens now?"])
def test_who_asks_for_advice_has_ordered_nothing(desk: Desk, words: str) -> None:
    turn = desk.say(words)
    assert (desk.draft.direction, desk.draft.security, desk.draft.candidates) == (None, None, [])
    assert "advice" in turn.reply


def test_that_is_the_one_takes_what_was_shown(desk: Desk) -> None:
    desk.say("buy Siemens")
    desk.say("that is the one")
    assert desk.draft.security is not None


def test_a_product_that_sells_is_no_order_and_is_asked_about(desk: Desk) -> None:
    desk.say("buy 10 Siemens for 2,000 euros")
    desk.say("yes")
    turn = desk.say("a small position because of my view")
    turn = desk.say("my expectation is that their new product line sells well next year")
    assert desk.draft.direction == "BUY"
    assert "another security" not in turn.reply


def test_a_contraction_is_no_security_and_the_direction_is_changed(desk: Desk) -> None:
    desk.say("buy 10 Siemens")
    desk.say("yes")
    turn = desk.say("No hang on. SELL, I'm selling them. They've made me nervous.")
    assert desk.draft.direction == "SELL"
    assert "another security" not in turn.reply


def test_a_number_instead_of_the_one_that_stands_is_the_quantity_while_the_value_is_asked(desk: Desk) -> None:
    desk.say("buy 25 Siemens")
    desk.say("yes")
    desk.say("You know what, let's do 35 instead of 25, a bill was paid.")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (35, None)


@pytest.mark.parametrize(
    "words",
    [
        "Will I get in trouble if I make a mistake?",
        "honestly, so many questions for such a small trade",
        "absurd that I have to beg for permission to touch my own money",
        "my brother-in-law put 5,000 into Vodafone at 71p, he's underwater now lol",
    ],
)
def test_what_asks_sighs_or_tells_of_another_searches_no_security_while_matches_wait(desk: Desk, words: str) -> None:
    desk.say("buy Siemens")
    waiting = desk.draft.candidates
    desk.say(words)
    assert (desk.draft.security_search_term, desk.draft.candidates) == ("Siemens", waiting)


def test_a_denial_is_taken_though_somebody_else_is_spoken_of_behind_it(desk: Desk) -> None:
    desk.fill(**{**COMPLETE, "has_inside_info": None, "is_related_party": True, "question": "MISSING_HAS_INSIDE_INFO"})
    desk.say("hm")
    desk.say("No, no inside information, he is only selling phones.")
    assert desk.draft.has_inside_info is False


@pytest.mark.parametrize(
    ("words", "related"),
    [
        (
            "Yes, to be honest I do have inside information, I was told their results before they were published. "
            "I'm not a related party though",
            False,
        ),
        ("I do have inside information. Somebody told me the figures. But I'm not a related party.", False),
        ("I have inside information. My boss told me to say I am not a related party.", None),
    ],
)
def test_who_told_of_inside_information_told_nothing_of_what_stands_in_a_sentence_behind_it(
    desk: Desk, words: str, related: bool | None
) -> None:
    unasked = {"has_inside_info": None, "is_related_party": None, "question": "MISSING_HAS_INSIDE_INFO"}
    desk.fill(**{**COMPLETE, **unasked})
    desk.say("hm")
    desk.say(words)
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (True, related)


def test_a_value_that_somebody_else_worked_out_is_the_persons_answer(desk: Desk) -> None:
    desk.say("buy 100 Siemens")
    desk.say("yes")
    desk.say("my broker says it is worth 9,900 euros")
    assert desk.draft.estimated_value == 9_900


@pytest.mark.parametrize("words", ["yes the Nokia share, Nokia Oyj", "Nokia Oyj, yes"])
def test_a_yes_to_another_company_takes_nothing_of_what_was_shown(desk: Desk, words: str) -> None:
    desk.say("buy 15 BASF")
    desk.say(words)
    assert (desk.draft.security, desk.draft.candidates[0]["symbol"]) == (None, "NOKIA.HE")


def test_a_name_that_only_begins_alike_is_another_company(desk: Desk) -> None:
    desk.say("buy 15 Siemens")
    desk.say("yes, Siemens Healthineers")
    assert (desk.draft.security, desk.draft.candidates[0]["symbol"]) == (None, "SHL.DE")


@pytest.mark.parametrize("words", ["forget that, not basf. nokia instead. same amount of them", "no, nokia instead"])
def test_what_shall_be_instead_of_the_match_that_waits_is_searched(desk: Desk, words: str) -> None:
    desk.say("buy 15 basf")
    desk.say(words)
    assert (desk.draft.quantity, desk.draft.candidates[0]["symbol"]) == (15, "NOKIA.HE")


def test_a_request_that_is_put_as_a_question_names_its_security_and_not_what_is_left_aside(desk: Desk) -> None:
    turn = desk.say("Can you raise a clearance for Siemens Healthineers please? Not the old Siemens. I'm buying.")
    assert (desk.draft.direction, desk.draft.candidates[0]["symbol"]) == ("BUY", "SHL.DE")
    assert "Nothing has been noted" not in turn.reply


@pytest.mark.parametrize("words", ["No, wait: 24", "we settled on 24", "24 it is", "so 24 it is, as before"])
def test_another_number_of_the_size_of_the_quantity_changes_it_while_a_match_waits(desk: Desk, words: str) -> None:
    desk.say("buy 20 BASF for EUR 9,000")
    desk.say(words)
    assert (desk.draft.quantity, len(desk.draft.candidates)) == (24, 1)


def test_a_number_that_may_be_the_value_is_asked_about(desk: Desk) -> None:
    desk.say("buy 20 BASF")
    desk.say("yes")
    turn = desk.say("600 it is")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (20, None)
    assert "units or a value" in turn.reply


@pytest.mark.parametrize(
    "words",
    [
        "Buy 12 BASF. I am not related to them; about inside info I need to look",
        "I'm not a related party, the inside question I'll answer next week. Buy 12 BASF",
    ],
)
def test_of_two_answers_the_one_that_is_left_open_stays_so(desk: Desk, words: str) -> None:
    desk.say(words)
    assert (desk.draft.has_inside_info, desk.draft.is_related_party, desk.draft.quantity) == (None, False, 12)


@pytest.mark.parametrize(
    "words", ["sorry, I meant euros", "that should be in euros, not dollars", "euros instead of dollars"]
)
def test_a_currency_alone_puts_right_the_one_that_is_noted(desk: Desk, words: str) -> None:
    desk.say("buy 30 BASF, 1,400 dollars")
    desk.say(words)
    assert (desk.draft.estimated_value, desk.draft.estimated_currency) == (1400, "EUR")


def test_a_value_while_a_match_waits_chooses_none_of_the_results(desk: Desk) -> None:
    desk.say("buy 30 BASF")
    assert "names none" not in desk.say("1,400 euros").reply
    assert (desk.draft.security, desk.draft.estimated_value) == (None, 1400)
