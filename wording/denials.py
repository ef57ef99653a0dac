"""Whether words are those of a source with one "not" more or less: the opposite of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOT = re.compile(r"\b(?:niet|geen|nooit|not|no|never|nor|cannot)\b|n[’']t\b", re.IGNORECASE)
# From this share of a clause's words on it says what another says, or its opposite; fewer words are chance.
_SAME, _LEAST = 0.85, 2

# The words of a clause that tell it from others, and how often it denies.
Denials = tuple[frozenset[str], int]


def without_denials(text: str) -> tuple[str, int]:
    """The text in small letters without its denials, and how many they were."""
    return _NOT.subn(" ", text.lower())


def turns_round(clause: Denials, sources: Iterable[Denials]) -> bool:
    """Whether a clause has the words of one of these with one denial more or less, and of none as they stand."""
    words, denials = clause
    same = {
        (denials - other_denials) % 2
        for other, other_denials in sources
        if len(words & other) >= _SAME * max(len(words), len(other))
    }
    return len(words) >= _LEAST and same == {1}
