"""Cuts a sentence about a trade into clauses: what is said of one thing in one breath. Pure functions."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache

from wording.amounts import lower, plain
from wording.directions import direction

# Where a clause ends: marks, and words that begin another thought. A comma or point inside a number is none.
_BOUNDARY = re.compile(
    r"[.!?](?=\s|$)|[;\n()]|,(?!\d)|:(?=\s+(?![a-z]{3}\s?\d|about|around|roughly)[a-z])|\s[-–—]+\s|"
    # In "all but 30" the word is no boundary.
    r"\b(?:(?<!all )(?<!everything )(?<!any )but|so|then|because|while|although|though|whereas|however|"
    r"maar|dus|omdat)\s|"
    r"\b(?:and|en)\s+(?=(?:not|i|i'm|i'd|i'll|we|he|she|they|my|you|it|now|would|want|wants|wish|please|buy|sell|"
    r"buying|selling|need|let|the|this|that|only|just|is|are|has|have|wil|ik)\b)|"
    r"(?<=\w)\s(?=(?:i|we)(?:'d|'m|'ll| would| want| wish| need| plan| intend| am| will)\b)"
)
# What must not be cut from the word before: "can I", "shares that I".
_KEEPS_SUBJECT = re.compile(
    r"\b(?:can|could|may|might|should|shall|will|would|if|when|once|do|did|what|which|that|says?|said|as|than|told|"
    r"think|thinks|until|no way|(?:last|next) \w+|yesterday|ago|previously|back then|in (?:19|20)\d\d|wife and|"
    r"partner and|husband and)\s*$"
)
# Words with which a clause has a wish, a verb or a subject of its own; without any it goes on with the one before.
_ANCHOR = re.compile(
    r"\b(?:i|i'm|i'd|i'll|i've|we|we'd|we're|let's|let me|please|pls|want|would|need|make (?:it|that)|change|"
    r"it's|its|"
    r"it|that's|this|quantity|qty|size|value|total|amount|order|now|today|more|extra|another|additional|only|just|"
    r"he|she|they|you|my|the|ik|wil|graag|meant|mean|sorry|actually|correction|rather|instead)\b"
)
_NEW_THOUGHT = re.compile(r"[.!?;\n]|\b(?:but|maar|however|so|dus)\b")


@dataclass(frozen=True, slots=True)
class NumberClause:
    """A clause of a text and the words of it before and behind a number."""

    start: int
    end: int
    before: str
    after: str


@lru_cache(maxsize=64)
def source_of(text: str) -> str:
    return lower(plain(text))


@lru_cache(maxsize=64)
def _cuts(text: str) -> tuple[tuple[int, int], ...]:
    """(end of a clause, start of the next) for each boundary of the text."""
    source = source_of(text)
    return tuple(
        match.span()
        for match in _BOUNDARY.finditer(source)
        if not (
            match.group().isspace() and _KEEPS_SUBJECT.search(source, max(0, match.start() - 24), match.start() + 1)
        )
    )


def clause_at(text: str, start: int, end: int) -> NumberClause:
    """The clause around `text[start:end]`; a boundary inside the span is none."""
    cuts = _cuts(text)
    place = bisect_right(cuts, start, key=lambda cut: cut[1])
    first = cuts[place - 1][1] if place else 0
    place = bisect_left(cuts, end, key=lambda cut: cut[0])
    last = cuts[place][0] if place < len(cuts) else len(text)
    source = source_of(text)
    return NumberClause(first, last, source[max(first, start - 200) : start], source[end : min(last, end + 120)])


def stands_for_itself(clause: NumberClause) -> bool:
    whole = f"{clause.before} {clause.after}"
    return bool(_ANCHOR.search(whole)) or direction(whole) is not None


def clause_before(text: str, clause: NumberClause) -> NumberClause | None:
    """The clause that a fragment goes on with: right before it, in the same sentence and not behind "but"."""
    source, cuts = source_of(text), _cuts(text)
    place = bisect_right(cuts, clause.start, key=lambda cut: cut[1]) - 1
    if place < 0 or cuts[place][0] == 0 or _NEW_THOUGHT.search(source, *cuts[place]):
        return None
    start, end = cuts[place - 1][1] if place else 0, cuts[place][0]
    return NumberClause(start, end, source[max(start, end - 200) : end], "")
