"""Figures of a text that are no money: percentages, periods, dates, years, counts, and numbers that name a place.

Each is read with what it measures, so that 30 days are neither 30% nor clause 30; words count as digits do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Literal

from wording.amounts.dates import find_dates
from wording.amounts.numbers import Number, find_numbers
from wording.amounts.tokens import lower, plain
from wording.phrases import groups, phrase_lists

Kind = Literal["percent", "period", "date", "year", "place", "count", "bare"]
# A day of which a part may not be known.
Day = tuple[int | None, int | None, int | None]

_FILE = Path(__file__).with_suffix(".txt")
_GROUPS = groups(_FILE)
_UNITS: dict[str, tuple[str, int]] = {
    "hour": ("hour", 1),
    "day": ("day", 1),
    "week": ("day", 7),
    "month": ("month", 1),
    "quarter": ("month", 3),
    "year": ("month", 12),
}
_UNIT = "|".join(f"(?P<{name}>{_GROUPS[name]})" for name in _UNITS)
# "Sixty (60) days" says its number twice.
_GAP = r"(?:\s*\(\s*[\d.,]+\s*%?\s*\))?[\s-]*(?:'s?\s*)?"
_MEASURED = re.compile(rf"{_GAP}(?:{_GROUPS['between']}[\s-]+)*(?:(?P<percent>{_GROUPS['percent']})|{_UNIT})")
_SINGLE = re.compile(rf"\b(?:an?|one|per|each|every|een|één|elke?|iedere?|the|de|het)\s+(?:{_UNIT})")
_OFTEN = [
    (re.compile(rf"\b{phrase}\b"), says.split())
    for phrase, _, says in (line.partition(" = ") for line in phrase_lists(_FILE)["often"])
]
_FAMILIES = ("clause", "page", "item", "part", "name")
_NAMED = re.compile(rf"(?<!\w)(?:{'|'.join(f'(?P<{name}>{_GROUPS[name]})' for name in _FAMILIES)})[\s#:]*$")
# How far before a number its name stands, and how many are listed behind one name.
_NAME_CHARS, _LISTED = 24, 12
_ADJECTIVES = rf"\s*(?:{_GROUPS['adjective']}\s+)*"
_SPOKEN = re.compile(rf"{_ADJECTIVES}{_GROUPS['spoken']}")
_ITEMS = re.compile(rf"{_ADJECTIVES}{_GROUPS['items']}")
_NOUN = re.compile(r"[\s-]*(?!(?:and|or|to|tot|en|of|is|are|in|by|on|for|op|per|the|de|het)\b)[^\W\d_]{2,}")
_NO_NUMBER = re.compile(_GROUPS["no_number"])
_JOINED = re.compile(r"\s*(?:,|-|–|to|and|or|tot|en|of|t/m|tot en met|through)?\s*(?:and|or|en|of)?\s*")
# Addresses, codes and a list's own numbers.
_NO_FIGURES = (
    r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)",
    r"https?://\S+|\becli(?::[\w.]+)+|\[\w+[:_][\w:.-]*\]|\b\w*_\w*\d\w*",
    r"^\s*(?:[-*•]\s*)?\(?\d{1,3}[.)]\s|(?<=\s)\([a-z\d]{1,2}\)(?=\s+[a-z])|\[\d{1,3}\]",
)
_NO_FIGURE = re.compile("|".join(_NO_FIGURES), re.MULTILINE)
_BARE_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_BEGUN = re.compile(r"^\s*(\d+(?:\.\d+)*)[.)]?\s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure: what it is, its words, and what it says: its readings with their unit, or a day.

    `unit` is "day" or "month" of a period, the family of a place ("clause"), "spoken" or "items" of a count; `days` are
    the readings of a date.
    """

    kind: Kind
    text: str
    start: int
    values: tuple[Decimal, ...] = ()
    unit: str = ""
    days: tuple[Day, ...] = ()


@lru_cache(512)
def measured_in(text: str) -> tuple[Measured, ...]:
    """Every figure of `text`, in order; ordinals, times, telephone numbers and a list's own numbers are none."""
    low = lower(plain(text))
    low = _blank(low, _NO_NUMBER)
    low = _blank(low, _NO_FIGURE)
    dates = list(_dates(text, low))
    for figure in dates:
        low = low[: figure.start] + " " * len(figure.text) + low[figure.start + len(figure.text) :]
    return tuple(sorted([*dates, *_numbered(low)], key=lambda figure: figure.start))


def years_in(text: str) -> set[int]:
    """Every year that stands in a text, in a date or a code as well."""
    return {int(year) for year in _BARE_YEAR.findall(text)}


def headed_in(text: str) -> set[str]:
    """The numbers that lines of a text begin with: those of its clauses."""
    return set(_BEGUN.findall(text))


def periods_said_by_words(text: str) -> Iterator[tuple[str, Decimal]]:
    """ "A month", "yearly", "half a year": periods in which no number stands, as (unit, value)."""
    low = lower(plain(text))
    for match in _SINGLE.finditer(low):
        unit, times = _UNITS[str(match.lastgroup)]
        yield unit, Decimal(times)
    for pattern, (value, unit) in _OFTEN:
        if pattern.search(low):
            yield unit, Decimal(value)


def _blank(text: str, pattern: re.Pattern[str]) -> str:
    return pattern.sub(lambda match: " " * len(match[0]), text)


def _dates(text: str, low: str) -> Iterator[Measured]:
    for date in find_dates(text):
        if words := low[date.start : date.end].strip():
            yield Measured("date", words, date.start, days=date.readings)


def _numbered(low: str) -> Iterator[Measured]:
    """The figures of the numbers, the last first: "30 to 60 days" says its unit once."""
    numbers = [number for number in find_numbers(low) if number.kind not in ("ordinal", "time", "phone", "date")]
    numbers += [number for number in find_numbers(low) if number.kind == "date" and number.text.isdigit()]
    numbers.sort(key=lambda number: number.start)
    behind: Measured | None = None
    figures: list[Measured] = []
    for n in range(len(numbers) - 1, -1, -1):
        number = numbers[n]
        after = numbers[n + 1] if n + 1 < len(numbers) else None
        figure = _figure(low, number, numbers[max(0, n - _LISTED) : n])
        joined = after is not None and _JOINED.fullmatch(low, number.end, after.start)
        if figure.kind == "bare" and joined and behind is not None and behind.kind in ("percent", "period", "count"):
            times = behind.values[0] / numbers[n + 1].value if numbers[n + 1].value else Decimal(1)
            values = tuple(value * times for value in figure.values) if behind.kind == "period" else figure.values
            figure = Measured(behind.kind, figure.text, figure.start, values, behind.unit)
        figures.append(figure)
        behind = figure
    yield from figures


def _figure(low: str, number: Number, before: Sequence[Number]) -> Measured:
    readings = _readings(number)
    if family := _family(low, number, before):
        return Measured("place", _place(low, number), number.start, readings, family)
    unit = _MEASURED.match(low, number.end)
    if number.kind == "percent" or (unit and unit["percent"]):
        end = unit.end() if unit else number.end
        return Measured("percent", low[number.start : end], number.start, readings)
    if unit:
        name, times = _UNITS[str(unit.lastgroup)]
        values = tuple(value * times for value in readings)
        return Measured("period", low[number.start : unit.end()], number.start, values, name)
    if number.text.isdigit() and _BARE_YEAR.fullmatch(number.text):
        return Measured("year", number.text, number.start, readings)
    noun = _NOUN.match(low, number.end)
    if not noun:
        return Measured("bare", number.text, number.start, readings)
    kind = "items" if _ITEMS.match(low, number.end) else "spoken" if _SPOKEN.match(low, number.end) else ""
    return Measured("count", low[number.start : noun.end()], number.start, readings, kind)


def _readings(number: Number) -> tuple[Decimal, ...]:
    values = [number.value, *number.alternatives]
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", number.text):
        values.append(Decimal(re.sub(r"[.,]", "", number.text)))
    return tuple(dict.fromkeys(abs(value).normalize() for value in values))


def _family(low: str, number: Number, before: Sequence[Number]) -> str:
    """What names a number: the word before it, or the one before the numbers that it is listed with."""
    named = _NAMED.search(low[max(0, number.start - _NAME_CHARS) : number.start]) if number.kind == "cardinal" else None
    if named:
        return str(named.lastgroup)
    if before and _JOINED.fullmatch(low, before[-1].end, number.start) and not _MEASURED.match(low, number.end):
        return _family(low, before[-1], before[:-1])
    return ""


def _place(low: str, number: Number) -> str:
    match = re.compile(r"\d+(?:\.\d+)*").match(low, number.start)
    return match[0] if match else f"{number.value.normalize():f}"
