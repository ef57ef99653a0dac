"""Acts on a review where little would make another one of them: by hand, after the end, without a session."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from investor_review import actions
from investor_review.actions import How, Status
from investor_review.models import NitpickChange, ReviewSession
from investor_review.record import Review


def act(session: ReviewSession, what: Callable[[Review, Actor], object]) -> None:
    by = Actor(session.started_by_id, session.thread_id)
    with act_on(actions.open_review(session.thread_id, by)) as review:
        what(review, by)
    session.refresh_from_db()


def test_a_thread_without_a_review_is_opened_and_nothing_is_written(investor: User) -> None:
    with act_on(actions.open_review(uuid4(), Actor(investor.pk))) as review:
        assert review.session is None


def test_a_finding_is_set_back_by_hand_as_it_is_set_on(session: ReviewSession) -> None:
    for status in (Status.RESOLVED, Status.OPEN, Status.IN_PROGRESS):
        act(session, lambda r, by, to=status: actions.change_by_hand(r.known("issue_001"), by=by, status=to))
    kept = list(NitpickChange.objects.order_by("number").values_list("to_status", flat=True))
    assert kept == [Status.RESOLVED, Status.OPEN, Status.IN_PROGRESS]


@pytest.mark.parametrize(
    ("status", "instructions", "is_accepted"),
    [
        ("in_progress", "Do it.", True),
        ("open", "Do it.", False),
        ("resolved", "Do it.", False),
        ("in_progress", "", False),
    ],
)
def test_what_is_accepted_is_in_progress_with_something_to_do(
    session: ReviewSession, status: str, instructions: str, is_accepted: bool
) -> None:
    session.nitpicks.update(status=status, accepted_change_instructions=instructions)
    assert actions.is_accepted(session.nitpicks.get(issue_id="issue_001")) is is_accepted


def test_a_question_stands_over_a_change_while_the_investor_is_at_it(session: ReviewSession) -> None:
    act(session, lambda review, _: actions.ask(review, "WHICH"))
    act(session, lambda r, by: actions.set_status(r.known("issue_001"), Status.IN_PROGRESS, how=How.CHAT, by=by))
    assert (session.status, session.question) == ("active", "WHICH")


def test_papers_that_were_made_are_not_unmade_by_an_undo(session: ReviewSession) -> None:
    act(session, lambda review, by: actions.complete_cleanup(review, ["a.pdf"], by=by))
    with pytest.raises(Refused, match="Nothing was decided"):
        act(session, lambda review, by: actions.undo_decision(review, by=by))
    session.refresh_from_db()
    assert (session.status, session.outcome) == ("completed", "generated")
