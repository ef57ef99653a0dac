"""Reads a finished PDF back and compares it with what it must hold: every line, on the page, large enough to read."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from typing import TYPE_CHECKING

from investor_review.edits import short

if TYPE_CHECKING:
    from investor_review.papers.pdf_text import DrawnText

MIN_SIZE = 6.0
# Points by which a letter's box may reach over the edge; and where the footer begins, from the lower edge.
TOLERANCE, FOOTER_HEIGHT = 1.0, 50.0
# How far ahead in the PDF's text a line is looked for when the one before it was not found.
REACH = 20_000
_BLOCKS = {"p", "h1", "h2", "h3", "div", "title", "body"}
# Letters, digits and vowel signs of scripts from right to left.
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_MIRRORED = str.maketrans(")]}>»›", "([{<«‹")


@dataclass(frozen=True, slots=True)
class PdfProblem:
    """What is wrong, on which page (0 when it is on none), and the words that are concerned."""

    kind: str
    page: int
    words: str

    def sentence(self) -> str:
        place = f" on page {self.page}" if self.page else ""
        return f"{self.kind}{place}: {short(self.words, 80)!r}"


@dataclass(frozen=True, slots=True)
class Verified:
    """How many pages were read, and the problems that were found."""

    pages: int
    problems: list[PdfProblem]


def verify_pdf(
    data: bytes, expected: Sequence[str], progress: Callable[[float], None] = lambda share: None
) -> Verified:
    """Compare the PDF's text with the expected lines, in their order; white space and compatibility forms do not count.

    Within a line that is written from right to left the order of the characters is not compared.
    """
    # Only those pay for what reads a PDF who have made one.
    from pypdf import PdfReader

    from investor_review.papers.pdf_text import PageText

    reader = PdfReader(BytesIO(data))
    pages, texts = len(reader.pages), PageText(reader)
    problems: list[PdfProblem] = []
    stream: list[str] = []
    for number, page in enumerate(reader.pages, 1):
        width, height = float(page.mediabox.width), float(page.mediabox.height)
        for drawn in texts.drawn(page):
            problems += _on_page(drawn, number, width, height)
            if drawn.base > FOOTER_HEIGHT:
                stream.append(drawn.text)
        if number % 4 == 0:
            progress(0.9 * number / pages)
    problems += [PdfProblem("A font is not embedded", 0, name) for name in sorted(texts.not_embedded)]
    problems += missing_lines("".join(stream), expected)
    progress(1.0)
    return Verified(pages, problems)


def missing_lines(stream: str, expected: Sequence[str]) -> list[PdfProblem]:
    """The lines that do not stand in `stream` where they should, and what stands there that is expected nowhere."""
    text = plain(stream)
    problems: list[PdfProblem] = []
    at = 0
    for line in expected:
        sought = plain(line)
        if not sought:
            continue
        place = _place(text, sought, at, ordered=not _has_right_to_left(line))
        if place is None:
            problems.append(PdfProblem("Text is missing", 0, line))
            continue
        if text[at:place]:
            problems.append(PdfProblem("Unexpected text", 0, text[at:place]))
        at = place + len(sought)
    if text[at:]:
        problems.append(PdfProblem("Unexpected text", 0, text[at:]))
    return problems


def plain(text: str) -> str:
    """Without white space, and with compatibility forms (ligatures, joined letters, wide ones) as their letters.

    Each character for itself: composing would reach over the end of a line, whose place the PDF does not tell.
    """
    kept = "".join(text.split())
    if kept.isascii():
        return kept
    return "".join("".join(_decomposed(character).split()) for character in kept)


@cache
def _decomposed(character: str) -> str:
    return unicodedata.normalize("NFKD", character)


def lines_of_html(html: str) -> list[str]:
    """What our page says, block by block, without its style sheet and its footer.

    The lines of a block are one: in one that is written from right to left, all of them are laid out so.
    """
    parser = _Lines()
    parser.feed(html)
    parser.close()
    return [line for line in ("".join(parts) for parts in parser.lines) if line.strip()]


def _place(text: str, sought: str, at: int, *, ordered: bool) -> int | None:
    if ordered:
        if text.startswith(sought, at):
            return at
        place = text.find(sought, at, at + REACH + len(sought))
        return place if place >= 0 else None
    wanted = Counter(sought.translate(_MIRRORED))
    return at if Counter(text[at : at + len(sought)].translate(_MIRRORED)) == wanted else None


def _has_right_to_left(line: str) -> bool:
    return bool(_RIGHT_TO_LEFT.search(line))


def _on_page(drawn: DrawnText, number: int, width: float, height: float) -> Iterator[PdfProblem]:
    if not drawn.text.strip():
        return
    if "\ufffd" in drawn.text or "\x00" in drawn.text:
        yield PdfProblem("Text cannot be read", number, drawn.text)
    if drawn.left < -TOLERANCE or drawn.right > width + TOLERANCE or not 0 <= drawn.base <= height:
        yield PdfProblem("Text runs off the page", number, drawn.text)
    if drawn.size < MIN_SIZE - 0.01:
        yield PdfProblem(f"Text is set in {drawn.size:.1f} points, less than {MIN_SIZE:g}", number, drawn.text)


class _Lines(HTMLParser):
    """Collects the text of blocks."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[list[str]] = [[]]
        self.skipping = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("style", "head") or ("id", "footer") in attrs:
            self.skipping = self.skipping or tag
        if tag in _BLOCKS:
            self.lines.append([])

    def handle_endtag(self, tag: str) -> None:
        if tag == self.skipping:
            self.skipping = ""
        if tag in _BLOCKS:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        if not self.skipping:
            self.lines[-1].append(data)
