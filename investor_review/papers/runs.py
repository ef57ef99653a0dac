"""Makes the artifacts of one run: by one process alone, taken up again after a crash, told of when it is done."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import structlog
from django.conf import settings
from django.db import connections, transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from audit.trail import Actor, collecting, record
from chat.access import in_language_of
from chat.acts import act_on
from chat.errors import Refused, sentence as failure_sentence
from chat.live import post_notice, state_changed
from chat.turns import release_connection
from investor_review import actions, record as records
from investor_review.models import Artifact, CleanupRun, ReviewSession
from investor_review.papers import artifacts, drafts
from investor_review.papers.artifacts import NotWritten, Written
from investor_review.papers.material import fingerprint, material_of
from investor_review.papers.pdf import PdfFailed
from investor_review.papers.production import Product, ReviewSnapshot, produce
from investor_review.state import state_of
from llm.interface import ModelError

log = structlog.get_logger("investor_review")
Status = CleanupRun.Status
ACTIVE = (Status.QUEUED, Status.RUNNING)
# At most so often a run's progress is written, in seconds.
PROGRESS_EVERY_S = 0.4


class StillRunning(Exception):
    """Another process is working on the run. The job looks again later, in case that process dies."""


def perform(run_id: UUID) -> None:
    """Make the artifacts of a run, here and now. What goes wrong fails the run with a sentence and leaves no file.

    A run that is done or failed stays as it is. Raises StillRunning when another process works on it.
    """
    with _only_runner(run_id) as mine:
        if not mine:
            raise StillRunning(f"run {run_id} is being worked on")
        if not CleanupRun.objects.filter(pk=run_id, status__in=ACTIVE).update(
            status=Status.RUNNING, started_at=timezone.now(), progress=0, step="Reading the review"
        ):
            return
        release_connection()
        try:
            _make(run_id)
        except (ModelError, PdfFailed, NotWritten, Refused) as problem:
            _fail(run_id, sentence_of(problem))
        except Exception as fault:
            _fail(run_id, "Something went wrong on our side. Nothing was written. Please generate again.")
            log.exception("a cleanup run failed", run=str(run_id), fault=type(fault).__name__)
        finally:
            release_connection()


@contextmanager
def _only_runner(run_id: UUID) -> Iterator[bool]:
    """Whether this caller alone works on the run. PostgreSQL lets go of the lock when the process dies."""
    key = run_id.int & (2**63 - 1)
    held = connections["default"].copy()
    try:
        with held.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
            mine = bool(cursor.fetchone()[0])
        try:
            yield mine
        finally:
            if mine:
                with held.cursor() as cursor:
                    cursor.execute("SELECT pg_advisory_unlock(%s)", [key])
    finally:
        held.close()


def _make(run_id: UUID) -> None:
    run = CleanupRun.objects.select_related("session", "requested_by").get(pk=run_id)
    session = run.session
    if session.replaced_at is not None:
        raise Refused("replaced", f"A newer version of {session.session_id} was sent. Go on there.")
    material, progress = material_of(session, run.requested_by, str(run_id)), _Progress(run_id)
    mark = fingerprint(material.issues)
    drafts.hold_to_what_was_shown(run, mark)
    # One that is taken up again is of the decisions as they are now.
    CleanupRun.objects.filter(pk=run_id).update(decisions=mark)
    reader = in_language_of(run.requested_by_id or session.thread.owner_id)
    release_connection()
    shown = drafts.Shown.of_run(run) if run.edits_sha256 else drafts.shown_of(session, material, progress)
    with reader:
        product = produce(material, shown.plan(material), progress)
    product.facts["edits_sha256"] = shown.sha256
    # What an earlier attempt wrote tells the decisions of then: each attempt writes its own.
    where = (settings.ARTIFACTS_DIR, session.session_id, str(run_id))
    written = artifacts.write_run(*where, product.files, product.facts)
    if artifacts.written_run(*where) != written:
        raise NotWritten("Another process has written these papers meanwhile. Please generate again.")
    try:
        _complete(run, product, written, material, shown)
    except Refused:
        artifacts.discard_run(*where)
        raise


def _complete(
    run: CleanupRun, product: Product, written: list[Written], material: ReviewSnapshot, shown: drafts.Shown
) -> None:
    """The rows of the files, the end of the run, and of the review. Raises Refused when it was changed meanwhile."""
    session, by = run.session, Actor(run.requested_by_id, run.session.thread_id)
    paths = [file.path for file in written if file.kind]
    with act_on(actions.open_review(session.thread_id, by)) as review:
        drafts.hold_to_what_is_decided(run, review, fingerprint(material.issues), shown)
        done = CleanupRun.objects.filter(pk=run.pk, status=Status.RUNNING).update(
            status=Status.DONE,
            progress=100,
            step="The artifacts are ready",
            change_log=product.change_log,
            edits=shown.as_json(),
            edits_sha256=shown.sha256,
            error="",
            finished_at=timezone.now(),
        )
        if not done:
            return
        Artifact.objects.bulk_create(_rows(run, written))
        counts = product.facts["issues"]
        facts = {
            "session_id": session.session_id,
            "issues": counts,
            "edits_sha256": shown.sha256,
            "artifacts": {f.kind: f.sha256 for f in written if f.kind},
        }
        record("review.artifacts_made", run, by=by, data=facts)
        if not any(actions.is_accepted(nitpick) for nitpick in review.nitpicks):
            actions.complete_cleanup(review, paths, by=by)
        else:
            # Something was accepted again meanwhile in the same words: the files are theirs, and the review stays open.
            ReviewSession.objects.filter(pk=session.pk).update(artifact_paths=paths)
        with in_language_of(session.thread.owner_id):
            post_notice(session.thread_id, _notice(counts))
        state_changed(session.thread_id, state_of(records.load(session.thread_id)))


def _rows(run: CleanupRun, written: list[Written]) -> list[Artifact]:
    return [
        Artifact(session=run.session, run=run, kind=f.kind, path=f.path, sha256=f.sha256, size=f.size)
        for f in written
        if f.kind
    ]


def _fail(run_id: UUID, sentence: str) -> None:
    run = CleanupRun.objects.select_related("session").get(pk=run_id)
    by = Actor(run.requested_by_id, run.session.thread_id)
    with transaction.atomic(), collecting():
        failed = CleanupRun.objects.filter(pk=run_id, status__in=ACTIVE).update(
            status=Status.FAILED, error=sentence, finished_at=timezone.now()
        )
        if failed:
            record("review.cleanup_failed", run, by=by, data={"error": sentence})
            with in_language_of(run.session.thread.owner_id):
                text = gettext("The papers could not be made. %(why)s") % {"why": gettext(sentence)}
                post_notice(run.session.thread_id, text)


def sentence_of(problem: Exception) -> str:
    if isinstance(problem, ModelError):
        first = failure_sentence(problem.code).partition(". ")[0].rstrip(".")
        return f"{first}. No artifact was written; generate again in a moment."
    if isinstance(problem, Refused):
        return problem.detail
    return str(problem)


def _notice(counts: dict[str, int]) -> str:
    changed = counts["applied"] + counts["partly"]
    left = counts["open"] + counts["refused"] + counts["partly"]
    ready = ngettext(
        "The cleaned-up document and the e-mail are ready, with changes for %(number)s issue.",
        "The cleaned-up document and the e-mail are ready, with changes for %(number)s issues.",
        changed,
    )
    still = ngettext("%(number)s is listed as open.", "%(number)s are listed as open.", left)
    open_ones = still % {"number": left} if left else gettext("No issue is open.")
    return f"{ready % {'number': changed}} {open_ones}"


class _Progress:
    """Writes the progress of a run to its row, not more often than anyone looks."""

    def __init__(self, run_id: UUID) -> None:
        self.run_id = run_id
        self.written_at = 0.0

    def __call__(self, share: int, sentence: str) -> None:
        now = time.monotonic()
        if now - self.written_at < PROGRESS_EVERY_S:
            return
        self.written_at = now
        CleanupRun.objects.filter(pk=self.run_id, status=Status.RUNNING).update(
            progress=max(0, min(99, share)), step=sentence[:200]
        )
        release_connection()
