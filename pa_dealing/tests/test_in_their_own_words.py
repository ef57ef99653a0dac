"""With no model: a security is found by what is on file, and asides, stories and slips change nothing of a request."""

from __future__ import annotations

import pytest

from pa_dealing.instruments import names_in
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import SIEMENS, Desk, asked_for
from pa_dealing.tests.test_after_the_preview import previewed
from pa_dealing.words import all_numbers, derivative_said, quantities_in, security_named


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("our boiler died and I must sell a part of Siemens to pay the plumber", ["Siemens"]),
        ("I want do acquisition of Apple actions", ["Apple"]),
        ("nobody here has heard of it", []),
        ("it is the next thing on my list", []),
        ("50 guests and a band", []),
    ],
)
def test_a_name_on_file_is_found_whatever_stands_around_it(desk: Desk, text: str, names: list[str]) -> None:
    assert names_in(text, {"next", "on", "the", "is", "it", "apple"}.__contains__) == names


def test_a_security_in_the_middle_of_a_story_is_searched(desk: Desk) -> None:
    desk.say("the roof came down last night and I need to sell a bit of Siemens to pay the roofer")
    assert desk.draft.candidates[0]["name"].startswith("Siemens")
    assert desk.draft.direction == "SELL"


def test_what_a_story_counts_is_neither_a_number_of_units_nor_a_value(desk: Desk) -> None:
    desk.say("hello, I'd like to sell something")
    desk.say("there'll be 90 cousins, and the band alone wants $7,000, would you believe it?")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (None, None)


def test_a_call_on_the_phone_is_no_option() -> None:
    assert derivative_said("5 minutes before my call: buy 2 lots of FGBL") is None
    wanted = derivative_said("buy 5 apple december calls")
    assert wanted is not None
    assert wanted.side == "call"


def test_a_number_beside_the_value_is_the_number_of_units(desk: Desk) -> None:
    asked_for(desk, "estimated_value", "estimated_currency", "currency_confirmed")
    desk.say("sorry, make it forty, and €3,900 then")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (40, 3900)


def test_who_says_a_large_value_again_confirms_it(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares for EUR 262,900")
    assert "Is that value right?" in desk.say("1").reply
    desk.say("EUR 262,900")
    assert desk.draft.value_confirmed


@pytest.mark.parametrize(
    ("words", "stored"),
    [
        ("yes, somebody I know told me their quarter is bad, and it is not public", (True, None)),
        ("yes, my sister works in their accounts department", (None, True)),
    ],
)
def test_a_yes_affirms_what_it_tells_of(desk: Desk, words: str, stored: tuple[bool | None, bool | None]) -> None:
    asked_for(desk, "has_inside_info", "is_related_party")
    desk.say(words)
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == stored


def test_a_no_that_is_of_something_else_denies_neither(desk: Desk) -> None:
    asked_for(desk, "has_inside_info", "is_related_party")
    desk.say("and no, I'm not cross with you")
    assert (desk.draft.has_inside_info, desk.draft.is_related_party) == (None, None)


def test_the_tail_of_a_story_is_no_reason(desk: Desk) -> None:
    asked_for(desk, "justification")
    desk.say("my first bike was a Gazelle, it cost me 90 guilders, I loved it to pieces")
    assert not desk.draft.justification


@pytest.mark.parametrize(
    "aside",
    [
        "are you actually a human or is one program answering?",
        "will that get me into trouble?",
        "phew, that was painless",
        "who reads this lot",
        "ok so what now",
    ],
)
def test_an_aside_leaves_the_preview_as_it_was_shown(desk: Desk, aside: str) -> None:
    draft = previewed(desk)
    desk.say(aside)
    assert desk.draft.preview_hash == draft.preview_hash
    assert desk.draft.status == "previewed"


@pytest.mark.parametrize("words", ["no, 60", "the number is wrong", "hold on, make that a sale", "buy Apple instead"])
def test_what_may_change_the_request_makes_the_preview_void(desk: Desk, words: str) -> None:
    previewed(desk)
    desk.say(words)
    assert desk.draft.status == "draft"


def test_a_change_that_refuses_the_one_that_is_noted_turns_to_the_other(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY")
    desk.say("mmm wait. I have think better. No Siemens, I prefer Nokia, the finnish one")
    assert [each["symbol"] for each in desk.draft.candidates[:1]] == ["NOKIA.HE"]


@pytest.mark.parametrize(
    "words",
    ["I know nothing about computers", "I'm close to giving up", "it's 5 o'clock already"],
)
def test_what_is_said_of_something_else_before_any_trade_is_nothing_of_one(desk: Desk, words: str) -> None:
    desk.say("hi")
    desk.say(words)
    assert desk.draft.payload() == DraftRequest().payload()


def test_one_amount_in_a_currency_is_the_value_wherever_the_currency_stands(desk: Desk) -> None:
    desk.say("I want to buy 60 Siemens")
    desk.say("it'll be something like 6,000, in euros of course")
    assert desk.draft.estimated_value == 6000
    assert "units or a value" not in desk.say("60").reply


def test_a_number_that_is_noted_already_is_not_asked_about(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=100)
    reply = desk.say("No no. I wrote that wrong. I'm SELLING the 100. I already own the things.").reply
    assert (desk.draft.direction, desk.draft.quantity) == ("SELL", 100)
    assert "units or a value" not in reply


def test_the_one_behind_a_name_counts_nothing() -> None:
    assert security_named("the iShares Core one") == "iShares Core"
    assert [item.number.value for item in all_numbers("the iShares Core one, 60 of them")] == [60]


def test_another_security_that_is_only_named_changes_nothing(desk: Desk) -> None:
    previewed(desk)
    desk.say("wait it was Nokia I had in mind")
    assert (desk.draft.status, desk.draft.security["symbol"]) == (DraftRequest.Status.DRAFT, "SIE.DE")


@pytest.mark.parametrize(
    "words",
    ["pfff that's a lot of questions for some savings", "honestly, so many questions for such a small trade"],
)
def test_who_complains_of_the_questions_gives_no_reason(desk: Desk, words: str) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=100, estimated_value=13_000, estimated_currency="EUR")
    desk.say(words)
    assert desk.draft.justification == ""


@pytest.mark.parametrize("words", ["cheers, and sorry for coming back so late", "I'm sorry about asking all of this"])
def test_what_somebody_is_sorry_for_is_no_reason(desk: Desk, words: str) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=100, estimated_value=13_000, estimated_currency="EUR")
    desk.say(words)
    assert desk.draft.justification == ""


def test_a_yes_behind_the_name_of_what_is_shown_takes_it(desk: Desk) -> None:
    desk.say("75 Siemens, around EUR 18k, buy")
    shown = desk.draft.candidates[0]
    desk.say(f"{shown['name']} yes")
    assert desk.draft.security["symbol"] == shown["symbol"]


def test_the_price_of_a_share_counts_no_units() -> None:
    text = "I have 800 of them; today's price is about three pounds fifty that I can see, so 2,800 pounds altogether."
    assert 50 not in [item.number.value for item in quantities_in(text, asked=True)]


def test_a_reason_that_speaks_of_a_start_clears_nothing(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares for EUR 262,900")
    desk.say("A birthday present for my grandson, to start his savings.")
    assert (desk.draft.quantity, desk.draft.direction) == (2000, "BUY")


def test_a_question_about_the_phone_leaves_a_preview_as_it_was_shown(desk: Desk) -> None:
    previewed(desk)
    desk.say("can I do this on my phone next time?")
    assert desk.draft.status == DraftRequest.Status.PREVIEWED
