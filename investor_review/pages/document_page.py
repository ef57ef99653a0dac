"""The document with its evidence marked: which passages stand where, and the page of text around one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from investor_review.conversation import passage_url
from investor_review.intake import evidence
from investor_review.models import ReviewSession
from investor_review.record import Review

# Characters of the document on one page; a page ends where a line does.
PAGE = 60_000
# Passages that are looked for in the document; a session may cite hundreds.
MOST = 400


@dataclass(frozen=True, slots=True)
class Place:
    """A cited passage in the document: characters `start` to `end` of it, and the nitpicks that it is evidence of."""

    chunk_id: str
    start: int
    end: int
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text; of a marked one its place, and whether it is the one that was asked for."""

    text: str
    place: Place | None = None
    asked: bool = False


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
    labels = _labels(review)
    read = evidence.read(session, [*([asked] if asked else []), *list(labels)[:MOST]])
    places = _places(text, read, labels)
    focus = _focus(text, read, places, asked, span)
    pages = list(_pages(text))
    index = next((n for n, (low, high) in enumerate(pages) if focus and low <= focus.start < high), None)
    index = min(max(page - 1, 0), len(pages) - 1) if index is None else index
    low, high = pages[index]
    return {
        "session": session,
        "segments": list(_segments(text, low, high, places, focus)),
        "places": [(place, passage_url(session, place.chunk_id)) for place in places],
        "focus": focus,
        "missing": read[asked] if asked in read and focus is None else None,
        "unknown": asked if asked and asked not in read else "",
        "page": index + 1,
        "pages": len(pages),
        **_around(session, places, focus, low),
    }


def _labels(review: Review) -> dict[str, tuple[str, ...]]:
    """For each cited chunk the nitpicks that cite it."""
    titles: dict[str, tuple[str, ...]] = {}
    for number, nitpick in enumerate(review.nitpicks, start=1):
        for chunk_id in nitpick.citations:
            titles[chunk_id] = (*titles.get(chunk_id, ()), f"{number}. {nitpick.title}")
    return titles


def _places(text: str, read: Mapping[str, evidence.Evidence], labels: Mapping[str, tuple[str, ...]]) -> list[Place]:
    places = []
    for chunk_id, titles in labels.items():
        if chunk_id in read and (span := find_in(text, read[chunk_id].text)):
            places.append(Place(chunk_id, *span, titles))
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
    labels = next((place.labels for place in places if place.chunk_id == asked), ())
    whole = find_in(text, chunk)
    if span and 0 <= span[0] < span[1] <= len(chunk):
        start = whole[0] if whole else 0
        inner = find_in(text[start : whole[1] if whole else len(text)], chunk[span[0] : span[1]])
        if inner:
            return Place(asked, start + inner[0], start + inner[1], labels)
    return Place(asked, *whole, labels) if whole else None


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


def _segments(text: str, low: int, high: int, places: Sequence[Place], focus: Place | None) -> Iterator[Segment]:
    """The text of one page in stretches. Marks never overlap: the passage that was asked for wins."""
    marks = [focus] if focus else []
    for place in places:
        if all(place.end <= other.start or place.start >= other.end for other in marks):
            marks.append(place)
    at = low
    for place in sorted(marks, key=lambda place: place.start):
        start, end = max(place.start, low), min(place.end, high)
        if start >= end or start < at:
            continue
        if start > at:
            yield Segment(text[at:start])
        yield Segment(text[start:end], place, place is focus)
        at = end
    if at < high:
        yield Segment(text[at:high])


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
