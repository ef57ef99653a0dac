"""What a model may tell of a request: no status and no number that the record does not bear out."""

from __future__ import annotations

import pytest

from chat.models import Message
from chat.pages.rendering import panel_html
from llm.testing import call, say
from pa_dealing.conversation.claims import claimable
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import SIEMENS, Desk
from wording.claims import claims

LIES = [
    "I have submitted your request, and compliance approved it. You may trade now.",
    "Noted: 12,000 units worth USD 262,900. It is complete.",
    "Great news: your trade is approved.",
    "Your request is now with compliance.",
    "You're good to go.",
    "The value of USD 2,000 is noted.",
    "You buy 20,000 units.",
    "I noted £2,000.",
    "That is twelve thousand units.",
    "It is worth about 5k EUR.",
    "The limit is 7.5 %.",
    "Compliance will answer by 5 March 2027.",
    "I have placed your order.",
    "Ik heb je aanvraag ingediend en compliance heeft hem goedgekeurd.",
    "Genoteerd: 12.000 stuks.",
    "Je mag nu handelen.",
]
HONEST = [
    "Once you submit it, compliance will decide.",
    "I cannot submit it for you.",
    "It has not been submitted yet.",
    "Noted: you buy 2,000 euros' worth of Siemens.",
    "Noted: EUR 2,000 of Siemens.",
    "You buy 15 Siemens shares, worth 2,000 EUR.",
    "I need 2 more things from you.",
    "Is the value in USD or in EUR?",
    "Siemens Aktiengesellschaft (SIE.DE, DE0007236101) is chosen.",
    "1. The direction\n2. The justification",
    "When compliance approves it, you may trade.",
    "What is your reason for buying 15 shares?",
    "Zodra je het indient, beslist compliance over de EUR 2.000.",
    "Het is nog niet ingediend.",
    "Please check everything, then press Submit.",
]


@pytest.fixture
def filled(scripted: Desk) -> Desk:
    """A draft of 15 shares of Siemens worth EUR 2,000, and nothing else."""
    scripted.fill(security=SIEMENS, quantity=15, estimated_value=2000, estimated_currency="EUR")
    return scripted


@pytest.mark.parametrize("lie", LIES)
def test_a_reply_claims_nothing_that_the_draft_does_not_bear_out(filled: Desk, lie: str) -> None:
    turn = filled.say("Siemens, 15 shares, 2,000 EUR", say(f"Thank you. {lie}", chunks=9))
    for sentence in lie.split(". "):
        assert sentence.strip(". ") not in turn.reply
    assert turn.reply.startswith("Thank you.")
    assert Message.objects.filter(thread=filled.thread, role="assistant").latest("id").content == turn.reply


@pytest.mark.parametrize("sentence", HONEST)
def test_what_is_true_or_only_possible_is_told_word_for_word(filled: Desk, sentence: str) -> None:
    assert filled.say("Siemens, 15 shares, 2,000 EUR", say(sentence, chunks=4)).reply == sentence


def test_beside_a_false_reply_the_panel_shows_what_is_true(filled: Desk) -> None:
    before = panel_html(filled.thread)
    filled.say("Siemens, 15 shares, 2,000 EUR", "I have submitted it. Noted: 12,000 units worth USD 262,900.")
    panel = panel_html(filled.thread)
    assert panel == before
    assert "2,000" in panel
    for false in ("12,000", "USD 262,900", "Submitted"):
        assert false not in panel


def test_the_truth_is_told_once_in_place_of_a_false_claim(filled: Desk) -> None:
    turn = filled.say("Submit it", "I have submitted it. Compliance approved it. Is there anything else?")
    assert turn.reply.count("Nothing has been submitted: your request is still a draft.") == 1
    assert turn.reply.endswith("Is there anything else?")


def test_a_reply_of_which_nothing_is_left_asks_what_is_asked_next(filled: Desk) -> None:
    turn = filled.say("Hello", "Noted: 12,000 units.")
    assert turn.reply.startswith("Nothing has been submitted: your request is still a draft.")
    assert "12,000" not in turn.reply
    assert Message.objects.filter(role="assistant").latest("id").content == turn.reply


def test_a_number_that_a_tool_gave_back_may_be_told(scripted: Desk) -> None:
    turn = scripted.say("Buy 100 Siemens", [call("set_quantity", quantity=100)], "Noted: 100 units. And 101?")
    assert turn.reply == "Noted: 100 units. "


@pytest.mark.parametrize(
    ("status", "stated", "not_stated"),
    [
        ("submitted", "Your request has been submitted.", "Compliance approved it."),
        ("approved", "Compliance approved it. You may trade now.", "Your request was withdrawn."),
        ("declined", "Compliance declined your request.", "You may trade now."),
        ("withdrawn", "Your request is withdrawn.", "You may trade now."),
    ],
)
def test_a_status_is_told_as_it_stands(scripted: Desk, status: str, stated: str, not_stated: str) -> None:
    draft = DraftRequest(thread=scripted.thread, owner=scripted.owner, status=status, security=SIEMENS)
    bears_out = claimable(draft, {"missing": []})
    for sentence in stated.split(". "):
        assert claims(sentence)
        assert {claim.act for claim in claims(sentence)} <= bears_out
    assert not {claim.act for claim in claims(not_stated)} <= bears_out


def test_the_rules_are_believed(desk: Desk) -> None:
    desk.say("I want to buy 2,000 Siemens shares, about EUR 262,900")
    assert "Siemens" in desk.say("yes").reply
