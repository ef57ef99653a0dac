"""With no model: one question at a time, and what somebody said beside it, a slip in it included, is not lost."""

from __future__ import annotations

import pytest

from pa_dealing.tests.shared import SIEMENS, Desk, asked_for


def test_a_currency_that_was_named_alone_is_that_of_the_amount_behind_it(desk: Desk) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed")
    assert desk.say("gbp").reply == "What is the trade worth in total, in GBP?"
    desk.say("5,400")
    assert (desk.draft.estimated_value, desk.draft.estimated_currency) == (5400, "GBP")


def test_a_match_that_was_offered_waits_on_where_another_name_finds_nothing(desk: Desk) -> None:
    desk.say("buy 40 siemens")
    turn = desk.say("the qwertzuiop share")
    assert 'No security matches "qwertzuiop"' in turn.reply
    assert "I found **Siemens" in turn.reply
    desk.say("yes")
    assert desk.draft.security is not None


def test_a_unit_with_a_slip_counts_and_is_no_name(desk: Desk) -> None:
    desk.say("i want to buy 50 shres of siemens")
    assert desk.draft.quantity == 50
    desk.say("60 shars pls")
    assert desk.draft.quantity == 60
    assert desk.draft.candidates


def test_a_number_behind_sorry_puts_the_only_number_right(desk: Desk) -> None:
    desk.say("sell 40 siemens")
    desk.say("sorry 45")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (45, None)


def test_a_bare_number_behind_a_no_is_no_value_before_it_was_asked_about(desk: Desk) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed")
    turn = desk.say("no, no, return how it was before, 40")
    assert "a number of units or a value?" in turn.reply
    assert desk.draft.estimated_value is None


def test_who_says_yes_and_tells_who_told_it_has_inside_information(desk: Desk) -> None:
    asked_for(desk, "has_inside_info", "is_related_party")
    desk.say("yes tbh. a client told me about a trial result that isn't published yet")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (True, None)


def test_a_reply_is_not_given_twice_in_a_row(desk: Desk) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed")
    first, second = desk.say("gbp").reply, desk.say("gbp").reply
    assert first != second
    assert "GBP" in second


def test_who_is_close_to_the_company_told_before_it_is_asked_is_what_the_question_begins_with(desk: Desk) -> None:
    desk.say("I want to buy 50 Siemens shares for 9,000 euros")
    turn = desk.say("my sister-in-law works at Siemens")
    assert 'Noted: what you tell of "my sister-in-law works at Siemens"' in turn.reply
    assert (desk.draft.is_related_party, desk.draft.evidence["relation_told"]["quote"]) == (None, turn.text)
    desk.say("yes")
    turn = desk.say("it pays a good dividend and I want to hold it for years")
    assert 'Earlier you wrote "my sister-in-law works at Siemens". Are you a related party' in turn.reply
    desk.say("yes")
    assert (desk.draft.is_related_party, desk.draft.has_inside_info) == (True, None)


@pytest.mark.parametrize(
    "words", ["my sister-in-law works at BASF", "my wife works at home", "does my wife work at BASF?"]
)
def test_who_is_close_to_another_company_or_to_none_begins_no_question(desk: Desk, words: str) -> None:
    desk.say("I want to buy 50 Siemens shares for 9,000 euros")
    desk.say(words)
    desk.say("yes")
    turn = desk.say("it pays a good dividend and I want to hold it for years")
    assert "Do you have any inside information about Siemens" in turn.reply


@pytest.mark.parametrize(
    "wish", ["I was thinking of getting a few BASF shares", "I was thinking about buying some BASF"]
)
def test_a_wish_that_is_only_thought_of_begins_a_purchase_of_so_many_as_are_asked_for(desk: Desk, wish: str) -> None:
    desk.say(wish)
    assert (desk.draft.direction, desk.draft.quantity) == ("BUY", None)
    assert desk.draft.candidates[0]["name"].startswith("BASF")


def test_a_wish_that_names_nothing_on_file_empties_no_request(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL", quantity=450, justification="To pay for the roof of our house.")
    desk.say("The builder wants to be paid in June, and I would rather sell a few shares than take out a loan.")
    assert desk.draft.security == SIEMENS
    assert desk.draft.quantity == 450


def test_what_is_bought_for_the_money_turns_no_sale_into_a_purchase(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL", quantity=450, estimated_value=40_000, estimated_currency="EUR")
    desk.say("To meet the completion payment on the purchase of a flat in Leeds, due on 14 August.")
    assert desk.draft.direction == "SELL"


def test_why_one_waits_is_no_reason_for_the_trade(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL", quantity=450, estimated_value=40_000, estimated_currency="EUR")
    desk.say("hang on I am just going through the barrier at the station")
    assert not desk.draft.justification


def test_a_purpose_is_a_reason_whatever_was_asked(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL")
    desk.say("The purpose of the sale is to meet the completion payment on a flat in Leeds.")
    assert "completion payment" in desk.draft.justification


def test_both_questions_are_denied_in_a_lawyers_words_at_any_time(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="SELL")
    desk.say(
        "For the avoidance of doubt: I am in possession of no inside information, nor am I a related party of the issuer."
    )
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (False, False)
    desk.say("Kindly define 'related party' as your form uses the term.")
    assert desk.draft.is_related_party is False


def test_a_yes_to_another_name_takes_no_match_that_was_shown(desk: Desk) -> None:
    desk.say("buy 40 shares of Siemens")
    assert "Bayer" in desk.say("yes, Bayer").reply
    assert desk.draft.security is None


def test_an_age_is_no_number_of_units(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=25)
    desk.say("it's for the long run, I never plan to sell before I'm 60")
    assert desk.draft.quantity == 25


def test_a_supposed_case_searches_nothing_and_clear_clears_nothing(desk: Desk) -> None:
    desk.say("Say somebody wanted Bayer, would you call that a good buy?")
    assert not desk.draft.candidates
    desk.fill(security=SIEMENS, direction="BUY", quantity=25)
    desk.say("Clear. Thanks a lot, I'll be back.")
    assert (desk.draft.security, desk.draft.quantity) == (SIEMENS, 25)


def test_a_relation_that_has_to_be_a_yes_is_affirmed_at_any_time(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", has_inside_info=False, is_related_party=False)
    desk.say("About the related party question: my wife works in their finance department. So that has to be a yes.")
    assert desk.draft.is_related_party is not False


def test_a_number_that_is_put_right_beside_its_old_one_takes_its_place_and_so_does_the_value(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=60, estimated_value=26_000, estimated_currency="DKK")
    desk.say("I told 60 pieces, it must be 16. So the value is then 7 000 danish crowns, not 26 000.")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (16, 7000)


@pytest.mark.parametrize(
    "words",
    [
        "the 240 was a slip, I want 420",
        "Pardon, at first I typed 240 pieces, it ought to be 420.",
        "correction: 420 instead of 240 shares",
        "420 nto 240",
    ],
)
def test_a_number_of_units_takes_the_place_of_the_one_that_it_names(desk: Desk, words: str) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=240, question="MISSING_ESTIMATED_VALUE")
    desk.say(words)
    assert (desk.draft.quantity, desk.draft.estimated_value) == (420, None)


def test_an_amount_that_takes_the_place_of_the_noted_one_is_in_its_currency(desk: Desk) -> None:
    asked_for(desk, "justification", "justification_quality")
    desk.say("12,900 rather than the 13,145 I gave you")
    draft = desk.draft
    assert (draft.quantity, draft.estimated_value, draft.estimated_currency) == (100, 12_900, "EUR")


@pytest.mark.parametrize("words", ["no to both of those", "neither of them applies"])
def test_a_denial_of_both_is_asked_about_while_something_else_is_open(desk: Desk, words: str) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed", "has_inside_info")
    assert "the two compliance questions" in desk.say(words).reply
    assert desk.draft.has_inside_info is None


def test_what_is_headed_as_the_reason_searches_nothing_while_a_match_waits(desk: Desk) -> None:
    desk.say("sell 30 Siemens")
    desk.say("My reason: I expect Bayer and the whole of the chemicals sector to do better")
    assert desk.draft.candidates[0]["name"].startswith("Siemens")
    assert "chemicals" in desk.draft.justification


def test_the_currency_of_a_sum_that_is_left_out_is_none_of_another_number(desk: Desk) -> None:
    desk.say("I'd like to buy 250 Siemens for about EUR 60,000")
    desk.say("no wait, 300. So that makes about EUR 72,000")
    assert desk.draft.estimated_value == 72_000
    desk.say("hold on, 310. I only mention it because my brother has EUR 9,000")
    assert (desk.draft.estimated_value, desk.draft.estimated_currency) == (72_000, "EUR")


@pytest.mark.parametrize("words", ["oh wait, 45. So it comes to EUR 9,900", "hang on: 45, and EUR 9,900 then"])
def test_a_number_of_units_that_is_put_right_beside_its_value_is_kept_with_it(desk: Desk, words: str) -> None:
    desk.say("I'd like to buy 40 Siemens for about EUR 8,800")
    turn = desk.say(words)
    assert (desk.draft.quantity, desk.draft.estimated_value) == (45, 9_900)
    assert "names none" not in turn.reply


def test_who_of_two_at_one_keyboard_speaks_is_no_part_of_the_answer(desk: Desk) -> None:
    desk.say("My husband and I want to buy 40 Siemens")
    desk.say("(Els) yes, that's ours")
    assert desk.draft.security is not None
    desk.say("(Piet) 8,800 euros")
    assert desk.draft.estimated_value == 8_800


def test_an_everyday_word_with_a_capital_turns_from_no_match(desk: Desk) -> None:
    desk.say("I'd like to buy 250 Siemens for about EUR 60,000")
    shown = desk.draft.candidates[0]
    desk.say("Sorry, I looked at my account again. Back to 240 please, and to EUR 58,000.")
    assert desk.draft.candidates[0] == shown


def test_who_names_the_match_with_its_country_takes_it(desk: Desk) -> None:
    desk.say("I'd like to buy 250 Siemens for about EUR 60,000")
    desk.say("Siemens AG, the German one.")
    assert desk.draft.security is not None
    assert desk.draft.security["symbol"] == "SIE.DE"
