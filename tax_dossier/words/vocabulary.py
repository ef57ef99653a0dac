"""What people say and what the law calls it, in both languages: a question is searched in the law's words, too."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from wording.amounts import words
from wording.phrases import patterns

_WORD = re.compile(r"[^\W\d_]{3,}")
_DOUBLED, _VERB_ENDING = re.compile(r"(\w)\1"), re.compile(r"(?:en|de|te|d|t)$")
_LEAST_STEM = 4
_EMPTY = words(
    """
    aan als bij dat deze die dit door een het hun ik in is kan kunnen mag mijn naar niet nog of om ook onder op over te
    tot uit van voor was wat wie waar wanneer welke hoe hoeveel zal zich zijn heb heeft hebben worden wordt moet dan wel
    geen uw mij moeten mogen wil graag geldt gelden daar hier haar hem zij wij ons the and are can for from has have how
    may not that this was what when where which who will with about should does did you your must mag artikel
    """
)
# {words of the law: the everyday words for them}
_LAW_WORDS = patterns(Path(__file__).parent / "phrases/vocabulary.txt", re.IGNORECASE)


def in_law_words(question: str) -> str:
    """The words that the law has for what a question speaks of; "" when it says nothing that is known here."""
    law_words: list[str] = []
    for law, everyday in _LAW_WORDS.items():
        if everyday.search(question[:2000]):
            law_words += [word for word in law.split() if word not in law_words]
    return " ".join(law_words)


def words_of(text: str) -> list[str]:
    """The telling words of a text, in small letters without accents."""
    plain = unicodedata.normalize("NFKD", text.lower())
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign))
    return [word for word in _WORD.findall(plain) if word not in _EMPTY]


def _verb_stem(word: str) -> str:
    """What the forms of a Dutch verb share: "bewaren" and "bewaard", "verhuren" and "verhuurt"."""
    return _VERB_ENDING.sub("", _DOUBLED.sub(r"\1", word))


@lru_cache(maxsize=100_000)
def likeness(word: str, other: str) -> float:
    """How alike two words are: 1 for the same stem ("aftrekken", "aftrekbaar"), less for a part of a compound."""
    if word == other:
        return 1.0
    short, long = sorted((word, other), key=len)
    same = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if same >= 6 or (same == len(short) >= 4 and len(long) - len(short) <= 3):
        return 0.9
    if len(stem := _verb_stem(word)) >= _LEAST_STEM and stem == _verb_stem(other):
        return 0.9
    return 0.5 if len(short) >= 5 and (long.endswith(short) or long.startswith(short)) else 0.0
