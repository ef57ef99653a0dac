"""Words before values: where a fact stands in the person's own words, and what a reply may not say."""

from __future__ import annotations

from retirement.words import guard
from retirement.words.placing import SHORT_ANSWER, Claim, forget_texts, place_of, sentence_around
from retirement.words.told_amounts import ToldAmounts

__all__ = [
    "SHORT_ANSWER",
    "Claim",
    "ToldAmounts",
    "forget_texts",
    "guard",
    "place_of",
    "sentence_around",
]
