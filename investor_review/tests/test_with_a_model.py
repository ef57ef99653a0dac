"""The review with a model: its calls point at words, and words that plainly decide nothing decide nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from chat.turns.turn import TurnRun
from investor_review import record
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import CleanupRun, ReviewSession
from investor_review.tests.shared import nitpick, payload
from investor_review.tests.test_conversation import say, statuses
from llm.testing import ScriptedModel, call

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("scripted")]


def decide(decision: str, quote: str, *issue_ids: str) -> Any:
    return call("decide_nitpicks", issue_ids=list(issue_ids), decision=decision, quote=quote)


def put_in_progress(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("accept", "The first makes sense", "issue_001"), "In progress. Is it settled?")
    say(session, session.started_by, "The first makes sense")


def instruction(session: ReviewSession, number: int = 1) -> str:
    return record.load(session.thread_id).nitpicks[number - 1].accepted_change_instructions


@pytest.mark.parametrize(
    ("message", "quote", "decision"),
    [
        ("if I accepted 2, what happens?", "accepted 2", "accept"),
        ("if I accepted 2, what happens?", "if I accepted 2, what happens?", "accept"),
        ("suppose we take the first, and the second?", "take the first", "accept"),
        ("We take the second, what then?", "We take the second", "accept"),
        ("let's say I accept all of them, how would the paper look", "I accept all of them", "accept"),
        ("should I accept 2?", "accept 2", "accept"),
        ("accept 2?", "accept 2", "accept"),
        ("my lawyer would accept it", "accept it", "accept"),
        ("my partner says 2 is fine", "2 is fine", "accept"),
        ('he wrote "accept the second"', "accept the second", "accept"),
        ("I accepted 2 in another deal", "I accepted 2", "accept"),
        ("no issue with it being low", "no issue with it", "accept"),
        ("I might accept 2", "accept 2", "accept"),
        ("I do not accept 2", "I do not accept 2", "confirm"),
        ("what if we left 2 as it is?", "left 2 as it is", "leave"),
        ("imagine 2 were dropped", "2 were dropped", "reject"),
        ("leave the second as it is", "leave the second as it is", "own_wording"),
        ("offsets yes as proposed", "offsets yes as proposed", "own_wording"),
        ("reopen the second one", "reopen the second one", "leave"),
        ("the remaining points may stay", "the remaining points may stay", "own_wording"),
        ("the remaining points may stay", "the remaining points may stay", "confirm"),
        ("leave the other two as they are", "leave the other two as they are", "accept"),
        ("on second thoughts take the second change as well, accepted", "on second thoughts take the second", "reopen"),
        ("if you changed 2 to quarterly, would they sign?", "changed 2 to quarterly", "own_wording"),
    ],
)
def test_words_that_plainly_decide_nothing_are_refused(
    message: str, quote: str, decision: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then(decide(decision, quote, "issue_002"), "What do you want to do about the second?")
    turn = say(session, session.started_by, message)
    assert turn.calls[0]["result"]["code"] == "no_decision"
    assert statuses(session) == ["open", "open", "open"]
    assert instruction(session, 2) == ""


@pytest.mark.parametrize(
    ("message", "quote", "decision", "status"),
    [
        ("Accept the second. What is next?", "Accept the second.", "accept", "resolved"),
        ("Accept the second, what is next?", "Accept the second", "accept", "resolved"),
        ("Could you take the second one in?", "take the second one in", "accept", "resolved"),
        ("Offsets: let's roll with what they propose", "let's roll with what they propose", "accept", "resolved"),
        ("I would not object to the second", "I would not object to the second", "accept", "resolved"),
        ("The second: cap it at 10% as my lawyer suggests", "cap it at 10%", "own_wording", "resolved"),
        ("I can live with the second", "I can live with the second", "leave", "open"),
        ("The second looks fine to me", "looks fine to me", "accept", "in_progress"),
        ("Wat mij betreft kan de tweede erin", "kan de tweede erin", "accept", "resolved"),
        (
            "the audit yes take it as proposed the offsets thing no leave that one as it is",
            "the offsets thing no leave that one as it is",
            "leave",
            "open",
        ),
    ],
)
def test_words_that_may_mean_it_are_taken(
    message: str, quote: str, decision: str, status: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then(decide(decision, quote, "issue_002"), "Noted.")
    turn = say(session, session.started_by, message)
    assert turn.calls[0]["result"]["status"] == "success"
    assert statuses(session)[1] == status


def test_settled_at_once_is_settled_with_its_instruction(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("confirm", "Accept the first, that's final", "issue_001"), "The first is resolved.")
    say(session, session.started_by, "Accept the first, that's final")
    assert statuses(session)[0] == "resolved"
    assert instruction(session) == "Add annual third-party scope-3 audit requirement."


def test_what_is_left_as_it_is_is_confirmed_by_nobody(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("leave", "leave the first", "issue_001"), "It is left.")
    say(session, session.started_by, "leave the first")
    scripted.then(decide("confirm", "all of it is final", "issue_001"), "All settled.")
    turn = say(session, session.started_by, "all of it is final")
    assert turn.calls[0]["result"]["code"] == "unchanged"
    assert statuses(session)[0] == "open"
    assert instruction(session) == ""


def test_a_suggestion_that_there_is_not_is_refused(session: ReviewSession, scripted: ScriptedModel) -> None:
    wrong = call("decide_nitpicks", issue_ids=["issue_001"], decision="accept", quote="Accept the first", suggestion=4)
    scripted.then(wrong, "There is one suggestion.")
    turn = say(session, session.started_by, "Accept the first, only its fourth suggestion")
    assert "There is no suggestion 4" in turn.calls[0]["result"]["error"]
    assert statuses(session)[0] == "open"


def test_mere_praise_is_not_confirmed_at_once(session: ReviewSession, scripted: ScriptedModel) -> None:
    scripted.then(decide("confirm", "The first sounds good", "issue_001"), "Is it settled?")
    turn = say(session, session.started_by, "The first sounds good")
    assert turn.calls[0]["result"]["not_confirmed"] == ["issue_001"]
    assert statuses(session)[0] == "in_progress"
    assert instruction(session) == "Add annual third-party scope-3 audit requirement."


@pytest.mark.parametrize(
    "words", ["good to go", "that takes care of my concern", "I'm satisfied with it now", "dat is dan geregeld"]
)
def test_a_confirmation_needs_no_word_that_code_knows(
    words: str, session: ReviewSession, scripted: ScriptedModel
) -> None:
    put_in_progress(session, scripted)
    scripted.then(decide("confirm", words, "issue_001"), "Settled.")
    say(session, session.started_by, words)
    assert statuses(session)[0] == "resolved"


def done(session: ReviewSession, scripted: ScriptedModel) -> TurnRun:
    scripted.then(call("finish_review", quote="I'm done"))
    return say(session, session.started_by, "I'm done")


def test_a_bare_yes_to_the_question_needs_no_model(session: ReviewSession, scripted: ScriptedModel) -> None:
    put_in_progress(session, scripted)
    assert "The accepted changes" in done(session, scripted).reply
    say(session, session.started_by, "Yes please")
    scripted.assert_used_up()
    assert CleanupRun.objects.count() == 1
    assert statuses(session)[0] == "resolved"


def test_a_yes_with_a_change_reaches_the_model_and_generates_nothing(
    session: ReviewSession, scripted: ScriptedModel
) -> None:
    done(session, scripted)
    words = "Yes, but first change the second one to quarterly"
    scripted.then(
        [
            decide("own_wording", "change the second one to quarterly", "issue_002"),
            call("answer_generate", answer="Yes"),
        ],
        call("finish_review", quote="Yes"),
    )
    turn = say(session, session.started_by, words)
    assert turn.calls[1]["result"]["status"] == "error"
    assert instruction(session, 2) == "change the second one to quarterly"
    assert not CleanupRun.objects.exists()
    assert "Do you want me to generate" in turn.reply


def test_a_yes_whose_change_the_model_forgets_generates_nothing(
    session: ReviewSession, scripted: ScriptedModel
) -> None:
    done(session, scripted)
    scripted.then(call("answer_generate", answer="Yes"), "Which change do you want?")
    say(session, session.started_by, "Yes, but first change the second one to quarterly")
    assert not CleanupRun.objects.exists()


def test_a_no_that_goes_back_does_not_close_the_review(session: ReviewSession, scripted: ScriptedModel) -> None:
    done(session, scripted)
    scripted.then(
        [call("answer_generate", answer="No"), call("read_evidence", issue_id="issue_003")],
        "The third: notice is short.",
    )
    say(session, session.started_by, "No, go back to number 3")
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("active", "")
    scripted.then("Which one do you mean?")
    say(session, session.started_by, "yes")
    assert not CleanupRun.objects.exists()


def test_a_yes_to_what_the_model_asked_later_generates_nothing(session: ReviewSession, scripted: ScriptedModel) -> None:
    done(session, scripted)
    scripted.then("Shall I drop the third?")
    say(session, session.started_by, "hm")
    scripted.then(call("answer_generate", answer="yes"), "Sorry, what shall I do?")
    say(session, session.started_by, "yes")
    assert not CleanupRun.objects.exists()


def test_a_claim_of_the_model_that_cites_nothing_is_marked_for_the_investor(
    session: ReviewSession, scripted: ScriptedModel
) -> None:
    scripted.then("Either party shall give 90 days' notice.")
    turn = say(session, session.started_by, "how long is the notice?")
    assert turn.reply == "Either party shall give 90 days' notice. (⚠ no passage cited)"


def test_the_evidence_of_a_finding_reaches_the_model_whole(upstream: User, scripted: ScriptedModel) -> None:
    long = " ".join(f"Clause {n} binds the seller to deliver lot {n}." for n in range(120)) + " The last is settled."
    body = payload("sess_long", nitpicks=[nitpick("issue_001", citations=["doc_001:c001"])])
    body["document_chunks"][0]["text"], body["full_document_text"] = long, long
    session = start.start_session(read_payload(body, "sess_long"), user_id=upstream.pk)
    scripted.then(call("read_evidence", issue_id="issue_001"), "That is long.")
    turn = say(session, upstream, "what does the first rest on?")
    assert turn.calls[0]["result"]["passages"][0]["text"] == long
    assert long in scripted.requests[1].messages[-1].results[0].content
