"""What a reader gives: the text of a document, its sections with exact places in it, or a sentence why not.

Nothing here imports a reader's library: the sandboxed process and its parent share these values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import PurePosixPath
from typing import Any, Literal

from llm.text import clean_text
from retrieval.reading.headings import Heading, citation_of, find_headings

Kind = Literal["pdf", "docx", "html", "markdown", "text"]
Code = Literal["encrypted", "no_text", "too_large", "bomb", "not_supported", "broken", "empty"]

# Control characters that no text means; NUL and surrogates are `clean_text`'s.
_CONTROLS = re.compile("[\x01-\x08\x0b\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ufeff]")
_LETTERED = re.compile(r"(?:\([0-9A-Za-z]{1,4}\))+")
_PATH = " › "
# Of more lines that look like headings none is one.
_MOST_HEADINGS = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may cost. Bytes, characters, pages, seconds."""

    file_bytes: int = 10_000_000
    characters: int = 10_000_000
    pages: int = 3_000
    seconds: float = 60.0
    # Of the process that reads it, and of what is packed inside it.
    memory_bytes: int = 768_000_000
    unpacked_bytes: int = 100_000_000


DEFAULT = Limits()


@dataclass(frozen=True, slots=True)
class Section:
    """A part under one heading, or a page: `text` is `ReadDocument.text[start:end]`.

    `heading` is the path of headings to it, joined by " › "; `citation` is how a person would point to it.
    """

    heading: str
    text: str
    citation: str
    start: int
    end: int


# A chunk of a document: its first character, the one after its last, its heading and its citations.
Cut = tuple[int, int, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was read. `language` is ISO 639-1, "" where unknown; `metadata` is what it says of itself.

    `cut` is where its chunks of the usual size are (start, end, heading, citations), where the reader's process cut it.
    """

    title: str
    text: str
    sections: tuple[Section, ...]
    language: str
    kind: Kind
    metadata: Mapping[str, str] = field(default_factory=dict)
    cut: tuple[Cut, ...] = ()


# What helps where a file is damaged.
SAVE_AGAIN = "Save it again and give it again."


class Unreadable(Exception):
    """A document that gives no text. `code` says which kind of reason; the text is a sentence for the person."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code


def too_large(name: str, what: str) -> Unreadable:
    """The refusal of a document that goes over a limit."""
    return Unreadable("too_large", f"{name!r} {what}. Give a smaller part of it.")


def stem(name: str) -> str:
    """The name of a file without its folder and ending, for a title where the document has none."""
    path = PurePosixPath(name.partition("?")[0].replace("\\", "/"))
    return (path.stem if path.stem.strip("._") else "") or name


def tidy(text: str) -> str:
    """`text` with plain line ends, without what cannot be stored or seen."""
    return _CONTROLS.sub("", clean_text(text).replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n"))


class Assembly:
    """Puts a document together part by part, and keeps the place of each."""

    def __init__(self, name: str, limits: Limits) -> None:
        self._name = name
        self._limits = limits
        self._parts: list[str] = []
        self._length = 0
        self._sections: list[tuple[str, str, int, int]] = []

    @property
    def is_empty(self) -> bool:
        return not self._sections

    @property
    def end(self) -> str:
        """The last characters so far."""
        return self._parts[-1][-20:] if self._parts else ""

    def add(self, text: str, heading: str = "", citation: str = "", *, between: str = "\n\n") -> None:
        """Append a section; a blank one is left out. Raises Unreadable over the limit of characters."""
        text = tidy(text).strip()
        if not text:
            return
        if self._parts:
            self._parts.append(between)
            self._length += len(between)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        if self._length > self._limits.characters:
            raise too_large(self._name, f"has more than {self._limits.characters:,} characters of text")
        self._sections.append((tidy(heading).strip(), tidy(citation).strip(), start, self._length))

    def document(
        self, title: str, kind: Kind, language: str = "", metadata: Mapping[str, str] | None = None
    ) -> ReadDocument:
        """The whole. Raises Unreadable when no section was added."""
        if not self._sections:
            raise Unreadable("no_text", f"{self._name!r} has no text in it.")
        text = "".join(self._parts)
        sections = tuple(
            Section(heading, text[start:end], citation, start, end) for heading, citation, start, end in self._sections
        )
        if len(sections) == 1 and not sections[0].heading and kind != "pdf":
            # Nothing was marked as a heading; many a contract has its numbers alone.
            sections = sections_of(text)
        title = " ".join(tidy(title).split())[:500] or stem(self._name)
        return ReadDocument(title, text, sections, language, kind, dict(metadata or {}))


class Outline:
    """The headings on the way down: gives the path and the citation of what stands under the last one."""

    def __init__(self) -> None:
        self._open: list[tuple[int, str, str]] = []

    @property
    def path(self) -> str:
        return _PATH.join(title for _, title, _ in self._open)

    @property
    def citation(self) -> str:
        """The number of the last heading, as it is cited; its words where it has none."""
        return (self._open[-1][2] or self._open[-1][1]) if self._open else ""

    def enter(self, level: int, title: str) -> None:
        """A heading of `level` (1 the highest) begins: it closes those of its level and below."""
        title = " ".join(title.split()).strip("¶# ")[:200]
        while self._open and self._open[-1][0] >= level:
            self._open.pop()
        citation = citation_of(title)
        letter = _LETTERED.match(title)
        if not citation and letter and self._open and self._open[-1][2]:
            # "(a)" under "§ 1396r" is § 1396r(a).
            citation = self._open[-1][2] + letter[0]
        self._open.append((level, title, citation))


def sections_of(text: str) -> tuple[Section, ...]:
    """The sections that the headings of a plain text make."""
    return sections_at(text, find_headings(text))


def sections_at(text: str, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """`text` cut at its headings; what stands before the first is a section without one."""
    outline, sections = Outline(), list[Section]()
    headings = headings if len(headings) <= _MOST_HEADINGS else ()
    starts = [heading.start for heading in headings] or [len(text)]
    sections += _trimmed(text, 0, starts[0], "", "")
    for heading, end in zip(headings, [*starts[1:], len(text)], strict=False):
        outline.enter(heading.level, heading.title)
        sections += _trimmed(text, heading.start, end, outline.path, outline.citation)
    return tuple(sections)


def _trimmed(text: str, start: int, end: int, heading: str, citation: str) -> list[Section]:
    part = text[start:end]
    start += len(part) - len(part.lstrip())
    part = part.strip()
    return [Section(heading, part, citation, start, start + len(part))] if part else []


def packed(document: ReadDocument) -> dict[str, Any]:
    """The document as JSON, for another process; without the sections' texts, which are in its text."""
    given = {each.name: getattr(document, each.name) for each in fields(document)}
    return {**given, "sections": [(s.heading, s.citation, s.start, s.end) for s in document.sections]}


def unpacked(given: Mapping[str, Any]) -> ReadDocument:
    """The document that `packed` gave."""
    text = given["text"]
    sections = tuple(Section(heading, text[s:e], citation, s, e) for heading, citation, s, e in given["sections"])
    cut = tuple((start, end, heading, tuple(citations)) for start, end, heading, citations in given["cut"])
    return ReadDocument(**{**given, "sections": sections, "cut": cut})
