"""The questions that people ask of an assistant and its answers: `help.md` of each, found by their words."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path

from dialogue.examples import read

_HEADING = re.compile(r"^##\s+(.+)$", re.MULTILINE)
_ALSO = re.compile(r"^also:\s*(.+)$", re.MULTILINE | re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_SENTENCE = re.compile(r"[^.?!,:;\n]+")
# "also: @later" takes all ways to ask it that stand under [later] in ways.txt.
_SHARED = Path(__file__).with_name("ways.txt")
# Below this share of the question's weight nothing was found; where a person surely asks for help less will do.
ENOUGH, LITTLE = 0.38, 0.28
# What two neighbours weigh beside one word.
_TOGETHER = 0.6


@dataclass(frozen=True, slots=True)
class Answer:
    """One entry: the question as its heading has it, other ways to ask it, and what is answered."""

    question: str
    also: tuple[str, ...]
    text: str

    @property
    def ways(self) -> tuple[str, ...]:
        """All ways to ask it."""
        return self.question, *self.also


@dataclass(frozen=True)
class Help:
    """The answers of one assistant. `language` is en or nl."""

    answers: tuple[Answer, ...]

    def find(self, question: str, least: float = ENOUGH) -> Answer | None:
        """The answer whose question, or another way to ask it, has the words asked; None where no one fits.

        Of several sentences the first that has an answer counts, where all of them together have none.
        """
        parts = [question, *(part for part in _SENTENCE.findall(question) if len(part.split()) > 1)]
        return next((answer for part in parts if (answer := self._found(part, least))), None)

    def _found(self, question: str, least: float) -> Answer | None:
        """By the cosine of the question and each way to ask, each piece weighed by how rare it is in this help."""
        likeness = [0.0] * len(self._ways)
        for piece, weight in self._weighed(question).items():
            for place, other in self._places.get(piece, ()):
                likeness[place] += weight * other
        best = max(range(len(likeness)), key=likeness.__getitem__, default=None)
        return self._ways[best][1] if best is not None and likeness[best] >= least else None

    @cached_property
    def _ways(self) -> list[tuple[str, Answer]]:
        return [(way, answer) for answer in self.answers for way in answer.ways]

    @cached_property
    def _places(self) -> dict[str, list[tuple[int, float]]]:
        """Of each piece the ways that hold it, by their number, with what it weighs in them."""
        places = defaultdict[str, list[tuple[int, float]]](list)
        for place, (way, _) in enumerate(self._ways):
            for piece, weight in self._weighed(way).items():
                places[piece].append((place, weight))
        return dict(places)

    @cached_property
    def _weights(self) -> dict[str, float]:
        return _rarity(self.answers)

    def _weighed(self, text: str) -> dict[str, float]:
        """The pieces of a text with their weights, of length 1; in order, for a sum of floats hangs on it."""
        weights = {
            piece: self._weights.get(piece, 0.0 if " " in piece else self._weights[""])
            for piece in sorted(pieces(text))
        }
        length = math.sqrt(sum(weight**2 for weight in weights.values())) or 1.0
        return {piece: weight / length for piece, weight in weights.items()}


@cache
def read_help(path: Path) -> Help:
    """The help of a Markdown file: `## question`, lines `also: another way to ask` or `also: @label`, then the answer.

    Raises:
        ValueError: a heading stands without an answer, or a label is unknown.
    """
    parts = _HEADING.split(path.read_text(encoding="utf-8"))[1:]
    answers = tuple(_answer(path, question, body) for question, body in zip(parts[::2], parts[1::2], strict=True))
    return Help(answers)


def _answer(path: Path, question: str, body: str) -> Answer:
    text = _ALSO.sub("", body).strip()
    if not text:
        raise ValueError(f"{path}: {question!r} has no answer.")
    ways = [each for way in _ALSO.findall(body) for each in _asked(path, way.strip())]
    return Answer(question.strip(), tuple(ways), text)


def _asked(path: Path, way: str) -> list[str]:
    """A way to ask something, or all that its label stands for."""
    if not way.startswith("@"):
        return [way]
    if way[1:] not in _shared_ways():
        raise ValueError(f"{path}: {way!r} is no label of {_SHARED.name}.")
    return _shared_ways()[way[1:]]


@cache
def _shared_ways() -> dict[str, list[str]]:
    ways: dict[str, list[str]] = {}
    for example in read(_SHARED.read_text(encoding="utf-8"), _SHARED.name):
        ways.setdefault(example.label, []).append(example.text)
    return ways


def pieces(text: str) -> set[str]:
    """The words of a text, their beginnings, so that "trades" is like "trading", and each two neighbours."""
    words = _WORD.findall(text.lower())
    return {*words, *(f"{word[:4]}~" for word in words), *map(" ".join, pairwise(("^", *words, "$")))}


def _rarity(answers: Sequence[Answer]) -> dict[str, float]:
    """What each piece weighs: the most where one answer alone is asked for with it, little where many are.

    Counted by answers, so that "what do you mean by" stays light however many ways of asking begin with it. The square
    was chosen by leaving each way out in turn and asking it of the others.
    """
    counted = Counter(piece for answer in answers for piece in set().union(*map(pieces, answer.ways)))
    total = len(answers)
    weights = {
        piece: math.log(1 + total / count) ** 2 * (_TOGETHER if " " in piece else 1) for piece, count in counted.items()
    }
    return {**weights, "": math.log(1 + total) ** 2}
