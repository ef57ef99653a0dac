"""Finds the dates in a text, as English and other languages write them, and says whether one is stated by others.

What is not named of a date is None: "March 2024" has no day. Where day and month may stand in either order, both count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from wording.amounts.tokens import lower, plain
from wording.languages import foreign_language
from wording.lists import word_lists

# The year, the month and the day.
Reading = tuple[int | None, int, int | None]

MONTHS_FILE = Path(__file__).with_name("months.txt")
# Short forms of these are read beside a day or a year alone; "sie", "set" and "out" need both.
_AT_HOME = ("en_short", "nl_short")
_WORD = re.compile(r"[^\W\d_]{3,14}")
_OF = r"(?:(?:of|de|del|den|di)\s+|d'\s?)?"
_RANK = r"(?:\.|[ºª°]|(?:st|nd|rd|th|er|e|ste|de)\b|-\w{1,3}\b)?"
_JOINT = r"(?:[-–/]|t/m|and|to|or|en|tot|of|und|bis|et|au|y|al|i|do|e|a|à|through|until)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_DAY_BEFORE = re.compile(rf"(?:(?<![\d.,/-])(?P<other>{_DAY}){_RANK}\s*{_JOINT}\s*)?(?<!\d)(?<![.,/]\b)"
                         rf"(?P<day>{_DAY}){_RANK}\s*{_OF}$")  # fmt: skip
_YEAR_BEFORE = re.compile(r"(?<![\w.,/-])(?P<year>\d{4})\.?\s*(?:(?:m|г|р)\.\s*)?$")
_DAY_AFTER = re.compile(rf"\.?\s+(?P<day>{_DAY})(?!\d|[.:,/]\d|\s?%){_RANK}(?:,?\s+(?P<year>\d{{4}})(?!\d))?")
_YEAR_AFTER = re.compile(rf"\.?,?\s*{_OF}(?P<year>\d{{4}})(?!\d)")
_ISO = re.compile(
    r"(?<![\d/.-])(?P<year>\d{4})(?P<mark>[-/.])\s?(?P<month>\d{1,2})(?P=mark)\s?(?P<day>\d{1,2})(?![\d/-])"
)
_NUMBERS = re.compile(
    r"(?<![\d/.-])(?P<first>\d{1,2})(?P<mark>[-/.])\s?(?P<second>\d{1,2})(?P=mark)\s?(?P<year>\d{4}|\d{2})(?![\d/-])"
)
_SIGNS = re.compile(
    r"(?:(?P<year>\d{4})\s?[年년]\s?)?(?<!\d)(?P<month>\d{1,2})\s?[月월](?:\s?(?P<day>\d{1,2})\s?[日号號일])?"
)


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date: `text[start:end]`. Its readings differ where the order or the century is open, the likelier first."""

    readings: tuple[Reading, ...]
    start: int
    end: int


def find_dates(text: str) -> list[WrittenDate]:
    """The dates of a text in their order: each has a month, and a day or a year beside it. Linear in its length."""
    low = lower(plain(text))
    dates: list[WrittenDate] = []
    for date in (*_in_numbers(low), *_by_name(low, text)):
        if not any(other.start < date.end and date.start < other.end for other in dates):
            dates.append(date)
    return sorted(dates, key=lambda date: date.start)


def is_stated(date: WrittenDate, among: Sequence[WrittenDate]) -> bool:
    """Whether one of `among` names everything that `date` names, and names it so."""
    return any(
        all(mine in (None, theirs) for mine, theirs in zip(reading, other, strict=True))
        for reading, other in _pairs(date, among)
    )


def is_contradicted(date: WrittenDate, among: Sequence[WrittenDate]) -> bool:
    """Whether each of `among` names another year, month or day than `date`; false where there is none."""
    return bool(among) and not any(
        all(None in (mine, theirs) or mine == theirs for mine, theirs in zip(reading, other, strict=True))
        for reading, other in _pairs(date, among)
    )


def _pairs(date: WrittenDate, among: Sequence[WrittenDate]) -> Iterator[tuple[Reading, Reading]]:
    return ((reading, other) for reading in date.readings for known in among for other in known.readings)


def months_in(text: str) -> frozenset[int]:
    """The months that a text names in words or in dates."""
    low = lower(plain(text))
    named = (month for word in _WORD.finditer(low) for month in _named(word[0], low))
    return frozenset([*named, *(reading[1] for date in find_dates(text) for reading in date.readings)])


def is_month(word: str, *, in_english: bool) -> bool:
    """Whether a word is the whole name of a month in some language; of an English one only with `in_english`."""
    named = _months().get(word.lower(), {})
    return bool(named) and (in_english or "en" not in named)


def _in_numbers(low: str) -> Iterator[WrittenDate]:
    for match in (*_ISO.finditer(low), *_SIGNS.finditer(low)):
        if match["year"] or match["day"]:
            reading = _reading(match["year"], int(match["month"]), match["day"])
            yield from _dated([reading], *match.span())
    matches = list(_NUMBERS.finditer(low))
    # Another date of the text, or its language, may settle which number is the day.
    settled = [int(match["second"]) > 12 for match in matches if int(match["first"]) > 12 or int(match["second"]) > 12]
    month_first = settled[0] if settled else False if matches and foreign_language(low) else None
    for match in matches:
        first, second = int(match["first"]), int(match["second"])
        orders = [(second, first), (first, second)]
        if first > 12 or second > 12 or first == second:
            orders = [(second, first) if first > 12 else (first, second)]
        elif month_first is not None:
            orders = [orders[month_first]]
        years = [match["year"]] if len(match["year"]) == 4 else [f"19{match['year']}", f"20{match['year']}"]
        yield from _dated([_reading(year, month, f"{day}") for year in years for month, day in orders], *match.span())


def _by_name(low: str, text: str) -> Iterator[WrittenDate]:
    for word in _WORD.finditer(low):
        full, short = _named(word[0], low), _months(short=True).get(word[0], {})
        # "May" and "march" are verbs unless they are written as names.
        if not (full or short) or (word[0] in ("may", "march") and text[word.start()].islower()):
            continue
        beside = _beside(low, *word.span())
        if beside is None or not (full or (beside.days and beside.year)):
            continue
        months = full or frozenset(short.values())
        days = beside.days or (None,)
        yield from _dated([_reading(beside.year, month, day) for month in sorted(months) for day in days], *beside.span)


class _Beside(NamedTuple):
    """What stands beside the name of a month: the year, the days ("1 to 3 March" has two), and where all stands."""

    year: str | None
    days: tuple[str, ...]
    span: tuple[int, int]


def _beside(low: str, start: int, end: int) -> _Beside | None:
    before = low[max(0, start - 24) : start]
    day, year = _DAY_BEFORE.search(before), _YEAR_AFTER.match(low, end)
    if day:
        first = start - len(before) + day.start()
        days = (day["day"], *filter(None, [day["other"]]))
        return _Beside(year["year"], days, (first, year.end())) if year else _Beside(None, days, (first, end))
    if year:
        return _Beside(year["year"], (), (start, year.end()))
    earlier, after = _YEAR_BEFORE.search(before), _DAY_AFTER.match(low, end)
    last = after.end() if after else end
    if after and after["year"]:
        return _Beside(after["year"], (after["day"],), (start, last))
    if earlier:
        first = start - len(before) + earlier.start()
        return _Beside(earlier["year"], (after["day"],) if after else (), (first, last))
    return _Beside(None, (after["day"],), (start, last)) if after else None


def _named(word: str, low: str) -> frozenset[int]:
    """The months that a name may mean; one where the text shows whose name it is."""
    named = _months().get(word, {})
    if len(set(named.values())) > 1 and (language := foreign_language(low)) in named:
        return frozenset({named[language]})
    return frozenset(named.values())


@lru_cache
def _months(*, short: bool = False) -> dict[str, dict[str, int]]:
    """Each name of a month with the languages that it is of."""
    months: dict[str, dict[str, int]] = {}
    for language, entries in word_lists(MONTHS_FILE).items():
        if (language.endswith("_short") and language not in _AT_HOME) is short:
            for name, _, number in (entry.partition("=") for entry in entries):
                months.setdefault(name, {})[language.removesuffix("_short")] = int(number)
    return months


def _reading(year: str | None, month: int, day: str | None) -> Reading:
    return int(year) if year else None, month, int(day) if day else None


def _dated(readings: Sequence[Reading], start: int, end: int) -> Iterator[WrittenDate]:
    kept = tuple(
        (year, month, day)
        for year, month, day in readings
        if 1 <= month <= 12 and 1 <= (day or 1) <= 31 and 1800 <= (year or 2000) < 2200
    )
    if kept:
        yield WrittenDate(kept, start, end)
