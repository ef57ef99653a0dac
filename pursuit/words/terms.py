"""The words of a question that say what it is about, told from those that only ask. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from wording.stems import stem

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
WORD = re.compile(r"[\w][\w.'’/+-]*")
_PIECE = re.compile(r"\w+(?:['’]\w+)*")


def terms_of(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    words = (word.strip(".'’/-").removesuffix("'s").removesuffix("’s") for word in WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word and word.lower() not in ASKING))


def _table() -> dict[str, frozenset[str]]:
    """The lists of talk_words.txt, by their names."""
    table: dict[str, list[str]] = {}
    name = ""
    for line in (Path(__file__).parent / "talk_words.txt").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        head, colon, rest = line.partition(":")
        name, words = (head, rest) if colon and not line.startswith(" ") else (name, line)
        table.setdefault(name, []).extend(words.split())
    return {kind: frozenset(words) for kind, words in table.items()}


_TABLE = _table()
_TALK = _TABLE["talk"] | {stem(word) for word in _TABLE["talk"]}
# Words of policies that are words of talk as well.
WEAK = _TABLE["weak"]


def is_talk(word: str) -> bool:
    """Whether a word only asks or talks, and names nothing that a policy could be about."""
    low = word.lower().replace("’", "'")
    bare = re.sub(r"(?:n't|'(?:s|re|ll|ve|m|d))$", "", low)
    return low in ASKING or len(bare) < 2 or bare in ASKING or bare in _TALK or stem(bare) in _TALK


def holds(text: str, term: str) -> bool:
    """Whether a text has a form of each piece of the word: "co-pays" and "copay/coinsurance" are two."""
    held = {stem(piece) for piece in _PIECE.findall(text)}
    return all(stem(piece) in held for piece in _PIECE.findall(term))
