"""An investor talks: decisions are noted with their words, questions are answered with quotes that are there."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from chat.live import runs
from chat.turns.turn import TurnRun
from investor_review import record
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession
from investor_review.tests.shared import payload


def say(session: ReviewSession, user: User, text: str) -> TurnRun:
    turn = runs.begin(session.thread_id, user.pk, text, None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    assert turn.status == "done", turn.error_code
    return turn


def statuses(session: ReviewSession) -> list[str]:
    return [str(nitpick.status) for nitpick in record.load(session.thread_id).nitpicks]


@pytest.fixture
def review(upstream: User, investor: User) -> ReviewSession:
    return start.start_session(read_payload(payload(), "sess_001"), user_id=upstream.pk)


@pytest.mark.django_db
def test_a_sentence_with_three_decisions_notes_each_with_its_words(review: ReviewSession, upstream: User) -> None:
    turn = say(review, upstream, "accept the first, for the offsets say Gold Standard only instead, leave the rest")
    assert statuses(review) == ["resolved", "resolved", "open"]
    nitpicks = record.load(review.thread_id).nitpicks
    assert nitpicks[0].accepted_change_instructions == "Add annual third-party scope-3 audit requirement."
    assert "Gold Standard only" in nitpicks[1].accepted_change_instructions
    assert nitpicks[0].changes.get(to_status="in_progress").quoted_words == "accept the first"
    assert nitpicks[2].left_as_is == "leave the rest"
    assert "Nothing is undecided any more. Are you done?" in turn.reply


@pytest.mark.django_db
def test_a_confirmation_in_the_next_turn_resolves_what_was_only_praised(review: ReviewSession, upstream: User) -> None:
    assert "confirm" in say(review, upstream, "The audit suggestion makes sense").reply
    assert statuses(review)[0] == "in_progress"
    say(review, upstream, "Yes, confirmed")
    assert statuses(review) == ["resolved", "open", "open"]
    say(review, upstream, "Actually reopen the audit clause")
    assert statuses(review)[0] == "open"


@pytest.mark.django_db
def test_a_question_is_answered_by_a_verified_quote(review: ReviewSession, upstream: User) -> None:
    turn = say(review, upstream, "What does the document say about emissions reporting?")
    assert "Supplier emissions reporting is annual." in turn.reply
    assert "✓ verified, clause 1, page 1" in turn.reply
    assert statuses(review) == ["open", "open", "open"]


@pytest.mark.django_db
def test_being_done_is_answered_by_the_question_and_a_no_keeps_the_review(
    review: ReviewSession, upstream: User
) -> None:
    turn = say(review, upstream, "I'm done")
    assert "Do you want me to generate a cleaned-up version of the document with the accepted changes?" in turn.reply
    review.refresh_from_db()
    assert review.status == "ready_for_cleanup"
    say(review, upstream, "No thanks")
    review.refresh_from_db()
    assert (review.status, review.outcome) == ("completed", "declined")


@pytest.mark.django_db
def test_a_number_that_no_nitpick_has_is_named(review: ReviewSession, upstream: User) -> None:
    assert "There is no nitpick 9" in say(review, upstream, "accept number 9").reply


@pytest.mark.django_db
def test_both_suggestions_are_those_of_the_finding_that_is_named(review: ReviewSession, upstream: User) -> None:
    say(review, upstream, "accept 1, both suggestions")
    assert statuses(review) == ["resolved", "open", "open"]


@pytest.mark.django_db
def test_the_finding_that_was_meant_takes_the_place_of_the_other(review: ReviewSession, upstream: User) -> None:
    say(review, upstream, "I accept number 2")
    say(review, upstream, "sorry, I meant 3, not 2")
    assert statuses(review) == ["open", "open", "resolved"]
    say(review, upstream, "reopen 3")
    say(review, upstream, "I accept number 2")
    say(review, upstream, "oops, I meant 1")
    assert statuses(review) == ["resolved", "open", "open"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words", ["have to run, I'll go on with the others tomorrow", "I see.", "I don't have all day."]
)
def test_who_goes_away_or_listens_decides_and_ends_nothing(review: ReviewSession, upstream: User, words: str) -> None:
    say(review, upstream, words)
    review.refresh_from_db()
    assert (statuses(review), review.status) == (["open"] * 3, "active")


@pytest.mark.django_db
def test_the_panel_asks_again_while_the_papers_are_made_and_no_longer(review: ReviewSession, client: Client) -> None:
    client.force_login(review.started_by)
    address = f"/threads/{review.thread_id}/panel/"
    run = review.runs.create(status="running", progress=40, step="Half way", requested_by=review.started_by)
    asking = client.get(address).content.decode()
    assert f'hx-get="{address}" hx-trigger="every 2s"' in asking
    assert "Half way" in asking
    run.status = "done"
    run.save()
    assert "every 2s" not in client.get(address).content.decode()
