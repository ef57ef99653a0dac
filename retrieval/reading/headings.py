"""Finds headings in text that has no marks for them: "ARTICLE 4", "4.2 Title", "§ 12", and how each is cited."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_NUMBER = r"\d{1,4}[a-z]{0,2}(?:[.:-]\d{1,4}[a-z]{0,2}){0,5}"
_WORDS = {
    "part": 1, "title": 1, "titel": 1, "deel": 1, "chapter": 1, "hoofdstuk": 1, "afdeling": 2, "division": 2,
    "article": 2, "artikel": 2, "art.": 2, "annex": 2, "appendix": 2, "schedule": 2, "exhibit": 2, "bijlage": 2,
    "section": 3, "paragraaf": 3, "§": 3, "§§": 3,
}  # fmt: skip
_KEYWORD = re.compile(
    rf"(?P<word>{'|'.join(sorted(map(re.escape, _WORDS), key=len, reverse=True))})\s{{0,3}}"
    rf"(?P<number>{_NUMBER}|[IVXLC]{{1,7}}|[A-Z])(?P<end>[.:)]?)(?=\s|$)(?P<rest>.*)",
    re.IGNORECASE,
)
_DECIMAL = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,5})(?P<end>[.)]?)(?=\s)(?P<rest>.*)")
_WHOLE = re.compile(r"(?P<number>\d{1,3})(?P<end>[.)])(?=\s)(?P<rest>.*)")
# "42 U.S.C. § 1396r", "29 CFR § 1910.134": the number of the title stands before.
_CODE = re.compile(
    rf"(?P<title>\d{{1,2}})\s+(?P<code>U\.?\s?S\.?\s?C\.?|C\.?\s?F\.?\s?R\.?)\s*§+\s*(?P<number>{_NUMBER})"
)
_CAPITALS = re.compile(r"[A-Z][A-Z0-9 ,;:&'’()/-]{3,78}[A-Z)]")
# A line of a table of contents leads to a page number.
_CONTENTS = re.compile(r"\.{4}|(?:\. ){4}|\s{3,}\d{1,4}\s*$|\t\s*\d{1,4}\s*$")
_SENTENCE_END = (".", ":", ";", "!", "?", "”", '"')
_LONGEST_HEADING = 120


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading that begins at the character `start` of the text; level 1 is the highest."""

    start: int
    level: int
    title: str
    citation: str


def find_headings(text: str) -> list[Heading]:
    """The headings of a plain text, in order.

    One begins a line, and the line before it is blank, a heading, or ends a sentence: "Section 4.2, the buyer" in the
    middle of a sentence is none, nor is a line of a table of contents.
    """
    headings: list[Heading] = []
    before, free, unnamed = "", True, False
    for start, line, last in _lines(text):
        stripped = line.strip()
        if not stripped:
            free = True
            continue
        heading = _heading(stripped, start + len(line) - len(line.lstrip()), alone=unnamed or (free and last))
        if heading is not None and (free or before.endswith(_SENTENCE_END)):
            if unnamed and heading.title.isupper() and not heading.citation:
                # "ARTICLE 4" and its name stand on two lines.
                article = headings.pop()
                heading = Heading(article.start, article.level, f"{article.title} {heading.title}", article.citation)
            headings.append(heading)
            # A heading may stand above another without a blank line between.
            free = len(stripped) <= _LONGEST_HEADING
            unnamed = bool(heading.citation) and len(stripped.split()) == 2
        else:
            free = unnamed = False
        before = stripped
    return headings


def citation_of(title: str) -> str:
    """How a heading's number is cited: "§ 4.2", "art. 12a", "Annex II"; "" for a heading without a number."""
    title = title.strip()
    code = _CODE.match(title)
    if code:
        return f"{code['title']} {code['code']} § {code['number']}"
    match = _KEYWORD.match(title)
    if match:
        word, number = match["word"].lower(), match["number"].rstrip(".")
        if number.isalpha() and not number.isupper():
            return ""
        if word in ("article", "artikel", "art."):
            return f"art. {number}"
        if word in ("section", "paragraaf", "§", "§§"):
            return f"§ {number}"
        return f"{word.capitalize()} {number}"
    match = _DECIMAL.match(title) or _WHOLE.match(title)
    return f"§ {match['number']}" if match else ""


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each line with the character at which it begins, and whether a blank line or the end follows."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        following = text.find("\n", end)
        yield start, text[start:end], not text[end : following if following >= 0 else len(text)].strip()
        start = end


def _heading(line: str, start: int, *, alone: bool) -> Heading | None:
    if _CONTENTS.search(line[-40:]) or _CONTENTS.search(line[:_LONGEST_HEADING]):
        return None
    keyword = _KEYWORD.match(line)
    if keyword and keyword["number"].isalpha() and not keyword["number"].isupper():
        keyword = None
    match = keyword or _DECIMAL.match(line)
    if match is None and alone and len(line) <= 80 and not line.endswith((".", ",", ";")):
        # Numbered with one figure, a heading looks like an item of a list: it must stand by itself.
        match = _WHOLE.match(line)
        if match is None and _CAPITALS.fullmatch(line) and len(line.split()) <= 10:
            return Heading(start, 3, line, "")
    if match is None:
        return None
    rest = match["rest"].strip().lstrip("-–—: ")
    # "Section 365(n) of the Code" and "4.2 million" go on with what was said before.
    if rest and not (rest[0].isupper() or rest[0] in "“\"'‘[(" or (rest[0].isdigit() and keyword)):
        return None
    parts = len(re.findall(r"\d+", match["number"])) or 1
    level = _WORDS[keyword["word"].lower()] + (parts - 1) if keyword else 2 + parts
    return Heading(start, level, _title(line, match), citation_of(line))


def _title(line: str, match: re.Match[str]) -> str:
    """The heading without the paragraph that may run on in its line."""
    if len(line) <= _LONGEST_HEADING and ". " not in match["rest"].strip().rstrip("."):
        return line.rstrip(".: ")
    run_in = re.match(r"\s*[-–—:]?\s*([^.]{3,80})\.\s", match["rest"])
    number = line[: match.end("end")].rstrip(".:) ")
    return f"{number} {run_in[1].strip()}" if run_in else number
