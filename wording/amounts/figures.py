"""The numbers and currencies of a text, to tell whether another text says one that stands nowhere in it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Self

from wording.amounts.currency_words import ACTIVE_CODES
from wording.amounts.dates import find_dates, is_stated
from wording.amounts.money import find_money
from wording.amounts.quantities import classify_numbers

# A list's own numbering, and a count of things so small that anybody may say it ("one more thing", "2 questions").
_NUMBERING = re.compile(r"^\s*(?:[-*•]\s*)?\d{1,3}[.)]\s", re.MULTILINE)
_SMALL = Decimal(10)
_CODE = re.compile(r"\b[A-Z]{3}\b")
# Lines up to here are read once: a state and an earlier message come again with every turn.
_KEPT_CHARS, _KEPT_LINES = 2_000, 4_096


@lru_cache(_KEPT_LINES)
def _in_line(line: str) -> tuple[frozenset[Decimal], frozenset[str]]:
    """The values and the currencies of one line."""
    values: set[Decimal] = set()
    currencies = {code for code in _CODE.findall(line) if code in ACTIVE_CODES}
    for item in classify_numbers(line):
        values |= {abs(value) for value in (item.number.value, *item.number.alternatives)}
        if item.money is not None:
            values.add(abs(item.money.amount))
            currencies |= set(item.money.candidates)
    return frozenset(values), frozenset(currencies)


@dataclass(frozen=True, slots=True)
class Figures:
    """What a text says in numbers: their values, the currencies that it may mean, and the text itself."""

    values: frozenset[Decimal]
    currencies: frozenset[str]
    text: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """The figures of several texts. Both readings of a number that has two count."""
        values: set[Decimal] = set()
        currencies: set[str] = set()
        whole = "\n".join(texts)
        for line in whole.splitlines():
            in_line = _in_line(line) if len(line) <= _KEPT_CHARS else _in_line.__wrapped__(line)
            values |= in_line[0]
            currencies |= in_line[1]
        return cls(frozenset(values), frozenset(currencies), whole.lower())

    def missing_from(self, sentence: str, *, money_alone: bool = False) -> str:
        """The first figure of `sentence` (of its sums of money alone) that does not stand here; "" where all do."""
        plain = _NUMBERING.sub(" ", re.sub(r"[*_`]", "", sentence))
        if money_alone:
            sums = (money for money in find_money(plain) if money.candidates)
            return next((money.text for money in sums if abs(money.amount) not in self.values), "")
        dates = find_dates(plain)
        known = find_dates(self.text) if dates else []
        if wrong := next((date for date in dates if not is_stated(date, known)), None):
            return plain[wrong.start : wrong.end]
        for item in classify_numbers(plain):
            number = item.number
            if any(date.start <= number.start < date.end for date in dates):
                continue
            if number.kind in ("date", "time"):
                if number.text.lower() not in self.text:
                    return number.text
                continue
            counts = item.role != "bare" or abs(number.value) > _SMALL
            if counts and not self._holds(number.value, number.alternatives):
                return number.text
        for money in find_money(plain):
            if money.candidates and self.currencies.isdisjoint(money.candidates):
                return money.text
        if plain.rstrip().endswith("?"):
            return ""  # "Is it USD or EUR?" asks for one.
        codes = (code for code in _CODE.findall(plain) if code in ACTIVE_CODES)
        return next((code for code in codes if code not in self.currencies and code.lower() not in self.text), "")

    def _holds(self, value: Decimal, alternatives: tuple[Decimal, ...]) -> bool:
        return any(abs(number) in self.values for number in (value, *alternatives))
