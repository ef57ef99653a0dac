"""How the PDF of a review looks: each page says which of how many, headings stand out, changes need no colour."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from pypdf import PdfReader

from investor_review.edits import DecidedIssue
from investor_review.papers.pdf_text import DrawnText, PageText
from investor_review.tests.test_pdf import made

TEXT = "1. DEFINITIONS\n\nThe fee is EUR 5,000,000 and paid.\n\n2. Term. The term is annual.\n"
ISSUE = DecidedIssue(
    "i1", "Fee too high", "high", "resolved", "It is high.", "EUR 3m", (), ("The fee is EUR 5,000,000 and paid.",)
)
_LINE = re.compile(r"n ([\d.]+) ([\d.]+) m ([\d.]+) [\d.]+ l S")


@pytest.fixture(scope="module")
def paper() -> PdfReader:
    return PdfReader(BytesIO(made(TEXT + "It goes on. " * 2500, "Fee letter", [ISSUE]).data))


def drawn(paper: PdfReader, words: str) -> DrawnText:
    texts = PageText(paper)
    return next(each for page in paper.pages for each in texts.drawn(page) if words in each.text)


def font_of(paper: PdfReader, words: str) -> str:
    """The name of the font in which the words are set."""
    for page in paper.pages:
        source = page.get_contents().get_data().decode("latin-1")  # type: ignore[union-attr]
        before, there, _ = source.partition(f"({words}")
        if there:
            key = re.findall(r"(/\S+) [\d.]+ Tf", before)[-1]
            return str(page["/Resources"]["/Font"][key]["/BaseFont"])
    raise AssertionError(words)


def test_each_page_says_which_of_how_many_it_is(paper: PdfReader) -> None:
    pages = [" ".join(page.extract_text().split()) for page in paper.pages]
    assert len(pages) >= 3
    for number, words in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in words


def test_headings_are_larger_than_the_text_and_bold(paper: PdfReader) -> None:
    body = drawn(paper, "It is high.").size
    assert drawn(paper, "Change log").size >= 1.25 * body
    for heading in ("Fee letter", "Change log", "1. Fee too high", "Open issues", "1. DEFINITIONS"):
        assert "Bold" in font_of(paper, heading)
    for words in ("It is high.", "It goes on."):
        assert "Bold" not in font_of(paper, words)


def test_what_goes_is_struck_and_what_comes_is_underlined_whatever_the_colour(paper: PdfReader) -> None:
    source = next(s for page in paper.pages if "3,000,000" in (s := page.get_contents().get_data().decode("latin-1")))  # type: ignore[union-attr]
    before = source[: source.index("(5,000,000)")]
    before = before[before.rindex("\nq\n") :]
    base = float(re.findall(r"1 0 0 1 [\d.]+ ([\d.]+) Tm", before)[-1])
    lines = sorted((float(left), float(right), float(height) - base) for left, height, right in _LINE.findall(before))
    gone, come = drawn(paper, "5,000,000"), drawn(paper, "3,000,000")
    (first, first_end, struck), (second, second_end, under) = lines
    assert struck > 1
    assert under < 0
    assert first_end - first == pytest.approx(gone.right - gone.left, abs=0.5)
    assert second_end - second == pytest.approx(come.right - come.left, abs=0.5)
    assert second == pytest.approx(first_end, abs=0.5)
