"""A document's text as blocks of a page: headings, paragraphs whose lines run on, lines that stay, columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from wording.phrases import patterns

BlockKind = Literal["heading", "paragraph", "lines", "columns"]
# Lines at least this long were broken by a typewriter's margin, and run on.
PROSE_LINE, PROSE_MARGIN = 55, 110
# Letters of the mono font are 0.602 em wide; a line of the page is 487 pt.
PAGE_WIDTH, MONO_EM = 487.0, 0.602
COLUMN_SIZES = (8.0, 7.5, 7.0, 6.5, 6.2)
# From how many characters on a block is cut in two, because a paragraph is laid out as a whole.
MAX_BLOCK = 6000
# Where a page of the source ends; the pages here are our own.
PAGE_MARK = "<PAGE>"
_HEADING = patterns(Path(__file__).with_suffix(".txt"))["heading"]
_CAPITALS = re.compile(r"^[^a-z]*[A-Z][^a-z]*$")
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S|\S\.{6,}")
_ITEM = re.compile(r"^\s*(?:\(?[a-zA-Z0-9]{1,4}[.)]|[-*•·–]|\d+(?:\.\d+)+\.?)\s")
_CJK = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]{12}")
# A sentence that a page's end parts goes on.
_PARTED = re.compile(rf"(?<=[a-z,])[ \t]*\n\s*{PAGE_MARK}\s*\n(?=[a-z])")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_MARKED_LINE = re.compile(rf"^[ \t]*{PAGE_MARK}[ \t]*$", re.MULTILINE)
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_LTR = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u052f\u3040-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of the page. `lines` are drawn one below the other; `size` in points is that of columns."""

    kind: BlockKind
    lines: tuple[str, ...]
    size: float = 0

    @property
    def style(self) -> str:
        """The classes of the block in the page's style sheet."""
        text = "".join(self.lines)
        classes: list[str] = [self.kind]
        if self.kind == "columns":
            classes.append(f"size{self.size_name}")
        elif _CJK.search(text):
            classes.append("cjk")
        if self.is_rtl:
            classes.append("rtl")
        return " ".join(classes)

    @property
    def is_rtl(self) -> bool:
        return runs_right_to_left("".join(self.lines))

    @property
    def size_name(self) -> int:
        return int(self.size * 10)

    @property
    def rows(self) -> list[list[tuple[int, str]]]:
        """The lines of columns as pieces, each with how many spaces stand before it."""
        return [_pieces(line) for line in self.lines]


def runs_right_to_left(text: str) -> bool:
    """Whether most of its letters belong to a script that is written from right to left."""
    right = len(_RTL.findall(text))
    return right > 0 and right > len(_LTR.findall(text))


def blocks_of(text: str) -> Iterator[Block]:
    """The text as blocks, in order. Of the text only white space and marks of pages are lost."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x0c", "\n\n")
    text = _MARKED_LINE.sub("", _PARTED.sub("\n", text))
    paragraph: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            paragraph.append(line.rstrip())
        elif paragraph:
            yield from _blocks(paragraph)
            paragraph = []
    if paragraph:
        yield from _blocks(paragraph)


def _blocks(lines: list[str]) -> Iterator[Block]:
    if len(lines) == 1 and is_heading(lines[0]):
        yield Block("heading", (lines[0].strip(),))
        return
    columns = sum(bool(_COLUMNS.search(line.expandtabs(8))) for line in lines)
    if columns >= 2 and columns * 2 >= len(lines):
        yield from _column_blocks([line.expandtabs(8) for line in lines])
        return
    joined = _joined(lines)
    for start in range(0, len(joined), 40):
        some = joined[start : start + 40]
        for piece in _cut(some):
            yield Block("paragraph" if len(piece) == 1 else "lines", tuple(piece))


def is_heading(line: str) -> bool:
    heading = line.strip()
    return (
        len(heading) <= 100
        and not heading.endswith((".", ";", ","))
        and bool(_HEADING.match(heading) or (_CAPITALS.match(heading) and len(heading) > 4))
    )


def headings_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the lines stand that are set as headings, each with its line's end: those that are a paragraph alone."""
    lines = list(_LINE.finditer(text))
    blank = [True, *(line[0].strip() in ("", PAGE_MARK) for line in lines), True]
    for number, line in enumerate(lines, start=1):
        if blank[number - 1] and not blank[number] and blank[number + 1] and is_heading(line[0]):
            yield line.span()


def _column_blocks(lines: list[str]) -> Iterator[Block]:
    indent = min(len(line) - len(line.lstrip()) for line in lines)
    lines = [line[indent:] for line in lines]
    longest = max(len(line) for line in lines)
    size = next((s for s in COLUMN_SIZES if longest * s * MONO_EM <= PAGE_WIDTH), COLUMN_SIZES[0])
    for start in range(0, len(lines), 30):
        yield Block("columns", tuple(lines[start : start + 30]), size)


def _joined(lines: list[str]) -> list[str]:
    """The lines of prose that a margin broke as one. An item, a bare number and what follows a short line begin new."""
    longest = max(len(line) for line in lines)
    if len(lines) == 1 or not PROSE_LINE <= longest <= PROSE_MARGIN:
        return [line.strip() for line in lines]
    joined: list[str] = []
    runs_on = False
    for line in lines:
        if runs_on and not _ITEM.match(line) and not line.strip().isdigit():
            joined[-1] = f"{joined[-1]} {line.strip()}"
        else:
            joined.append(line.strip())
        runs_on = len(line) >= longest * 0.72
    return joined


def _cut(lines: list[str]) -> Iterator[list[str]]:
    """The lines in pieces of at most about MAX_BLOCK characters; a long line is cut behind a word."""
    piece: list[str] = []
    size = 0
    for line in lines:
        while len(line) > MAX_BLOCK:
            at = line.rfind(" ", MAX_BLOCK // 2, MAX_BLOCK)
            at = at if at > 0 else MAX_BLOCK
            if piece:
                yield piece
            yield [line[:at].rstrip()]
            piece, size, line = [], 0, line[at:].lstrip()
        if piece and size + len(line) > MAX_BLOCK:
            yield piece
            piece, size = [], 0
        if line:
            piece.append(line)
            size += len(line)
    if piece:
        yield piece


def _pieces(line: str) -> list[tuple[int, str]]:
    pieces, at = [], 0
    for match in re.finditer(r"\S+(?: \S+)*", line):
        pieces.append((match.start() - at, match[0]))
        at = match.end()
    return pieces
