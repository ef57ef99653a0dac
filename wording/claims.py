"""What a sentence claims as done: submitted, approved, accepted, withdrawn. English and Dutch.

An act that may, must, will or did not happen, that is asked for, or that somebody is quoted with, is no claim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from wording.amounts import lower, plain
from wording.claim_words import (
    ASKS,
    BE,
    BESIDE,
    CUT,
    DEEMS,
    DO,
    DOING,
    DONE,
    DUTCH_BE,
    DUTCH_DONE,
    DUTCH_MAY,
    DUTCH_PERMITS,
    DUTCH_TOLD,
    FUNCTION,
    IF,
    MAY,
    NO_DENIAL,
    NO_SUBJECT,
    NOBODYS,
    NOT,
    PERMITS,
    RECORDS,
    SAYS,
    SHORT,
    STATE,
    TOLD,
    US,
    Act,
)

# Whose act a sentence tells: ours ("I have submitted"), one on the record ("your request is approved"), another's.
Whose = Literal["us", "record", "other"]


@dataclass(frozen=True, slots=True)
class Claim:
    """An act that a sentence tells as done, with the words that say so."""

    act: Act
    whose: Whose
    words: str
    language: Literal["en", "nl"] = "en"


@dataclass(frozen=True, slots=True)
class _Clause:
    """A part of a sentence. `stated`: it may claim; `open`: so may one of its words that has no subject of its own."""

    text: str
    stated: bool
    open: bool
    by_us: bool


def claims(sentence: str) -> list[Claim]:
    """Every act that `sentence` tells as done. Never raises."""
    text = _normal(sentence)
    stated = [claim for clause in _clauses(text) if clause.stated for claim in (*_english(clause), *_dutch(clause))]
    return stated + list(_permissions(text))


def _normal(sentence: str) -> str:
    text = lower(plain(sentence)).replace("’", "'")
    for short, whole in SHORT:
        text = re.sub(short, whole, text)
    return NO_DENIAL.sub(" ", re.sub(r"[*_`~]", "", text)).replace("go-ahead", "go ahead").strip(" \"'")


def _clauses(text: str) -> Iterator[_Clause]:
    asked = text.endswith("?")
    pieces = _pieces(text)
    opened, stated, by_us = True, True, False
    for number, (words, joined) in enumerate(pieces):
        last = number == len(pieces) - 1
        conditional = re.match(rf"(?:only |even |pas )?(?:{IF})\b", words) is not None
        asks = asked and (last or ASKS.match(words) is not None)
        stated = not (conditional or asks or SAYS.search(words)) and (stated or not joined)
        by_us = bool(US & set(words.split())) or (by_us and joined)
        yield _Clause(words, stated, opened, by_us)
        generic = re.match(r"(?:\w+s are\b)", words) or words.split()[0] in NOBODYS
        opened = stated and not generic and not NOT.search(words) and not MAY & set(words.split())


def _pieces(text: str) -> list[tuple[str, bool]]:
    """The clauses of a sentence, each with whether "and" joins it to the one before."""
    pieces, start, joined = [], 0, False
    for cut in (*CUT.finditer(text), None):
        words = " ".join(re.findall(r"[\w'-]+", text[start : cut.start() if cut else len(text)]))
        if words:
            pieces.append((words, joined))
        if cut is not None:
            joined = cut["word"] is not None or (joined and not words)
            start = cut.end()
    return pieces


def _english(clause: _Clause) -> Iterator[Claim]:
    for act, pattern in DONE.items():
        for done in re.finditer(rf"\b(?:{pattern})\b", clause.text):
            if _is_told(clause, done) or _is_deemed(clause.text[: done.start()]):
                yield _claim(act, clause, done[0])
    for act, pattern in STATE.items():
        for state in re.finditer(rf"\b(?:{pattern})\b", clause.text):
            _, verbs = _before(clause.text[: state.start()])
            if state[0] == clause.text or (BE & verbs and _is_told(clause, state)):
                yield _claim(act, clause, state[0])
    for act, pattern in DOING.items():
        for doing in re.finditer(rf"\b(?:am|is|are)(?: \w+)? (?:{pattern})\b", clause.text):
            if not NOT.search(clause.text[: doing.end()]):
                yield _claim(act, clause, doing[0])
    for act, pattern in DO.items():
        if match := re.search(rf"\b(?:hereby|did) (?:{pattern})\b", clause.text):
            yield _claim(act, clause, match[0])
    for act, pattern in TOLD.items():
        match = re.search(rf"\b(?:{pattern})", clause.text)
        if match and not NOT.search(clause.text) and not MAY & set(clause.text[: match.start()].split()[-3:]):
            yield _claim(act, clause, match[0])


def _is_told(clause: _Clause, done: re.Match[str]) -> bool:
    """Whether a participle is told of a subject, and neither denied, nor possible, nor a property."""
    if NOT.search(clause.text[: done.start()]):
        return False
    subject, verbs = _before(clause.text[: done.start()])
    if verbs & MAY or (subject and subject[0] in NOBODYS):
        return False
    if not subject and not clause.open:
        return False
    generic = len(subject) == 1 and subject[0].endswith("s") and subject[0] != "this"
    if verbs & BE:
        return not (generic and "are" in verbs)
    after = clause.text[done.end() :].split()[:1]
    if not subject:
        # "Submitted requests" are a kind of request; "Submitted your request" is told.
        return not after or after[0] in FUNCTION
    return not generic and subject[-1] not in NO_SUBJECT


def _is_deemed(before: str) -> bool:
    """ "Consider it approved": the person is told to take it for done."""
    return DEEMS.search(before) is not None and not NOT.search(before)


def _before(text: str) -> tuple[list[str], set[str]]:
    """The words before a participle: the subject with what leads up to it, and the verbs and adverbs beside it."""
    words, verbs = text.split(), set()
    while words and words[-1] in BE | BESIDE | MAY:
        verbs.add(words.pop())
    return words, verbs


def _dutch(clause: _Clause) -> Iterator[Claim]:
    words = clause.text.split()
    if NOT.search(clause.text) or set(words) & DUTCH_MAY or words[0] in NOBODYS:
        return
    for act, pattern in DUTCH_DONE.items():
        if match := re.search(rf"\b(?:{pattern})\b", clause.text):
            bare = len(words) == 1 and clause.open
            if bare or set(words) & DUTCH_BE or (clause.open and words[0] == match[0]):
                yield _claim(act, clause, match[0], "nl")
    for act, pattern in DUTCH_TOLD.items():
        if match := re.search(rf"\b(?:{pattern})", clause.text):
            yield _claim(act, clause, match[0], "nl")


def _permissions(text: str) -> Iterator[Claim]:
    """ "You may trade now": told to the person with no condition anywhere in the sentence."""
    if text.endswith("?") or re.search(rf"\b(?:{IF})\b", text):
        return
    for part in re.split(r"[,;:()—–]|\.\s", text):
        words = " ".join(re.findall(r"[\w'-]+", part))
        for language, pattern in (("en", PERMITS), ("nl", DUTCH_PERMITS)):
            match = re.search(pattern, words)
            if match and not NOT.search(words[: match.end()]) and "only" not in words.split():
                yield Claim("may_trade", "record", match[0], "en" if language == "en" else "nl")


def _claim(act: Act, clause: _Clause, words: str, language: Literal["en", "nl"] = "en") -> Claim:
    whose: Whose = "us" if clause.by_us else "record" if RECORDS.search(clause.text) else "other"
    bare = whose == "other" and len(clause.text.split()) <= len(words.split()) + 1
    return Claim(act, "record" if bare else whose, words, language)
