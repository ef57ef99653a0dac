"""The questions that people ask of an assistant and its answers: `help.md` of each, found by their words."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

_HEADING = re.compile(r"^##\s+(.+)$", re.MULTILINE)
_ALSO = re.compile(r"^also:\s*(.+)$", re.MULTILINE | re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"[^.?!,:;\n]+")
# Below this share of the question's weight nothing was found.
ENOUGH = 0.45


@dataclass(frozen=True, slots=True)
class Answer:
    """One entry: the question as its heading has it, other ways to ask it, and what is answered."""

    question: str
    also: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Help:
    """The answers of one assistant. `language` is en or nl."""

    answers: tuple[Answer, ...]
    _weights: dict[str, float] = field(default_factory=dict)

    def find(self, question: str) -> Answer | None:
        """The answer whose question, or another way to ask it, has the words asked; None where no one fits.

        Of several sentences the first that has an answer counts, where all of them together have none.
        """
        parts = [question, *(part for part in _SENTENCE.findall(question) if len(part.split()) > 1)]
        return next((answer for part in parts if (answer := self._found(part))), None)

    def _found(self, question: str) -> Answer | None:
        asked = pieces(question)
        scored = [
            (self._likeness(asked, pieces(way)), answer)
            for answer in self.answers
            for way in (answer.question, *answer.also)
        ]
        likeness, answer = max(scored, key=lambda pair: pair[0], default=(0.0, None))
        return answer if likeness >= ENOUGH else None

    def _likeness(self, asked: Counter[str], way: Counter[str]) -> float:
        """The cosine of the two, each piece weighed by how rare it is in this help. 0 to 1."""
        shared = sum(self._weight(piece) ** 2 for piece in asked.keys() & way.keys())
        return shared / (self._norm(asked) * self._norm(way)) if shared else 0.0

    def _norm(self, counted: Counter[str]) -> float:
        return math.sqrt(sum(self._weight(piece) ** 2 for piece in counted))

    def _weight(self, piece: str) -> float:
        return self._weights.get(piece, self._weights.get("", 1.0))


@cache
def read_help(path: Path) -> Help:
    """The help of a Markdown file: `## question`, lines `also: another way to ask`, then the answer.

    Raises:
        ValueError: a heading stands without an answer.
    """
    parts = _HEADING.split(path.read_text(encoding="utf-8"))[1:]
    answers = tuple(_answer(path, question, body) for question, body in zip(parts[::2], parts[1::2], strict=True))
    return Help(answers, _rarity(way for answer in answers for way in (answer.question, *answer.also)))


def _answer(path: Path, question: str, body: str) -> Answer:
    text = _ALSO.sub("", body).strip()
    if not text:
        raise ValueError(f"{path}: {question!r} has no answer.")
    return Answer(question.strip(), tuple(way.strip() for way in _ALSO.findall(body)), text)


def pieces(text: str) -> Counter[str]:
    """The words of a text and their beginnings, so that "trades" is like "trading"."""
    counted: Counter[str] = Counter()
    for word in _WORD.findall(text.lower()):
        counted[word] += 1
        counted[f"{word[:4]}~"] += 1
    return counted


def _rarity(ways: Iterable[str]) -> dict[str, float]:
    counted: Counter[str] = Counter()
    total = 0
    for way in ways:
        counted.update(pieces(way).keys())
        total += 1
    weights = {piece: math.log(1 + total / count) for piece, count in counted.items()}
    return {**weights, "": math.log(1 + total)}
