"""Cuts a text into tokens in one pass. Offsets are those of the original text, because every character is
mapped 1:1.
"""

import re
import unicodedata
from functools import lru_cache

from wording.amounts.currency_words import ATTACHED_AFTER, ATTACHED_BEFORE, LOWER_CODES
from wording.amounts.foreign import in_english
from wording.amounts.number_words import MEASURES, SUFFIXES
from wording.amounts.token import Token

VULGAR = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
_CHARACTERS = {
    "\u2019": "'",
    "\u2018": "'",
    "\u02bc": "'",
    "\u2032": "'",
    "\u2212": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2044": "/",
    "\u2215": "/",
    "\u066b": ".",
    "\u066c": ",",
    "\ufe69": "$",
}


@lru_cache(maxsize=4096)
def _plain_character(char: str) -> str:
    """The ASCII digit, space or mark that a character stands for, else the character itself. Always one character."""
    if char in _CHARACTERS:
        return _CHARACTERS[char]
    if char.isdecimal():
        return str(unicodedata.decimal(char))
    if char.isspace():
        # A line break ends an expression ("2\n000" are two lines), any other space may group digits.
        return "\n" if char in "\n\r\u2028\u2029\x0b\x0c\x85" else " "
    if "\uff01" <= char <= "\uff5e" or "\uffe0" <= char <= "\uffe6":
        folded = unicodedata.normalize("NFKC", char)
        return folded if len(folded) == 1 else char
    return char


def plain(text: str) -> str:
    """`text` with unicode digits, spaces, quotes and fullwidth forms as ASCII; the same length, the same case."""
    return text if text.isascii() else "".join(map(_plain_character, text))


def lower(text: str) -> str:
    """Lower case of the same length: the few characters whose lower case is longer stay as they are."""
    folded = text.lower()
    return folded if len(folded) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


_DAY = r"\d{4}-\d{1,2}-\d{1,2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d{1,9})?Z?)?"
_DATE = rf"{_DAY}|\d{{4}}/\d{{1,2}}/\d{{1,2}}|\d{{1,2}}([/.-])\d{{1,2}}\2(?:\d{{4}}|\d{{2}})"
_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:[ ]?(?:[ap]m\b|[ap]\.m\.?))?"
_HOUR = r"\d{1,2}(?:[. :]\d{2})?[ ]?(?:[ap]m\b|[ap]\.[ ]?m\.?|o'clock)"
_BEFORE_HOURS = "|".join(rf"(?<=\b{word}[ ])" for word in ("at", "by", "until", "till", "after", "before"))
_HOURS = rf"(?:{_BEFORE_HOURS})(?:[01]?\d|2[0-3])[ ][0-5]\d(?![\w$€£]|[ ]?[.,:/-]\d|[ ]\d)"
_ABROAD = r"\+\d[\d()-]{0,4}(?:[ ()-]{1,2}\d{2,5}){2,5}"
_PHONE = rf"{_ABROAD}|\d{{3,5}}-\d{{3,4}}-\d{{3,4}}|0\d{{2,4}}(?:[ ]\d{{3,4}}){{2,3}}|\d{{4}}(?:[ -]\d{{4}}){{2,3}}"
_HALVES = r"(?<![\w./])(?<!\w-)(?:\d{1,4}[ ]{1,2})?\d{1,7}[ ]?/[ ]?\d{1,7}(?![\w/]|[.,]\d)"
_GROUPED = r"\d{1,3}(?:[ ]\d{3}){1,6}(?!\d|,\d{3}(?!\d)|[ ]\d)(?:[.,]\d{1,8}(?!\d))?"
_PLAIN_NUMERAL = r"\d+(?:[.,']\d+)*|(?<![\w.])\.\d+"
_KINDS = {
    "date": rf"(?<![\w.,/+-])(?:{_DATE})(?![\w/]|[.,-]\d)",
    "time": rf"(?<![\w.,/:])(?:{_CLOCK}|{_HOUR}|{_HOURS})(?!\d)",
    "phone": rf"(?<![\w.,-])(?:{_PHONE})(?![\w-])",
    "fraction": rf"{_HALVES}|(?:\d{{1,7}}[ ]?)?[{VULGAR}]",
    "numeral": rf"\d+(?:\.\d+)?[eE][+-]?\d{{1,3}}(?!\w)|{_GROUPED}|{_PLAIN_NUMERAL}",
    "word": r"[^\W\d_]+(?:'[^\W\d_]+)*",
    "blob": r"[\w]+",
    "mark": r"[^\s\w]",
}
_PATTERN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()))
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD_RUN = re.compile(r"\w+(?:[.,]\d+)*\w*")
_IDENTIFIER = re.compile(r"\w+(?:[.,'-]?\d+)*\w*")


def tokenize(text: str) -> list[Token]:
    """The tokens of `text`; white space is dropped. Digits inside an identifier ("US0378331005", "B2B") are
    one blob.
    """
    source = plain(text)
    lowered = lower(source)
    tokens: list[Token] = []
    position = 0
    while match := _PATTERN.search(source, position):
        kind = match.lastgroup or "mark"
        start, position = match.start(), match.end()
        if kind == "word" and position < len(source) and (source[position].isdecimal() or source[position] == "_"):
            position = _end_of_prefixed(source, start, position, tokens, lowered)
            continue
        if kind == "numeral":
            position = _append_numeral(source, start, position, tokens, lowered)
            continue
        tokens.append(_token(kind, source, lowered, start, position))
    return in_english(tokens, text)


def _token(kind: str, source: str, lowered: str, start: int, end: int) -> Token:
    return Token(kind, lowered[start:end], source[start:end], start, end)  # type: ignore[arg-type]


def _end_of_prefixed(source: str, start: int, end: int, tokens: list[Token], lowered: str) -> int:
    """Letters before a digit: a currency ("USD3.14", "Rs20") is a word of its own, anything else an identifier."""
    letters = source[start:end]
    followed = source[end : end + 2]
    known = letters in ATTACHED_BEFORE or letters in LOWER_CODES or letters.lower() in {"rs", "rm"}
    if known and not re.match(r"0\d|_", followed):
        tokens.append(_token("word", source, lowered, start, end))
        return end
    run = _WORD_RUN.match(source, start)
    stop = run.end() if run else end
    tokens.append(_token("blob", source, lowered, start, stop))
    return stop


def _append_numeral(source: str, start: int, end: int, tokens: list[Token], lowered: str) -> int:
    """A numeral with what is written on it: a scale, a currency, a measure or an ordinal ending; else an identifier."""
    letters = _LETTERS.match(source, end)
    if letters is None:
        if source[end : end + 1] == "_":
            return _append_blob(source, start, tokens, lowered)
        tokens.append(_token("numeral", source, lowered, start, end))
        return end
    tail = lowered[end : letters.end()]
    after = source[letters.end() : letters.end() + 1]
    if after and (after.isalnum() or after == "_"):
        return _append_blob(source, start, tokens, lowered)
    if tail in {"st", "nd", "rd", "th"}:
        tokens.append(_token("ordinal", source, lowered, start, letters.end()))
        return letters.end()
    cut = _cut_of_tail(source[end : letters.end()], tail)
    if cut is None:
        return _append_blob(source, start, tokens, lowered)
    tokens.append(_token("numeral", source, lowered, start, end))
    for first, last in ((end, end + cut), (end + cut, letters.end())):
        if first < last:
            tokens.append(_token("word", source, lowered, first, last))
    return letters.end()


def _cut_of_tail(raw: str, tail: str) -> int | None:
    """Where a scale ends in the letters on a numeral ("kEUR" -> 1); the whole length for one word, None if unknown."""
    if tail in SUFFIXES or tail in MEASURES or tail in ATTACHED_AFTER or raw in ATTACHED_BEFORE:
        return len(tail)
    for length in (2, 1):
        rest, raw_rest = tail[length:], raw[length:]
        if tail[:length] in SUFFIXES and (rest in ATTACHED_AFTER or raw_rest in ATTACHED_BEFORE):
            return length
    return None


def _append_blob(source: str, start: int, tokens: list[Token], lowered: str) -> int:
    match = _IDENTIFIER.match(source, start)
    end = match.end() if match else start + 1
    tokens.append(_token("blob", source, lowered, start, end))
    return end
