"""Starts a session from a checked payload: everything in one transaction, or nothing."""

from __future__ import annotations

from uuid import uuid4

import structlog
from django.contrib.auth.models import Group
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import Func, TextField
from django.utils import timezone
from django.utils.translation import gettext
from procrastinate.contrib.django import app

from audit.trail import Actor, collecting, record
from chat.access import in_language_of
from chat.api.sharing import share_with_group, share_with_person
from chat.live import post_notice
from chat.models import Thread, ThreadAccess
from investor_review import files
from investor_review.intake import evidence
from investor_review.intake.payload import Payload, SentNitpick
from investor_review.intake.spool import LongText
from investor_review.models import NitpickIssue, ReviewSession
from llm.registry import OFFLINE
from llm.text import clean_text
from retrieval.index import NewDocument, delete_collection, embed_missing, spaces, store_streamed
from retrieval.models import Collection

log = structlog.get_logger("investor_review")

# Who reads every review.
READERS = "reviewers"
# Chunks whose vectors the start computes itself: some hundredths of a second.
SMALL = 64
_ROWS = 500
_PIECES = """
DROP TABLE IF EXISTS pg_temp.sent_pieces;
CREATE TEMPORARY TABLE sent_pieces (number integer, piece text) ON COMMIT DROP;
-- Not compressed for the moment that it stands there.
ALTER TABLE sent_pieces ALTER piece SET STORAGE EXTERNAL
"""
_TOGETHER = "(SELECT string_agg(piece, '' ORDER BY number) FROM sent_pieces)"


class SessionExists(Exception):
    """There is a session of this id, and nothing was changed. `identical`: it was started with this very payload."""

    def __init__(self, session_id: str, *, identical: bool, own: bool) -> None:
        self.identical = identical
        if not own:
            self.detail = f"The session_id {session_id!r} is taken by another sender. Choose another one."
        elif identical:
            self.detail = f"The session {session_id!r} exists with this very payload; nothing was changed."
        else:
            self.detail = f"The session {session_id!r} exists with another payload. Send force=true to replace it."
        super().__init__(self.detail)


def start_session(payload: Payload, *, user_id: int, force: bool = False) -> ReviewSession:
    """Start the session; with `force` replace the one that exists, which stays as history.

    Raises SessionExists. Only whoever started a session replaces it.
    """
    try:
        with transaction.atomic(), collecting():
            current = ReviewSession.objects.select_for_update().current().filter(session_id=payload.session_id).first()
            if current is not None and not (force and current.started_by_id == user_id):
                raise _exists(current, payload, user_id)
            return _start(payload, user_id, current)
    except IntegrityError:
        # Another start of the same id was quicker by a moment.
        winner = ReviewSession.objects.current().filter(session_id=payload.session_id).first()
        if winner is None:
            raise
        raise _exists(winner, payload, user_id) from None


def _exists(current: ReviewSession, payload: Payload, user_id: int) -> SessionExists:
    own = current.started_by_id == user_id
    return SessionExists(payload.session_id, identical=own and current.payload_sha256 == payload.sha256, own=own)


def _start(payload: Payload, user_id: int, former: ReviewSession | None) -> ReviewSession:
    title = " ".join(f"{payload.company_name}: {payload.doc_title}".split())
    thread = Thread.objects.create(owner_id=user_id, assistant="investor_review", title=title[:200])
    by = Actor(user_id, thread.pk)
    if former is not None:
        _replace(former, by)
    session = ReviewSession(
        session_id=payload.session_id,
        generation=former.generation + 1 if former else 1,
        thread=thread,
        company_name=payload.company_name,
        doc_id=payload.doc_id,
        doc_title=payload.doc_title,
        full_document_text=_text_to_insert(payload.full_document_text),
        green_score=payload.green_score,
        payload_sha256=payload.sha256,
        started_by_id=user_id,
        warnings=[warning.as_json() for warning in payload.warnings],
    )
    session.save(force_insert=True)
    # It is read again where it is asked for.
    del session.full_document_text
    NitpickIssue.objects.bulk_create(_nitpicks(session, payload), batch_size=_ROWS)
    session.chunk_count = _store_chunks(session, payload)
    session.save(update_fields=["chunk_count"])
    facts = {
        "session_id": session.session_id,
        "generation": session.generation,
        "payload_sha256": payload.sha256,
        "nitpicks": len(payload.nitpicks),
        "chunks": len(payload.chunks),
        "warnings": {warning.code: warning.count for warning in payload.warnings},
    }
    record("review.started", session, by=by, data=facts)
    _let_in(thread, former, by)
    for warning in payload.warnings:
        log.warning("left out of a session start", session_id=session.session_id, **warning.as_json())
    if session.chunk_count:
        app.configure_task("investor_review.embed_chunks").defer(session=str(session.pk))
    return session


def _text_to_insert(text: str | LongText) -> str | Func:
    """The text of a document; of a long one what puts it together in the database, whereto its pieces go one by one."""
    if isinstance(text, str):
        return text
    with connection.cursor() as cursor:
        cursor.execute(_PIECES)
        for number, piece in enumerate(text):
            cursor.execute("INSERT INTO sent_pieces VALUES (%s, %s)", [number, clean_text(piece)])
    return Func(template=_TOGETHER, output_field=TextField())


def _nitpicks(session: ReviewSession, payload: Payload) -> list[NitpickIssue]:
    return [
        NitpickIssue(
            session=session,
            position=position,
            issue_id=nitpick.issue_id,
            title=nitpick.title,
            severity=nitpick.severity,
            status=nitpick.status,
            summary=nitpick.summary,
            citations=list(nitpick.citations),
            suggested_changes=list(nitpick.suggested_changes),
        )
        for position, nitpick in enumerate(payload.nitpicks)
    ]


def _store_chunks(session: ReviewSession, payload: Payload) -> int:
    """Store the chunks, to be found by their words at once and by meaning when they have vectors; how many rows."""
    collection = Collection.objects.named(session.collection)
    if not payload.chunks:
        return 0
    # The whole text stands in the session and need not stand here again.
    document = NewDocument(key=session.doc_id, title=session.doc_title, text="")
    return store_streamed(collection, document, evidence.pieces_of(payload.chunks))


def _replace(former: ReviewSession, by: Actor) -> None:
    former.replaced_at = timezone.now()
    former.question = ""
    former.save(update_fields=["replaced_at", "question"])
    record("review.replaced", former, by=by, data={"session_id": former.session_id, "by_thread": str(by.thread_id)})
    with in_language_of(former.thread.owner_id):
        text = gettext("A newer version of this document was sent. This conversation is kept as history.")
    post_notice(former.thread_id, text)


def _let_in(thread: Thread, former: ReviewSession | None, by: Actor) -> None:
    """Reviewers read along, and whoever the former generation was shared with has this one too."""
    share_with_group(thread, Group.objects.get_or_create(name=READERS)[0], by=by)
    if former is not None:
        people = ThreadAccess.objects.filter(thread_id=former.thread_id, user__isnull=False).select_related("user")
        for access in people:
            assert access.user is not None
            share_with_person(thread, access.user, by=by, may_talk=access.may_talk)


def embed_if_small(session: ReviewSession) -> None:
    """Compute the vectors of a short document at once, where that needs no network. The job does what this leaves."""
    if session.chunk_count > SMALL:
        return
    try:
        if spaces.active_space().model == OFFLINE:
            embed_chunks(session)
    except DatabaseError as error:
        log.warning("chunks are embedded later", session_id=session.session_id, error=type(error).__name__)


def embed_chunks(session: ReviewSession) -> int:
    """Compute the vectors that the session's chunks lack, and count them as they come. Goes on where it stopped."""
    rows = ReviewSession.objects.filter(pk=session.pk)
    collection = Collection.objects.filter(name=session.collection).first()
    if collection is None:
        return 0
    left = session.chunk_count - session.embedded_count

    def progress(done: int, all_of_them: int) -> None:
        rows.update(embedded_count=session.chunk_count - all_of_them + done)

    made = embed_missing(collection, progress=progress)
    rows.update(embedded_count=session.chunk_count)
    log.info("chunks embedded", session_id=session.session_id, made=made, expected=left)
    return made


def start_again(former: ReviewSession) -> ReviewSession:
    """Another session of its owner from what it was started with, under an id of its own."""
    payload = Payload(
        session_id=f"{former.session_id[:100]}-{uuid4().hex[:12]}",
        company_name=former.company_name,
        doc_id=former.doc_id,
        doc_title=former.doc_title,
        full_document_text=former.full_document_text,
        green_score=former.green_score,
        chunks=evidence.sent_chunks(former),
        nitpicks=tuple(_as_sent(nitpick) for nitpick in former.nitpicks.order_by("position")),
        sha256=former.payload_sha256,
    )
    session = start_session(payload, user_id=former.thread.owner_id)
    if former.embedded:
        embed_chunks(session)
    return session


def _as_sent(nitpick: NitpickIssue) -> SentNitpick:
    """A finding as it was before the first change."""
    first = nitpick.changes.order_by("number").first()
    return SentNitpick(
        issue_id=nitpick.issue_id,
        title=nitpick.title,
        severity=nitpick.severity,
        status=first.from_status if first else nitpick.status,
        summary=nitpick.summary,
        citations=tuple(nitpick.citations),
        suggested_changes=tuple(nitpick.suggested_changes),
    )


def forget(session: ReviewSession) -> None:
    """Delete a session for good, in an erasure's transaction: its chunks, nitpicks, changes, runs and artifacts.

    The files follow once that has committed: an erasure that fails in the end has deleted none.
    """
    paths = files.paths_of(session)
    transaction.on_commit(lambda: files.remove(paths))
    with transaction.atomic(), connection.cursor() as cursor:
        delete_collection(session.collection)
        cursor.execute("SET LOCAL app.erasing = 'on'")
        session.delete()
        cursor.execute("SET LOCAL app.erasing = 'off'")
