"""Asking for the artifacts of a review, and waiting for them. Two that ask at once get one run; its id is the token."""

from __future__ import annotations

import threading
import time
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connection, connections, transaction
from procrastinate.contrib.django import app

from audit.trail import Actor, collecting, record
from chat.errors import Refused
from chat.turns import release_connection
from investor_review import actions
from investor_review.models import CleanupRun, NitpickIssue, ReviewSession
from investor_review.papers import drafts
from investor_review.papers.material import fingerprint
from investor_review.papers.runs import ACTIVE, StillRunning, perform
from investor_review.record import Review

log = structlog.get_logger("investor_review")
# For how long a worker of jobs has the first try, in seconds; without one the run is made in this process.
WORKER_GRACE_S = 1.0
POLL_S = 0.05
# Whoever waits looks this often whether the one who works on it is gone, in seconds.
HELP_AGAIN_S = 2.0
UNDER_WAY = (
    "Papers of your earlier decisions are being made. Generate again when they are ready; those hold the new ones."
)


class UnknownToken(Exception):
    """The retry token names no run of this session."""


def generate(
    session: ReviewSession, by: Actor, *, retry_token: UUID | None = None, timeout_s: float | None = None
) -> CleanupRun:
    """Have the artifacts made, and wait for them for `timeout_s` (default CLEANUP_TIMEOUT_S).

    The run that comes back is done, failed (`error` says why), or still queued or running: then its id is the token
    with which to ask again. Two that ask at once get the same run. A token asks for the state of its run and starts
    none. Raises UnknownToken, and Refused for a session that was replaced.
    """
    if retry_token is None:
        run = request_run(session, by=by)
    else:
        earlier = CleanupRun.objects.filter(pk=retry_token, session=session).first()
        if earlier is None:
            raise UnknownToken(f"There is no run {str(retry_token)!r} of {session.session_id}.")
        run = earlier
    return _waited_for(run, settings.CLEANUP_TIMEOUT_S if timeout_s is None else timeout_s)


def request_run(
    session: ReviewSession | Review, *, by: Actor, quoted: str = "", shown: str | None = None
) -> CleanupRun:
    """Ask for the artifacts without waiting: the run that is under way, or a new one, which a job makes.

    Asking confirms what was accepted before, in the words `quoted` where it was asked for in the chat. `shown` is the
    mark of the edits that stood on the page where it was asked for: the papers hold these and no others.

    Raises Refused for a session that was replaced by a newer one, while a run of other decisions is under way, and when
    the edits or the decisions are no longer those that were shown.
    """
    if by.user_id is None:
        raise ValueError("A run is asked for by a person.")
    reviewed = session.session if isinstance(session, Review) else session
    if reviewed is None:
        raise Refused("no_session", "There is no review in this conversation.")
    with transaction.atomic(), collecting():
        locked = ReviewSession.objects.select_for_update().get(pk=reviewed.pk)
        if locked.replaced_at is not None:
            raise Refused("replaced", f"A newer version of {locked.session_id} was sent. Go on there.")
        under_way = CleanupRun.objects.filter(session=locked, status__in=ACTIVE).first()
        nitpicks = _nitpicks(session, locked)
        if under_way is not None:
            is_of_others = under_way.decisions not in ("", fingerprint(nitpicks))
            if is_of_others or shown not in (None, under_way.edits_sha256):
                raise Refused("decisions_changed", UNDER_WAY, status=409)
            return under_way
        edits = drafts.pinned(locked, nitpicks, shown) if shown is not None else None
        actions.confirm_accepted(nitpicks, by=by, quoted=quoted)
        run = CleanupRun.objects.create(
            session=locked,
            requested_by_id=by.user_id,
            step="Waiting to start",
            decisions=fingerprint(nitpicks),
            **({"edits": edits.as_json(), "edits_sha256": edits.sha256} if edits else {}),
        )
        record("review.cleanup_requested", run, by=by, data={"session_id": locked.session_id})
        app.configure_task("investor_review.clean_up").defer(run=str(run.pk))
    return run


def _nitpicks(asked_with: ReviewSession | Review, locked: ReviewSession) -> list[NitpickIssue]:
    """The nitpicks as they are now; of a review that a turn has open, its own."""
    if isinstance(asked_with, Review):
        return asked_with.nitpicks
    return list(NitpickIssue.objects.select_related("session").filter(session=locked))


def _waited_for(run: CleanupRun, timeout_s: float) -> CleanupRun:
    """The run as it is when it has ended, or after the timeout."""
    began = time.monotonic()
    help_at = min(WORKER_GRACE_S, timeout_s / 4) if timeout_s > 0 else None
    while run.status in ACTIVE:
        if connection.in_atomic_block:
            # Nobody else can see the run before the caller's transaction ends.
            perform(run.pk)
            run.refresh_from_db()
            continue
        waited = time.monotonic() - began
        if help_at is not None and waited >= help_at:
            # No worker of jobs took it in time, or the one that did may be gone.
            _start_helper(run.pk)
            help_at = waited + HELP_AGAIN_S
        if waited >= timeout_s:
            break
        release_connection()
        time.sleep(POLL_S)
        run.refresh_from_db()
    return run


def _start_helper(run_id: UUID) -> None:
    """Try the run in a thread of this process. While another one has it, the thread ends at once."""
    name = f"cleanup-{run_id}"
    if not any(thread.name == name for thread in threading.enumerate()):
        threading.Thread(target=_help, args=(run_id,), daemon=True, name=name).start()


def _help(run_id: UUID) -> None:
    try:
        perform(run_id)
    except StillRunning:
        pass
    except Exception:
        log.exception("a cleanup run could not be made here", run=str(run_id))
    finally:
        connections.close_all()
