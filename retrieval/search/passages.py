"""Where in a chunk the question is answered: the run of sentences that holds the most of its terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from wording.sentences import sentence_spans

# A matched passage is whole sentences, of about so many characters at most.
PASSAGE_CHARS = 400
# A lexeme is a word without its ending: so many characters of a word may be the ending.
_ENDING = 7


def matched_span(text: str, terms: Mapping[str, float]) -> tuple[int, int]:
    """(start, end) of the best passage of `text` for weighted lexemes; all of `text` when it holds none of them."""
    held = _held(text, tuple(sorted(terms)))
    sentences = list(sentence_spans(text, lines=True, clauses=True)) if held else []
    best, span = 0.0, (0, len(text))
    for first, (start, _) in enumerate(sentences):
        covered: set[str] = set()
        for last in range(first, len(sentences)):
            begin, end = sentences[last]
            if last > first and end - start > PASSAGE_CHARS:
                break
            covered |= {term for place, term in held if begin <= place < end}
            score = sum(terms[term] for term in covered)
            # A longer run must bring something.
            if score > best * 1.0001 or (score == best and end - start < span[1] - span[0]):
                best, span = score, (start, end)
    return span


def _held(text: str, terms: tuple[str, ...]) -> list[tuple[int, str]]:
    """The places where `text` has a word that may be a form of one of `terms`."""
    if not terms:
        return []
    pattern, names = _pattern(terms)
    occurrences = ((match.start(), names.get(match[1].lower())) for match in pattern.finditer(text))
    # Without regard to case "ı" is an "i" to the pattern; it is none to us.
    return [(start, name) for start, name in occurrences if name is not None]


@lru_cache(256)
def _pattern(terms: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, str]]:
    """A word that begins with one of the stems, the longest first, and the lexeme of each stem.

    A stem loses its last letter, because "y" becomes "i" ("study" is the lexeme "studi").
    """
    names: dict[str, str] = {}
    for term in sorted(terms, key=len):
        names[term[:-1] if len(term) > 4 else term] = term
    stems = "|".join(re.escape(stem) for stem in sorted(names, key=len, reverse=True))
    return re.compile(rf"\b({stems})\w{{0,{_ENDING}}}\b", re.IGNORECASE), names
