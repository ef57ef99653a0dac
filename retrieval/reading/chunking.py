"""Cuts a document into chunks: by its sections, then by size, at the ends of sentences. Each keeps its exact place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from retrieval.reading.document import Cut, ReadDocument, Section, sections_of
from retrieval.reading.headings import citation_of
from wording.sentences import sentence_ends

SIZE = 1200
# What a chunk may have at most, whatever size is asked for.
MAX_SIZE = 8000
# A section with less text than this, such as a heading alone, joins the next one; in characters.
_TOO_SMALL = 80
_BREAKS = (re.compile(r"\n[ \t]*\n\s*"), re.compile(r"[;:]\s+|\n\s*"), re.compile(r"\s+"))


@dataclass(frozen=True, slots=True)
class Piece:
    """One chunk to be stored. `start` and `end` are characters of the document's text, where known."""

    text: str
    heading: str = ""
    citations: tuple[str, ...] = ()
    start: int | None = None
    end: int | None = None
    key: str = ""
    source_name: str = ""
    metadata: Mapping[str, Any] = field(default_factory=dict)


def pieces(document: ReadDocument, *, size: int = SIZE) -> list[Piece]:
    """The chunks of a document, of about `size` characters (at least 100, at most 8,000), in order.

    They do not overlap, and every character that is no space is in one. A chunk has one heading; its citations are
    those of the sections and pages that it touches.
    """
    cut = document.cut if document.cut and size == SIZE else cuts(document, size=size)
    return [Piece(document.text[start:end], heading, citations, start, end) for start, end, heading, citations in cut]


def cuts(document: ReadDocument, *, size: int = SIZE) -> Iterator[Cut]:
    """Where the chunks of `pieces` are."""
    for block in _blocks(document.sections):
        for start, end in _spans(document.text, block[0].start, block[-1].end, min(max(size, 100), MAX_SIZE)):
            yield start, end, block[-1].heading, _citations(block, start, end)


def pieces_of_text(text: str, *, size: int = SIZE) -> list[Piece]:
    """The same for a text without a file: its headings are found as in plain text."""
    return pieces(ReadDocument("", text, sections_of(text), "", "text"), size=size)


def _blocks(sections: Sequence[Section]) -> Iterator[list[Section]]:
    """Sections that are cut as one: the pages under one heading, and a heading alone with what follows it."""
    block: list[Section] = []
    for section in sections:
        if block and section.heading != block[-1].heading and block[-1].end - block[0].start >= _TOO_SMALL:
            yield block
            block = []
        block.append(section)
    if block:
        yield block


def _citations(block: Sequence[Section], start: int, end: int) -> tuple[str, ...]:
    citations: dict[str, None] = {}
    first = bisect_right(block, start, key=lambda section: section.end)
    for section in islice(block, first, None):
        if section.start >= end:
            break
        if section.citation:
            citations[section.citation] = None
    # A page's chunk is cited by the number of its heading too.
    numbered = citation_of(block[-1].heading.rpartition(" › ")[2])
    if numbered and all(citation.startswith("p. ") for citation in citations):
        citations[numbered] = None
    return tuple(citations)


def _spans(text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """The chunks of text[start:end], without the space around each, all of much the same length."""
    part = text[start:end]
    if len(part) <= size:
        yield _without_space(text, start, end)
        return
    # Five pieces of 1,000 read better than four of 1,200 and a rest of 200.
    wanted = len(part) / -(-len(part) // size)
    ends = list(_steps(part, size))
    begin = place = 0
    while begin < len(part):
        last = begin
        while place < len(ends) and ends[place] - begin <= size:
            # A piece ends after the sentence that brings it nearest to the wanted length.
            if last > begin and ends[place] - begin - wanted > wanted - (last - begin):
                break
            last = ends[place]
            place += 1
        if part[begin:last].strip():
            yield _without_space(text, start + begin, start + last)
        begin = last


def _steps(part: str, size: int) -> Iterator[int]:
    """The places where a chunk may end: after sentences, and inside one that is longer than a chunk."""
    begin = 0
    for end in sentence_ends(part):
        yield from _inside(part, begin, end, size)
        begin = end


def _inside(part: str, begin: int, end: int, size: int) -> Iterator[int]:
    """The ends inside a sentence that is too long: at a semicolon or line, else between words, else at the limit."""
    while end - begin > size:
        cut = begin + size
        for pattern in _BREAKS:
            # Half of the size is enough to look back: what comes before that makes too short a piece.
            places = [match.end() for match in pattern.finditer(part, begin + size // 2, cut)]
            if places:
                cut = places[-1]
                break
        yield cut
        begin = cut
    yield end


def _without_space(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end
