"""Which figures, months and frequencies a text states, so that none reaches an artifact that no source states."""

from __future__ import annotations

import calendar
import re

from investor_review.edits.values import find_values
from wording.amounts import find_numbers

_NAMES = [*tuple(calendar.month_name)[1:], *tuple(calendar.month_abbr)[1:], "Sept"]
# Beside a figure; "may" only with a capital, since the other one is a permission.
_NAME = "|".join("(?-i:May)" if name == "May" else name for name in dict.fromkeys(_NAMES))
_MONTH = re.compile(rf"\b({_NAME})\b\.?(?=[\s,]*\d)|(?<=\d)\s+({_NAME})\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


def facts_of(text: str) -> set[str]:
    """What the text states: "number 30", "month dec", "frequency quarterly". A figure counts also inside a name."""
    numbers = find_numbers(text)
    facts = {f"number {number.value.normalize():f}" for number in numbers}
    for figure in _FIGURE.finditer(text):
        if not any(number.start <= figure.start() < number.end for number in numbers):
            facts.add(f"number {figure[0].replace(',', '').rstrip('.')}")
    facts |= {f"month {(match[1] or match[2])[:3].lower()}" for match in _MONTH.finditer(text)}
    facts |= {f"frequency {value.meaning}" for value in find_values(text) if value.kind == "frequency"}
    return facts


def unsupported(text: str, *sources: str) -> list[str]:
    """What `text` states and none of the sources does, sorted; [] when all of it is supported."""
    stated = facts_of(text)
    return sorted(stated - facts_of("\n".join(sources))) if stated else []
