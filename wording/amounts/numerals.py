"""Reads one numeral written in digits, with whatever grouping it has. The English reading wins; others are
kept.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

# More digits than this is an account number or noise, not an amount.
MAX_DIGITS = 24
MAX_EXPONENT = 24

_ENGLISH = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?|\.\d+")
_EUROPEAN = re.compile(r"(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
_SPACED = re.compile(r"\d{1,3}(?: \d{3})+(?:[.,]\d+)?")
_SWISS = re.compile(r"\d{1,3}(?:'\d{3})+(?:[.,]\d+)?")
_SCIENTIFIC = re.compile(r"(\d+(?:\.\d+)?)[eE]([+-]?\d{1,3})")


@dataclass(frozen=True, slots=True)
class Numeral:
    """The value of a numeral and the other values that its writing may mean."""

    value: Decimal
    alternatives: tuple[Decimal, ...] = ()


def read_numeral(text: str) -> Numeral | None:
    """The numeral `text` in ASCII digits with separators, or None when its grouping is nobody's convention."""
    if sum(char.isdigit() for char in text) > MAX_DIGITS:
        return None
    scientific = _SCIENTIFIC.fullmatch(text)
    if scientific:
        return _read_scientific(scientific[1], int(scientific[2]))
    if _SPACED.fullmatch(text):
        return _read_spaced(text)
    if _SWISS.fullmatch(text):
        return Numeral(Decimal(text.replace("'", "").replace(",", ".")))
    if _ENGLISH.fullmatch(text):
        return _read_english(text)
    if _EUROPEAN.fullmatch(text):
        return _read_european(text)
    return None


def _read_scientific(mantissa: str, exponent: int) -> Numeral | None:
    if abs(exponent) > MAX_EXPONENT:
        return None
    return Numeral(Decimal(mantissa).scaleb(exponent))


def _read_spaced(text: str) -> Numeral | None:
    if text.startswith("0"):
        return None
    value = Decimal(text.replace(" ", "").replace(",", "."))
    groups = text.split(" ")
    # "2 500" may be two numbers side by side; "40 000" and longer groupings may not.
    if len(groups) == 2 and groups[1] != "000" and "," not in text and "." not in text:
        return Numeral(value, (Decimal(groups[0]), Decimal(groups[1])))
    return Numeral(value)


def _read_english(text: str) -> Numeral:
    value = Decimal(text.replace(",", ""))
    whole, _, decimals = text.partition(".")
    # "1.234" is 1234 on the continent; a whole part of 0 or of four digits cannot be a group.
    if len(decimals) == 3 and "," not in whole and 1 <= len(whole) <= 3 and not whole.startswith("0"):
        return Numeral(value, (Decimal(whole + decimals),))
    # "0,125" passes as an English grouping but nobody groups after a zero.
    if "," in whole and whole.split(",")[0].strip("0") == "":
        return Numeral(Decimal(text.replace(".", "").replace(",", ".", 1)) if whole.count(",") == 1 else value)
    return Numeral(value)


def _read_european(text: str) -> Numeral:
    value = Decimal(text.replace(".", "").replace(",", "."))
    whole, _, decimals = text.partition(",")
    # "1,5" is read as one and a half, but in English text the comma may be a slip.
    if "." not in whole and decimals and not whole.startswith("0"):
        return Numeral(value, (Decimal(whole + decimals),))
    return Numeral(value)
