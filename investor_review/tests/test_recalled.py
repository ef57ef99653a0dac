"""What a model let pass is recalled to it with what is said next, and earlier words decide where they still count."""

from __future__ import annotations

import pytest

from investor_review.models import ReviewSession
from investor_review.tests.test_conversation import say, statuses
from investor_review.tests.test_with_a_model import decide, instruction
from llm.testing import ScriptedModel, call
from llm.types import ModelRequest

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scripted")]
RECALLED = "Said before, and in no record"


def asked(model: ScriptedModel) -> ModelRequest:
    return model.requests[-1]


def test_a_decision_that_was_let_pass_is_recalled_and_can_be_taken(
    session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then("Very well.")
    say(session, session.started_by, "Offsets: accepted as proposed")
    scripted.then(decide("accept", "accepted as proposed", "issue_002"), "Both are noted.")
    say(session, session.started_by, "leave the notice as it is")
    reminded, afterwards = scripted.requests[-2:]
    assert "Offsets: accepted as proposed" in reminded.situation.partition(RECALLED)[2]
    assert RECALLED not in afterwards.situation
    assert statuses(session) == ["open", "resolved", "open"]


def test_of_a_message_what_was_not_noted_is_recalled(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("accept", "Accept the first", "issue_001"), "Noted.")
    say(session, session.started_by, "Accept the first and leave the second as it is")
    scripted.then("Which one?")
    say(session, session.started_by, "the third as well")
    assert "leave the second" in asked(scripted).situation.partition(RECALLED)[2]


@pytest.mark.parametrize("newest", ["What does the second one cite?", "thanks", "undo that"])
def test_beside_a_question_thanks_or_an_undo_nothing_is_recalled(
    newest: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then("Very well.")
    say(session, session.started_by, "Offsets: accepted as proposed")
    scripted.then("Yes.")
    say(session, session.started_by, newest)
    assert RECALLED not in asked(scripted).situation


def test_what_was_noted_is_not_recalled(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("accept", "accepted as proposed", "issue_002"), "Noted.")
    say(session, session.started_by, "Offsets: accepted as proposed")
    scripted.then("Go on.")
    say(session, session.started_by, "now the notice")
    assert RECALLED not in asked(scripted).situation


@pytest.mark.parametrize("words", ["yes", "sounds good", "Offsets: accepted as they are proposed"])
def test_an_earlier_yes_or_words_that_nobody_said_decide_nothing(
    words: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then("Very well.")
    say(session, session.started_by, "yes sounds good")
    scripted.then(decide("accept", words, "issue_002"), "Which one?")
    turn = say(session, session.started_by, "now the notice")
    assert turn.calls[0]["result"]["status"] == "error"
    assert statuses(session) == ["open", "open", "open"]


def test_earlier_words_do_not_overtake_a_later_decision(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then("Very well.")
    say(session, session.started_by, "Offsets: accepted as proposed, and accept the first too")
    scripted.then(
        [
            decide("leave", "no, leave the second as it is", "issue_002"),
            decide("accept", "Offsets: accepted as proposed", "issue_002"),
        ],
        "It is left.",
    )
    turn = say(session, session.started_by, "no, leave the second as it is")
    assert [row["result"]["status"] for row in turn.calls] == ["success", "error"]
    assert instruction(session, 2) == ""


def test_who_says_that_they_are_done_is_asked_where_a_model_lets_it_pass(
    session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then("Good.")
    assert say(session, session.started_by, "I am done").reply.endswith("Are you done with the review?")
    scripted.then(call("finish_review", quote="yes, done"))
    assert "cleaned-up version" in say(session, session.started_by, "yes, done").reply
