"""What each clause of a message is for, told by a model of the sentences in `examples/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from dialogue import learnt
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from wording.sentences import sentence_spans

# Below this margin a clause is not understood.
SURE = 0.15
# Two halves of a sentence are two clauses when both margins are at least this.
_SURE_APART = 0.3
_MOST_CLAUSES, _MOST_CHARS, _MOST_JOINTS = 12, 4_000, 6
_JOINT = re.compile(r"[,:]\s+(?:(?:en|maar|want|dus|and|but|so)\s+)?|\s+(?:en|maar|want|dus|and|but|because)\s+", re.I)


class Label(StrEnum):
    """The values are the names in brackets of the example files."""

    QUESTION = "question"
    # A question that goes on from the one before: "en voor een werknemer?"
    FOLLOW_UP = "follow_up"
    # One kind of sources is asked for.
    CASES = "cases"
    LAWS = "laws"
    # Another day whose law applies, and nothing else.
    YEAR = "year"
    # Sources go, stay alone, or come back.
    REMOVE = "remove"
    KEEP = "keep"
    RESTORE = "restore"
    # The last change is taken back; PUT_BACK speaks of a source that was taken out and does not name it.
    UNDO = "undo"
    PUT_BACK = "put_back"
    RESTART = "restart"
    ANSWER = "answer"
    LIST = "list"
    # What the person tells of the case.
    CASE = "case"
    # What is for the guide.
    TALK = "talk"
    UNKNOWN = "unknown"


ASKS = frozenset({Label.QUESTION, Label.FOLLOW_UP, Label.CASES, Label.LAWS})
CURATES = frozenset({Label.REMOVE, Label.KEEP, Label.RESTORE})
ACTS = CURATES | {Label.UNDO, Label.PUT_BACK, Label.RESTART, Label.ANSWER, Label.YEAR}


@dataclass(frozen=True, slots=True)
class ReadClause:
    """A clause of a message and what it is for; UNKNOWN where that is not sure."""

    label: Label
    text: str


@lru_cache(maxsize=64)
def read(message: str, asked: str = "") -> tuple[ReadClause, ...]:
    """The clauses of a message, said while `asked` was the open question."""
    clauses: list[ReadClause] = []
    for start, end in sentence_spans(message[:_MOST_CHARS], lines=True, talk=True):
        clauses += _parts(message[start:end], asked)
    return tuple(clauses[:_MOST_CLAUSES])


def _parts(words: str, asked: str) -> Iterator[ReadClause]:
    """The clauses of a sentence: two where its halves surely are for different things, and one of them acts."""
    for joint in list(_JOINT.finditer(words))[:_MOST_JOINTS]:
        (left, sure_of_left), (right, sure_of_right) = (
            _label(half, asked) for half in (words[: joint.start()], words[joint.end() :])
        )
        if left is not right and {left, right} & ACTS and min(sure_of_left, sure_of_right) >= _SURE_APART:
            yield ReadClause(left, words[: joint.start()])
            yield from _parts(words[joint.end() :], asked)
            return
    label, margin = _label(words, asked)
    yield ReadClause(label if margin >= SURE else Label.UNKNOWN, words)


def _label(words: str, asked: str) -> tuple[Label, float]:
    screen = {ANSWER_OFFERED: "offered", WHICH_SOURCE: "which"}.get(asked, "")
    label, margin = learnt("tax_dossier.offline").tell(words, screen)
    return Label(label), margin
