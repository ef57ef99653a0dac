"""Slips of the keyboard: the known word that a strange one is most like."""

from __future__ import annotations

from collections.abc import Set

from rapidfuzz import process
from rapidfuzz.distance import OSA

# Shorter words are like too many others; a long one may have two slips.
LEAST_LETTERS, _LONG = 6, 9
# A word that is nearly all of a known one is a form of it and no slip.
ENDING = 2


def nearest(word: str, known: Set[str]) -> str:
    """The known word that is meant by one with a slip; "" where none is near, or the word is a form of one."""
    if len(word) < LEAST_LETTERS or any(word[: len(word) - cut] in known for cut in range(ENDING + 1)):
        return ""
    slips = 1 if len(word) < _LONG else 2
    # Hardly anybody errs in the first letter.
    alike = [other for other in known if other[0] == word[0] and abs(len(other) - len(word)) <= slips]
    best = process.extractOne(word, alike, scorer=OSA.distance, score_cutoff=slips)
    return best[0] if best else ""
