"""Which of a few languages a text is in, by the words that it has of each; and the small words of each language."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeVar, get_args

from wording.lists import word_lists

Language = Literal["en", "nl", "de", "fr", "es", "it", "pt", "pl", "tr", "sv", "da", "ro"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_Closed = TypeVar("_Closed", bound=Language)

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?(?:-[^\W\d_]+)*")
# Only Spanish has these marks; each counts as so many of its words.
_SPANISH_MARKS, _MARK = re.compile(r"[¿¡]"), 3
# A longer text tells no more.
_MOST = 20_000


def language_of(text: str, among: Sequence[_Closed], *, unless: _Closed | None = None, lead: int = 1) -> _Closed | None:
    """The language of `among` that a text has the most words of, and `lead` more than of any other; else None.

    With `unless` it needs the lead over that language alone, which is the answer otherwise.
    """
    words = _words(text)
    counts = {language: sum(map(_telling(language).__contains__, words)) for language in among}
    marks = _MARK * len(_SPANISH_MARKS.findall(text[:_MOST]))
    counts = {language: count + marks * (language == "es") for language, count in counts.items()}
    best = max(counts, key=lambda language: counts[language])
    if unless is not None:
        return best if counts[best] >= counts[unless] + lead else unless
    others = max((count for language, count in counts.items() if language != best), default=0)
    return best if counts[best] >= others + lead else None


def foreign_language(text: str) -> Language | None:
    """The language of a text that is not in English: it has two more of that one's words than of English ones."""
    language = language_of(text, LANGUAGES, unless="en", lead=2)
    return None if language == "en" else language


@lru_cache
def function_words(*languages: Language) -> frozenset[str]:
    """The small words of these languages, without capitals and accents: they do not say what a text is about."""
    return frozenset().union(*(_FUNCTION_WORDS[language] for language in languages))


def without_accents(text: str) -> str:
    """A text in small letters without accents, with straight apostrophes."""
    low = text.lower().replace("’", "'")
    if low.isascii():
        return low
    return "".join(sign for sign in unicodedata.normalize("NFKD", low) if not unicodedata.combining(sign))


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(without_accents(text[:_MOST])))


@lru_cache
def _telling(language: Language) -> frozenset[str]:
    return _FUNCTION_WORDS[language] | _COMMON_WORDS[language]


_FUNCTION_WORDS, _COMMON_WORDS = word_lists("function_words.txt"), word_lists("common_words.txt")
