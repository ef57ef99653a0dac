"""One page of a document as rows: its headings, the findings beside what they cite, and what decided ones change.

The rows hold every character of the page; only what an edit inserts is added.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString

from investor_review.edits import Edit, Part, compared
from investor_review.models import NitpickIssue
from investor_review.pages.redline_page import drawn
from investor_review.papers import headings_in

_PARAGRAPH = re.compile(r"\n(?:[ \t\r]*\n)+")
_LINE = re.compile("\n")
# How far from a passage its paragraph's bounds are looked for; beyond, a row ends with the line.
REACH = 2000


@dataclass(frozen=True, slots=True)
class CitedFinding:
    """A nitpick as it stands beside the text, with its number in the panel and the address of its change."""

    number: int
    nitpick: NitpickIssue
    url: str


@dataclass(frozen=True, slots=True)
class Place:
    """Characters `start` to `end` of the document, and the findings that cite or change them."""

    start: int
    end: int
    findings: tuple[CitedFinding, ...]
    chunk_id: str = ""

    @property
    def label(self) -> str:
        return "; ".join(f"{finding.number}. {finding.nitpick.title}" for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of one look; of the passage that was asked for the first one has the anchor."""

    drawn: SafeString
    place: Place | None
    is_asked: bool
    is_anchor: bool


@dataclass(slots=True)
class TextBlock:
    """Segments that are a heading together, or text."""

    is_heading: bool
    segments: list[Segment] = field(default_factory=list)


@dataclass(slots=True)
class TextRow:
    """Whole lines of the text, and the findings that stand beside them."""

    findings: Sequence[CitedFinding] = ()
    blocks: list[TextBlock] = field(default_factory=list)

    def add(self, segment: Segment, *, is_heading: bool) -> None:
        if not self.blocks or self.blocks[-1].is_heading != is_heading:
            self.blocks.append(TextBlock(is_heading))
        self.blocks[-1].segments.append(segment)


def rows_of(
    text: str,
    page: tuple[int, int],
    places: Sequence[Place],
    focus: Place | None,
    edits: Sequence[tuple[Edit, CitedFinding]],
) -> list[TextRow]:
    """The rows of the characters `page` of the text. Marks never overlap: the passage that was asked for wins."""
    low, high = page
    changed = [Place(edit.start, edit.end, (finding,)) for edit, finding in edits]
    beside = list(_beside(text, page, [*places, *changed]))
    heads = [(low + start, low + end) for start, end in headings_in(text[low:high])]
    marks = _marks(places, focus)
    spans = [*((start, end) for start, end, _ in beside), *heads, *((mark.start, mark.end) for mark in marks)]
    cuts = sorted({low, high, *(at for span in spans for at in span if low < at < high)})
    head_starts, mark_starts = [start for start, _ in heads], [mark.start for mark in marks]
    row_starts = [start for start, _, _ in beside]
    rows = [TextRow(findings) for _, _, findings in beside]
    is_anchored = False
    for at, part in _pieces(text, page, [edit for edit, _ in edits], cuts):
        mark = marks[bisect_right(mark_starts, at) - 1] if mark_starts and mark_starts[0] <= at else None
        mark = mark if mark and at < mark.end and part[0] != "ins" else None
        head = bisect_right(head_starts, at) - 1
        is_asked = mark is not None and mark is focus
        segment = Segment(drawn([part]), mark, is_asked, is_asked and not is_anchored)
        is_anchored = is_anchored or is_asked
        rows[bisect_right(row_starts, at) - 1].add(segment, is_heading=head >= 0 and at < heads[head][1])
    return rows


def _marks(places: Sequence[Place], focus: Place | None) -> list[Place]:
    marks = [focus] if focus else []
    for place in places:
        if all(place.end <= other.start or place.start >= other.end for other in marks):
            marks.append(place)
    return sorted(marks, key=lambda mark: mark.start)


def _beside(text: str, page: tuple[int, int], places: Sequence[Place]) -> Iterator[tuple[int, int, list[CitedFinding]]]:
    """The bounds of each row with its findings: whole paragraphs around a place, and what stands between them."""
    low, high = page
    paragraphs = [low, *(match.end() for match in _PARAGRAPH.finditer(text, low, high)), high]
    lines = [low, *(match.end() for match in _LINE.finditer(text, low, high)), high]
    rows: list[tuple[int, int, list[CitedFinding]]] = []
    for place in sorted(places, key=lambda place: place.start):
        if not _is_on(page, place, len(text)):
            continue
        begin = min(max(place.start, low), high - 1)
        stop = max(min(place.end, high), begin + 1)
        start, end = _around(paragraphs, begin, stop)
        start = start if begin - start <= REACH else _around(lines, begin, stop)[0]
        end = end if end - stop <= REACH else _around(lines, begin, stop)[1]
        if rows and start < rows[-1][1]:
            start, before, known = rows.pop()
            known += [finding for finding in place.findings if finding not in known]
            rows.append((start, max(end, before), known))
        else:
            rows.append((start, end, list(place.findings)))
    at = low
    for start, end, findings in rows:
        if start > at:
            yield at, start, []
        yield start, end, sorted(findings, key=lambda finding: finding.number)
        at = end
    if at < high or low == high:
        yield at, high, []


def _is_on(page: tuple[int, int], place: Place, length: int) -> bool:
    """Whether something of a place stands on a page. An insertion between two pages stands on the second."""
    low, high = page
    starts_before_end = place.start < high or place.start == high == length
    return low < high and starts_before_end and (place.end > low or place.start == low)


def _around(bounds: Sequence[int], begin: int, stop: int) -> tuple[int, int]:
    """The last bound before `begin` or there, and the first behind `stop` or there."""
    return bounds[bisect_right(bounds, begin) - 1], bounds[bisect_left(bounds, stop)]


def _pieces(text: str, page: tuple[int, int], edits: Sequence[Edit], cuts: Sequence[int]) -> Iterator[tuple[int, Part]]:
    """The page as (where it stands, part), parted at `cuts`."""
    low, high = page
    for start, (kind, words) in _parts(text, page, edits):
        if kind == "ins":
            # Behind what it follows; at the beginning of a line with what it begins.
            follows = start > low and (text[start - 1] != "\n" or words.endswith("\n"))
            yield (start - 1 if follows else min(start, high - 1)), (kind, words)
            continue
        start, end = max(start, low), min(start + len(words), high)
        while start < end:
            stop = min(cuts[bisect_right(cuts, start)], end)
            yield start, (kind, text[start:stop])
            start = stop


def _parts(text: str, page: tuple[int, int], edits: Sequence[Edit]) -> Iterator[tuple[int, Part]]:
    low, high = page
    at = low
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
        if edit.end < low or edit.start > high or edit.start < at > low:
            continue
        if edit.start > at:
            yield at, ("same", text[at : edit.start])
        position = edit.start
        for kind, words in compared(text[edit.start : edit.end], edit.replacement):
            if kind != "ins":
                yield position, (kind, words)
                position += len(words)
            elif low <= position < high or position == high == len(text):
                yield position, (kind, words)
        at = max(at, edit.end)
    if at < high:
        yield at, ("same", text[at:high])
