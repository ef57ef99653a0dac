"""Reads which search result a person means, from their literal words: a number, yes, a symbol, a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from rapidfuzz import fuzz

from wording.answers import choice, yes_or_no

# What a name must reach to count as one of the results, and how far ahead of the next it must be.
_NAME_SCORE, _LEAD = 85, 5
# "Not Siemens Energy" holds a name and does not choose it.
_REFUSAL = re.compile(r"\b(?:no|nope|nah|not|none|never|neither|\w+n't)\b", re.IGNORECASE)


def certain_choice(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    """The index of the result that the whole utterance names beyond doubt: "1", "yes", "the first one", a symbol."""
    if (index := choice(text, len(candidates))) is not None:
        return index
    if yes_or_no(text) is True:
        return 0
    return _by_symbol(text, candidates)


def chosen(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    """The same, and a name with typos; None when no result or more than one fits."""
    if (index := certain_choice(text, candidates)) is not None:
        return index
    wanted = text.strip().casefold()
    if not wanted or len(wanted) > 200 or _REFUSAL.search(wanted):
        return None
    scores = [
        max(fuzz.WRatio(wanted, c["name"].casefold()), fuzz.ratio(wanted, c["symbol"].casefold())) for c in candidates
    ]
    ranked = sorted(range(len(scores)), key=lambda n: -scores[n])
    if not ranked or scores[ranked[0]] < _NAME_SCORE:
        return None
    if len(ranked) > 1 and scores[ranked[0]] - scores[ranked[1]] < _LEAD:
        return None
    return ranked[0]


def _by_symbol(text: str, candidates: Sequence[dict[str, Any]]) -> int | None:
    wanted = text.strip().strip(".!").casefold()
    keys = [
        {c["symbol"].casefold(), c["symbol"].casefold().split(".")[0], (c["isin"] or "-").casefold()}
        for c in candidates
    ]
    hits = [n for n, key in enumerate(keys) if wanted in key]
    full = [n for n in hits if candidates[n]["symbol"].casefold() == wanted]
    if full:
        return full[0]
    return hits[0] if len(hits) == 1 else None
