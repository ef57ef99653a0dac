"""What each clause of a message is for, told by a model of the sentences in `examples/`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from dialogue import Act, is_asked, learnt
from tax_dossier.replies import ANSWER_OFFERED, WHICH_SOURCE
from tax_dossier.words import (
    beside_citations,
    find_citations,
    in_law_words,
    names_no_source,
    places_asked,
    taxes_asked,
    taxes_named,
    telling_words,
    without_citations,
)
from wording.answers import yes_or_no
from wording.phrases import patterns
from wording.sentences import sentence_spans

# Below this margin a clause is not understood.
SURE = 0.15
# Two halves of a sentence are two clauses when both margins are at least this.
SURE_APART = 0.3
# A register has a place for so much of what is asked that it is asked of the law; of many words less is enough: of
# fourteen hundred sentences that ask no assistant of the law it has so much of three, and they name another matter.
SURELY_OF_LAW, _OF_MANY_WORDS, _MANY_WORDS = 0.8, 0.45, 4
_FEW = 2
_MOST_CLAUSES, _MOST_CHARS, _MOST_JOINTS = 12, 4_000, 6
# What is longer than so many words says by itself what it is for.
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{3,}")
_SCREENS = {ANSWER_OFFERED: ("offered", 4), WHICH_SOURCE: ("which", 12)}
_SAYS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)


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
# What an act of these is named by.
_NAMED_BY = {Label.UNDO: "takes_back", Label.PUT_BACK: "takes_back", Label.RESTART: "begins_anew"}
ACTS = CURATES | {Label.UNDO, Label.PUT_BACK, Label.RESTART, Label.ANSWER, Label.YEAR}


@dataclass(frozen=True, slots=True)
class ReadClause:
    """A clause of a message and what it is for; UNKNOWN where that is not sure."""

    label: Label
    text: str
    margin: float = 1.0


@lru_cache(maxsize=64)
def read(message: str, asked: str = "") -> tuple[ReadClause, ...]:
    """The clauses of a message, said while `asked` was the open question."""
    clauses: list[ReadClause] = []
    for start, end in sentence_spans(message[:_MOST_CHARS], lines=True, talk=True):
        parts = list(_parts(message[start:end], asked))
        remarks = _SAYS["remark"].search(message[start:end]) and not any(is_asked(part.text) for part in parts)
        if remarks or _SAYS["of_asking"].search(message[start:end]):
            parts = [replace(part, label=Label.TALK) if part.label in ASKS else part for part in parts]
        clauses += parts
    if not any(clause.label in ASKS | ACTS for clause in clauses) and asks_of_the_register(message[:_MOST_CHARS]):
        # "I draw a villa in Spain; where is that taxed?" says in two clauses what is asked.
        clauses = [replace(each, label=Label.QUESTION, margin=1.0) if is_asked(each.text) else each for each in clauses]
    return tuple(clauses[:_MOST_CLAUSES])


def _parts(words: str, asked: str) -> Iterator[ReadClause]:
    """The clauses of a sentence: two where its halves surely are for different things, and one of them acts."""
    whole, margin = _label(words, asked)
    for joint in list(_SAYS["joint"].finditer(words))[:_MOST_JOINTS]:
        halves = words[: joint.start()], words[joint.end() :]
        (left, sure_of_left), (right, sure_of_right) = (_label(half, asked) for half in halves)
        differ = left is not right and ({left, right} & ACTS or margin < SURE)
        # "de eerste en de derde" are two sources and no two clauses.
        least = 1 if joint[0][0] in ".,:" and not {left, right} <= CURATES else 2
        long_enough = min(len(_WORD.findall(half)) for half in halves) >= least
        if differ and long_enough and min(sure_of_left, sure_of_right) >= SURE_APART:
            yield ReadClause(left, words[: joint.start()])
            yield from _parts(words[joint.end() :], asked)
            return
    if whole in (Label.RESTORE, Label.PUT_BACK) and names_no_source(words):
        whole = Label.PUT_BACK
    if whole is Label.CASE and words.rstrip().endswith("?") and is_asked(words):
        whole = Label.QUESTION
    if whole in (Label.QUESTION, Label.FOLLOW_UP) and _only_tells(words):
        whole = Label.TALK
    if whole not in ACTS and asks_once_more(words):
        whole, margin = Label.FOLLOW_UP, 1.0
    if _is_not_wanted(whole, words):
        whole, margin = Label.UNKNOWN, 0.0
    if whole in ASKS | {Label.TALK, Label.UNKNOWN} and asks_of_the_register(words):
        whole, margin = whole if whole in ASKS else Label.QUESTION, 1.0
    unsure = whole not in ASKS | ACTS or margin < SURE_APART
    if unsure and _SAYS["looks_up"].search(words) and _SAYS["searches"].search(words):
        # "zoek rechtspraak over …" is certain, whatever it is about.
        whole, margin = _kind_wanted(words), 1.0
    # Which kind of question it is may be unsure where that it is one is not.
    asks = whole in ASKS and learnt().tell(words)[0] == Act.QUESTION
    yield ReadClause(whole if margin >= SURE or asks else Label.UNKNOWN, words, margin)


def asks_meaning(words: str) -> bool:
    """Whether the meaning of a word is asked for."""
    return _SAYS["asks_meaning"].search(words) is not None


def meaning_asked(words: str) -> str:
    """The words that ask what a word means, without what stands before them; "" where the assistant itself is meant."""
    match = _SAYS["asks_meaning"].search(words)
    if match is None or _SAYS["of_us"].search(words):
        return ""
    return words[match.start() :] if _SAYS["asks"].match(match[0]) else words


def asks_of_a_source(words: str) -> bool:
    """Whether words ask what the sources say that are there, so that others are not looked for."""
    return _SAYS["of_a_source"].search(words) is not None


def asks_of_the_register(words: str) -> bool:
    """Whether words ask for what the register of a law has a place for, whatever else they sound like."""
    places = places_asked(words) if is_asked(words) else ()
    return bool(places) and (bool(taxes_named(words)) or is_told_in(words))


def is_told_in(words: str) -> bool:
    """Whether a register has a place for so much of these words that the whole of them says what is asked."""
    least = _OF_MANY_WORDS if len(telling_words(words)) >= _MANY_WORDS else SURELY_OF_LAW
    return is_asked(words) and any(place.fit >= least for place in places_asked(words)[:1])


def _only_tells(words: str) -> bool:
    """Whether a sentence asks nothing and tells of nothing that a tax law has: "Chopin blijft de lieveling"."""
    act, sure = learnt().tell(words)
    if is_asked(words) or act != Act.CONTENT or sure < SURE_APART or len(words.split()) < _MANY_WORDS:
        return False
    looks_up = any(_SAYS[name].search(words) for name in ("looks_up", "searches"))
    of_taxes = in_law_words(words) or taxes_asked(words) or find_citations(words) or places_asked(words)
    return not (looks_up or of_taxes)


def asks_once_more(words: str) -> bool:
    """Whether words ask to hear again what was asked before: "zeg nog even kort hoeveel het is"."""
    return _SAYS["once_more"].search(words) is not None


def asks_of_law(clause: ReadClause) -> bool:
    """Whether what was not understood, or sounds like talk, asks of the law that it speaks of.

    So does "wait, I am a starter, does that rule hold then?", and so "I mean that of the corporate tax".
    """
    if clause.label not in (Label.TALK, Label.UNKNOWN) or not (in_law_words(clause.text) or taxes_named(clause.text)):
        return False
    if asks_meaning(clause.text):
        return False
    act, sure = learnt().tell(clause.text)
    meant = clause.label is Label.UNKNOWN and _SAYS["meant"].search(clause.text) is not None
    return meant or (act == Act.QUESTION and sure >= SURE_APART)


def kinds_denied(words: str) -> set[Label]:
    """Which kinds of sources words say that they do not want."""
    return {label for label, name in ((Label.LAWS, "no_laws"), (Label.CASES, "no_cases")) if _SAYS[name].search(words)}


def points_back(words: str) -> bool:
    """Whether words that ask say too little by themselves, and point to what was asked before."""
    return len(telling_words(words)) < _FEW and not in_law_words(words) and bool(_SAYS["points_back"].search(words))


def _kind_wanted(words: str) -> Label:
    """Which kind of sources words look up; a question where they name both or neither."""
    denied = kinds_denied(words)
    names = ((Label.CASES, "of_cases"), (Label.LAWS, "of_laws"))
    kinds = [label for label, name in names if label not in denied and _SAYS[name].search(words)]
    return kinds[0] if len(kinds) == 1 else Label.QUESTION if telling_words(words) else Label.FOLLOW_UP


def wants_sources(clauses: Sequence[ReadClause]) -> bool:
    """Whether all that is asked is to look something up: "zoek ook rechtspraak", or an article by its number alone."""
    asking = [clause for clause in clauses if clause.label in ASKS | {Label.YEAR}]
    looked_up = [
        clause.label in (Label.CASES, Label.LAWS, Label.YEAR)
        or _SAYS["looks_up"].search(clause.text) is not None
        or not (beside_citations(clause.text) or not find_citations(clause.text))
        for clause in asking
    ]
    return bool(asking) and all(looked_up)


def _is_not_wanted(label: Label, words: str) -> bool:
    """Whether words that name an act plainly say that it is not to be done, or only ask whether."""
    if label in (Label.ANSWER, Label.RESTART) and _SAYS["declined"].search(words):
        return True
    if label in _NAMED_BY and not _SAYS[_NAMED_BY[label]].search(words):
        return True
    whether = label in CURATES | {Label.RESTART} and _SAYS["asks_whether"].search(words)
    return label in ACTS and bool(whether or _SAYS["in_case"].search(words) or _SAYS["negated"].search(words))


def _label(words: str, asked: str) -> tuple[Label, float]:
    if not any(character.isalnum() for character in words):
        # Of signs alone only a thumb up says something.
        return (Label.ANSWER if asked == ANSWER_OFFERED and yes_or_no(words) else Label.TALK), 1.0
    if asked != WHICH_SOURCE and not _LETTER.search(without_citations(words, "")) and find_citations(words):
        return Label.QUESTION, 1.0
    if asked != WHICH_SOURCE and _SAYS["both"].match(words):
        return Label.ANSWER, 1.0
    # Whichever article or ruling it is, tells nothing.
    words = without_citations(words, "artikel 1")
    screen, most_words = _SCREENS.get(asked, ("", 0))
    label, margin = learnt("tax_dossier.offline").tell(words, screen if len(words.split()) <= most_words else "")
    return Label(label), margin
