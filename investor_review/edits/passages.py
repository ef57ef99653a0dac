"""Finds what is cited in the document: word for word, else apart from spaces and the shape of quotation marks."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from investor_review.edits.voice import defined_terms, duty_word, with_duty, with_terms

_SAME = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "\u00a0": " ", "‑": "-"})
_RUNS = re.compile(r"[\s\u00a0]+|[^\s\u00a0]+")
_CUT_SHORT = re.compile(r"^\s*(?:\.\.\.|…)\s*|\s*(?:\.\.\.|…)\s*$")
_SENTENCE_END = re.compile(r"[.!?;][\"”’')\]]*(?=\s|$)|:(?=\s*\n)|\n[ \t]*(?=\n)")
# Behind a blank line, a small letter goes on with the sentence; pages may be marked between the two.
_GOES_ON = re.compile(r"\s*(?:<PAGE>\s*|-?\s*\d{1,3}\s*-?\n\s*)*[a-z]")
_SHORTENED = r"[A-Z]|No|Nos|Inc|Ltd|Corp|Co|Sec|Secs|Art|Arts|Dr|Mr|Mrs|Ms|St|vs|cf|i\.e|e\.g|approx|para|Ex|al|U\.S"
_ABBREVIATION = re.compile(rf"(?:\b(?:{_SHORTENED})|^\s*\(?\w{{1,4}}\)?(?:\.\d+)*)$")


@dataclass(frozen=True, slots=True)
class CitedPassage:
    """A cited stretch of the document: its span in characters, and its words."""

    start: int
    end: int
    text: str


class CannotPlace(Exception):
    """Words could not be put in place; the text says why, and what would help."""


class SourceText:
    """A document in which passages are looked up. Looking up costs one pass over the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def passage(self, cited: str) -> CitedPassage:
        """The one place of `cited`. Raises CannotPlace when it stands nowhere, or more than once."""
        cited = _CUT_SHORT.sub("", cited).strip()
        if not cited:
            raise CannotPlace("The cited passage is empty.")
        places = self.places(cited)
        if not places:
            raise CannotPlace(f"The cited passage {short(cited)!r} does not stand in the document word for word.")
        if len(places) > 1:
            raise CannotPlace(
                f"The cited passage {short(cited)!r} stands {len(places)} times in the document, "
                "so its place is not certain."
            )
        start, end = places[0]
        return CitedPassage(start, end, self.text[start:end])

    def places(self, words: str) -> list[tuple[int, int]]:
        """The spans of `words` in the document: exact ones, else ones that differ in spaces and quotation marks."""
        exact = [(start, start + len(words)) for start in _all(self.text, words)]
        if exact:
            return exact
        sought = _flat(words)[0].strip()
        flat, at = self._flattened
        return [(at[start], at[start + len(sought) - 1] + 1) for start in _all(flat, sought)] if sought else []

    def anchor(self, start: int, end: int) -> str:
        """The span with just so much around it that it stands in the document once."""
        for margin in (0, 20, 60, 150, 400, 1000, 4000, len(self.text)):
            low, high = max(0, start - margin), min(len(self.text), end + margin)
            quote = self.text[low:high]
            if quote.strip() and self.text.find(quote, self.text.find(quote) + 1) < 0:
                return quote
        raise CannotPlace("The place of the change is not unique in the document.")

    @cached_property
    def terms(self) -> frozenset[str]:
        """The terms that the document defines."""
        return defined_terms(self.text)

    @cached_property
    def duty(self) -> str:
        """The word with which the document says a duty; "" where it has not one."""
        return duty_word(self.text)

    def in_voice(self, wording: str) -> str:
        """The wording with the document's own terms, and with its own word for a duty."""
        return with_duty(with_terms(wording, self.terms, self.text), self.duty)

    @cached_property
    def _flattened(self) -> tuple[str, array[int]]:
        return _flat(self.text)


def sentence_end(text: str, position: int) -> int:
    """Where the sentence ends in which `position` stands, or right there when it stands behind an end."""
    before = text[max(0, position - 3) : position].rstrip("\"”’')] ")
    if before.endswith((".", "!", "?", ";")):
        return position
    for match in _SENTENCE_END.finditer(text, position):
        if text[match.start()] == "\n":
            if not _GOES_ON.match(text, match.start()):
                return match.start()
            continue
        if not _ABBREVIATION.search(text[max(0, match.start() - 12) : match.start()]):
            return match.end()
    return len(text.rstrip())


def short(text: str, limit: int = 60) -> str:
    """On one line, cut in the middle of a long text."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def _all(text: str, words: str) -> Iterator[int]:
    at = text.find(words)
    while at >= 0:
        yield at
        at = text.find(words, at + max(1, len(words)))


def _flat(text: str) -> tuple[str, array[int]]:
    """The text with single spaces and straight quotation marks, and where each of its characters came from."""
    pieces, at = [], array("L")
    for match in _RUNS.finditer(text):
        word = match[0]
        if word[0].isspace():
            pieces.append(" ")
            at.append(match.start())
        else:
            pieces.append(word.translate(_SAME))
            at.extend(range(match.start(), match.end()))
    return "".join(pieces), at
