"""A number or an amount written the way another one is: in words, in digits, or both, grouped and scaled alike."""

from __future__ import annotations

import re
from decimal import Decimal

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ["_", "_", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
# From this number on figures are used.
MAX_IN_WORDS = 1_000_000_000
_NAMED = (("million", 1_000_000), ("thousand", 1000), ("hundred", 100))
_SCALES = {
    "thousand": Decimal(1_000),
    "k": Decimal(1_000),
    "million": Decimal(1_000_000),
    "mn": Decimal(1_000_000),
    "m": Decimal(1_000_000),
    "billion": Decimal(1_000_000_000),
    "bn": Decimal(1_000_000_000),
}
_DIGITS = re.compile(r"\d(?:[\d.,'\u00a0 ]*\d)?")
_SCALE = re.compile(r"(?<![a-z])(thousand|million|billion|mn|bn|m|k)(?![a-z])", re.IGNORECASE)
_WORDS = re.compile(r"[A-Za-z]+(?:[\s-]+[A-Za-z]+)*")


def in_words(number: int) -> str:
    """A whole number from 0 to 999,999,999 in English words: 65 -> "sixty-five"."""
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, rest = divmod(number, 10)
        return _TENS[tens] + (f"-{_SMALL[rest]}" if rest else "")
    name, size = next(scale for scale in _NAMED if number >= scale[1])
    head, rest = divmod(number, size)
    return f"{in_words(head)} {name}" + (f" {in_words(rest)}" if rest else "")


def number_like(old_text: str, old: Decimal, new: Decimal) -> str:
    """`new` written as `old_text` writes `old`: "thirty (30)" and 60 -> "sixty (60)"; "1,000" and 2500 -> "2,500"."""
    text = _digits_like(old_text, new, cents=False)
    words = _words_of(old_text, old)
    if words is None or new != new.to_integral_value() or not 0 <= new < MAX_IN_WORDS:
        return text
    start, end = words
    written = in_words(int(new))
    if old_text[start].isupper():
        written = _capitals_like(old_text[start:end], written)
    rest = _digits_like(old_text[end:], new, cents=False) if _DIGITS.search(old_text[end:]) else old_text[end:]
    return f"{old_text[:start]}{written}{rest}"


def money_like(old_text: str, old: Decimal, new_text: str, new: Decimal, *, same_currency: bool) -> str:
    """An amount in the place of another. Another currency is written as the person wrote it."""
    if not same_currency:
        return new_text
    if not _DIGITS.search(old_text) or _words_of(old_text, old):
        spelled = _words_of(old_text, old) and new == new.to_integral_value() and 1 <= new < MAX_IN_WORDS
        return number_like(old_text, old, new) if spelled else new_text
    scale = _SCALE.search(old_text)
    if scale is None:
        return _digits_like(old_text, new)
    scaled = new / _SCALES[scale[1].lower()]
    if scaled >= 1 and scaled == scaled.quantize(Decimal("0.01")):
        return _digits_like(old_text, scaled)
    plain = _DIGITS.sub(lambda _: f"{_trim(new):,}", old_text, count=1)
    return re.sub(rf"\s*{re.escape(scale[0])}", "", plain, count=1)


def _capitals_like(old: str, new: str) -> str:
    if old.isupper():
        return new.upper()
    words = re.findall(r"[A-Za-z]+", old)
    if len(words) > 1 and all(word[0].isupper() for word in words):
        return re.sub(r"[a-z]+", lambda word: word[0].capitalize(), new)
    return new[0].upper() + new[1:]


def _words_of(text: str, number: Decimal) -> tuple[int, int] | None:
    """Where `text` spells the number, or None when it is written in digits alone."""
    if number != number.to_integral_value() or not 0 <= number < MAX_IN_WORDS:
        return None
    spelled = in_words(int(number)).replace("-", " ").split()
    match = re.search(r"[\s-]+(?:and[\s-]+)?".join(spelled), text, re.IGNORECASE)
    return match.span() if match else None


def _digits_like(old_text: str, new: Decimal, *, cents: bool = True) -> str:
    """`old_text` with its first figure replaced by `new`, grouped as the old one was, and with its `cents`."""
    match = _DIGITS.search(old_text)
    if match is None:
        return f"{_trim(new):,}"
    old = match[0]
    decimal_comma = bool(re.search(r"\.\d{3}(?:,\d{1,2})?$", old)) and not re.search(r",\d{3}", old)
    places = re.search(r"[.,](\d{1,2})$", old) if cents else None
    written = f"{new:,.{len(places[1])}f}" if places and new == round(new, len(places[1])) else f"{_trim(new):,}"
    if "," not in old and "." not in old and len(re.sub(r"\D", "", old)) >= 4:
        written = written.replace(",", "")
    if decimal_comma:
        written = written.translate(str.maketrans(",.", ".,"))
    return f"{old_text[: match.start()]}{written}{old_text[match.end() :]}"


def _trim(number: Decimal) -> Decimal:
    """Without an exponent and without zeros at the end of the fraction."""
    return number.quantize(Decimal(1)) if number == number.to_integral_value() else number.normalize()
