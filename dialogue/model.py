"""A linear model of word and character n-grams, learnt from the example files by a passive-aggressive perceptron."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import OSA

from dialogue.examples import Example, examples
from dialogue.places import FeaturePlaces

# One word, a number (all numbers are alike), or a mark.
_TOKEN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?|\d[\d.,]*|[^\w\s]")
# "Yesss", "nooo".
_DRAWN_OUT = re.compile(r"(\w)\1{2,}")
_GRAMS = (2, 3, 4)
# Words longer than this and clauses longer than that tell nothing more.
_WORD_CHARS, _CLAUSE_WORDS = 24, 40
_EPOCHS = 8
# Of so many words one at least is known, or nothing is told of them.
_ENOUGH_WORDS = 3
# So many of the most frequent words make the frame of a sentence; any other is an X in it.
_FRAME_WORDS = 250
# A word of so many letters may be another one with a slip; a shorter one is too like too many.
_LONG_ENOUGH = 5
# Of two words the one that stands in four times as many examples was meant.
_MORE_USUAL = math.log(4)
# So many words with slips are remembered.
_MOST_KEPT = 10_000
# The largest step of one correction.
_STEP = 0.3

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Model:
    """`weights[place]` has a weight for each of `labels`; `places` and `rarity` tell a feature's place and weight.

    `frame` are the frequent words of the examples, by which the frame of a sentence is told from its matter. `names`
    gives those of all features in the order of their places; they are not held.
    """

    labels: tuple[str, ...]
    frame: frozenset[str]
    names: Callable[[], Sequence[str]]
    places: FeaturePlaces
    rarity: Floats
    weights: Floats

    def tell(self, clause: str, screen: str = "") -> tuple[str, float]:
        """The label of a clause and its margin over the next one; ("unknown", 0.0) where no word of it is known."""
        scores = self._scores(clause, screen)
        if scores is None:
            return "unknown", 0.0
        second, best = np.argsort(scores)[-2:]
        return self.labels[best], float(scores[best] - scores[second])

    def scores(self, clause: str) -> dict[str, float]:
        """How surely a clause is told to be of each label; empty where no word of it is known."""
        scores = self._scores(clause, "")
        return {} if scores is None else dict(zip(self.labels, map(float, scores), strict=True))

    def _scores(self, clause: str, screen: str) -> Floats | None:
        """A score for each label; None where no word of the clause is known."""
        tokens = [self.without_slip(token) for token in _tokens(clause)]
        if len(tokens) >= _ENOUGH_WORDS and not any(map(self.knows, _words(tokens))):
            return None
        known = self.places.of(features(tokens, self.frame, screen))
        if not tokens or not len(known):
            return None
        place, value = _unit(known, self.rarity)
        return value @ self.weights[place]

    def knows_any(self, clause: str) -> bool:
        """Whether a clause has no word at all, or one at least, of two letters or more, that stands in the examples."""
        words = _words(map(self.without_slip, _tokens(clause)))
        return not words or any(map(self.knows, words))

    def knows(self, word: str) -> bool:
        """Whether a word, in small letters, stands in more than one example."""
        return f"1 {word}" in self.places

    def without_slip(self, word: str) -> str:
        """The known word of which this one differs by one slip of a finger: a letter too many, too few, another, or
        two in the wrong order; the word itself where it is known, is short, or may be two as usual as each other.
        """
        if not word.isalpha() or self.knows(word):
            return word
        if self.knows(drawn := _DRAWN_OUT.sub(r"\1", word)):
            return drawn
        return word if len(word) < _LONG_ENOUGH - 1 else self._mended(word)

    @cached_property
    def _mended(self) -> Callable[[str], str]:
        known = [name[2:] for name in self.names() if name.startswith("1 ") and len(name) > _LONG_ENOUGH]

        @lru_cache(_MOST_KEPT)
        def mended(word: str) -> str:
            near = process.extract(word, known, scorer=OSA.distance, score_cutoff=1, limit=3)
            alike = sorted((other for other, _, _ in near if _slipped(word, other)), key=self._rarity_of)
            surely = len(alike) == 1 or (alike and self._rarity_of(alike[1]) - self._rarity_of(alike[0]) >= _MORE_USUAL)
            return alike[0] if surely else word

        return mended

    def _rarity_of(self, word: str) -> float:
        return float(self.rarity[self.places[f"1 {word}"]])


def _words(tokens: Iterable[str]) -> list[str]:
    """The tokens that are words of two letters or more."""
    return [token for token in tokens if token.isalpha() and len(token) > 1]


def _slipped(word: str, other: str) -> bool:
    """Whether a word of four letters has two in the wrong order; a longer one may differ in any way."""
    return len(word) >= _LONG_ENOUGH or sorted(word) == sorted(other)


def features(tokens: Sequence[str], frame: frozenset[str], screen: str = "") -> set[str]:
    """What the model knows of a clause: its words and their neighbours, its frame, pieces of words, and the screen."""
    padded = ["^", *tokens, "$"]
    frames = [word if word in frame or word in ("^", "$") else "X" for word in padded]
    names = {f"1 {token}" for token in tokens}
    names.update(f"first {n} {token}" for n, token in enumerate(tokens[:3]))
    names.update(f"apart {first} {second}" for first, second in zip(tokens, tokens[2:], strict=False))
    for size, sequence in ((2, padded), (3, padded), (2, frames), (3, frames), (4, frames)):
        kind = "X" if sequence is frames else ""
        names.update(f"{kind}{size} {' '.join(sequence[n : n + size])}" for n in range(len(sequence) - size + 1))
    for token in tokens:
        framed = f"<{token}>"
        names.update(framed[n : n + size] for size in _GRAMS for n in range(len(framed) - size + 1))
    names.update((f"words {min(len(tokens), 12)}", f"asks {'?' in tokens}", f"screen {screen}"))
    return names


def learn(sentences: Sequence[Example] | None = None) -> Model:
    """The model of these examples; of the acts when none are given. The same examples give the same model."""
    sentences = examples() if sentences is None else sentences
    clauses = [_tokens(sentence.text) for sentence in sentences]
    frequent = Counter(token for tokens in clauses for token in set(tokens)).most_common(_FRAME_WORDS)
    frame = frozenset(token for token, _ in frequent)
    read = [features(tokens, frame, sentence.screen) for tokens, sentence in zip(clauses, sentences, strict=True)]
    counts = Counter(name for names in read for name in names)
    # What stands in one example only tells that example and no other.
    kept = sorted(name for name in counts if counts[name] > 1)
    places = FeaturePlaces(kept)
    rarity = np.array([math.log(1 + len(sentences) / counts[name]) for name in kept], dtype=np.float32)
    rows = [_unit(places.of(names), rarity) for names in read]
    labels = tuple(sorted({sentence.label for sentence in sentences}))
    targets = [labels.index(sentence.label) for sentence in sentences]
    return Model(labels, frame, lambda: kept, places, rarity, _averaged(rows, targets, (len(places), len(labels))))


def _tokens(clause: str) -> list[str]:
    """The words, numbers and marks of a clause, in small letters; every number is a #."""
    words = _TOKEN.findall(clause.lower())[:_CLAUSE_WORDS]
    return ["#" if word[0].isdigit() else word[:_WORD_CHARS] for word in words]


def _unit(place: NDArray[np.int64], rarity: Floats) -> tuple[NDArray[np.int64], Floats]:
    """The places of a clause's features with their values, as a vector of length 1."""
    value = rarity[place]
    return place, (value / np.linalg.norm(value)).astype(np.float32) if len(value) else value


def _averaged(rows: list[tuple[NDArray[np.int64], Floats]], targets: list[int], shape: tuple[int, int]) -> Floats:
    """Weights after `_EPOCHS` rounds through the rows, averaged over all steps. At least two labels are told apart."""
    weights, total, step = np.zeros(shape, np.float32), np.zeros(shape), 1
    if shape[1] < 2:
        return weights
    # The order of lessons, the same each time.
    shuffled = np.random.default_rng(1)
    # The same numbers in one row, where a place and a label are one index: half a million lessons are soon over.
    flat, flat_total = weights.reshape(-1), total.reshape(-1)
    for _ in range(_EPOCHS):
        for number in shuffled.permutation(len(rows)).tolist():
            place, value = rows[number]
            target = targets[number]
            scores = value @ weights.take(place, axis=0)
            own, scores[target] = scores[target], -np.inf
            rival = int(scores.argmax())
            if (loss := 1 - own + scores[rival]) > 0 and len(place):
                change = min(_STEP, loss / 2) * value
                right, wrong = place * shape[1] + target, place * shape[1] + rival
                flat[right] += change
                flat[wrong] -= change
                flat_total[right] += step * change
                flat_total[wrong] -= step * change
            step += 1
    return (weights - total / step).astype(np.float32)
