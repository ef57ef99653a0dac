"""Finds the symbols and ISINs that a person typed in full: such a one is meant letter by letter and no other."""

from __future__ import annotations

import re

from pa_dealing.instruments.models import Instrument
from pa_dealing.instruments.names import is_isin, symbol_key

_WORD = re.compile(r"\S+")
# The longest symbols, those of options, are four words: "AAPL 202612 C 200".
_MOST_WORDS, _MOST_READ = 5, 60


def typed_symbol(text: str, term: str) -> str:
    """The listed symbol or ISIN of which `term` is a part or a neighbour in a person's words; "" where there is none.

    A term that the person wrote itself, apart from any symbol, is theirs and stays as it is.
    """
    spans = {key: span for span in _spans(text) if (key := symbol_key(text[slice(*span)])) and key != symbol_key(term)}
    if not spans:
        return ""
    keys = [f"s:{key}" for key in spans]
    isins = [key for key in spans if is_isin(key)]
    rows = Instrument.objects.filter(keys__overlap=keys).values_list("symbol", flat=True)[:50]
    listed = {symbol_key(symbol) for symbol in rows}
    if isins:
        listed |= set(Instrument.objects.filter(isin__in=isins).values_list("isin", flat=True))
    typed = [span for key, span in spans.items() if key in listed]
    longest = [span for span in typed if not any(_inside(span, other) for other in typed if other != span)]
    own = re.search(rf"(?<!\w){re.escape(term.strip())}(?!\w)", text, re.IGNORECASE)
    if own is not None:
        longest = [span for span in longest if _inside(own.span(), span)]
    return text[slice(*longest[0])] if len(longest) == 1 else ""


def _spans(text: str) -> list[tuple[int, int]]:
    """The passages that can only be symbols: with digits, a point or a dash inside, or in capitals throughout."""
    words = [_trimmed(text, *match.span()) for match in list(_WORD.finditer(text[:1_000]))[:_MOST_READ]]
    spans = []
    for first in range(len(words)):
        for last in range(first, min(first + _MOST_WORDS, len(words))):
            start, end = words[first][0], words[last][1]
            passage = text[start:end]
            letters, digits = any(c.isalpha() for c in passage), any(c.isdigit() for c in passage)
            several = last > first
            marked = re.search(r"\w[.-]\w", passage) is not None
            capitals = passage.isupper() and len(passage) > 1
            if letters and ((digits and (several or len(passage) > 3)) or (not several and (marked or capitals))):
                spans.append((start, end))
    return spans


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and not text[end - 1].isalnum():
        end -= 1
    while start < end and not (text[start].isalnum() or text[start] == "^"):
        start += 1
    return start, end


def _inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]
