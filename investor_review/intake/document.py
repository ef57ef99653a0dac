"""Why papers of a document may not be as one would wish: pages without text, two columns, marks, another language."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import gettext_noop

from investor_review.intake.spool import LongText
from llm.text import clean_text
from wording.languages import language_of

# A code, how many, and a sentence.
Sentence = tuple[str, int, str]
# What is looked at, in characters: its beginning says what a document is.
LOOKED_AT = 200_000
# Below so many words a page, pages are pictures.
WORDS_A_PAGE = 20
# And where no page is marked, so that they are only guessed at, below so many.
FEW_WORDS = 5
_PAGE = re.compile(r"\f|<PAGE>|^\s*[-–]?\s*(?:page|seite|pagina)\s+\d+.*$", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"^\s*\S.{8,}?\S {3,}\S.{8,}\S\s*$", re.MULTILINE)
_MARKS = re.compile(
    r"\[-[^\[\]]+-\]|\{\+[^{}]+\+\}|</?(?:w:)?(?:ins|del)\b[^>]*>|^\s*(?:Deleted|Inserted|Formatted):", re.M
)
# A number that stands alone in its line, as below a page.
_FOOT = re.compile(r"^\s*[-–]?\s*(\d{1,3})\s*[-–]?\s*$", re.MULTILINE)
_CITED = re.compile(r"(?:p|pg|page)s?[.\s_-]*(\d{1,4})", re.IGNORECASE)
# Old and new words with nothing or a blank between them: "annualquarterly", "thirtysixty", "5,000,0003,000,000".
_TENS = "ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_OFTEN = "daily|weekly|monthly|quarterly|annual|annually|yearly|semi-annual"
_TWICE_OFTEN = rf"\b(?P<often>{_OFTEN})\s?(?!(?P=often)\b)(?:{_OFTEN})\b"
_TWICE_TENS = rf"\b(?P<tens>{_TENS})\s?(?!(?P=tens)\b)(?:{_TENS})\b"
_TWICE_DUTY = r"\b(?:shall|must|may)(?:\s+not)?\s?(?:shall|must|will)\b"
_TWICE_SUM = r"\b\d{1,3}(?:,\d{3})*,\d{3}\d{1,3}(?:,\d{3})+\b|\b\d{1,3}%\d{1,3}%"
_TWICE_TERM = r"\(\d{1,3}\)\s?\(\d{1,3}\)\s+(?:days?|months?|years?)"
_TWICE = re.compile("|".join((_TWICE_OFTEN, _TWICE_TENS, _TWICE_DUTY, _TWICE_SUM, _TWICE_TERM)), re.IGNORECASE)
NO_TEXT = gettext_noop(
    "The document has pages and hardly a word: its pages are pictures. Send it with its text (OCR); a change finds no "
    "words there that it could replace."
)
COLUMNS = gettext_noop(
    "The document's text stands in two columns side by side. A passage that runs on from line to line is not found "
    "there, and changes of it are listed as open. Send the columns one after the other."
)
MARKS = gettext_noop(
    "The document has tracked changes in its text already. They stay as they are, as part of the text. Send it with "
    "those changes accepted or rejected if they are settled."
)
BOTH = gettext_noop(
    "The document seems to hold the old and the new words of changes that were tracked in Word, one behind the other "
    "and without their marks. Send it with those changes accepted or rejected; until then a change there is listed as "
    "open."
)
LANGUAGE = gettext_noop(
    "The document is not in English. Changes are put in place where you quote its words; numbers and periods in words "
    "are read in English alone."
)


def pages_cited(citations: Iterable[str]) -> int:
    """The highest page that citations such as "p12" name; 0 where none does."""
    return max((int(match[1]) for each in citations if (match := _CITED.fullmatch(each.strip()))), default=0)


def warnings_of(text: str | LongText, cited: int = 0) -> list[Sentence]:
    """What to know of a document before papers are made of it, one sentence each; [] for a plain English text.

    `cited` is the highest page that its passages are cited with.
    """
    head = clean_text(text.head(LOOKED_AT)) if isinstance(text, LongText) else text[:LOOKED_AT]
    words = len(_WORD.findall(_PAGE.sub(" ", head)))
    if pages := _pages_without_text(head, words, cited):
        return [("document_no_text", pages, NO_TEXT)]
    lines = [line for line in head.splitlines() if line.strip()]
    columns = sum(bool(_COLUMNS.match(line)) for line in lines)
    warnings: list[Sentence] = []
    if columns >= 8 and 2 * columns > len(lines):
        warnings.append(("document_columns", columns, COLUMNS))
    if marks := len(_MARKS.findall(head)):
        warnings.append(("document_marks", marks, MARKS))
    elif both := sum(1 for _ in _TWICE.finditer(head)):
        warnings.append(("document_both", both, BOTH))
    if words > WORDS_A_PAGE and language_of(head, ("en", "de", "nl", "fr", "es")) not in ("en", None):
        warnings.append(("document_language", 1, LANGUAGE))
    return warnings


def _pages_without_text(head: str, words: int, cited: int) -> int:
    """How many pages a document has that holds hardly a word; 0 where it has words.

    Its pages are those that it marks, else those that are numbered at their foot, else those that are cited.
    """
    marked = len(_PAGE.findall(head))
    if marked:
        return marked if words < WORDS_A_PAGE * marked else 0
    feet = [int(number) for number in _FOOT.findall(head)]
    numbered = len(feet) if feet and feet == list(range(feet[0], feet[0] + len(feet))) else 0
    pages = max(numbered, cited if len(head) < LOOKED_AT else 0, 1)
    return pages if words < FEW_WORDS * pages and (pages > 1 or not words) else 0
