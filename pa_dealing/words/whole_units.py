"""Numbers as languages write them: where a point or a blank stands between thousands, and parts no two numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from wording.amounts import RoleNumber
from wording.languages import LANGUAGES, language_of
from wording.phrases import patterns

_THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
_PATTERNS = patterns(Path(__file__).parent / "phrases/whole_units.txt", re.IGNORECASE)
_POINTED_UNIT, _POINTED = _PATTERNS["pointed_unit"], ("nl", "de", "es", "it", "pt", "da")
_SPACED, _SPACED_NUMERAL = ("fr", "pl", "sv"), re.compile(r"\d{1,3}[ \u00a0\u202f]\d{3}")


def in_whole_units(text: str, item: RoleNumber) -> RoleNumber:
    """An amount, or a count, with three digits behind its point is in thousands: neither has three decimals."""
    number, money = item.number, item.money
    if _SPACED_NUMERAL.fullmatch(number.text) and number.alternatives and language_told(text) in _SPACED:
        return replace(item, number=replace(number, alternatives=()))
    if number.alternatives != (number.value * 1000,):
        return item
    whole = replace(number, value=number.value * 1000, alternatives=())
    if item.role in ("quantity", "bare") and _sets_points(text, number.end):
        # "1.200 aandelen": other languages set a point between thousands, and shares are whole.
        return replace(item, number=whole)
    if money is None or money.currency in _THREE_DECIMALS:
        return item
    return replace(item, number=whole, money=replace(money, amount=whole.value, number=whole))


def _sets_points(text: str, end: int) -> bool:
    """Whether a text sets points between thousands: by its language, or the unit behind the number that ends here."""
    return bool(_POINTED_UNIT.match(text, end)) or language_told(text) in _POINTED


def is_untaught(text: str) -> bool:
    """Whether a text is in a language that no example is in: what it means is for a model to say."""
    return language_told(text) not in (None, "en", "nl")


@lru_cache(maxsize=64)
def language_told(text: str) -> str | None:
    """The language that the words of a text tell; None where they tell none."""
    return language_of(text, LANGUAGES)
