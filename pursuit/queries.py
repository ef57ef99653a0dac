"""What is sent to a search for a part, each time from another angle, and when two queries are the same. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from pursuit.slots import values
from pursuit.vocabulary import other_names

# Words that ask and do not say what about.
ASKING = frozenset(
    """a about all also am an and any are as at be been being by can could did do does for from get give had has have
    hello hey hi how i if in into is it its just know let like may me might must my need needs of on or our
    please really say shall she should so some such tell than that the their them then there these they this
    those to under us was we were what whats when where whether which who whose why will with would you your
    help find look show thing things want wants question questions explain through during between against over
    off out since while because upon via around toward towards without again too he him her his hers they'll i'm
    i've i'd we're we've isn't aren't doesn't don't can't won't it's that's what's there's let's anything
    something everything nothing""".split()  # noqa: SIM905
)
# A query of more words than this is about everything.
_MOST_NAMES = 16
_WORD = re.compile(r"[\w][\w.'’/+-]*")


def terms_of(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    words = (word.strip(".'’/-").removesuffix("'s").removesuffix("’s") for word in _WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word and word.lower() not in ASKING))


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
    return " ".join(sorted(word.lower().strip(".'’/-") for word in _WORD.findall(query)))


def sha(query: str) -> str:
    """The SHA-256 of the normalised query."""
    return hashlib.sha256(normalised(query).encode()).hexdigest()
