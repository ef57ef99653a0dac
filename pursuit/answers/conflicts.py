"""Do two passages on one matter contradict each other? By yes and no, and by their figures. Pure."""

from __future__ import annotations

import re
from pathlib import Path

from pursuit.answers.weights import WEIGHTS
from pursuit.words import terms_of
from wording.phrases import patterns
from wording.stems import stem

_PATTERNS = patterns(Path(__file__).parent / "phrases/conflicts_patterns.txt", re.I)

# A list of a page says too many things to be denied by one word.
_MOST_WORDS = 70
_NOT = _PATTERNS["not"]
_FIGURE = _PATTERNS["figure"]


def disagree(sentence: str, other: str) -> bool:
    """Whether two quotes on the same matter cannot both hold: one denies what the other says, or figures differ."""
    if max(len(sentence.split()), len(other.split())) > _MOST_WORDS:
        return False
    mine, yours = _stems_of(sentence), _stems_of(other)
    if not mine or not yours or len(mine & yours) / min(len(mine), len(yours)) < WEIGHTS.same_matter:
        return False
    if bool(_NOT.search(sentence)) != bool(_NOT.search(other)):
        return True
    here, there = figures(sentence), figures(other)
    return any(here[unit] != there[unit] for unit in here.keys() & there.keys())


def figures(text: str) -> dict[str, frozenset[str]]:
    """{unit: numbers} of a text, as in {"day": {"30"}, "$": {"500"}}; numbers without a unit are not figures."""
    counted: dict[str, set[str]] = {}
    for match in _FIGURE.finditer(text):
        unit = (
            "$" if match["money"] or (match["unit"] or "").lower().startswith("dollar") else _unit(match["unit"] or "")
        )
        if unit:
            counted.setdefault(unit, set()).add(match["number"].replace(",", ""))
    return {unit: frozenset(numbers) for unit, numbers in counted.items()}


def _unit(written: str) -> str:
    word = written.lower().split()[-1] if written else ""
    return "%" if word in ("%", "percent") else word.rstrip("s")


def _stems_of(text: str) -> set[str]:
    return {stem(term) for term in terms_of(text) if not term[0].isdigit()}
