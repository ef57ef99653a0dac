"""Why papers of a document may not be as one would wish: pages without text, two columns, marks, another language."""

from __future__ import annotations

import re

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
_PAGE = re.compile(r"\f|<PAGE>|^\s*[-–]?\s*(?:page|seite|pagina)\s+\d+.*$", re.IGNORECASE | re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2,}")
_COLUMNS = re.compile(r"^\s*\S.{8,}?\S {3,}\S.{8,}\S\s*$", re.MULTILINE)
_MARKS = re.compile(
    r"\[-[^\[\]]+-\]|\{\+[^{}]+\+\}|</?(?:w:)?(?:ins|del)\b[^>]*>|^\s*(?:Deleted|Inserted|Formatted):", re.M
)
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
LANGUAGE = gettext_noop(
    "The document is not in English. Changes are put in place where you quote its words; numbers and periods in words "
    "are read in English alone."
)


def warnings_of(text: str | LongText) -> list[Sentence]:
    """What to know of a document before papers are made of it, one sentence each; [] for a plain English text."""
    head = clean_text(text.head(LOOKED_AT)) if isinstance(text, LongText) else text[:LOOKED_AT]
    pages, words = len(_PAGE.findall(head)), len(_WORD.findall(_PAGE.sub(" ", head)))
    if pages and words < WORDS_A_PAGE * pages:
        return [("document_no_text", pages, NO_TEXT)]
    lines = [line for line in head.splitlines() if line.strip()]
    columns = sum(bool(_COLUMNS.match(line)) for line in lines)
    warnings: list[Sentence] = []
    if columns >= 8 and 2 * columns > len(lines):
        warnings.append(("document_columns", columns, COLUMNS))
    if marks := len(_MARKS.findall(head)):
        warnings.append(("document_marks", marks, MARKS))
    if words > WORDS_A_PAGE and language_of(head, ("en", "de", "nl", "fr", "es")) not in ("en", None):
        warnings.append(("document_language", 1, LANGUAGE))
    return warnings
