"""Numbers with what they measure: an age, a sum and its currency, a share, a length of time, a count; and how often.

A number keeps what it measures: what was said as years is never told as months, nor dollars as euros.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from wording.amounts import Money, Number, WrittenDate, find_dates, find_money, find_numbers, is_stated
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/measures.txt")

# Numbers that are part of a name and count nothing.
NAMES = re.compile(_PATTERNS["names"], re.IGNORECASE)
DOLLARS = "USD"
MAX_NUMBERS = 200
# Characters of an age in words: "quatre-vingt-dix-neuf".
_LONGEST = 24
_UNIT = {"year": "years", "yr": "years", "jaar": "years", "jare": "years",
         "año": "years", "ano": "years", "an": "years", "jahr": "years", "anni": "years", "mese": "months",
         "mesi": "months", "mona": "months", "mont": "months", "mo": "months",
         "mos": "months", "maan": "months", "week": "weeks", "wk": "weeks", "weke": "weeks", "day": "days",
         "days": "days", "dag": "days", "dage": "days",
         "hour": "hours", "hr": "hours", "uur": "hours", "deca": "decades"}  # fmt: skip
_LENGTH = re.compile(_PATTERNS["length"], re.IGNORECASE)
_OLD = re.compile(r"\s*-?(?:old|of age|oud|jong|young)\b", re.IGNORECASE)
_NO_AGE = re.compile(
    r"\s+(?:away|from|into|in|at|of|off|short|past|sober|married|with|on|left|ago|van|bij|later)\b", re.IGNORECASE
)
_BEFORE_AGE = re.compile(_PATTERNS["before_age"], re.IGNORECASE)
# An age at which something happens, as against how old somebody is.
AGE_AT = "age_at"
_NOW = re.compile(_PATTERNS["now"], re.IGNORECASE)
_EDGE_BEFORE = re.compile(r"(?:^|[.,;:!?(]|\b(?:and|or|yes|yeah|about|nearly|almost))\s*$", re.IGNORECASE)
_EDGE_AFTER = re.compile(r"\s*(?:$|[.,;:!?)&/]|and\b|with\b|here\b|now\b|single|married|widow|divorced)", re.IGNORECASE)
_NOT_OF_AGE = re.compile(r"\b(?:just|by|before|after|past|since|tot)(?: \w+)? ?$", re.IGNORECASE)
_IS = re.compile(
    r"(?:^|\b)(?:is|are|was)(?: (?:now|about|around|almost|nearly|just|already|only|both|currently))* ?$", re.IGNORECASE
)
# "I have 61 years": what somebody has in years is an age where it may be one and nothing goes on behind it.
_HAS = re.compile(r"\b(?:have|has)(?: already| now)? ?$", re.IGNORECASE)
_GROWN = 40
_CLAUSE_ENDS = re.compile(r"\s*(?:$|[.,;!?)]|(?:and|but|so|or|if|though|they|i|we|he|she)\b)", re.IGNORECASE)
_EVERY = re.compile(_PATTERNS["every"], re.IGNORECASE)
_SOMEWHERE = re.compile(_PATTERNS["somewhere"], re.IGNORECASE)
_PERIODS = {"mo": "month", "ma": "month", "pm": "month", "p.m": "month", "ye": "year", "yr": "year", "an": "year",
            "ja": "year", "pa": "year", "p.a": "year", "we": "week", "wk": "week", "da": "day", "ho": "hour",
            "qu": "quarter", "kw": "quarter", "de": "decade", "me": "month", "mê": "month", "añ": "year",
            "wo": "week", "se": "week", "ta": "day"}  # fmt: skip
_COUNTED = re.compile(
    r"\s+(?:[a-z]+(?:ed|ing|er|al|ful|t|n|wn|g)\s+)?([a-z]{3,}s|children|people|acres?)\b(?<!\bdollars)(?<!\bbucks)",
    re.I,
)
_RANGE = re.compile(r"\s*(?:-|–|to|or|tot|of|à)\s*(?:about )?[$€£]?\s*", re.IGNORECASE)
_SCALED = re.compile(r"k$|grand|thousand|million|mil$|m$", re.IGNORECASE)
_AGED = re.compile(r"(\d{2})\s?(?:[mf]|yo|y/o)\b", re.IGNORECASE)
_SHARES = re.compile(
    r"\b(half|helft)\b(?!\s+(?:a|an|million|year|day|hour|brother|sister))|\b(?:a )?(quarter|kwart)\b(?= of)",
    re.IGNORECASE,
)
_NEXT_PERIOD = re.compile(r"[.;!?\n]|,(?!\d)| and (?=i\b|we\b|my\b|our\b)| but ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measure:
    """A number of a text: `text[start:end]`. `kind` is money, percent, age, date, count, bare, years, months and so on.

    `currency` is a code or empty, `period` is month, year and so on for what comes again and again.
    """

    number: Number
    kind: str
    currency: str = ""
    period: str = ""
    # What is counted, as "bedrooms" of "4 bedrooms".
    noun: str = ""
    # Whether it stands alone between marks, as a bare age does: "single, 55, no kids".
    alone: bool = False
    # A date with its month.
    date: WrittenDate | None = None

    @property
    def start(self) -> int:
        return self.number.start

    @property
    def end(self) -> int:
        return self.number.end

    @property
    def values(self) -> frozenset[Decimal]:
        """The value with the other values that its writing may mean."""
        return frozenset((self.number.value, *self.number.alternatives))

    @property
    def is_sum(self) -> bool:
        """Whether it may be an amount of money."""
        return self.kind == "money" or (self.kind == "bare" and self.number.is_amount)


def periods_in(text: str) -> frozenset[str]:
    """How often things come that a text tells of: month, year and so on."""
    return frozenset(_named(period[1] or period[2]) for period in _SOMEWHERE.finditer(text))


def without_names(text: str) -> str:
    """The text with letters in place of names that hold a number, such as 401(k) and S&P 500; offsets stay."""
    return NAMES.sub(lambda name: "x" * len(name[0]), text)


@lru_cache(maxsize=1024)
def measures_in(text: str) -> tuple[Measure, ...]:
    """The numbers of a text in their order, each with what it measures."""
    masked = without_names(text)
    # "Second" and "first" rank in words and state no amount.
    numbers = [n for n in find_numbers(masked) if n.kind != "ordinal" or n.text[0].isdigit()]
    money = {amount.number.start: amount for amount in find_money(masked)}
    dates = find_dates(masked)[:MAX_NUMBERS]
    others = [n for n in numbers[:MAX_NUMBERS] if not any(d.start < n.end and n.start < d.end for d in dates)]
    read = [_measure(masked, number, money.get(number.start)) for number in others]
    read = sorted([*read, *(_dated(masked, date) for date in dates)], key=lambda measure: measure.start)
    return tuple(sorted([*_in_ranges(masked, read), *_shares(masked, read)], key=lambda measure: measure.start))


def keeps(claimed: Measure, spoken: Measure) -> bool:
    """Whether `told` restates the number that was said, with nothing about it that was not said."""
    return _same_number(claimed, spoken) and _same_measure(claimed, spoken) and claimed.period in ("", spoken.period)


def _same_number(claimed: Measure, spoken: Measure) -> bool:
    if claimed.date:
        return spoken.date is not None and is_stated(claimed.date, [spoken.date])
    if claimed.kind in ("date", "time", "phone") and claimed.number.kind != "cardinal":
        digits = set(re.findall(r"\d+", claimed.number.text))
        return bool(digits) and digits <= set(re.findall(r"\d+", spoken.number.text))
    return bool(claimed.values & spoken.values)


def _same_measure(claimed: Measure, spoken: Measure) -> bool:
    kinds = {claimed.kind, spoken.kind}
    if "percent" in kinds:
        return len(kinds) == 1 or claimed.number.kind == spoken.number.kind == "fraction"
    if claimed.kind == "money":
        unnamed = spoken.kind == "bare" or (spoken.kind == "money" and not spoken.currency)
        return (spoken.kind == "money" and spoken.currency == claimed.currency) or (
            unnamed and claimed.currency in ("", DOLLARS)
        )
    if spoken.kind == "money":
        return claimed.kind == "bare"
    if claimed.kind == "bare":
        return spoken.kind in ("bare", "age", AGE_AT, "date", "count", "ordinal", "time", "phone")
    if claimed.kind == "age":
        return spoken.kind == "age" or (spoken.kind == "bare" and spoken.alone)
    if claimed.kind in (AGE_AT, "date"):
        return spoken.kind in (claimed.kind, "age", "bare", "date")
    return spoken.kind == claimed.kind or (claimed.kind == "count" and spoken.kind == "bare")


def _dated(text: str, date: WrittenDate) -> Measure:
    """A whole date as one measure; as a number it is its year, or its day where no year is named."""
    values = dict.fromkeys(Decimal(year or day or 0) for year, _, day in date.readings)
    value, *others = values
    return Measure(
        Number(value, date.start, date.end, text[date.start : date.end], "date", tuple(others)), "date", date=date
    )


def _measure(text: str, number: Number, money: Money | None) -> Measure:
    if aged := _AGED.fullmatch(number.text):
        return Measure(replace(number, value=Decimal(aged[1]), alternatives=()), "age")
    if number.kind == "percent" or (number.kind == "fraction" and number.value < 1):
        return Measure(number, "percent", period=_period(text, number))
    if not number.is_amount:
        return Measure(number, number.kind)
    if money is not None:
        currency = money.currency or money.conventional or ""
        return Measure(number, "money", currency, _period(text, number))
    before, after = text[max(0, number.start - 40) : number.start], text[number.end : number.end + 40]
    kind = _kind(number, before.replace("’", "'"), after)
    if kind == "bare":
        alone = bool(_EDGE_BEFORE.search(before) and _EDGE_AFTER.match(after))
        return Measure(number, kind, period=_period(text, number), alone=alone)
    beside = None if kind in ("age", AGE_AT, "date") else _EVERY.match(re.sub(r"^[\s-]*\w+", "", after))
    counted = _COUNTED.match(after) if kind == "count" else None
    noun = counted[1].lower() if counted else ""
    return Measure(number, kind, period=_named(beside[1] or beside[2]) if beside else "", noun=noun)


def _kind(number: Number, before: str, after: str) -> str:
    length = _LENGTH.match(after)
    age = 15 <= number.value <= 115 and number.value == number.value.to_integral_value() and len(number.text) < _LONGEST
    if length and age and (_OLD.match(after, length.end()) or (_BEFORE_AGE.search(before) and length[1][0] in "yYjJaA"
                           and not _NO_AGE.match(after, length.end()))):  # fmt: skip
        return "age"
    if length and age and number.value >= _GROWN and length[1][0] in "yY" and _HAS.search(before):
        return "age" if _CLAUSE_ENDS.match(after, length.end()) else "years"
    if length:
        word = length[1].lower()
        return _UNIT.get(word.rstrip("s") if len(word) < 5 else word[:4], _UNIT.get(word, "bare"))
    if age and _AGED.match(number.text + after):
        return "age"
    if age and _BEFORE_AGE.search(before) and not _NOT_OF_AGE.search(before):
        return _age_kind(before)
    if number.value <= 1000 and _COUNTED.match(after):
        return "count"
    if age and _IS.search(before) and _CLAUSE_ENDS.match(after):
        return "age"
    if age and _BEFORE_AGE.search(before):
        return _age_kind(before)
    return "bare"


def _age_kind(before: str) -> str:
    """ "I'm 58" is how old somebody is; "at 64" and "retirement age: 64" are when something happens."""
    return "age" if _NOW.search(before) else AGE_AT


def _period(text: str, number: Number) -> str:
    """How often an amount comes: beside it, else anywhere in its clause when only one period is named there."""
    beside = _EVERY.match(text, number.end)
    if beside:
        return _named(beside[1] or beside[2])
    low = max((cut.end() for cut in _NEXT_PERIOD.finditer(text, max(0, number.start - 200), number.start)), default=0)
    ends = _NEXT_PERIOD.search(text, number.end, number.end + 200)
    high = ends.start() if ends else min(len(text), number.end + 200)
    named = {_named(period[1] or period[2]) for period in _SOMEWHERE.finditer(text, max(low, number.start - 200), high)}
    return named.pop() if len(named) == 1 else ""


def _named(word: str) -> str:
    low = word.lower().rstrip(".")
    return _PERIODS.get(low[:3]) or _PERIODS.get(low[:2], low)


def _in_ranges(text: str, read: Sequence[Measure]) -> list[Measure]:
    """The low end of a range measures what its high end does: "5 to 10 years", "between 4 and 5k a month"."""
    measures = list(read)
    for place, (low, high) in enumerate(pairwise(read)):
        joined = _RANGE.fullmatch(text, low.end, high.start)
        if not joined or low.kind not in ("bare", "count", "age", AGE_AT):
            continue
        kind = high.kind if high.kind not in ("bare", "count") else low.kind
        number = low.number
        if number.value < 1000 <= high.number.value and _SCALED.search(high.number.text):
            scale = 1_000_000 if high.number.value >= 1_000_000 else 1_000
            number = replace(number, alternatives=(*number.alternatives, number.value * scale))
        measures[place] = replace(low, number=number, kind=kind, currency=high.currency, period=high.period)
    return measures


def _shares(text: str, read: Sequence[Measure]) -> list[Measure]:
    """Shares that are named and not counted: half is fifty percent."""
    taken = [(measure.start, measure.end) for measure in read]
    return [
        Measure(Number(Decimal(50 if share[1] else 25), share.start(), share.end(), share[0], "percent"), "percent")
        for share in _SHARES.finditer(text)
        if all(share.end() <= start or end <= share.start() for start, end in taken)
    ]
