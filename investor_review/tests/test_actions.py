"""Acts on a review: every move of a nitpick and of the session, what is kept of it, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction

from audit.models import AuditEntry
from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from investor_review import actions, record
from investor_review.actions import How, Status
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.record import Review
from investor_review.tests.shared import nitpick as sent, payload

OPEN, IN_PROGRESS, RESOLVED = Status.OPEN, Status.IN_PROGRESS, Status.RESOLVED
ACTIVE, READY, COMPLETED = ReviewSession.Status.ACTIVE, ReviewSession.Status.READY_FOR_CLEANUP, "completed"
QUESTION = "GENERATE_CLEANUP"

Act = Callable[[Callable[[Review], object]], object]


@pytest.fixture
def by(session: ReviewSession, investor: User) -> Actor:
    return Actor(investor.pk, session.thread_id, uuid4())


@pytest.fixture
def act(session: ReviewSession, by: Actor) -> Act:
    """Does something to the locked review, in a transaction of its own."""

    def run(what: Callable[[Review], object]) -> object:
        with act_on(actions.open_review(session.thread_id, by)) as review:
            return what(review)

    return run


def first(session: ReviewSession) -> NitpickIssue:
    return session.nitpicks.get(issue_id="issue_001")


def put(session: ReviewSession, status: Status) -> None:
    """A nitpick in this status, without a change of it."""
    session.nitpicks.filter(issue_id="issue_001").update(status=status)


@pytest.mark.parametrize("how", [How.CHAT, How.PATCH])
@pytest.mark.parametrize("before", list(Status))
@pytest.mark.parametrize("after", list(Status))
def test_every_move_of_a_nitpick(
    session: ReviewSession, act: Act, by: Actor, how: How, before: Status, after: Status
) -> None:
    put(session, before)

    def move(review: Review) -> object:
        return actions.set_status(review.known("issue_001"), after, how=how, by=by, quoted="that one is fine")

    if how == How.CHAT and (before, after) == (OPEN, RESOLVED):
        with pytest.raises(Refused) as refused:
            act(move)
        assert refused.value.code == "not_in_progress"
        assert first(session).status == before
        return
    made = act(move)
    assert first(session).status == after
    if before == after:
        assert made is None
        assert not NitpickChange.objects.exists()
        return
    change = NitpickChange.objects.get()
    assert (change.from_status, change.to_status, change.how) == (before, after, how)
    assert (change.quoted_words, change.turn_id, change.by_id) == ("that one is fine", by.turn_id, by.user_id)


def test_a_change_and_its_audit_entry_are_one_transaction(session: ReviewSession, act: Act, by: Actor) -> None:
    def fail(review: Review) -> None:
        actions.set_status(review.known("issue_001"), IN_PROGRESS, how=How.CHAT, by=by)
        raise RuntimeError("a fault of ours")

    with pytest.raises(RuntimeError):
        act(fail)
    assert first(session).status == OPEN
    assert not NitpickChange.objects.exists()
    assert not AuditEntry.objects.filter(action="review.nitpick_changed").exists()
    act(lambda review: actions.set_status(review.known("issue_001"), IN_PROGRESS, how=How.CHAT, by=by))
    entry = AuditEntry.objects.get(action="review.nitpick_changed")
    assert (entry.actor_id, entry.turn_id, entry.thread_id) == (by.user_id, by.turn_id, session.thread_id)
    assert entry.data["status"] == ["open", "in_progress"]


def test_accepted_instructions_are_kept_with_what_they_replace(session: ReviewSession, act: Act, by: Actor) -> None:
    for text in ("Audit it yearly.", "Audit it yearly.", "Audit it every two years.", ""):
        act(lambda review, text=text: actions.accept_instructions(review.known("issue_001"), text, how=How.CHAT, by=by))
    pairs = NitpickChange.objects.order_by("number").values_list("instructions_before", "instructions_after")
    assert list(pairs) == [
        ("", "Audit it yearly."),
        ("Audit it yearly.", "Audit it every two years."),
        ("Audit it every two years.", ""),
    ]
    assert first(session).accepted_change_instructions == ""


def test_a_change_by_hand_is_one_change_of_both(session: ReviewSession, act: Act, by: Actor) -> None:
    act(lambda review: actions.change_by_hand(review.known("issue_001"), by=by, status=RESOLVED, instructions="Do it."))
    change = NitpickChange.objects.get()
    assert (change.to_status, change.instructions_after, change.how) == (RESOLVED, "Do it.", How.PATCH)
    assert act(lambda review: actions.change_by_hand(review.known("issue_001"), by=by, status=RESOLVED)) is None


def test_an_undo_puts_back_what_was_and_can_itself_be_undone(session: ReviewSession, act: Act, by: Actor) -> None:
    act(lambda review: actions.change_by_hand(review.known("issue_001"), by=by, status=RESOLVED, instructions="Do it."))
    act(lambda review: actions.undo_last(review.known("issue_001"), by=by))
    assert (first(session).status, first(session).accepted_change_instructions) == (OPEN, "")
    done, undone = NitpickChange.objects.order_by("number")
    assert (undone.how, undone.undoes) == (How.UNDO, done)
    act(lambda review: actions.undo_last(review.known("issue_001"), by=by))
    assert (first(session).status, first(session).accepted_change_instructions) == (RESOLVED, "Do it.")


def test_only_the_last_change_is_undone(session: ReviewSession, act: Act, by: Actor) -> None:
    for status in (IN_PROGRESS, RESOLVED):
        act(lambda review, status=status: actions.set_status(review.known("issue_001"), status, how=How.CHAT, by=by))
    earlier = NitpickChange.objects.get(number=1)
    with pytest.raises(Refused) as refused:
        act(lambda review: actions.undo_change(review.known("issue_001"), earlier, by=by))
    assert refused.value.code == "not_the_last"
    with pytest.raises(Refused) as refused:
        act(lambda review: actions.undo_last(review.known("issue_002"), by=by))
    assert refused.value.code == "nothing_to_undo"
    assert first(session).status == RESOLVED


def test_a_change_of_a_nitpick_is_never_changed_or_deleted(session: ReviewSession, act: Act, by: Actor) -> None:
    act(lambda review: actions.set_status(review.known("issue_001"), IN_PROGRESS, how=How.CHAT, by=by))
    change = NitpickChange.objects.get()
    with pytest.raises(TypeError):
        change.save()
    for statement in (
        "UPDATE investor_review_nitpickchange SET quoted_words = 'x'",
        "DELETE FROM investor_review_nitpickchange",
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


@pytest.mark.parametrize("before", ["active", "ready_for_cleanup", "generated", "declined"])
@pytest.mark.parametrize("move", ["ready", "continue", "decline", "generate"])
def test_every_move_of_a_session(session: ReviewSession, act: Act, by: Actor, before: str, move: str) -> None:
    """No move depends on open nitpicks: the investor's decision alone is the gate."""
    moves: dict[str, tuple[Callable[[Review], object], tuple[str, str, str]]] = {
        "ready": (lambda r: actions.mark_ready(r, by=by, question=QUESTION), (READY, "", QUESTION)),
        "continue": (lambda r: actions.continue_review(r, by=by), (ACTIVE, "", "")),
        "decline": (lambda r: actions.decline_cleanup(r, by=by), (COMPLETED, "declined", "")),
        "generate": (lambda r: actions.complete_cleanup(r, ["sess_001/a.pdf"], by=by), (COMPLETED, "generated", "")),
    }
    status, outcome = (COMPLETED, before) if before in ("generated", "declined") else (before, "")
    ReviewSession.objects.filter(pk=session.pk).update(status=status, outcome=outcome)
    act(moves[move][0])
    session.refresh_from_db()
    assert (session.status, session.outcome, session.question) == moves[move][1]
    moved = (status, outcome) != (session.status, session.outcome)
    assert AuditEntry.objects.filter(action="review.session_moved").exists() == moved
    assert session.artifact_paths == (["sess_001/a.pdf"] if move == "generate" else [])


def test_a_change_after_the_investor_was_done_takes_the_review_up_again(
    session: ReviewSession, act: Act, by: Actor
) -> None:
    act(lambda review: actions.complete_cleanup(review, [], by=by))
    act(lambda review: actions.set_status(review.known("issue_002"), IN_PROGRESS, how=How.CHAT, by=by))
    session.refresh_from_db()
    assert (session.status, session.outcome) == (ACTIVE, "")


def test_a_question_stands_until_it_is_taken_away(session: ReviewSession, act: Act) -> None:
    for question in (QUESTION, QUESTION, ""):
        act(lambda review, question=question: actions.ask(review, question))
        session.refresh_from_db()
        assert session.question == question


def test_what_was_replaced_is_history(session: ReviewSession, upstream: User, act: Act, by: Actor) -> None:
    start.start_session(read_payload(payload(), "sess_001"), user_id=upstream.pk, force=True)
    for what in (
        lambda r: actions.set_status(r.known("issue_001"), IN_PROGRESS, how=How.PATCH, by=by),
        lambda r: actions.mark_ready(r, by=by, question=QUESTION),
        lambda r: actions.complete_cleanup(r, [], by=by),
    ):
        with pytest.raises(Refused) as refused:
            act(what)
        assert refused.value.code == "replaced"
    assert first(session).status == OPEN


def test_a_thread_without_a_session_has_nothing_to_decide() -> None:
    review = Review(uuid4())
    for what in (actions.continue_review, actions.decline_cleanup):
        with pytest.raises(Refused) as refused:
            what(review, by=Actor(None))
        assert refused.value.code == "no_session"


def test_a_review_is_loaded_in_one_query_whatever_it_holds(
    upstream: User, django_assert_num_queries: Callable[[int], object]
) -> None:
    nitpicks = [sent(f"issue_{n:03}", severity=("high", "medium", "low")[n % 3]) for n in range(200)]
    start.start_session(read_payload(payload(nitpicks=nitpicks), "sess_001"), user_id=upstream.pk)
    session = ReviewSession.objects.get()
    with django_assert_num_queries(1):  # type: ignore[attr-defined]
        review = record.load(session.thread_id)
    assert [nitpick.issue_id for nitpick in review.nitpicks] == [f"issue_{n:03}" for n in range(200)]
    assert review.session == session
    with django_assert_num_queries(0):  # type: ignore[attr-defined]
        assert review.nitpicks[0].session is review.session
        assert review.known("issue_007").suggested_changes == ["Add annual third-party scope-3 audit requirement."]


def test_many_changes_write_the_session_once(session: ReviewSession, by: Actor) -> None:
    before = session.updated_at
    with act_on(actions.open_review(session.thread_id, by)) as review:
        for nitpick in review.nitpicks:
            actions.set_status(nitpick, IN_PROGRESS, how=How.CHAT, by=by)
    session.refresh_from_db()
    assert session.updated_at > before


def test_to_confirm_what_was_accepted_is_no_taking_up_again_and_to_open_it_is(
    session: ReviewSession, act: Act, by: Actor
) -> None:
    put(session, IN_PROGRESS)
    act(lambda review: actions.mark_ready(review, by=by, question=QUESTION))
    for status, stands in ((RESOLVED, (READY, QUESTION)), (OPEN, (ACTIVE, ""))):
        act(lambda review, to=status: actions.set_status(review.known("issue_001"), to, how=How.CHAT, by=by))
        session.refresh_from_db()
        assert (session.status, session.question) == stands


def test_only_what_was_accepted_with_instructions_is_confirmed(session: ReviewSession, act: Act, by: Actor) -> None:
    session.nitpicks.filter(issue_id="issue_001").update(status=IN_PROGRESS, accepted_change_instructions="Do it.")
    session.nitpicks.filter(issue_id="issue_002").update(status=IN_PROGRESS, accepted_change_instructions=" ")
    act(lambda review: actions.confirm_accepted(review.nitpicks, by=by))
    change = NitpickChange.objects.get()
    assert (change.nitpick.issue_id, change.to_status, change.how) == ("issue_001", RESOLVED, How.PATCH)


def test_what_is_left_as_it_is_is_open_with_its_words_until_it_is_taken_up(
    session: ReviewSession, act: Act, by: Actor
) -> None:
    act(lambda review: actions.decide(review.known("issue_001"), IN_PROGRESS, "Do it.", by=by, quoted="do it"))
    for _ in range(2):
        act(lambda review: actions.leave(review.known("issue_001"), "leave it", by=by))
    left = first(session)
    assert (left.status, left.accepted_change_instructions, left.left_as_is) == (OPEN, "", "leave it")
    act(lambda review: actions.undo_last(review.known("issue_001"), by=by))
    assert (first(session).status, first(session).left_as_is) == (IN_PROGRESS, "")
    entries = AuditEntry.objects.filter(action="review.nitpick_changed").order_by("pk")
    assert ["undoes" in entry.data for entry in entries] == [False, False, True]


@pytest.mark.parametrize(
    ("status", "instructions", "changes"),
    [(OPEN, "Do it.", 0), (OPEN, "Do more.", 1), (IN_PROGRESS, "Do it.", 1), (IN_PROGRESS, "Do more.", 1)],
)
def test_a_decision_is_one_change_or_none(
    session: ReviewSession, act: Act, by: Actor, status: Status, instructions: str, changes: int
) -> None:
    session.nitpicks.filter(issue_id="issue_001").update(accepted_change_instructions="Do it.")
    act(lambda review: actions.decide(review.known("issue_001"), status, instructions, by=by, quoted="so"))
    assert NitpickChange.objects.count() == changes
    assert (first(session).status, first(session).accepted_change_instructions) == (status, instructions)


@pytest.mark.parametrize("ended", [actions.decline_cleanup, None])
def test_an_undo_takes_back_first_that_the_investor_was_done_and_then_the_decision(
    session: ReviewSession, act: Act, by: Actor, ended: Callable[..., None] | None
) -> None:
    act(lambda review: actions.set_status(review.known("issue_001"), IN_PROGRESS, how=How.CHAT, by=by, quoted="do it"))
    act(lambda review: ended(review, by=by) if ended else actions.mark_ready(review, by=by, question=QUESTION))
    moved = AuditEntry.objects.get(action="review.session_moved")
    assert moved.data["status"] == ["active", "completed" if ended else "ready_for_cleanup"]
    assert act(lambda review: actions.undo_decision(review, by=by)) == []
    session.refresh_from_db()
    assert (session.status, session.outcome, first(session).status) == (ACTIVE, "", IN_PROGRESS)
    act(lambda review: actions.undo_decision(review, by=by))
    assert first(session).status == OPEN
    with pytest.raises(Refused, match="Nothing was decided"):
        act(lambda review: actions.undo_decision(review, by=by))
