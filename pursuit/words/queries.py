"""What is sent to a search for a part, each time from another angle, and when two queries are the same. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from pursuit.words.slots import values
from pursuit.words.terms import WORD, terms_of
from pursuit.words.vocabulary import other_names

# A query of more words than this is about everything.
_MOST_NAMES = 16


def angles(text: str, slots: Mapping[str, str]) -> list[str]:
    """The queries for a part, the plainest first: its words, with the slots, other words for them, its core alone."""
    terms = terms_of(text)
    plain = " ".join(terms)
    lower = {term.lower() for term in terms}
    # A part that names a state is not looked for in another's papers.
    wanted: dict[str, str] = {**slots, **{str(name): value for name, value in values(text).items()}}
    named = [value for value in wanted.values() if not set(value.lower().split()) <= lower]
    other = other_names(plain)[:_MOST_NAMES]
    queries = [" ".join([plain, *named]), " ".join([plain, *other, *named]), " ".join([*terms[:4], *other[:1]])]
    seen: dict[str, str] = {}
    for query in queries:
        if query.strip():
            seen.setdefault(sha(query), query)
    return list(seen.values())


def normalised(query: str) -> str:
    """The query as two are compared: its words in lower case and in order of the alphabet."""
    return " ".join(sorted(word.lower().strip(".'’/-") for word in WORD.findall(query)))


def sha(query: str) -> str:
    """The SHA-256 of the normalised query."""
    return hashlib.sha256(normalised(query).encode()).hexdigest()
