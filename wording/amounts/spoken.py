"""Reads the small numbers of speech, below ten thousand and after "point": what grammar.py builds larger ones from."""

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from wording.amounts.number_words import GLUED, HUNDRED, PLURAL_DENOMINATORS, TEENS, TENS, UNITS, VAGUE
from wording.amounts.token import Token

_MAX_SPOKEN_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Reading:
    """A number read from tokens; `after` is the index of the first token that does not belong to it."""

    value: Decimal
    after: int
    kind: Literal["cardinal", "fraction", "ordinal"] = "cardinal"
    alternatives: tuple[Decimal, ...] = ()
    approximate: bool = False


def word_at(tokens: list[Token], index: int) -> str:
    """The text of the token there, or "" beyond the ends."""
    return tokens[index].text if 0 <= index < len(tokens) else ""


def after_hyphen(tokens: list[Token], index: int) -> int:
    return index + 1 if word_at(tokens, index) == "-" else index


def touches(tokens: list[Token], index: int) -> bool:
    return 0 < index < len(tokens) and tokens[index].start == tokens[index - 1].end


def read_small(tokens: list[Token], index: int) -> Reading | None:
    """A word number below one hundred: "seven", "nineteen", "twenty-one", "ninety - five"."""
    word = word_at(tokens, index)
    if word in TENS:
        unit = after_hyphen(tokens, index + 1)
        extra = UNITS.get(word_at(tokens, unit), 0)
        return Reading(Decimal(TENS[word] + extra), unit + 1 if extra else index + 1)
    for table in (UNITS, TEENS, GLUED):
        if word in table:
            return Reading(Decimal(table[word]), index + 1)
    return None


def read_hundreds(tokens: list[Token], index: int) -> Reading | None:
    """A word number below ten thousand: "two hundred and five", "nineteen hundred", "one twenty two"."""
    word = word_at(tokens, index)
    if word == "hundred" and word_at(tokens, index - 1) not in VAGUE | {"couple"}:
        return with_tail(tokens, Reading(Decimal(100), index + 1))
    small = read_small(tokens, index)
    if small is None:
        return None
    after = after_hyphen(tokens, small.after)
    if word_at(tokens, after) in HUNDRED:
        return with_tail(tokens, Reading(small.value * 100, after + 1))
    if 1 <= small.value <= 9:
        pair = read_small(tokens, small.after)
        if pair and pair.value >= 10 and word_at(tokens, pair.after) not in HUNDRED:
            return Reading(small.value * 100 + pair.value, pair.after)
    return small


def with_tail(tokens: list[Token], hundreds: Reading) -> Reading:
    """Adds what follows a hundred: "… and five", "… twenty-two"."""
    index = hundreds.after
    if word_at(tokens, index) in {"and", "-", "&"}:
        index += 1 + (word_at(tokens, index) == "-" and word_at(tokens, index + 1) == "and")
        index = after_hyphen(tokens, index)
    tail = read_small(tokens, index)
    if tail is None or tail.value == 0 or word_at(tokens, after_hyphen(tokens, tail.after)) in HUNDRED:
        return hundreds
    # "One hundred and five eighths" is a mixed number, read later.
    divided = word_at(tokens, after_hyphen(tokens, tail.after)) in PLURAL_DENOMINATORS
    if divided and index > hundreds.after and tail.value < 10:
        return hundreds
    return Reading(hundreds.value + tail.value, tail.after)


def read_decimals(tokens: list[Token], index: int) -> tuple[str, int]:
    """The digits after "point": "zero five", "twenty-five", "77". Empty when there are none."""
    if index < len(tokens) and tokens[index].kind == "numeral" and tokens[index].text.isdecimal():
        return tokens[index].text, index + 1
    digits = ""
    for _ in range(_MAX_SPOKEN_DIGITS):
        word = word_at(tokens, index)
        if word in {"oh", "o"}:
            digits, index = digits + "0", index + 1
            continue
        small = read_small(tokens, index)
        if small is None or (digits and small.value > 9):
            break
        digits, index = digits + str(small.value), small.after
    return digits, index


def with_point(tokens: list[Token], lead: Reading) -> Reading:
    """Adds spoken decimals: "two point five", "3 point 25"."""
    if word_at(tokens, lead.after) not in {"point", "dot", "decimal"}:
        return lead
    digits, after = read_decimals(tokens, lead.after + 1)
    if not digits or lead.value != lead.value.to_integral_value():
        return lead
    return replace(lead, value=lead.value + Decimal(f"0.{digits}"), after=after)
