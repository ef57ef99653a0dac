"""The periods by which a question and a statement count: the visits of a year are no visits of a month. Pure."""

from __future__ import annotations

import re

from pursuit.answers.kinds import PATTERNS

_ADVERBS = {
    "day": "daily",
    "week": "weekly",
    "month": "monthly",
    "quarter": "quarterly",
    "year": r"yearly|annual(?:ly)?",
}
# So many of one unit are one of another.
_EQUAL = {
    "12 month": "year",
    "365 day": "year",
    "52 week": "year",
    "7 day": "week",
    "30 day": "month",
    "3 month": "quarter",
}
_LENGTH = re.compile(r"\b(\d+)[- ](?:calendar )?(day|week|month)s?\b", re.I)
_SHORT = {"yr": "year", "mo": "month", "wk": "week"}
_WORDS = dict(zip("one two three four five six seven eight nine ten eleven twelve".split(), range(1, 13), strict=True))  # noqa: SIM905


def periods_in(text: str) -> frozenset[str]:
    """The periods by which a text counts: "20 visits in a calendar year" counts by the year, {"year"}."""
    units = {unit for unit, adverb in _ADVERBS.items() if re.search(rf"\b(?:{adverb})\b", text, re.I)}
    for match in PATTERNS["per"].finditer(text):
        unit, many = match["unit"].lower(), (match["many"] or "one").lower()
        unit, many = _SHORT.get(unit, unit), str(_WORDS.get(many, many))
        if many == "1" and unit != "hour":
            units.add(unit)
        elif not re.match(r"an?\s", match[0], re.I) or match[0].lower().endswith("period"):
            # "A three-day stay" is no period by which something is counted.
            units.add(_EQUAL.get(f"{many} {unit}", f"{many} {unit}"))
    return frozenset(units)


def _lasting(text: str) -> frozenset[str]:
    """The periods that a text names by their length: "each for 30 days" is of a month."""
    lengths = (f"{match[1]} {match[2].lower()}" for match in _LENGTH.finditer(text))
    return frozenset(_EQUAL[length] for length in lengths if length in _EQUAL)


def of_the_period(asked: frozenset[str], text: str, *, counts: bool) -> bool:
    """Whether a statement is of the period that was asked for; one that `counts` must say it."""
    here = periods_in(text) | _lasting(text) if asked else frozenset()
    return not asked or bool(asked & here) or (not here and not counts)
