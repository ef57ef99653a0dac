"""Cuts a sentence about a trade into clauses: what is said of one thing in one breath. Pure functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from wording.amounts import lower, plain
from wording.directions import direction
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).parent / "phrases/clauses.txt")


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
        for match in _PHRASES["boundary"].finditer(source)
        if not (
            match.group().isspace()
            and _PHRASES["keeps_subject"].search(source, max(0, match.start() - 24), match.start() + 1)
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
    return bool(_PHRASES["anchor"].search(whole)) or direction(whole) is not None


def clause_before(text: str, clause: NumberClause) -> NumberClause | None:
    """The clause that a fragment goes on with: right before it, in the same sentence and not behind "but"."""
    source, cuts = source_of(text), _cuts(text)
    place = bisect_right(cuts, clause.start, key=lambda cut: cut[1]) - 1
    if place < 0 or cuts[place][0] == 0 or _PHRASES["new_thought"].search(source, *cuts[place]):
        return None
    start, end = cuts[place - 1][1] if place else 0, cuts[place][0]
    return NumberClause(start, end, source[max(start, end - 200) : end], "")
