"""Words before values: where a fact stands in the person's own words, and what a reply may not say."""

from __future__ import annotations

from retirement.words import guard
from retirement.words.allowed_amounts import AllowedAmounts
from retirement.words.amendments import amended_place
from retirement.words.claims import SHORT_ANSWER, ProposedFact, forget_texts, place_of, sentence_around
from retirement.words.reminders import unnoted

__all__ = [
    "SHORT_ANSWER",
    "AllowedAmounts",
    "ProposedFact",
    "amended_place",
    "forget_texts",
    "guard",
    "place_of",
    "sentence_around",
    "unnoted",
]
