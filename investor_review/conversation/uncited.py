"""What a reply says of the document and cites nothing for: the passage that bears it out is named, or that none is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from investor_review.edits import find_values
from wording.languages import function_words
from wording.phrases import patterns
from wording.stems import stem

MARK = "⚠ no passage cited"
_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
_DOCUMENT, _SPOKEN, _ABSENT = _PATTERNS["document"], _PATTERNS["spoken"], _PATTERNS["absent"]
_DENIED = _PATTERNS["denied"]
_WORD = re.compile(r"[^\W\d_]{4,}")
# What a contract binds people to, and what no small talk has.
_TELLING = frozenset({"period", "money", "percent", "date"})
_SMALL = function_words("en", "nl")
# Of the words of a sentence so many stand in what bears it out.
_ENOUGH = 0.75


def states(sentence: str) -> bool:
    """Whether a sentence says of the document what could be looked up in it."""
    text = sentence.strip()
    if not _WORD.search(text) or text.endswith(("?", ":")) or _SPOKEN.search(text) or _ABSENT.search(text):
        return False
    return bool(_DOCUMENT.search(text)) or bool(_values(text, _TELLING))


def bearing(sentence: str, passages: Mapping[str, str]) -> tuple[str, int] | None:
    """The key of the passage with a paragraph that says as much, and where that begins; None where none does."""
    for key, text in passages.items():
        for paragraph in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text):
            if is_borne_out(sentence, (paragraph[0],)) and _denies(sentence) == _denies(paragraph[0]):
                return key, paragraph.start()
    return None


def is_borne_out(sentence: str, texts: Iterable[str]) -> bool:
    """Whether one of these texts has most words of a sentence, and each value."""
    words, values = _stems(sentence), _values(sentence)
    return any(
        len(words & _stems(text)) >= _ENOUGH * len(words) and values <= _values(text)
        for text in texts
        if text and words
    )


def _stems(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(stem(word) for word in words if word not in _SMALL)


def _values(text: str, kinds: frozenset[str] = _TELLING | {"frequency"}) -> frozenset[tuple[str, str]]:
    return frozenset((value.kind, value.meaning) for value in find_values(text) if value.kind in kinds)


def _denies(text: str) -> bool:
    return bool(_DENIED.search(text))
