"""The words of a question that say what it is about, told from those that only ask. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from wording.lists import word_lists
from wording.phrases import groups
from wording.stems import stem

_TABLE = word_lists(Path(__file__).parent / "phrases/talk_words.txt")
# Words that ask and do not say what about.
ASKING = _TABLE["asking"]
# The stems of words of every policy and of the verbs of every question, which say nothing of the matter.
EMPTY = frozenset(map(stem, _TABLE["empty"]))
_VERBS = frozenset(map(stem, _TABLE["verbs"]))
ASKABLE = groups(Path(__file__).parent / "phrases/askable_patterns.txt")["askable"]
ASKABLE_WORD = re.compile(ASKABLE, re.IGNORECASE)
# People, days and months.
NO_THINGS = _TABLE["nothing"]
_TALK = _TABLE["talk"] | frozenset(map(stem, _TABLE["talk"]))
WORD = re.compile(r"[\w][\w.'’/+-]*")
_PIECE = re.compile(r"\w+(?:['’]\w+)*")


def terms_of(text: str) -> list[str]:
    """The words of a question that say what it is about, in order, each once."""
    words = (word.strip(".'’/-").removesuffix("'s").removesuffix("’s") for word in WORD.findall(text))
    return list(dict.fromkeys(word for word in words if word and word.lower() not in ASKING))


def is_talk(word: str) -> bool:
    """Whether a word only asks or talks, and names nothing that a policy could be about."""
    low = word.lower().replace("’", "'")
    bare = re.sub(r"(?:n't|'(?:s|re|ll|ve|m|d))$", "", low)
    return low in ASKING or len(bare) < 2 or bare in ASKING or bare in _TALK or stem(bare) in _TALK


def is_frame(word: str) -> bool:
    """Whether a word is of the frame of a question, whatever it is about."""
    return is_talk(word) or stem(word) in EMPTY or stem(word) in _VERBS


def holds(text: str, term: str) -> bool:
    """Whether a text has a form of each piece of the word: "co-pays" and "copay/coinsurance" are two."""
    held = {stem(piece) for piece in _PIECE.findall(text)}
    return all(stem(piece) in held for piece in _PIECE.findall(term))
