"""How likely each candidate is the answer, by weights that were learnt from the labelled sets (`learn_judge`). Pure."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pursuit.answers.features import Candidate, Features

WEIGHTS = Path(__file__).with_name("weights.json")


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a candidate's features, and of those of there being no answer."""

    answer: Mapping[str, float]
    nothing: Mapping[str, float]


@cache
def weights() -> Weights:
    read = json.loads(WEIGHTS.read_text("utf-8"))
    return Weights(read["answer"], read["nothing"])


def score(of: Mapping[str, float], features: Features) -> float:
    return sum(of.get(name, 0.0) * value for name, value in features.items())


@dataclass(frozen=True, slots=True)
class Judging:
    """What was judged for a part: its text, the candidates, and the features of each and of there being no answer."""

    text: str
    candidates: Sequence[Candidate]
    described: Sequence[Features]
    nothing: Features


_noted: list[Judging] | None = None


@contextmanager
def noting() -> Iterator[list[Judging]]:
    """Inside, whatever is judged is noted, and nothing is an answer: so that every look-up is made."""
    global _noted
    _noted = []
    try:
        yield _noted
    finally:
        _noted = None


def chances(
    text: str, candidates: Sequence[Candidate], described: Sequence[Features], nothing: Features
) -> list[tuple[float, float]]:
    """How likely each candidate is the answer of its document, beside all else that it says and nothing; and its score.

    Documents do not compete: two that answer otherwise contradict each other, which is another matter.
    """
    if _noted is not None:
        _noted.append(Judging(text, candidates, described, nothing))
        return [(0.0, 0.0)] * len(candidates)
    learnt = weights()
    scores = [score(learnt.answer, features) for features in described]
    none = score(learnt.nothing, nothing)
    high = max([none, *scores])
    # The same words in two passages are one thing.
    said: dict[object, dict[str, float]] = {}
    for candidate, points in zip(candidates, scores, strict=True):
        of = said.setdefault(candidate.passage.document_id, {})
        text = candidate.statement.self_text
        of[text] = max(of.get(text, 0.0), math.exp(points - high))
    sums = {document: sum(of.values()) + math.exp(none - high) for document, of in said.items()}
    return [
        (math.exp(points - high) / sums[candidate.passage.document_id], points)
        for candidate, points in zip(candidates, scores, strict=True)
    ]
