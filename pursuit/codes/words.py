"""The words by which a code is found: by their stems, and short forms of the code lists written out. Pure."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from wording.stems import stem

_LINES = [line.partition(": ") for line in Path(__file__).with_name("names.txt").read_text("utf-8").splitlines()]
# What short descriptions write for what long ones say; what people say, and what the lists say for it.
_WRITTEN_OUT = dict(rest.split(" = ") for kind, _, rest in _LINES if kind == "short")
_SAID = [rest.split(" = ") for kind, _, rest in _LINES if kind == "said"]
_WORD = re.compile(r"w/o|[a-z0-9]+")
# Of a longer word its beginning is indexed.
MAX_WORD = 100
_EMPTY = frozenset(
    """a an the of for to and or in on by is are was what which do i use does code codes icd icd10 10 cm hcpcs
    cpt""".split()  # noqa: SIM905
)


def words_of(text: str) -> list[str]:
    """The words of a description, each once, as they are indexed."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words: dict[str, None] = {}
    for word in _WORD.findall(plain.lower()):
        for part in _parts(word):
            words[part] = None
    return list(words)


def words_asked(text: str) -> list[str]:
    """The words of a person's question: as the lists say them, where people say it in another way."""
    plain = text.lower()
    for phrase, listed in _SAID:
        plain = re.sub(phrase, listed, plain)
    return words_of(plain)


@lru_cache(100_000)
def _parts(word: str) -> tuple[str, ...]:
    parts = _WRITTEN_OUT.get(word, word).replace("-", " ").split()
    return tuple(stem(part[:MAX_WORD]) for part in parts if part not in _EMPTY)
