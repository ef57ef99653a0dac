"""Answers of a model that knows the labels of the sets: honest ones are shown, false ones never, reworded questions too."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pursuit.measured import evaluate

# Some 30 s each on a core of its own.
pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(400)]
SETS = sorted(path for path in (Path(__file__).parent / "cases").iterdir() if path.is_dir())
# Each set is held by one of the two models.
FOR_COMPETENT, FOR_LIAR = SETS[::2], SETS[1::2]


def sums_of(kind: str, sets: list[Path]) -> Counter[str]:
    """The figures of these sets, those that are shares weighed by what they are shares of."""
    sums = Counter[str]()
    for folder in sets:
        figures = evaluate(folder, f"persona:{kind}")
        sums.update({name: round(figures[name] * figures["n"]) for name in ("precision", "recall")})
        sums.update(n=int(figures["n"]), answers=int(figures["answers"]), taken=int(figures["taken"]))
        sums["refused"] += round(figures["refused"] * figures["answers"])
    return sums


def test_of_honest_answers_at_most_one_in_a_hundred_is_refused_and_reworded_questions_find_theirs() -> None:
    sums = sums_of("competent", FOR_COMPETENT)
    assert sums["answers"] >= 230
    assert sums["refused"] <= 0.01 * sums["answers"]
    assert sums["recall"] >= 0.90 * sums["n"]
    assert sums["precision"] >= 0.95 * sums["n"]


def test_no_false_answer_is_shown() -> None:
    sums = sums_of("liar", FOR_LIAR)
    assert sums["answers"] >= 250
    assert sums["taken"] == 0
