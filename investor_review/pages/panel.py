"""What stands beside the chat: the score, the nitpicks with their evidence and history, the papers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.translation import gettext, gettext_noop, ngettext

from chat.models import Thread
from investor_review import files, record
from investor_review.conversation import passage_url
from investor_review.edits import place_at, place_named
from investor_review.intake import evidence
from investor_review.models import CleanupRun, NitpickChange, ReviewSession
from investor_review.record import Review
from investor_review.state import state_of

# Characters of a cited passage in the panel, and passages of one nitpick; the document page has all of it.
SHOWN, PASSAGES = 420, 3
# Nitpicks whose evidence is read for the panel; of the others it is read on the document page.
WITH_EVIDENCE = 60
KINDS = {
    "pdf": gettext_noop("Cleaned-up document (PDF)"),
    "docx": gettext_noop("Contract with tracked changes (DOCX)"),
    "email_txt": gettext_noop("E-mail to the company (text)"),
    "eml": gettext_noop("E-mail to the company (opens in a mail program)"),
    "change_log": gettext_noop("Change log"),
    "manifest": gettext_noop("Manifest with checksums"),
}


def standings(thread_ids: Sequence[UUID]) -> dict[UUID, str]:
    """How the review of each conversation stands: what is left to decide, or that it is over."""
    undecided = Count("nitpicks", filter=~Q(nitpicks__status="resolved") & Q(nitpicks__left_as_is=""))
    sessions = ReviewSession.objects.filter(thread__in=thread_ids).current().annotate(undecided=undecided)
    rows = sessions.values_list("thread_id", "status", "undecided")
    return {thread_id: _standing(status, count) for thread_id, status, count in rows}


def waiting() -> Exists:
    """Whether the review of a thread is not over: then the person has something to decide."""
    reviews = ReviewSession.objects.current().filter(thread=OuterRef("pk"))
    return Exists(reviews.exclude(status=ReviewSession.Status.COMPLETED))


def _standing(status: str, undecided: int) -> str:
    if status == ReviewSession.Status.COMPLETED:
        return gettext("Completed")
    if status == ReviewSession.Status.READY_FOR_CLEANUP:
        return gettext("Asks whether to make the papers")
    return ngettext("%(number)s finding to decide", "%(number)s findings to decide", undecided) % {"number": undecided}


def context_of(thread: Thread, error: str = "") -> dict[str, Any]:
    """The values of the panel's template. Four queries at most, however many nitpicks there are."""
    review = record.load(thread.pk)
    if review.session is None:
        return {"thread": thread, "session": None, "error": error}
    run = CleanupRun.objects.filter(session=review.session).defer("change_log").order_by("-created_at").first()
    papers = [
        {"artifact": artifact, "label": gettext(KINDS.get(artifact.kind, artifact.kind))}
        for artifact in files.newest(review.session)
    ]
    state = state_of(review)
    return {
        "thread": thread,
        "session": review.session,
        "state": state,
        "score": min(max(float(review.session.green_score), 0.0), 100.0),
        "counters": state["counters"],
        "nitpicks": _rows(review),
        "run": run,
        "working": run is not None and run.status in (CleanupRun.Status.QUEUED, CleanupRun.Status.RUNNING),
        "papers": papers,
        "error": error,
    }


def _rows(review: Review) -> list[dict[str, Any]]:
    assert review.session is not None
    shown = review.nitpicks[:WITH_EVIDENCE]
    cited = evidence.read(review.session, (key for nitpick in shown for key in nitpick.citations[:PASSAGES]))
    changes = _last_changes(review)
    return [
        {
            "number": number,
            "nitpick": nitpick,
            "passages": [
                {
                    "chunk_id": key,
                    "text": evidence.shown(cited[key].text, SHOWN),
                    "place": place_at(cited[key].text, 0, place_named(cited[key].citations)),
                    "url": passage_url(review.session, key),
                }
                for key in nitpick.citations[:PASSAGES]
                if key in cited
            ],
            "more": max(len(nitpick.citations) - PASSAGES, 0),
            "last": changes.get(nitpick.pk),
        }
        for number, nitpick in enumerate(review.nitpicks, start=1)
    ]


def _last_changes(review: Review) -> dict[UUID, NitpickChange]:
    """The last change of each nitpick, which is the one that can be taken back."""
    rows = (
        NitpickChange.objects.filter(nitpick__session=review.session)
        .order_by("nitpick_id", "-number")
        .distinct("nitpick_id")
    )
    return {row.nitpick_id: row for row in rows}
