"""Whose something is: the person's own, or that of somebody whom a sentence names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from wording.amounts import words
from wording.lists import word_lists
from wording.phrases import groups

_RELATIONS = Path(__file__).parent / "phrases/relations.txt"
_PATTERNS = groups(Path(__file__).parent / "patterns/people.txt")

# Whom a word names: "parent/mother" of "mom".
RELATION = {word: name for name, listed in word_lists(_RELATIONS).items() for word in listed}
# Whose health, care and inheritance are no part of the person's plan.
STRANGERS = frozenset(("friend", "neighbour", "colleague", "adviser", "cousin", "niece"))
# Whose money, home and cover are no part of it either.
KIN = (
    frozenset(("child", "grandchild", "parent", "grandparent", "in_law", "sibling", "uncle", "aunt", "former"))
    | STRANGERS
)
THIRD, THEY, SELF = "third", "they", ""
THIRD_WORDS = words("he she his her hers him hij zij zijn haar")
SELF_WORDS = words("i we me us my our mine ours myself ourselves ik wij we mij ons mijn onze")
_FORMER = words("former ex")
OWNING_WORDS = words("my our his her the a mijn onze zijn haar your their")
OBJECT_WORDS = words("with for from to of near by and at on in against about after like than met voor van op")


# "Our dentist turned 65", "the guy next door is 70": how old somebody is. The number ends it, or a time or "old" does.
_AGES = re.compile(_PATTERNS["ages"], re.IGNORECASE)
_BOTH_AGES = re.compile(_PATTERNS["both_ages"], re.IGNORECASE)


_SUBJECTS = words("i we me us ik wij ons")


def ages_somebody(text: str) -> int:
    """Where the subject ends in words that say how old somebody is who is neither the person nor a relation; else 0."""
    match = _AGES.match(text)
    if match is None or any(w in RELATION or w in _SUBJECTS for w in match["who"].lower().split()):
        return 0
    return match.end("who")


def ages_of_both(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where the person's age and the partner's stand, for each time that both are told: "me and my wife, 64 and 61"."""
    for match in _BOTH_AGES.finditer(text):
        own, partner = ("first", "second") if match["self"] else ("second", "first")
        yield match.span(own), match.span(partner)


def is_same_person(relation: str, other: str) -> bool:
    """Whether two relations may be one person: a mother is a parent, and "she" may be anybody."""
    if THIRD in (relation, other) or relation == other:
        return True
    general, other_general = relation.split("/")[0], other.split("/")[0]
    return general == other_general and (relation == general or other == general)


def relatives_in(text: str) -> set[str]:
    """The relations that words of a text name, whatever stands around them: {"parent/mother"} of "my mom's house"."""
    return {RELATION[word] for word in re.findall(r"[\w-]+", text.lower()) if word in RELATION}


def relation_of(word: str, before: str = "") -> str | None:
    """Whom a word names after the word `before`: a former wife is no wife."""
    relation = RELATION.get(word) or RELATION.get(word.split("'")[0])
    return "former" if relation == "partner" and before in _FORMER else relation


def owners_of(sentence: list[str]) -> list[str]:
    owner, owners = SELF, []
    for place, word in enumerate(sentence):
        bare = word.split("'")[0]
        before = sentence[place - 1] if place else ""
        relation = relation_of(word, before)
        if relation and owner in STRANGERS and before.endswith(("'s", "s'")):
            # "My friend's mom" is of the friend's life.
            pass
        elif relation and not _is_object(sentence, place):
            owner = relation
        elif bare in THIRD_WORDS and not (owner and owner != THIRD):
            owner = THIRD
        elif bare in ("they", "their") and owner == SELF and place == 0:
            owner = THEY
        elif bare in SELF_WORDS and before != "of":
            owner = SELF
        owners.append(owner)
    line = " ".join(sentence)
    for own, partner in ages_of_both(line):
        owners[line[: own[0]].count(" ")], owners[line[: partner[0]].count(" ")] = SELF, "partner"
    return owners


def _is_object(sentence: list[str], place: int) -> bool:
    """Whether a relation only stands beside what is told of the person: "with my wife", "for the kids"."""
    if "'" in sentence[place]:
        return False
    back = place - 1
    while back >= 0 and sentence[back] in OWNING_WORDS:
        back -= 1
    if sentence[back] == "of" and back and sentence[back - 1] in RELATION and RELATION[sentence[place]] in STRANGERS:
        # "The mother of my colleague" is of the colleague's life.
        return False
    return back >= 0 and sentence[back] in OBJECT_WORDS - {"and"}
