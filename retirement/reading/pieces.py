"""Cuts a sentence into pieces of one fact each: a cut is where two things are told, as the learnt model hears it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from dialogue import learnt
from retirement.reading.measures import NAMES, measures_in, without_names
from retirement.reading.passages import key_of
from wording.phrases import groups
from wording.sentences import sentence_spans

_PATTERNS = groups(Path(__file__).parent / "patterns/pieces.txt")
_JOINT = re.compile(_PATTERNS["joint"], re.IGNORECASE)
_RUN_ON = re.compile(_PATTERNS["run_on"], re.IGNORECASE)
# How sincerely something is told says nothing of what it is.
_OPENING = re.compile(_PATTERNS["opening"], re.IGNORECASE)
_VERB_WILL = re.compile(_PATTERNS["verb_will"], re.IGNORECASE)
_LATELY = re.compile(_PATTERNS["lately"], re.IGNORECASE)
_JOINED = re.compile(r"^\W*(?:and|also)\b,?\s+(?=\w+\s+\w)", re.IGNORECASE)
_GOES_ON = re.compile(r"\b" + _PATTERNS["goes_on"] + "$", re.IGNORECASE)
# "My pension is, I think, 900" is one fact.
_OPEN = re.compile(r"\b(?:is|are|was|'s)(?:, (?:i think|i guess|i believe|say|maybe|well))?$", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|both|either)\b[^,;]*$", re.IGNORECASE)
# "From Fidelity and Vanguard" is one; "my will is from 2011 and my daughter …" are two.
_FROM = re.compile(r"\bfrom \S+$", re.IGNORECASE)
# What begins so goes on about a thing that was just named: "it pays 180 dollars a day".
OF_IT = re.compile(r"(?:(?:and|but|so) )?(?:it|that|which|they|these|those)(?:'?s|'re|'ll|'d)?\b", re.IGNORECASE)
_OF_BOTH = re.compile(r"(?:both|all|each|neither|none)\b(?! (?:my|our|his|her|of my|of our)\b)", re.IGNORECASE)
# The label of what states no fact of the person.
NONE = "none"
_OF_A_WILL = ("will", "inheritance_wishes")
# What is told with this margin to be no fact is surely none.
PLAINLY = 0.5
# Two pieces that are told with this margin, and are told differently, are two; one below it goes on with the other.
APART = 0.35
# So is one that begins as a clause of its own, with this.
CLAUSE = 0.03
MUDDLED, MUDDLE = 0.08, 0.7
# What words are about is held against other words with this margin.
KNOWN_BY = 0.1
# A further amount is told in so few words.
MOST_OF_AMOUNT = 6
MOST_OF_AGE, _AGES = 4, frozenset(("age", "partner_age"))
LONGEST_WORD = 60
# Nothing is cut from more characters than these; so many tell enough.
MOST = 600
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD = re.compile(r"[a-z']+")
_OWN = re.compile(r"\b(?:i|i'm|im|we|we're)\b", re.IGNORECASE)
_BEGINS = re.compile(r"(?:(?:also|once|then|now) )?(?:i|we|my|our|he|she|it|the|there'?s?)\b", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|never|none)\b|n't\b", re.IGNORECASE)
_AROUND = " .,;:!?\"'“”\n\t"


@dataclass(frozen=True, slots=True)
class ToldPiece:
    """`text[start:end]` tells of `label` with this margin. `follows`: a further amount of what the one before tells.

    `sentence` is where the sentence around it begins and ends.
    """

    start: int
    end: int
    label: str
    margin: float
    sentence: tuple[int, int]
    follows: bool = False


def tell(words: str) -> tuple[str, float]:
    """The kind of fact that words state, or NONE, and the margin over the next."""
    scores = scores_of(words)
    if not scores or len(max(words.split(), key=len, default="")) > LONGEST_WORD:
        return NONE, 0.0
    label = max(scores, key=scores.__getitem__)
    return label, lead(words, label)


def lead(words: str, label: str, alike: Collection[str] = ()) -> float:
    """How much more surely words tell of this label than of the best other one that is not `alike`; negative for one
    that is told less surely.
    """
    scores = scores_of(words)
    others = [score for other, score in scores.items() if other != label and other not in alike]
    return scores[label] - max(others) if label in scores and others else -math.inf


def evidence(words: str, label: str, alike: Collection[str]) -> float:
    """How surely words tell of a label: by themselves, and more than of another that is not `alike`."""
    return lead(words, label, alike) + scores_of(words).get(label, 0.0) / 2


@lru_cache(maxsize=1024)
def scores_of(words: str) -> Mapping[str, float]:
    """How surely words tell of each label; empty where none of them is known."""
    model, plain = learnt("retirement.reading"), _OPENING.sub("", words[:MOST].replace("’", "'"))
    # What a sentence is joined to the one before by tells nothing.
    plain = _LATELY.sub("", _JOINED.sub("", plain))
    # "401k 220k": a name that holds a number is no word to the model.
    scores = model.scores(plain) or model.scores(NAMES.sub(r"\g<0> account", plain))
    if scores and (verbs := _VERB_WILL.sub(r"\g<who>", plain)) != plain:
        # "We will go to Tucson" is told of an heir or a testament no more surely than "we go to Tucson".
        lower = model.scores(verbs)
        scores |= {label: min(scores[label], lower.get(label, 0.0)) for label in _OF_A_WILL}
    return scores


def without_opening(text: str) -> str:
    """The text with what only opens it blank: "well, where do I start, I'm 61" asks nothing."""
    return _OPENING.sub(lambda match: " " * len(match[0]), text)


def pieces_of(text: str) -> list[ToldPiece]:
    """The pieces of all sentences of a text."""
    sentences = sentence_spans(text, lines=True, talk=True)
    return [piece for low, high in sentences for piece in pieces(text, low, high)]


def tells_nothing(text: str) -> bool:
    """Whether every sentence of a text is plainly no fact of anybody's plan, and holds no number."""
    heard = pieces_of(text[:MOST])
    return all(piece.label == NONE and piece.margin >= PLAINLY for piece in heard) and not measures_in(text[:MOST])


@lru_cache(maxsize=512)
def kinds_in(text: str) -> frozenset[str]:
    """The kinds of facts that a text tells of; none where it names nothing."""
    kinds = [piece for piece in pieces_of(text) if piece.margin >= KNOWN_BY and piece.label != NONE]
    return frozenset(piece.label for piece in kinds if not names_nothing(text[piece.start : piece.end]))


def pieces(text: str, low: int, high: int) -> Iterator[ToldPiece]:
    """The pieces of the sentence `text[low:high]` in their order."""
    held: ToldPiece | None = None
    for start, end in _atoms(text, low, high):
        piece = ToldPiece(start, end, *tell(text[start:end]), (low, high))
        if held is None:
            held = piece
        elif _adds(text, held, piece):
            yield held
            held = replace(piece, label=held.label, margin=held.margin, follows=True)
        else:
            both = ToldPiece(held.start, end, *tell(text[held.start : end]), (low, high), held.follows)
            if end - held.start > MOST or _are_two(text, held, piece, both):
                yield held
                both = piece
            held = both
    if held is not None:
        yield held


def names_nothing(words: str) -> bool:
    """Whether words hold only numbers, people and small words: "no", "about 900", "my daughter"."""
    return all(key.startswith("@") for key in _keys(words))


def _keys(words: str) -> list[str]:
    """What words name; a 401(k) is a name and no number."""
    return [key for key in map(key_of, _WORD.findall(without_names(words.lower()))) if key]


def _are_two(text: str, held: ToldPiece, piece: ToldPiece, both: ToldPiece) -> bool:
    """Whether two pieces tell two things: each surely by itself, or together less surely than apart."""
    words, before = text[piece.start : piece.end], text[held.start : held.end]
    surely, muddled = min(held.margin, piece.margin), both.margin < MUDDLE * max(held.margin, piece.margin)
    if _OF_BOTH.match(words) and names_nothing(before):
        # "My father and his father, both lived past 95."
        return False
    if OF_IT.match(words) and (held.label == NONE or (both.label == NONE and held.margin >= KNOWN_BY)):
        # What goes on of a thing does not make it nothing: "I claim at 67, that should be 2,780 a month".
        return True
    if (_is_age(held, before) and any(map(str.isalpha, words))) or (_is_age(piece, words) and held.label != NONE):
        return True
    if held.label == piece.label:
        return surely >= APART and (bool(_OWN.search(words)) or bool(_NO.search(words)) != bool(_NO.search(before)))
    if not _OWN.search(words) and not _keys(words):
        return False
    begins_clause = bool(_BEGINS.match(words)) and piece.label != NONE
    if begins_clause and held.label == both.label == NONE and held.margin >= APART:
        # "We sold the house and now we are renting" is not all a story.
        return True
    return surely >= (CLAUSE if begins_clause and held.label != NONE else APART) or (surely >= MUDDLED and muddled)


def _is_age(piece: ToldPiece, words: str) -> bool:
    """Whether a piece says how old somebody is, and nothing else: "I'm sixty", "64 years of age"."""
    return (
        piece.label in _AGES and len(words.split()) <= MOST_OF_AGE and any(m.kind == "age" for m in measures_in(words))
    )


def _adds(text: str, held: ToldPiece, piece: ToldPiece) -> bool:
    """Whether a piece is another amount of the same thing: "two IRAs, 50k" and "120k"."""
    before, words = text[held.start : held.end], text[piece.start : piece.end]
    named = held.label == piece.label or piece.margin < APART or names_nothing(words)
    named = named and not _OWN.search(words) and not _BEGINS.match(words)
    if not named or held.label == NONE or held.margin < KNOWN_BY or len(words.split()) > MOST_OF_AMOUNT:
        return False
    return all(
        any(measure.is_sum and not _YEAR.fullmatch(measure.number.text) for measure in measures_in(sums))
        for sums in (before, words)
    )


def _atoms(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The smallest pieces that a sentence could be cut into, without what stands around them."""
    last = low
    inside = [(low + measure.start, low + measure.end) for measure in measures_in(text[low:high])]
    joints = sorted([*_JOINT.finditer(text, low, high), *_RUN_ON.finditer(text, low, high)], key=re.Match.start)
    for joint in joints:
        before = text[last : joint.start()]
        runs_on = joint.re is _RUN_ON and (_GOES_ON.search(before) or len(before.split()) < 3)
        counted = any(start < joint.start() < end for start, end in inside)
        if (
            joint.start() < last
            or counted
            or runs_on
            or _OPEN.search(before[-40:])
            or (joint[0].strip() in ("and", "&") and _holds_together(before, text[joint.end() : high]))
        ):
            continue
        yield from _trimmed(text, last, joint.start())
        last = joint.end()
    yield from _trimmed(text, last, high)


def _holds_together(before: str, after: str) -> bool:
    """Whether an "and" between these words joins two names and no clauses."""
    return bool(_BETWEEN.search(before)) or (_FROM.search(before) is not None and not _BEGINS.match(after))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start] in _AROUND:
        start += 1
    while end > start and text[end - 1] in _AROUND.replace("?", ""):
        end -= 1
    if text[start:end].count("(") > text[start:end].count(")") and text[end : end + 1] == ")":
        end += 1
    if any(character.isalnum() for character in text[start:end]):
        yield start, end
