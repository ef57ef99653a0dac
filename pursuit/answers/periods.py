"""The period that a question asks about and that a statement speaks of: visits a month are not visits a year. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from wording.phrases import patterns

UNITS = "day|week|month|quarter|year"
_PATTERNS = patterns(Path(__file__).parent / "phrases/kinds_patterns.txt", re.I)
# What a period is written as, by its unit.
_ADVERBS = {
    "day": r"daily", "week": r"weekly", "month": r"monthly", "quarter": r"quarterly", "year": r"yearly|annual(?:ly)?",
    "lifetime": r"lifetime|in\s+(?:his|her|their|a|my)\s+(?:whole\s+)?life",
}  # fmt: skip
# So many of one unit are one of another.
_EQUAL = {
    ("12", "month"): "year",
    ("365", "day"): "year",
    ("52", "week"): "year",
    ("7", "day"): "week",
    ("24", "hour"): "day",
    ("30", "day"): "month",
    ("3", "month"): "quarter",
}
_PER = _PATTERNS["per"]
_SHORT = {"yr": "year", "mo": "month", "wk": "week"}


_NUMBERS = {
    word: str(number)
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), start=1)  # noqa: SIM905
}


def periods_in(text: str) -> frozenset[str]:
    """The periods by which a text counts: "20 visits in a calendar year" counts by the year, {"year"}."""
    units = {unit for unit, adverb in _ADVERBS.items() if re.search(rf"\b(?:{adverb})\b", text, re.IGNORECASE)}
    for match in _PER.finditer(text):
        unit = match["unit"].lower()
        many = (match["many"] or "one").lower()
        unit, many = _SHORT.get(unit, unit), _NUMBERS.get(many, many)
        if many == "1" and unit != "hour":
            units.add(unit)
        elif not re.match(r"an?\s", match[0], re.IGNORECASE) or match[0].lower().endswith("period"):
            # "A three-day stay" is no period by which something is counted.
            units.add(_EQUAL.get((many, unit), f"{many} {unit}"))
    return frozenset(units)


def states_period(asked: frozenset[str], text: str, *, counts: bool) -> bool:
    """Whether a statement is of the period that was asked for; one that `counts` must say it."""
    here = periods_in(text) if asked else frozenset()
    return not asked or bool(asked & here) or (not here and not counts)
