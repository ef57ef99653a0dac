"""Learns what the features of a statement are worth, from the labelled sets: which of all candidates holds the quote.

The weights make the answer of each look-up likelier than all other candidates and than there being none; where none of
them holds the quote, that there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pursuit.answers import Judging, cite, noting
from pursuit.measured.answers import PartJudgement, judgements

# What stands in fewer candidates tells those alone; how strongly weights are held small; the steps of learning.
_LEAST, _HELD_SMALL, _STEPS, _STEP = 5, 20.0, 600, 0.05

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A look-up, and which of its candidates are the answer."""

    judging: Judging
    right: tuple[bool, ...]


def lessons(folder: Path) -> Iterator[Lesson]:
    """The look-ups of a labelled set, of its parts that do not wait for a payer or a state."""
    question, first, last = "", 0, 0
    with noting() as noted:
        for judged in judgements(folder):
            if judged.question != question:
                question, first = judged.question, last
            last = len(noted)
            if judged.label["status"] != "asked":
                yield from (
                    Lesson(judging, tuple(_is_right(judged, judging, n) for n in range(len(judging.candidates))))
                    for judging in noted[first:last]
                    if judging.text == judged.part and judging.candidates
                )


def _is_right(judged: PartJudgement, judging: Judging, place: int) -> bool:
    """Whether the quote of a candidate is the one wanted."""
    if judged.label["status"] != "answered":
        return False
    candidate = judging.candidates[place]
    passage = candidate.passage
    cited = cite(passage, candidate.statement, leans=candidate.how.leans)
    source = f"{passage.title} {passage.heading} {passage.source}"
    return judged.holds("quote", [str(cited["quote"])]) and judged.holds("source", [source])


def learn(taught: Sequence[Lesson]) -> dict[str, dict[str, float]]:
    """The weights of `weights.json`, learnt from these lessons."""
    names = _names([features for lesson in taught for features in lesson.judging.described])
    nothings = _names([lesson.judging.nothing for lesson in taught])
    x = np.vstack([_rows(lesson.judging.described, names) for lesson in taught])
    z = _rows([lesson.judging.nothing for lesson in taught], nothings)
    counts = np.array([len(lesson.right) for lesson in taught])
    right = np.concatenate([np.array(lesson.right) for lesson in taught])
    answer, nothing = _learnt(x, z, counts, right)
    return {"answer": _named(names, answer), "nothing": _named(nothings, nothing)}


def _names(described: Sequence[Mapping[str, float]]) -> dict[str, int]:
    counts = Counter(name for features in described for name, value in features.items() if value)
    return {name: place for place, name in enumerate(sorted(name for name in counts if counts[name] >= _LEAST))}


def _rows(described: Sequence[Mapping[str, float]], names: Mapping[str, int]) -> Floats:
    rows = np.zeros((len(described), len(names)), np.float32)
    for row, features in zip(rows, described, strict=True):
        for name, value in features.items():
            if name in names:
                row[names[name]] = value
    return rows


def _named(names: Mapping[str, int], weights: Floats) -> dict[str, float]:
    return {name: round(float(weights[place]), 3) for name, place in names.items()}


def _learnt(x: Floats, z: Floats, counts: NDArray[np.int64], right: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Weights of the candidates `x` and of nothing `z`, by steps down the slope (Adam), each smaller than the last."""
    starts, of = np.r_[0, np.cumsum(counts)[:-1]], np.repeat(np.arange(len(counts)), counts)
    has = np.logical_or.reduceat(right, starts)
    weights = np.zeros(x.shape[1] + z.shape[1], np.float32)
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, _STEPS + 1):
        scores, none = x @ weights[: x.shape[1]], z @ weights[x.shape[1] :]
        high = np.maximum(np.maximum.reduceat(scores, starts), none)
        likely, unlikely = np.exp(scores - high[of]), np.exp(none - high)
        whole = np.add.reduceat(likely, starts) + unlikely
        likely, unlikely = likely / whole[of], unlikely / whole
        hit = np.add.reduceat(likely * right, starts)
        wanted = np.where(right, likely / np.maximum(hit, 1e-9)[of], 0.0)
        slope = np.r_[x.T @ (likely - wanted), z.T @ (unlikely - ~has)] + _HELD_SMALL * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        rate = _STEP * (1 - step / (_STEPS + 1))
        weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights[: x.shape[1]].astype(np.float32), weights[x.shape[1] :].astype(np.float32)
