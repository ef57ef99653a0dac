"""What the forms of a word share, by the Snowball stemmers of its language. Stems are compared, never shown."""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import Literal

import snowballstemmer

Language = Literal["en", "nl", "es"]

_ALGORITHMS: dict[Language, str] = {"en": "english", "nl": "dutch", "es": "spanish"}
# "form: word" a line, where no rule of English finds the word that a form is of.
_FORMS = Path(__file__).parent / "phrases/irregular_forms.txt"
_LONGEST_WORD = 60


class _Stemmer(threading.local):
    """A stemmer for each thread: one keeps the word that it works on."""

    def __init__(self) -> None:
        self.of = {language: snowballstemmer.stemmer(name) for language, name in _ALGORITHMS.items()}


def _irregular() -> dict[str, str]:
    lines = (line.split(":") for line in _FORMS.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return {form.strip(): word.strip() for form, word in lines}


_stemmer = _Stemmer()
_IRREGULAR = _irregular()


@lru_cache(65_536)
def stem(word: str, language: Language = "en") -> str:
    """The stem of one word in small letters, without a possessive "'s": "prescribed" and "prescribing" → "prescrib"."""
    low = word.lower().replace("’", "'").removesuffix("'s").strip(".'-+")
    if language == "en":
        low = _IRREGULAR.get(low, low)
    if len(low) > _LONGEST_WORD or any(sign.isdigit() for sign in low):
        return low
    return str(_stemmer.of[language].stemWord(low))
