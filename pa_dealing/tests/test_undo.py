"""The last changes are taken back one by one, by a tool that a model may call too, with an entry in the audit."""

from __future__ import annotations

import pytest

from audit.models import AuditEntry
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk


def test_undo_takes_back_the_last_change_and_twice_the_one_before(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY")
    desk.say("300 shares")
    desk.say("it is worth 5,100 euro")
    assert "the value" in desk.say("undo").reply
    assert (desk.draft.quantity, desk.draft.estimated_value, desk.draft.estimated_currency) == (300, None, None)
    desk.say("undo that too")
    assert desk.draft.quantity is None
    assert "quantity" not in desk.draft.evidence
    assert AuditEntry.objects.filter(action="pa_dealing.undone").count() == 2


@pytest.mark.parametrize(
    ("words", "quantity", "value"),
    [
        ("no wait scrap the 5,100, I was on the wrong line. leave the amount empty", 300, None),
        ("forget the amount", 300, None),
        ("laat het bedrag leeg", 300, None),
        ("wis het aantal", None, 5_100),
        ("the 300 is wrong", None, 5_100),
        # Another figure takes its place, and who asks or forbids it takes nothing away.
        ("scrap the 5,100, it is 5,300 euro", 300, 5_300),
        ("can I leave the amount empty?", 300, 5_100),
        ("don't scrap the amount", 300, 5_100),
    ],
)
def test_a_number_is_taken_away_by_itself_and_what_was_said_after_it_stays(
    desk: Desk, words: str, quantity: int | None, value: int | None
) -> None:
    desk.fill(security=SIEMENS, quantity=300)
    desk.say("it is worth 5,100 euro")
    desk.say("I buy them")
    desk.say(words)
    assert (desk.draft.direction, desk.draft.quantity, desk.draft.estimated_value) == ("BUY", quantity, value)


def test_a_model_takes_no_number_away_that_the_words_leave(desk: Desk) -> None:
    desk.fill(security=SIEMENS, quantity=300)
    assert desk.tool("leave_empty", "it is worth less, I think", what="quantity")["status"] == "error"
    assert desk.tool("leave_empty", "forget the quantity", what="value")["status"] == "error"
    assert desk.draft.quantity == 300
    assert desk.tool("leave_empty", "forget the quantity", what="quantity")["undone"] == ["quantity"]
    assert desk.draft.quantity is None


def test_a_number_that_was_taken_away_comes_back_by_an_undo(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=300)
    desk.say("it is worth 5,100 euro")
    desk.say("forget the amount")
    desk.say("undo")
    assert (desk.draft.estimated_value, desk.draft.estimated_currency) == (5_100, "EUR")


def test_undo_with_something_to_do_instead_does_both(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY")
    desk.say("300 shares")
    desk.say("oops, undo that please. 30 shares")
    assert desk.draft.quantity == 30


def test_where_nothing_is_left_to_undo_that_is_said(desk: Desk) -> None:
    assert "nothing left to take back" in desk.say("undo").reply


def test_undo_makes_a_preview_void_and_keeps_that_compliance_was_told(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY", quantity=5)
    desk.say("I have inside information")
    desk.say("undo")
    assert (desk.draft.has_inside_info, desk.draft.escalated) == (None, True)


def test_after_a_fresh_start_nothing_of_the_old_trade_comes_back(desk: Desk) -> None:
    desk.fill(security=SIEMENS, direction="BUY")
    desk.say("300 shares")
    desk.say("leave it, I'd rather sell 12 BASF")
    assert (desk.draft.security, desk.draft.direction, desk.draft.quantity) == (None, "SELL", 12)
    desk.say("undo")
    desk.say("undo")
    assert (desk.draft.security, desk.draft.direction, desk.draft.quantity) == (None, None, None)


def test_an_undo_that_says_how_it_was_notes_nothing_new(desk: Desk) -> None:
    desk.fill(
        **{**COMPLETE, "quantity": 40, "estimated_value": None, "estimated_currency": None, "currency_confirmed": False}
    )
    desk.say("what now?")
    desk.say("hmm no make it 60")
    reply = desk.say("undo that last one, 40 was fine").reply
    assert (desk.draft.quantity, desk.draft.estimated_value) == (40, None), reply
    desk.say("60 shares")
    desk.say("undo that, 40 was fine")
    assert (desk.draft.quantity, desk.draft.estimated_value) == (40, None)


def test_undo_that_names_another_security_turns_to_it(desk: Desk) -> None:
    desk.say("buy 60 SAP shares")
    desk.say("yes")
    desk.say("actually no, Bayer instead")
    desk.say("yes")
    assert "SAP" in desk.say("hmm, undo that, SAP after all").reply
    desk.say("yes please")
    assert desk.draft.security is not None
    assert desk.draft.security["name"].startswith("SAP")
    assert desk.draft.quantity == 60
