"""Values in a contract's text: how often, how long, how much, a date, a duty. Found, and written in another's style.

No figure, month or frequency reaches an artifact that no source states.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Literal

from investor_review.edits.value_style import money_like, number_like
from wording.amounts import Number, find_dates, find_money, find_numbers, is_contradicted, is_stated
from wording.phrases import phrase_lists

Kind = Literal["frequency", "period", "money", "percent", "date", "duty", "number"]

_LISTS = phrase_lists(Path(__file__).with_suffix(".txt"))
# Adjective, adverb and noun after "each" of each frequency; the adjective is the value.
_FREQUENCIES = tuple(line.split(maxsplit=2) for line in _LISTS["frequencies"])
_UNITS = r"(?:(?P<qualifier>business|calendar|working|trading|banking)\s+)?(?P<unit>hour|day|week|month|quarter|year)s?"
_PERIOD_AFTER = re.compile(rf"(?P<gap>[\s-]*(?:'s?\s*)?){_UNITS}\b", re.IGNORECASE)
_SAME_IN_DIGITS = re.compile(r"\s*\(\s*(?P<number>[\d.,]+)\s*(?P<percent>%?)\s*\)")
_PER_CENT = re.compile(r"\s*(?:%|per\s?cent(?:um)?\b|percentage points?\b)", re.IGNORECASE)
_NAMES = [*calendar.month_name[1:], *calendar.month_abbr[1:], "Sept"]
_MONTH = rf"(?:{'|'.join(_NAMES)})\.?"
_RATE_BEFORE = re.compile(r"(?:%|per\s?cent|\brates?|\binterest)\)?\s*$", re.IGNORECASE)
# How far from one half of a value the other may stand.
_AROUND = 120
# The number of an exhibit, and no cents: "16C".
_LETTERED = re.compile(r"\d+[A-Za-z]")
_IN_BRACKETS = re.compile(r"\s*\(\s*")
_DATE = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+\d{{4}}|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}"
    r"|\d{4}-\d{2}-\d{2})\b",
    re.IGNORECASE,
)
# Beside a figure; "may" only with a capital, since the other one is a permission.
_NAME = "|".join("(?-i:May)" if name == "May" else name for name in dict.fromkeys(_NAMES))
_MONTH_AT_A_FIGURE = re.compile(rf"\b({_NAME})\b\.?(?=[\s,]*\d)|(?<=\d)\s+({_NAME})\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Value:
    """A value in a text: its span and words, its kind, and what it means in a form that can be compared.

    `form` says how it is written (the part of speech of a frequency, the unit of a period, the currency of money).
    """

    kind: Kind
    start: int
    end: int
    text: str
    meaning: str
    form: str = ""
    number: Decimal | None = None


def find_values(text: str) -> list[Value]:
    """Every value of `text` in order. Where two overlap, the longer stands."""
    numbers = find_numbers(text)
    candidates = [
        *_dates(text),
        *_amounts(text),
        *_with_units(text, numbers),
        *_frequencies(text),
        *_duties(text),
    ]
    candidates.extend(_plain(numbers, candidates))
    kept: list[Value] = []
    for value in sorted(candidates, key=lambda v: (v.start, -v.end)):
        if not kept or value.start >= kept[-1].end:
            kept.append(value)
    return kept


def said_twice(text: str, start: int, end: int) -> Value | None:
    """The value that says its number in words and again in figures, where the span is one half of it; else None."""
    low, half = max(0, start - _AROUND), find_values(text[start:end])
    for value in find_values(text[low : end + _AROUND]):
        whole = replace(value, start=value.start + low, end=value.end + low)
        inside = whole.start <= start < end <= whole.end and end - start < len(whole.text)
        if inside and "(" in whole.text and len(half) == 1 and half[0].number == whole.number:
            return whole
    return None


def in_style_of(old: Value, new: Value) -> str:
    """The words of `new` written as `old` is: "60 days" in the place of "thirty (30) days" is "sixty (60) days"."""
    written = new.text
    if old.kind == "frequency":
        # "Once a year" becomes "twice a year" and not "semi-annually": said in several words, it stays so.
        is_said = old.form == new.form == "adverb" and " " in old.text and " " in new.text
        written = new.text if is_said else _frequency_form(new.meaning, old.form)
    elif old.number is not None and new.number is not None:
        if old.kind == "period":
            written = _period_like(old, new, old.number, new.number)
        elif old.kind == "money":
            same = new.form in ("", old.form)
            written = money_like(old.text, old.number, new.text, new.number, same_currency=same)
        elif old.kind in ("number", "percent"):
            written = number_like(old.text, old.number, new.number)
    return _cased_like(old.text, written)


def _dates(text: str) -> Iterator[Value]:
    for match in _DATE.finditer(text):
        yield Value("date", match.start(), match.end(), match[0], " ".join(match[0].lower().replace(",", " ").split()))


def _amounts(text: str) -> Iterator[Value]:
    """Amounts of money; one in words that stands again in brackets behind them, "($25,000)", is one value with it."""
    before: Value | None = None
    for money in find_money(text):
        currency = money.currency or money.conventional or ""
        if not currency or _LETTERED.fullmatch(text[money.start : money.end]):
            continue
        start, end = money.start, money.end
        meaning = f"{money.amount.normalize():f} {currency}"
        if before is not None:
            again = before.number == money.amount and text[end : end + 1] == ")"
            if again and _IN_BRACKETS.fullmatch(text, before.end, start):
                start, end = before.start, end + 1
            else:
                yield before
        before = Value("money", start, end, text[start:end], meaning, currency, money.amount)
    if before is not None:
        yield before


def _with_units(text: str, numbers: list[Number]) -> Iterator[Value]:
    """Periods and percentages: a number, its repetition in brackets where there is one, and the unit after it."""
    for number in numbers:
        start, end = number.start, number.end
        again = _SAME_IN_DIGITS.match(text, end)
        if again and _digits(again["number"]) == number.value:
            end = again.end()
        per_cent = "%" in text[start:end] or bool(tail := _PER_CENT.match(text, end))
        if per_cent:
            end = end if "%" in text[start:end] else tail.end()  # type: ignore[union-attr]
            yield Value("percent", start, end, text[start:end], f"{number.value}%", number=number.value)
        elif number.is_amount and (unit := _PERIOD_AFTER.match(text, end)):
            name = unit["unit"].lower()
            yield Value(
                "period", start, unit.end(), text[start : unit.end()], f"{number.value} {name}", name, number.value
            )


def _frequencies(text: str) -> Iterator[Value]:
    for match in _FREQUENCY.finditer(text):
        phrase = re.sub(r"\s+", " ", match[0].lower())
        if phrase.startswith("per ") and _RATE_BEFORE.search(text, max(0, match.start() - 20), match.start()):
            continue  # "5% per annum" is a rate.
        meaning, form = _FREQUENCY_MEANINGS[phrase]
        yield Value("frequency", match.start(), match.end(), match[0], meaning, form)


def _duties(text: str) -> Iterator[Value]:
    for match in _DUTY.finditer(text):
        words = re.sub(r"\s+", " ", match[0].lower())
        # The month, not the permission: "May" stands with a capital inside a sentence or beside a number.
        if words == "may" and match[0][0] == "M" and re.match(r"\s+\d", text[match.end() : match.end() + 3]):
            continue
        yield Value("duty", match.start(), match.end(), match[0], words)


def _plain(numbers: list[Number], others: list[Value]) -> Iterator[Value]:
    for number in numbers:
        inside = any(other.start <= number.start < other.end for other in others)
        if not inside and number.is_amount:
            yield Value("number", number.start, number.end, number.text, str(number.value), number=number.value)


def _digits(written: str) -> Decimal | None:
    numbers = find_numbers(written.strip(" .,"))
    return numbers[0].value if len(numbers) == 1 else None


def _frequency_form(meaning: str, form: str) -> str:
    adjective, adverb, noun = next(entry for entry in _FREQUENCIES if entry[0] == meaning)
    if form.startswith("before a noun: "):
        return f"{form.split()[-1]} {noun}"
    return adverb if form == "adverb" else adjective


def _period_like(old: Value, new: Value, old_number: Decimal, new_number: Decimal) -> str:
    tail = _PERIOD_TAIL.search(old.text)
    assert tail is not None
    head = number_like(old.text[: tail.start()], old_number, new_number)
    middle, unit = old.text[tail.start() : tail.start("unit")], tail["unit"]
    if new.form != old.form:
        # A qualifier such as "business" belongs to days alone.
        middle, unit = tail["gap"], new.form
    plural = old.text[tail.end("unit") :] if "-" in tail["gap"] else "" if new_number == 1 else "s"
    return f"{head}{middle}{unit}{plural}"


def _cased_like(old: str, new: str) -> str:
    letters = [c for c in old if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters) and not any(c.isdigit() for c in old):
        return new.upper()
    if letters and old[0].isupper() and letters[1:] and letters[1].islower():
        return new[:1].upper() + new[1:]
    return new


def _meanings() -> dict[str, tuple[str, str]]:
    """Every way of saying how often -> (value, form)."""
    meanings: dict[str, tuple[str, str]] = {}
    for adjective, adverb, noun in _FREQUENCIES:
        meanings[adverb] = (adjective, "adverb")
        meanings[adjective] = (adjective, "either" if adjective == adverb else "adjective")
        for word in ("each", "every", "per"):
            for day in (noun, f"calendar {noun}"):
                meanings[f"{word} {day}"] = (adjective, f"before a noun: {word}")
    for line in _LISTS["synonyms"]:
        phrase, _, meaning = line.partition(" = ")
        value, _, form = meaning.partition(" ")
        meanings[phrase] = (value, form)
    return meanings


def _any_of(phrases: Iterable[str]) -> re.Pattern[str]:
    words = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in sorted(phrases, key=len, reverse=True))
    return re.compile(rf"\b(?:{words})\b", re.IGNORECASE)


_FREQUENCY_MEANINGS = _meanings()
_FREQUENCY, _DUTY = _any_of(_FREQUENCY_MEANINGS), _any_of(_LISTS["duties"])
_PERIOD_TAIL = re.compile(rf"(?P<gap>[\s-]*(?:'s?\s*)?){_UNITS}$", re.IGNORECASE)


def facts_of(text: str) -> set[str]:
    """What the text states: "number 30", "month dec", "frequency quarterly". A figure counts also inside a name."""
    numbers = find_numbers(text)
    facts = {f"number {number.value.normalize():f}" for number in numbers}
    for figure in _FIGURE.finditer(text):
        if not any(number.start <= figure.start() < number.end for number in numbers):
            facts.add(f"number {figure[0].replace(',', '').rstrip('.')}")
    facts |= {f"month {(match[1] or match[2])[:3].lower()}" for match in _MONTH_AT_A_FIGURE.finditer(text)}
    facts |= {f"frequency {value.meaning}" for value in find_values(text) if value.kind == "frequency"}
    return facts


def unsupported(text: str, *sources: str) -> list[str]:
    """What `text` states and none of the sources does, sorted; [] when all of it is supported.

    A date is held as a whole, in whatever language a source writes it.
    """
    dates, known = find_dates(text), [date for source in sources for date in find_dates(source)]
    wrong = [f"date {text[date.start : date.end]}" for date in dates if is_contradicted(date, known)]
    for date in dates:
        if is_stated(date, known):
            text = f"{text[: date.start]}{' ' * (date.end - date.start)}{text[date.end :]}"
    stated = facts_of(text)
    return sorted([*wrong, *(stated - facts_of("\n".join(sources)))]) if stated or wrong else []
