"""Number words of other languages, put as the numerals and scales that the grammar reads: "zweitausend", "deux mille".

A word that means something in English too is read only where the text or another number word shows its language.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from wording.amounts.token import Token
from wording.languages import Language, language_of
from wording.lists import word_lists

Tongue = Literal["nl", "de", "fr", "es", "it", "pt"]
TONGUES: tuple[Tongue, ...] = get_args(Tongue)
_LISTS = word_lists(Path(__file__).with_suffix(".txt"))
_ENGLISH = {word: name for name in ("million", "billion", "dollars", "pounds") for word in _LISTS[name]}
_SCALES = frozenset({"thousand", "million", "billion"})
_THOUSANDS, _THOUSANDS_ES = _LISTS["thousand"], _LISTS["thousand_es"]
# Languages that write numbers as one word, and the letters of the shortest that is two of them.
_GLUED, _SHORTEST = ("nl", "de", "it"), 6


class NumberWord(NamedTuple):
    """A number word: its value, and whether it is read alone, wherever the language is known, or only beside others."""

    value: Decimal
    mark: str = ""


def _words_of(tongue: Tongue) -> dict[str, NumberWord]:
    entries = (entry.partition("=") for entry in _LISTS[tongue])
    return {
        word.lstrip("+~"): NumberWord(Decimal(value), word[0] if word[0] in "+~" else "") for word, _, value in entries
    }


_LANGUAGES: tuple[Language, ...] = ("en", *TONGUES)
_TOLD: dict[Language, Tongue] = {tongue: tongue for tongue in TONGUES}
_WORDS = {tongue: _words_of(tongue) for tongue in TONGUES}
_JOINTS = {tongue: _LISTS[f"joint_{tongue}"] for tongue in TONGUES}
_KNOWN = frozenset(chain.from_iterable(_WORDS.values())) | _ENGLISH.keys() | _THOUSANDS | _THOUSANDS_ES


def in_english(tokens: list[Token], text: str) -> list[Token]:
    """The same tokens, with numbers in words of other languages as numerals, and their scales as English ones."""
    if not any(token.kind == "word" and _may_be_foreign(token.text) for token in tokens):
        return tokens
    out: list[Token] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        run = _run(tokens, place, text) if token.kind == "word" and not _scales(token, out, text) else None
        if run is not None:
            out.append(run[0])
            place = run[1]
            continue
        out += _put(token, out, text)
        place += 1
    return out


def _may_be_foreign(word: str) -> bool:
    return word in _KNOWN or word.startswith("d'") or any(_glued(word, tongue) for tongue in _GLUED)


def _put(token: Token, before: Sequence[Token], text: str) -> list[Token]:
    """A token that is no number word: a scale behind a number, a currency, or the "of" between the two."""
    last = before[-1] if before else None
    if _scales(token, before, text):
        return [_as(token, "thousand")]
    if last is not None and last.text in _SCALES:
        is_short = token.text == "." and last.raw.lower() in _LISTS["short"]
        if is_short or token.text in _LISTS["of"]:
            return []
    if token.text.startswith("d'") and token.text[2:] in ("euro", "euros"):
        return [Token("word", token.text[2:], token.raw[2:], token.start + 2, token.end)]
    return [_as(token, _ENGLISH.get(token.text, token.text))]


def _scales(token: Token, before: Sequence[Token], text: str) -> bool:
    """Whether a token makes thousands of the numeral before it: "5 duizend", in Spanish "50 mil"."""
    if not before or before[-1].kind not in ("numeral", "fraction") or token.kind != "word":
        return False
    return token.text in _THOUSANDS or (token.text in _THOUSANDS_ES and _tongue_of(text) in ("es", "pt"))


def _as(token: Token, text: str) -> Token:
    return token if token.text == text else Token(token.kind, text, token.raw, token.start, token.end)


def _run(tokens: Sequence[Token], place: int, text: str) -> tuple[Token, int] | None:
    """The longest number in words that begins here, as a numeral, and the token behind it; None where none does."""
    best: tuple[Token, int] | None = None
    for tongue in TONGUES:
        parts, after, marks = _parts_of_run(tokens, place, tongue)
        amount = _amount(parts, tongue)
        if amount is None or amount < 1 or (amount == 1 and len(parts) == 1) or (best and after <= best[1]):
            continue
        alone = all(mark == "+" for mark in marks)
        # "Six cents" are money in English, and six hundred in French.
        several = len(marks) > 1 and not (tongue == "fr" and Decimal(100) in parts)
        telling = several or "" in marks
        if alone or not (telling or _tongue_of(text) == tongue):
            continue
        first, last = tokens[place], tokens[after - 1]
        best = Token("numeral", f"{amount:f}", f"{amount:f}", first.start, last.end), after
    return best


def _parts_of_run(tokens: Sequence[Token], place: int, tongue: Tongue) -> tuple[list[Decimal | None], int, list[str]]:
    """The values of the number words from here on (None for a joint), the place behind them, and their marks."""
    parts: list[Decimal | None] = []
    marks: list[str] = []
    after = place
    while after < len(tokens):
        joint = parts and (tokens[after].text == "-" or tokens[after].text in _JOINTS[tongue])
        index = after + 1 if joint else after
        word = tokens[index].text if index < len(tokens) and tokens[index].kind == "word" else ""
        known, glued = _WORDS[tongue].get(word), _glued(word, tongue)
        more = [*([None] if joint and tokens[after].text != "-" else []), *([known.value] if known else glued or [])]
        if not (known or glued) or _amount([*parts, *more], tongue) is None:
            break
        parts += more
        marks.append(known.mark if known else "")
        after = index + 1
    return parts, after, marks


@lru_cache(maxsize=20_000)
def _glued(word: str, tongue: Tongue) -> tuple[Decimal | None, ...] | None:
    """The parts of a number that is written as one word; None for other words."""
    if tongue not in _GLUED or len(word) < _SHORTEST or word in _WORDS[tongue]:
        return None
    split = _split(word, tongue)
    return tuple(split) if split and sum(part is not None for part in split) > 1 else None


def _split(word: str, tongue: Tongue) -> list[Decimal | None] | None:
    if not word:
        return []
    for length in range(min(len(word), 12), 0, -1):
        head = word[:length]
        part = _WORDS[tongue].get(head)
        if part is None and head not in _JOINTS[tongue]:
            continue
        rest = _split(word[length:], tongue)
        if rest is not None:
            whole = [part.value if part else None, *rest]
            if _amount(whole, tongue) is not None or length < len(word):
                return whole
    return None


def _amount(parts: Sequence[Decimal | None], tongue: Tongue) -> Decimal | None:
    """The number that these parts make, in their order; None where they make none: "deux trois"."""
    total = current = last = Decimal(0)
    joined = False
    for part in parts:
        if part is None:
            joined = True
            continue
        if part == 1000:
            if total or (current == 0 and last):
                return None
            total, current = (current or 1) * part, Decimal(0)
        elif part == 100:
            if current >= 100:
                return None
            current = (current or 1) * part
        elif tongue == "fr" and part == 20 and current % 100 == 4:
            current, part = current + 76, Decimal(80)
        elif _may_follow(part, last, joined, tongue):
            current += part
        else:
            return None
        last, joined = part, False
    return total + current if last else None


def _may_follow(part: Decimal, last: Decimal, joined: bool, tongue: Tongue) -> bool:
    """Whether a part is added to the one before it: twenty and one, a hundred and twenty, in Dutch one and twenty."""
    if last == 0 or last == 1000:
        return True
    if last >= 100:
        return part < 100 and last % 100 == 0
    if last >= 20 and last % 10 == 0:
        return part < (20 if tongue == "fr" and last in (60, 80) else 10)
    if last == 10 and tongue == "fr":
        return 7 <= part <= 9
    return joined and tongue in ("nl", "de") and last < 10 and part >= 20 and part % 10 == 0


@lru_cache(maxsize=256)
def _tongue_of(text: str) -> Tongue | None:
    return _TOLD.get(language_of(text, _LANGUAGES) or "en")
