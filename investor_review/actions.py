"""One function for each act on a review, the only writers. A row and its audit entry are one transaction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from audit.trail import Actor, record
from chat.acts import lock_rows
from chat.api.sharing import share_with_person, unshare_with_person
from chat.errors import Refused
from investor_review import record as records
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.record import Review

Status = NitpickIssue.Status
How = NitpickChange.How


@contextmanager
def open_review(thread_id: UUID, by: Actor) -> Iterator[Review]:
    """The review of a thread, locked until the caller's transaction ends. Its writers are the actions below."""
    # The lock comes first and the reading second: a nitpick that another writer changed meanwhile is read as it is now.
    lock_rows(ReviewSession, thread_id)
    review = records.load(thread_id)
    before = review.session.updated_at if review.session else None
    yield review
    # One write however many nitpicks have changed.
    if review.session is not None and review.session.updated_at != before:
        review.session.save(update_fields=["updated_at"])


def set_status(
    nitpick: NitpickIssue, status: NitpickIssue.Status, *, how: NitpickChange.How, by: Actor, quoted: str = ""
) -> NitpickChange | None:
    """Move a nitpick of a locked review to `status`; None when it is there already.

    Inferred from words, a nitpick becomes resolved only out of in_progress: the first intent marks it, the confirmation
    settles it (specification, default 4). Every other move is allowed, taking a resolved one up again too (default 5).
    Raises Refused.
    """
    if nitpick.status == status:
        return None
    _refuse_leap(nitpick, status, how)
    return _change(nitpick, status, nitpick.accepted_change_instructions, _Cause(how, by, quoted))


def decide(
    nitpick: NitpickIssue, status: NitpickIssue.Status, instructions: str, *, by: Actor, quoted: str
) -> NitpickChange | None:
    """What words decided about a nitpick, its status and what shall be done, as one change; None when it changes
    nothing. The steps are those of `set_status`. Raises Refused.
    """
    if nitpick.status == status:
        return accept_instructions(nitpick, instructions, how=How.CHAT, by=by, quoted=quoted)
    if nitpick.accepted_change_instructions == instructions:
        return set_status(nitpick, status, how=How.CHAT, by=by, quoted=quoted)
    _refuse_leap(nitpick, status, How.CHAT)
    return _change(nitpick, status, instructions, _Cause(How.CHAT, by, quoted))


def _refuse_leap(nitpick: NitpickIssue, status: NitpickIssue.Status, how: NitpickChange.How) -> None:
    if how == How.CHAT and status == Status.RESOLVED and nitpick.status == Status.OPEN:
        raise Refused(
            "not_in_progress", f"{nitpick.issue_id} is open. Mark it in_progress first; resolve it once confirmed."
        )


def accept_instructions(
    nitpick: NitpickIssue, instructions: str, *, how: NitpickChange.How, by: Actor, quoted: str = ""
) -> NitpickChange | None:
    """Keep what shall be done about a nitpick; an empty text takes it back, and takes up one that was left as it is.

    None when it says so already.
    """
    if nitpick.accepted_change_instructions == instructions and not nitpick.left_as_is:
        return None
    return _change(nitpick, Status(nitpick.status), instructions, _Cause(how, by, quoted))


def leave(nitpick: NitpickIssue, words: str, *, by: Actor) -> NitpickChange | None:
    """Leave a nitpick as it is, by these words of the investor: open, and decided. None when it is left already."""
    if nitpick.left_as_is and nitpick.status == Status.OPEN:
        return None
    return _change(nitpick, Status.OPEN, "", _Cause(How.CHAT, by, words, left=words))


def confirm_accepted(nitpicks: Iterable[NitpickIssue], *, by: Actor, quoted: str = "") -> list[NitpickChange]:
    """Resolve what was accepted and not confirmed yet: whoever asks for the cleaned-up document confirms all of it."""
    how = How.CHAT if quoted else How.PATCH
    accepted = [nitpick for nitpick in nitpicks if is_accepted(nitpick)]
    made = [set_status(nitpick, Status.RESOLVED, how=how, by=by, quoted=quoted) for nitpick in accepted]
    return [change for change in made if change is not None]


def is_accepted(nitpick: NitpickIssue) -> bool:
    """Whether a change was accepted that nobody has confirmed yet."""
    return nitpick.status == Status.IN_PROGRESS and bool(nitpick.accepted_change_instructions.strip())


def change_by_hand(
    nitpick: NitpickIssue, *, by: Actor, status: NitpickIssue.Status | None = None, instructions: str | None = None
) -> NitpickChange | None:
    """What a person sets themselves, whatever was inferred: the status, what shall be done, or both as one change.

    None when it is so already. Raises Refused.
    """
    wanted = Status(nitpick.status) if status is None else status
    text = nitpick.accepted_change_instructions if instructions is None else instructions
    if (wanted, text) == (nitpick.status, nitpick.accepted_change_instructions):
        return None
    return _change(nitpick, wanted, text, _Cause(How.PATCH, by))


def undo_change(nitpick: NitpickIssue, change: NitpickChange, *, by: Actor) -> NitpickChange:
    """Take back the last change of a nitpick: it is what it was before.

    Raises Refused when a later change stands on it.
    """
    last = nitpick.changes.order_by("-number").first()
    if last is None or last.pk != change.pk:
        raise Refused("not_the_last", f"{nitpick.issue_id} has changed since. Undo the later change first.")
    return _take_back(nitpick, change, by)


def undo_decision(review: Review, *, by: Actor) -> list[NitpickChange]:
    """Take back the investor's last decision that still holds, of all nitpicks that it was about; said again, the one
    before it. Having been done is such a decision too; then no nitpick is changed. Raises Refused.
    """
    session = _session(review)
    is_done = session.status == ReviewSession.Status.READY_FOR_CLEANUP
    if is_done or session.outcome == ReviewSession.Outcome.DECLINED:
        continue_review(review, by=by)
        return []
    holding = records.last_decision(session)
    if not holding:
        raise Refused("nothing_to_undo", "Nothing was decided that could be taken back.")
    return [_take_back(review.known(change.nitpick.issue_id), change, by) for change in holding]


def _take_back(nitpick: NitpickIssue, change: NitpickChange, by: Actor) -> NitpickChange:
    cause = _Cause(How.UNDO, by, undoes=change, left=change.left_before)
    return _change(nitpick, Status(change.from_status), change.instructions_before, cause)


def undo_last(nitpick: NitpickIssue, *, by: Actor) -> NitpickChange:
    """Take back the last change of a nitpick. Raises Refused when it was never changed."""
    last = nitpick.changes.order_by("-number").first()
    if last is None:
        raise Refused("nothing_to_undo", f"{nitpick.issue_id} was never changed.")
    return undo_change(nitpick, last, by=by)


@dataclass(frozen=True, slots=True)
class _Cause:
    """What a change of a nitpick comes from: how it was asked for, by whom, in which words, what it takes back, and the
    words by which the nitpick is left as it is from now on.
    """

    how: NitpickChange.How
    by: Actor
    quoted: str = ""
    undoes: NitpickChange | None = None
    left: str = ""


def _change(nitpick: NitpickIssue, status: NitpickIssue.Status, instructions: str, cause: _Cause) -> NitpickChange:
    session = nitpick.session
    _refuse_replaced(session)
    change = NitpickChange(
        nitpick=nitpick,
        number=nitpick.changes.count() + 1,
        from_status=nitpick.status,
        to_status=status,
        instructions_before=nitpick.accepted_change_instructions,
        instructions_after=instructions,
        left_before=nitpick.left_as_is,
        left_after=cause.left,
        quoted_words=cause.quoted,
        turn_id=cause.by.turn_id,
        by_id=cause.by.user_id,
        how=cause.how,
        undoes=cause.undoes,
    )
    nitpick.status, nitpick.accepted_change_instructions, nitpick.left_as_is = status, instructions, cause.left
    nitpick.updated_at = timezone.now()
    nitpick.save(update_fields=["status", "accepted_change_instructions", "left_as_is", "updated_at"])
    change.save(force_insert=True)
    record("review.nitpick_changed", nitpick, by=cause.by, data=_facts(change))
    session.updated_at = timezone.now()
    confirms = change.from_status == Status.IN_PROGRESS and status == Status.RESOLVED
    _reopen(session, cause.by, confirms=confirms)
    return change


def _facts(change: NitpickChange) -> dict[str, object]:
    """What the audit trail keeps of a change."""
    facts: dict[str, object] = {
        "session_id": change.nitpick.session.session_id,
        "issue_id": change.nitpick.issue_id,
        "how": str(change.how),
        "status": [change.from_status, str(change.to_status)],
        "instructions": [change.instructions_before[:500], change.instructions_after[:500]],
    }
    return facts | ({"undoes": str(change.undoes_id)} if change.undoes_id else {})


def _reopen(session: ReviewSession, by: Actor, *, confirms: bool) -> None:
    """A change after the investor was done: they are at it again, and what was generated stays as it is.

    To confirm what was accepted is no taking up again: the question of generating still stands.
    """
    stands = confirms and session.status == ReviewSession.Status.READY_FOR_CLEANUP
    if session.status != ReviewSession.Status.ACTIVE and not stands:
        _move(session, ReviewSession.Status.ACTIVE, "", by=by, question="")


def mark_ready(review: Review, *, by: Actor, question: str) -> None:
    """The investor said that they are done; `question` stands on the screen from now on."""
    session = _session(review)
    _move(session, ReviewSession.Status.READY_FOR_CLEANUP, "", by=by, question=question)


def continue_review(review: Review, *, by: Actor) -> None:
    """The investor goes on after having been done, or was asked a question that no longer stands."""
    _move(_session(review), ReviewSession.Status.ACTIVE, "", by=by, question="")


def decline_cleanup(review: Review, *, by: Actor) -> None:
    """The investor wants no artifacts: the review is complete without them (specification, step 4)."""
    _move(_session(review), ReviewSession.Status.COMPLETED, ReviewSession.Outcome.DECLINED, by=by, question="")


def complete_cleanup(review: Review, paths: list[str], *, by: Actor) -> None:
    """The artifacts were made: the review is complete, and the session keeps their paths, the newest run's."""
    session = _session(review)
    session.artifact_paths = paths
    session.save(update_fields=["artifact_paths"])
    _move(session, ReviewSession.Status.COMPLETED, ReviewSession.Outcome.GENERATED, by=by, question="")


def ask(review: Review, question: str) -> None:
    """Let `question` stand on the screen; an empty one takes it away."""
    session = _session(review)
    if session.question != question:
        session.question = question
        session.save(update_fields=["question"])


def _move(session: ReviewSession, status: ReviewSession.Status, outcome: str, *, by: Actor, question: str) -> None:
    _refuse_replaced(session)
    before = (session.status, session.outcome)
    session.status, session.outcome, session.question = status, outcome, question
    session.updated_at = timezone.now()
    session.save(update_fields=["status", "outcome", "question"])
    if before != (status, outcome):
        moved = {"session_id": session.session_id, "status": [str(before[0]), str(status)], "outcome": str(outcome)}
        record("review.session_moved", session, by=by, data=moved)


def share_session(session: ReviewSession, user: User, *, by: Actor) -> bool:
    """Let `user` read this session and talk in its conversation; whether that is new."""
    with transaction.atomic():
        new = share_with_person(session.thread, user, by=by)
        if new:
            record("review.shared", session, by=by, data={"user": user.get_username()})
    return new


def unshare_session(session: ReviewSession, user: User, *, by: Actor) -> bool:
    """Take it away from `user` again; what they said and changed stays. Whether they had it."""
    with transaction.atomic():
        gone = unshare_with_person(session.thread, user, by=by)
        if gone:
            record("review.unshared", session, by=by, data={"user": user.get_username()})
    return gone


def _session(review: Review) -> ReviewSession:
    if review.session is None:
        raise Refused("no_session", "There is no review in this conversation.")
    return review.session


def _refuse_replaced(session: ReviewSession) -> None:
    if session.replaced_at is not None:
        raise Refused(
            "replaced",
            f"A newer version of {session.session_id} was sent. This one is history; go on in the newer one.",
        )
