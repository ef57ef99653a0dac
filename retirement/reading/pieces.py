"""Cuts a sentence into pieces of one fact each: a cut is where two things are told, as the learnt model hears it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dialogue import learnt
from retirement.reading.measures import measures_in
from wording.phrases import groups
from wording.sentences import sentence_spans

_PATTERNS = groups(Path(__file__).parent / "patterns/pieces.txt")
_JOINT = re.compile(_PATTERNS["joint"], re.IGNORECASE)
_RUN_ON = re.compile(_PATTERNS["run_on"], re.IGNORECASE)
_GOES_ON = re.compile(rf"\b{_PATTERNS['goes_on']}$", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|both|from|either)\b[^,;]*$", re.IGNORECASE)
# The label of what states no fact of the person.
NONE = "none"
# Two pieces that are told with this margin, and are told differently, are two; one below it goes on with the other.
APART = 0.35
MUDDLED, MUDDLE = 0.08, 0.7
# What words are about is held against other words with this margin.
KNOWN_BY = 0.1
# Nothing is cut from more characters than these; so many tell enough.
MOST = 600
_AROUND = " .,;:!?\"'“”\n\t"


@dataclass(frozen=True, slots=True)
class Piece:
    """`text[start:end]` tells of `label` with this margin. `follows`: a further amount of what the one before tells."""

    start: int
    end: int
    label: str
    margin: float
    follows: bool = False


def tell(words: str) -> tuple[str, float]:
    """The kind of fact that words state, or NONE, and the margin over the next."""
    return learnt("retirement.reading").tell(words[:MOST].replace("’", "'"))


@lru_cache(maxsize=512)
def kinds_in(text: str) -> frozenset[str]:
    """The kinds of facts that a text surely tells of."""
    heard = [piece for low, high in sentence_spans(text, lines=True, talk=True) for piece in pieces(text, low, high)]
    return frozenset(piece.label for piece in heard if piece.margin >= KNOWN_BY and piece.label != NONE)


def pieces(text: str, low: int, high: int) -> Iterator[Piece]:
    """The pieces of the sentence `text[low:high]` in their order."""
    held: Piece | None = None
    for start, end in _atoms(text, low, high):
        piece = Piece(start, end, *tell(text[start:end]))
        if held is None:
            held = piece
        elif _adds(text, held, piece):
            yield held
            held = Piece(start, end, held.label, held.margin, follows=True)
        else:
            both = Piece(held.start, end, *tell(text[held.start : end]), held.follows)
            if _are_two(held, piece, both):
                yield held
                both = piece
            held = both
    if held is not None:
        yield held


def _are_two(held: Piece, piece: Piece, both: Piece) -> bool:
    """Whether two pieces tell of two things: each surely of its own, or together less surely than apart."""
    if held.label == piece.label:
        return False
    surely = min(held.margin, piece.margin)
    return surely >= APART or (surely >= MUDDLED and both.margin < MUDDLE * max(held.margin, piece.margin))


def _adds(text: str, held: Piece, piece: Piece) -> bool:
    """Whether a piece is another amount of the same thing: "two IRAs, 50k" and "120k"."""
    return (
        (held.label == piece.label or piece.margin < APART)
        and held.margin >= APART
        and len(text[piece.start : piece.end].split()) <= 6
        and any(measure.is_sum for measure in measures_in(text[held.start : held.end]))
        and any(measure.is_sum for measure in measures_in(text[piece.start : piece.end]))
    )


def _atoms(text: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    """The smallest pieces that a sentence could be cut into, without what stands around them."""
    last = low
    joints = sorted([*_JOINT.finditer(text, low, high), *_RUN_ON.finditer(text, low, high)], key=re.Match.start)
    for joint in joints:
        before = text[last : joint.start()]
        runs_on = joint.re is _RUN_ON and (_GOES_ON.search(before) or len(before.split()) < 3)
        if joint.start() < last or runs_on or (joint[0].strip() in ("and", "&") and _BETWEEN.search(before)):
            continue
        yield from _trimmed(text, last, joint.start())
        last = joint.end()
    yield from _trimmed(text, last, high)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start] in _AROUND:
        start += 1
    while end > start and text[end - 1] in _AROUND.replace("?", ""):
        end -= 1
    if text[start:end].count("(") > text[start:end].count(")") and text[end : end + 1] == ")":
        end += 1
    if any(character.isalnum() for character in text[start:end]):
        yield start, end
