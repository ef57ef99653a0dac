"""A document as its page shows it: the text before the passage, the passage and what comes after, in blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from retrieval.models import Chunk, Document

_MARKDOWN = (".md", ".markdown")
_HEADING = re.compile(r"^#{1,6}[ \t]+(?P<text>.+?)[ \t#]*$")
_EMPHASIS = re.compile(r"^(?P<mark>[*_]{1,3})(?=\S)(?P<text>[^*_]+)(?<=\S)(?P=mark)$")
_BLANK = re.compile(r"\n[ \t]*\n\s*")


@dataclass(frozen=True, slots=True)
class PageBlock:
    """A heading, or a paragraph whose lines are kept."""

    text: str
    is_heading: bool = False


def parts_of(document: Document, asked: Mapping[str, str]) -> dict[str, Any]:
    """ "before", "passage" and "after", each a list of blocks; `asked` names the passage by `chunk`, `start`, `end`.

    Without a passage, or with one that is not there any more, the whole text stands in "before".
    """
    start, end = _span(document, asked)
    text, markdown = document.text, _is_markdown(document)
    if start == end:
        start = end = len(text)
    cut = {"before": text[:start], "passage": text[start:end], "after": text[end:]}
    return {name: list(_blocks(part, markdown)) for name, part in cut.items()}


def _is_markdown(document: Document) -> bool:
    return any(name.lower().endswith(_MARKDOWN) for name in (document.key, document.title, document.source))


def _blocks(text: str, markdown: bool) -> Iterator[PageBlock]:
    for paragraph in _BLANK.split(text.strip()):
        lines: list[str] = []
        for line in paragraph.split("\n"):
            if markdown and (heading := _HEADING.match(line)):
                if lines:
                    yield PageBlock("\n".join(lines))
                    lines = []
                yield PageBlock(heading["text"], is_heading=True)
            elif line.strip() or lines:
                lines.append(_plain(line) if markdown else line)
        if lines:
            yield PageBlock("\n".join(lines))


def _plain(line: str) -> str:
    """A line that is emphasised as a whole, without its marks."""
    match = _EMPHASIS.match(line.strip())
    return match["text"] if match else line


def _span(document: Document, asked: Mapping[str, str]) -> tuple[int, int]:
    numbers = [asked.get(name, "") for name in ("chunk", "start", "end")]
    if not all(number.isascii() and number.isdecimal() and len(number) < 18 for number in numbers):
        return 0, 0
    chunk_id, start, end = map(int, numbers)
    chunk = Chunk.objects.filter(document=document, pk=chunk_id).first()
    if chunk is None:
        # The document was read again since: its passages have new numbers.
        return 0, 0
    quote = chunk.text[start:end]
    at = document.text.find(quote, chunk.start or 0) if quote else -1
    return (at, at + len(quote)) if at >= 0 else (chunk.start or 0, chunk.end or 0)
