"""What some texts say in figures other than money, to tell whether a sentence says one that stands in none of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation
from functools import lru_cache
from typing import Self

from wording.amounts.measured import Day, Measured, headed_in, measured_in, periods_said_by_words, years_in
from wording.amounts.numbers import find_numbers

# A count of so few, with nothing behind it that is counted, is a way of speaking.
_SMALL = Decimal(10)
_NOTHING: Set[Decimal] = frozenset()
_EQUALS = re.compile(r"=|\b(?:is|are|makes?|equals?|gives?|comes to|totals?|dus|samen|maakt|geeft)\b")
_OPERATORS = {
    "+": re.compile(r"\+|\b(?:plus|and another|en nog)\b"),
    "-": re.compile(r"\s[-−–]\s|\b(?:minus|less|min)\b"),
    "*": re.compile(r"[×*]|\bx\b|\b(?:times|maal|keer|of|van)\b"),
    "/": re.compile(r"[/÷]|\b(?:divided by|gedeeld door)\b"),
}
_LONGEST_STEP = 40
_GROUPED = re.compile(r"\b\d{1,3}(?:[.,]\d{3})+\b")


@dataclass(frozen=True, slots=True)
class Stated:
    """The figures of some texts: measures as (kind, unit, value), days, years, numbers that name a place.

    `answers` are the numbers of a person's words, whatever they measure: who is asked for days says "60".
    """

    measures: frozenset[tuple[str, str, Decimal]]
    answers: frozenset[Decimal]
    days: frozenset[Day]
    years: frozenset[int]
    places: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, texts: Iterable[str], *, answers: Iterable[str] = ()) -> Self:
        """The figures of texts, and of a person's `answers`."""
        read = [*map(_read, texts), *(_as_answer(text) for text in answers)]
        together = [frozenset().union(*sets) for sets in zip(*read, strict=True)] if read else [frozenset()] * 5
        return cls(*together)

    def missing_from(self, sentence: str, *, items: int = 0, known: Set[Decimal] = _NOTHING) -> str:
        """The first figure of `sentence` that stands in none of the texts; "" where each does.

        `items` is how many there are of what may be counted; `known` are values that were worked out.
        """
        known = known | worked_out(sentence)
        return next((f.text for f in measured_in(sentence) if not self._holds(f, items, known)), "")

    def _holds(self, figure: Measured, items: int, known: Set[Decimal]) -> bool:
        if not known.isdisjoint(figure.values):
            return True
        if figure.kind == "date":
            return any(map(self._holds_day, figure.days))
        if figure.kind == "year":
            return int(figure.values[0]) in self.years or not self.answers.isdisjoint(figure.values)
        if figure.kind == "place":
            return self._holds_place(figure, items)
        if figure.kind in ("percent", "period"):
            return self._holds_measure(figure)
        return self._holds_count(figure, items)

    def _holds_day(self, day: Day) -> bool:
        def fits(other: Day) -> bool:
            of_year = other[0] is None and day[0] in self.years
            return all(
                mine is None or mine == its or (n == 0 and of_year)
                for n, (mine, its) in enumerate(zip(day, other, strict=True))
            )

        return any(fits(other) for other in self.days)

    def _holds_place(self, figure: Measured, items: int) -> bool:
        if figure.unit == "item" and figure.values[0] <= items:
            return True
        named = {number for family, number in self.places if family == figure.unit}
        # Clause 5 is all of 5.1, 5.2 and what follows.
        return any(number == figure.text or number.startswith(f"{figure.text}.") for number in named)

    def _holds_measure(self, figure: Measured) -> bool:
        stated = ((figure.kind, figure.unit, value) in self.measures for value in figure.values)
        return any(stated) or bool(self._as_written(figure) & self.answers)

    def _as_written(self, figure: Measured) -> set[Decimal]:
        return {number.value.normalize() for number in find_numbers(figure.text)}

    def _holds_count(self, figure: Measured, items: int) -> bool:
        value = figure.values[0]
        if figure.unit == "items":
            return value <= items or not self.answers.isdisjoint(figure.values)
        if (value <= _SMALL and (figure.kind == "bare" or figure.unit == "spoken")) or value in (0, 1):
            return True
        kinds = ("count", "bare") if figure.kind == "bare" else ("count",)
        counted = any((kind, "", value) in self.measures for kind in kinds for value in figure.values)
        return counted or not self.answers.isdisjoint(figure.values)


def worked_out(sentence: str) -> set[Decimal]:
    """What a sentence works out in the open, rightly: 60 in "30 days + 30 days = 60 days"."""
    # In Dutch a point groups digits.
    ungrouped = _GROUPED.sub(lambda match: re.sub(r"[.,]", "", match[0]), sentence)
    return set().union(*map(_results, {sentence, ungrouped}))


def _results(sentence: str) -> set[Decimal]:
    results: set[Decimal] = set()
    numbers = [number for number in find_numbers(sentence) if number.is_amount or number.kind == "percent"]
    value, steps = Decimal(0), 0
    for n, number in enumerate(numbers):
        gap = sentence[numbers[n - 1].end : number.start].lower() if n else ""
        own = number.value / 100 if number.kind == "percent" else number.value
        operator = next((name for name, pattern in _OPERATORS.items() if pattern.search(gap)), "")
        operator = operator or ("+" if number.value < 0 else "")
        if n and len(gap) <= _LONGEST_STEP and steps and _EQUALS.search(gap):
            if own == value:
                results.add(abs(number.value).normalize())
            value, steps = own, 0
        elif n and len(gap) <= _LONGEST_STEP and operator:
            value, steps = _worked(operator, value, own), steps + 1
        else:
            # "100 / 4" is one number already.
            value, steps = own, int(number.kind == "fraction")
    return results


def _worked(operator: str, left: Decimal, right: Decimal) -> Decimal:
    try:
        return {"+": left + right, "-": left - right, "*": left * right}.get(operator) or left / right
    except (DivisionByZero, InvalidOperation):
        return Decimal("NaN")


_Read = tuple[
    frozenset[tuple[str, str, Decimal]], frozenset[Decimal], frozenset[Day], frozenset[int], frozenset[tuple[str, str]]
]


@lru_cache(512)
def _read(text: str) -> _Read:
    figures = measured_in(text)
    kinds = {"bare": "count"}
    measures = {
        (kinds.get(f.kind, f.kind), f.unit if f.kind == "period" else "", value) for f in figures for value in f.values
    }
    # What says no unit is borne out by the number of anything.
    written = (number for f in figures for number in find_numbers(f.text))
    measures |= {("bare", "", abs(number.value).normalize()) for number in written if number.is_amount}
    measures |= {("period", unit, value) for unit, value in periods_said_by_words(text)}
    places = {(f.unit, f.text) for f in figures if f.kind == "place"}
    places |= {(family, number) for number in headed_in(text) for family in ("clause", "part")}
    days = {day for f in figures for day in f.days}
    return frozenset(measures), frozenset(), frozenset(days), frozenset(years_in(text)), frozenset(places)


@lru_cache(512)
def _as_answer(text: str) -> _Read:
    measures, _, *rest = _read(text)
    numbers = {value for figure in measured_in(text) for value in figure.values}
    numbers |= {abs(number.value).normalize() for number in find_numbers(text)}
    return (measures, frozenset(numbers), *rest)  # type: ignore[return-value]
