"""The document with its evidence marked: which passages stand where, and the page of text around one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from django.urls import reverse

from chat import models_in_use
from investor_review.conversation import passage_url
from investor_review.edits import Edit
from investor_review.intake import evidence
from investor_review.models import RedlineDraft, ReviewSession
from investor_review.pages.document_layout import CitedFinding, Place, rows_of
from investor_review.papers import drafts, material as review_material
from investor_review.record import Review
from llm.registry import OFFLINE

# Characters of the document on one page; a page ends where a line does.
PAGE = 60_000
# Passages that are looked for in the document; a session may cite hundreds.
MOST = 400
# Characters of a document in which changes are composed while somebody waits to read it.
_READ_AT_ONCE = 2_000_000


def find_in(text: str, passage: str) -> tuple[int, int] | None:
    """Where a passage stands in the document, whatever its blanks are; None where it does not stand in one piece."""
    at = text.find(passage)
    if at >= 0:
        return at, at + len(passage)
    words = passage.split()
    if not words or len(words) > 4000:
        return None
    match = re.search(r"\s+".join(re.escape(word) for word in words), text)
    return match.span() if match else None


def context_of(review: Review, asked: str, span: tuple[int, int] | None, page: int) -> dict[str, Any]:
    """The values of the document's page. `asked` is a chunk id, `span` characters of that chunk, `page` counts from 1.

    Unknown chunks, spans beyond the chunk and pages beyond the last are left aside.
    """
    session = review.session
    assert session is not None
    text = session.full_document_text
    draft = _changes_of(review)
    findings = _findings(review, draft)
    citing = _citing(review, findings)
    read = evidence.read(session, [*([asked] if asked else []), *list(citing)[:MOST]])
    places = _places(text, read, citing)
    focus = _focus(text, read, places, asked, span)
    pages = list(_pages(text))
    index = next((n for n, (low, high) in enumerate(pages) if focus and low <= focus.start < high), None)
    index = min(max(page - 1, 0), len(pages) - 1) if index is None else index
    return {
        "session": session,
        "rows": rows_of(text, pages[index], places, focus, _edits(text, draft, findings)),
        "places": [(place, passage_url(session, place.chunk_id)) for place in places],
        "focus": focus,
        "missing": read[asked] if asked in read and focus is None else None,
        "unknown": asked if asked and asked not in read else "",
        "page": index + 1,
        "pages": len(pages),
        **_around(session, places, focus, pages[index][0]),
    }


def _changes_of(review: Review) -> RedlineDraft | None:
    """The changes as whoever reads the document sees them. Nothing is asked of a model for it, nor is a long text
    searched: what was not composed for the page of the changes is not there yet.
    """
    session = review.session
    is_decided = any(nitpick.accepted_change_instructions for nitpick in review.nitpicks)
    if session is None or session.replaced_at is not None or not is_decided:
        return None
    mark = review_material.fingerprint(review.nitpicks)
    draft = RedlineDraft.objects.filter(session=session, decisions=mark).exclude(sha256="").first()
    is_quick = models_in_use.model_name("investor_review") == OFFLINE
    if draft is None and is_quick and len(session.full_document_text) <= _READ_AT_ONCE:
        return drafts.draft_of(review)
    return draft


def _findings(review: Review, draft: RedlineDraft | None) -> dict[str, CitedFinding]:
    """Each nitpick by its id. Its address: its first change, else its open point, else its place in the panel."""
    thread, changes = (reverse(name, args=[review.thread_id]) for name in ("thread", "review-changes"))
    urls: dict[str, str] = {}
    for number, edit in enumerate(draft.edits if draft else ()):
        urls.setdefault(edit["issue_id"], f"{changes}#change-{number}")
    for refusal in draft.refused if draft else ():
        urls.setdefault(refusal["issue_id"], f"{changes}#open-{quote(refusal['issue_id'])}")
    return {
        nitpick.issue_id: CitedFinding(number, nitpick, urls.get(nitpick.issue_id, f"{thread}#finding-{number}"))
        for number, nitpick in enumerate(review.nitpicks, start=1)
    }


def _citing(review: Review, findings: Mapping[str, CitedFinding]) -> dict[str, tuple[CitedFinding, ...]]:
    """For each cited chunk the findings that cite it."""
    citing: dict[str, tuple[CitedFinding, ...]] = {}
    for nitpick in review.nitpicks:
        for chunk_id in dict.fromkeys(nitpick.citations):
            citing[chunk_id] = (*citing.get(chunk_id, ()), findings[nitpick.issue_id])
    return citing


def _edits(
    text: str, draft: RedlineDraft | None, findings: Mapping[str, CitedFinding]
) -> list[tuple[Edit, CitedFinding]]:
    """The changes that papers would hold: without those that the investor rejected."""
    return [
        (drafts.as_edit(edit, text), findings[edit["issue_id"]])
        for edit in (draft.edits if draft else ())
        if edit["choice"] != "rejected"
    ]


def _places(
    text: str, read: Mapping[str, evidence.Evidence], citing: Mapping[str, tuple[CitedFinding, ...]]
) -> list[Place]:
    places = []
    for chunk_id, findings in citing.items():
        if chunk_id in read and (span := find_in(text, read[chunk_id].text)):
            places.append(Place(*span, findings, chunk_id))
    return sorted(places, key=lambda place: (place.start, place.end))


def _focus(
    text: str,
    read: Mapping[str, evidence.Evidence],
    places: Sequence[Place],
    asked: str,
    span: tuple[int, int] | None,
) -> Place | None:
    """The passage to show: the words of a quote inside its chunk, or the whole chunk."""
    if asked not in read:
        return None
    chunk = read[asked].text
    findings = next((place.findings for place in places if place.chunk_id == asked), ())
    whole = find_in(text, chunk)
    if span and 0 <= span[0] < span[1] <= len(chunk):
        start = whole[0] if whole else 0
        inner = find_in(text[start : whole[1] if whole else len(text)], chunk[span[0] : span[1]])
        if inner:
            return Place(start + inner[0], start + inner[1], findings, asked)
    return Place(*whole, findings, asked) if whole else None


def _pages(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text) or start == 0:
        end = min(start + PAGE, len(text))
        if end < len(text):
            end = max(text.rfind("\n", start + PAGE // 2, end) + 1, 0) or end
        yield start, end
        if end >= len(text):
            return
        start = end


def _around(session: ReviewSession, order: Sequence[Place], focus: Place | None, low: int) -> dict[str, str]:
    """The addresses of the passages before and after the one that is shown; from a page without one, of the next."""
    at = focus.start if focus else low - 1
    own = focus.chunk_id if focus else ""
    before = [place for place in order if place.start < at and place.chunk_id != own]
    after = [place for place in order if place.start > at and place.chunk_id != own]
    return {
        "previous": passage_url(session, before[-1].chunk_id) if before else "",
        "next": passage_url(session, after[0].chunk_id) if after else "",
    }
