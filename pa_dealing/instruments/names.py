"""Folds names, symbols and ISINs into the keys under which they are found. Pure functions.

The one rule: an instrument and a search term go through the same functions, so their keys are equal or they differ.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from wording.lists import word_lists

# GIN and btree entries have a size limit far above this; no real name or symbol comes near it.
MAX_KEY = 120
MAX_WORD = 40

# Letters that Unicode does not decompose into a base letter and an accent.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "’": "'"})
_INITIALS = re.compile(r"\b((?:\w\.){1,7}\w)\b\.?")
_SLASHED = re.compile(r"\b([asv])/([asv])\b")
_JOINED = re.compile(r"\b(\w{1,2})\s?&\s?(\w{1,2})\b")
_TOKEN = re.compile(r"[^\W_]+")
_LONG_FORM = re.compile(r"\b(?:american|global) deposit[ao]ry (?:shares?|receipts?)\b.*|\beach representing\b.*")

_WORDS = word_lists(Path(__file__).with_name("name_words.txt"))
LEGAL_FORMS, _SHARE_CLASS, _LOOSE_TAIL = (_WORDS[name] for name in ("legal_forms", "share_class", "loose_tail"))
_LETTER_CLASS = frozenset("abcdhirsvx")
# Words of a series of options in one spelling; the letters C and P stand for the sides in symbols.
_SERIES = {
    **{"calls": "call", "call": "call", "puts": "put", "put": "put", "preferred": "pref", "preference": "pref"},
    **{"pref": "pref", "vz": "pref", "vorzuge": "pref"},
    **{
        spelled: month
        for month, spellings in {
            "jan": "jan january", "feb": "feb february", "mar": "mar march", "apr": "apr april", "may": "may",
            "jun": "jun june", "jul": "jul july", "aug": "aug august", "sep": "sep sept september",
            "oct": "oct october", "nov": "nov november", "dec": "dec december",
        }.items()
        for spelled in spellings.split()
    },
}  # fmt: skip
_SKIPPED = frozenset({"the", "and"})


def fold(text: str) -> str:
    """Lower case without accents: "Münchener Rück" is "munchener ruck"."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def name_tokens(name: str) -> list[str]:
    """The folded words of a name; initials and "&" between initials are joined ("S.p.A." spa, "AT&T" att)."""
    folded = fold(name)
    if "." in folded:
        folded = _INITIALS.sub(lambda match: match.group(1).replace(".", ""), folded)
    if "/" in folded:
        folded = _SLASHED.sub(r"\1\2", folded)
    if "&" in folded:
        folded = _JOINED.sub(r"\1\2", folded)
    return _TOKEN.findall(folded.replace("'", ""))


def telling_tokens(text: str) -> set[str]:
    """The words that tell instruments of one name apart: numbers, single letters, call and put, months."""
    folded = re.sub(r"(?<=\w)-(?=\w\b)", " ", text)
    tokens = {_SERIES.get(token, token) for token in name_tokens(folded)}
    return {token for token in tokens if len(token) == 1 or token.isdigit() or token in _SERIES.values()}


def core_tokens(name: str) -> list[str]:
    """`name_tokens` without "the", "and", the legal form and the class of share. Never empty for a name with words."""
    return _core(name, name_tokens(name))


def _core(name: str, tokens: list[str]) -> list[str]:
    if "depositary" in tokens or "depository" in tokens or "representing" in tokens:
        folded = fold(name)
        tokens = name_tokens(_LONG_FORM.sub("", folded) or folded)
    return _without_tail([token for token in tokens if token not in _SKIPPED]) or tokens


def _without_tail(tokens: list[str]) -> list[str]:
    end = len(tokens)
    while end > 1:
        last, before = tokens[end - 1], tokens[end - 2]
        letter_class = last in _LETTER_CLASS and before in ("class", "cl", "series", "ser", "shs")
        nominal_value = last.isdigit() and before in ("dl", "eo", "sf", "ls", "yn", "hd", "cd", "ad", "sk", "nk", "dk")
        if not (last in LEGAL_FORMS or last in _SHARE_CLASS or letter_class or nominal_value):
            break
        end -= 1
    return tokens[:end]


def name_keys(name: str) -> tuple[str, str, str]:
    """(full, core, short): the name without spaces as written, without its legal form, and without "Group" too."""
    return name_forms(name)[0]


def name_forms(name: str) -> tuple[tuple[str, str, str], list[str]]:
    """`name_keys` and `search_words` of one name, reading it once: an import does this for each of its rows."""
    tokens = name_tokens(name)
    core = _core(name, tokens)
    end = len(core)
    while end > 1 and core[end - 1] in _LOOSE_TAIL:
        end -= 1
    full = [token for token in tokens if token not in _SKIPPED] or core
    words = [word[:MAX_WORD] for word in dict.fromkeys(core) if len(word) > 1]
    return (_key(full), _key(core), _key(core[:end])), words


def _key(tokens: Iterable[str]) -> str:
    return "".join(tokens)[:MAX_KEY]


def search_words(name: str) -> list[str]:
    """The distinct words by which a name is found, in order: its core, one-letter words left out."""
    return name_forms(name)[1]


def symbol_key(symbol: str) -> str:
    """The symbol as it is compared: upper case, without spaces, "^" and "=X"."""
    return "".join(symbol.split()).upper().lstrip("^").removesuffix("=X")[:MAX_KEY]


def bare_symbol(symbol: str) -> str:
    """The symbol without its exchange: "SIE.DE" is "SIE". A share class stays: "BRK-B", "NOVO-B.CO" is "NOVO-B"."""
    key = symbol_key(symbol)
    head, dot, tail = key.rpartition(".")
    return head if dot and head and 1 <= len(tail) <= 3 and tail.isalpha() else key


def is_isin(text: str) -> bool:
    """Whether `text` is an ISIN in upper case with the right check digit (ISO 6166, modulus 10 double-add-double)."""
    if not re.fullmatch(r"[A-Z]{2}[A-Z0-9]{9}[0-9]", text, re.ASCII):
        return False
    digits = "".join(str(int(char, 36)) for char in text)
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def find_isin(text: str) -> str | None:
    """The first valid ISIN in `text`, however it is cased and spaced ("de 0007 236101"), or None."""
    pieces = re.findall(r"[A-Za-z0-9]+", text)[:60]
    for start in range(len(pieces)):
        joined = ""
        for piece in pieces[start:]:
            joined += piece.upper()
            if len(joined) >= 12:
                break
        if len(joined) == 12 and is_isin(joined):
            return joined
    return None
