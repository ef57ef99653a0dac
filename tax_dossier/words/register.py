"""The register of a law, as the back of a law book has one: what a question is about, and the sentence that answers it.

`registers/` has a file for each law that has one, named by the key of the law (citations.txt): places, and what people
call the matter. It only finds; what is quoted is what the law on file says, and a place that it does not have is none.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from tax_dossier.words.citations import law_key, part_of_law
from tax_dossier.words.spelling import nearest
from tax_dossier.words.subjects import (
    in_law_words,
    is_name_of_a_tax,
    likeness,
    taxes_asked,
    taxes_named,
    telling_words,
    words_of,
)

_FOLDER = Path(__file__).parent / "registers"
# Which share of what is asked, by weight, a place must have; and where the question does not name the tax.
_LEAST, _LEAST_UNNAMED = 0.17, 0.30
# What it must have at least, about one word that few places have; but for where it has all that is asked.
_LEAST_WEIGHT, _ALL = 3.0, 0.9
# What comes so near to the best may be meant, too.
_NEARLY, _MOST = 0.75, 6
# A word that this share of the places has tells none of them from another.
_COMMON = 0.3
# What a word of a place's own lines weighs when so many of its phrases have it, in one only, of a line for several
# places, of the law's sentence.
_OWN, _MANY, _ONCE, _SHARED, _QUOTED = 1.0, 4, 0.6, 0.8, 0.8
# What a word tells of that every other question has.
_LITTLE = 0.5
# The same word, in another form; the weight of a word that no place has.
_SAME, _UNKNOWN = 0.9, 4.0
# Words that are alike begin with as many letters alike, or a part of a compound has at least so many.
_HEAD, _TAIL = 2, 5
# A shorter word that no place has is another word, and no slip of the keyboard: "bronnen" are no "bonnen".
_LONG = 8
# What a whole phrase of a place adds when all of it is asked; a part of one, by this power of its share.
_PHRASE, _PART = 0.3, 3
# The file of what no law with a register holds; what it must have at least, and of what the best place has, where the
# question does not name the tax and where it does.
_ELSEWHERE, _LEAST_ELSEWHERE, _AS_MUCH, _MORE = "elsewhere", 0.25, 0.8, 1.1
# What is of no tax, as that file names it; and what such a field has at least of what a tax may be asked of, too.
_OF_NO_TAX, _CERTAINLY_ELSEWHERE = re.compile(r"law of|everyday"), 0.55
# Who, when and where tell of nothing, and one place from another.
_ASKING, _ASKED_WEIGHT = re.compile(r"\b(?:wie|wanneer|waar|who|when|where)\b"), 1.5


@dataclass(frozen=True, slots=True)
class LawPlace:
    """A sentence of a law: the key of the law, the article or table, words that stand in it, and how well it fits."""

    law: str
    article: str
    words: str
    fit: float = 0.0


@dataclass(frozen=True, slots=True)
class _Entry:
    """A place; how much each word weighs for it; and its phrases, word by word."""

    place: LawPlace
    weights: Mapping[str, float]
    phrases: Sequence[Sequence[str]]


@dataclass(slots=True)
class _RegisterFile:
    """A register as it is written: each place with its own lines and the line for several; words that mean the same."""

    places: list[tuple[LawPlace, str, str]] = field(default_factory=list)
    groups: list[frozenset[str]] = field(default_factory=list)


def stands_in(place: LawPlace, metadata: Mapping[str, Any]) -> bool:
    """Whether a place is of the article or table that these are the metadata of, as imported."""
    is_part = part_of_law(metadata) == place.article and not metadata.get("sample")
    return is_part and law_key(str(metadata.get("law") or "")) == place.law


@lru_cache(maxsize=512)
def places_asked(question: str) -> tuple[LawPlace, ...]:
    """The places that the registers have for a question, the best first; () when none has enough of what is asked."""
    taxes, ranked = _ranked(question)
    least = max(_LEAST if taxes else _LEAST_UNNAMED, _NEARLY * ranked[0].fit if ranked else 0.0)
    places = [place for place in ranked[:_MOST] if place.fit >= least]
    return () if is_elsewhere(question) else tuple(place for place in places if place.law != _ELSEWHERE)


@lru_cache(maxsize=512)
def is_elsewhere(question: str) -> bool:
    """Whether what no law with a register holds has about as much of what is asked as the best place of these laws."""
    taxes, ranked = _ranked(question)
    best = {place.law == _ELSEWHERE: place.fit for place in reversed(ranked)}
    share = _MORE if taxes else _AS_MUCH
    return best.get(True, 0.0) >= max(_LEAST_ELSEWHERE, share * best.get(False, 0.0))


@lru_cache(maxsize=512)
def is_of_no_tax(question: str) -> bool:
    """Whether a question that names no tax is of a field of law that has none; for certain, where the law's words for
    a matter of taxes stand in it."""
    best = next((place for place in _ranked(question)[1] if place.law == _ELSEWHERE), None)
    least = _CERTAINLY_ELSEWHERE if in_law_words(question) else 0.0
    of_none = best is not None and best.fit >= least and _OF_NO_TAX.match(best.article) is not None
    return of_none and is_elsewhere(question) and not taxes_asked(question)


def registered_laws() -> frozenset[str]:
    """The keys of the laws that have a register."""
    return frozenset(_laws())


@lru_cache(maxsize=512)
def _ranked(question: str) -> tuple[set[str], list[LawPlace]]:
    """The taxes that a question names, or alone have its matter; and the places, the best first."""
    taxes, of_law = taxes_asked(question), taxes_named(in_law_words(question))
    laws = [law for law in _laws() if law in (taxes or of_law or ({law} if register(law).may_hold(question) else ()))]
    return taxes, sorted(
        (place for law in laws for place in register(law).fitting(question)), key=lambda place: -place.fit
    )


@cache
def _laws() -> list[str]:
    return sorted(path.stem for path in _FOLDER.glob("*.txt") if path.stem != _ELSEWHERE)


@cache
def register(law: str) -> Register:
    """The register of a law, by its key."""
    return Register(_read(law), _read(_ELSEWHERE))


class Register:
    """The places of one law, and how well each fits a question."""

    def __init__(self, lines: _RegisterFile, elsewhere: _RegisterFile) -> None:
        places = [*lines.places, *elsewhere.places]
        words = [{word for text in texts for word in _words_of(text)} for _, *texts in places]
        held = Counter(word for some in words for word in some)
        self.common = {word for word, count in held.items() if count > _COMMON * len(words)}
        self.vocabulary = held.keys() - self.common
        self.groups = lines.groups
        self.meaning = {word: group for group in lines.groups for word in group}
        self.known = self.vocabulary.union(*lines.groups)
        self.by_head, self.by_tail = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
        for word in self.known:
            self.by_head[word[:_HEAD]].add(word)
            self.by_tail[word[-_TAIL:]].add(word)
        self.entries = [self._entry(*each) for each in places]
        self.holding = defaultdict[str, list[tuple[int, float]]](list)
        for number, entry in enumerate(self.entries):
            for word, weight in entry.weights.items():
                self.holding[word].append((number, weight))
        self._near: dict[str, Mapping[str, float]] = {}

    def _entry(self, place: LawPlace, own: str, shared: str) -> _Entry:
        weights = dict.fromkeys(self._telling(place.words), _QUOTED) | dict.fromkeys(self._telling(shared), _SHARED)
        phrases = list(filter(None, map(self._telling, own.split(","))))
        # What is told in one phrase and in another is the matter; the rest may only come to mind with it.
        among = (word for phrase in phrases for word in {same for word in phrase for same in self._same(word)})
        counts = Counter(among)
        for word in self._telling(own):
            share = min(1.0, (counts[word] - 1) / (_MANY - 1))
            weights[word] = max(weights.get(word, 0.0), _ONCE + (_OWN - _ONCE) * share)
        return _Entry(place, weights, phrases)

    def _same(self, word: str) -> frozenset[str]:
        """The words that mean the same as this one here, and itself."""
        return self.meaning.get(word, frozenset({word}))

    def _telling(self, text: str) -> list[str]:
        return [word for word in _words_of(text) if word not in self.common]

    def fitting(self, question: str) -> Iterator[LawPlace]:
        """The places that have something of what is asked, each with the share of it that it has."""
        near = {word: self._alike(word) for word in dict.fromkeys(_words_of(question[:2000]))}
        weights = {word: self._rarity(word, alike) for word, alike in near.items()}
        asked_by, total = _asked_by(near), sum(weights.values()) * (1 + _PHRASE)
        for number, shares in self._shares(near).items():
            entry = self.entries[number]
            weight = sum(weights[word] * share for word, share in shares.items())
            weight_told = sum(weights[word] * share for word, share in shares.items() if not _ASKING.fullmatch(word))
            fit = (weight + _PHRASE * _said_together(entry, asked_by, weights)) / total if weight_told else 0.0
            if weight_told >= _LEAST_WEIGHT or fit >= _ALL:
                yield replace(entry.place, fit=fit)

    def _shares(self, near: Mapping[str, Mapping[str, float]]) -> dict[int, dict[str, float]]:
        """Of each entry that has something of what is asked, by its number: how much it has of each word asked."""
        shares = defaultdict[int, dict[str, float]](dict)
        for asked, alike in near.items():
            for word, like in alike.items():
                for number, weight in self.holding.get(word, ()):
                    shares[number][asked] = max(like * weight, shares[number].get(asked, 0.0))
        return dict(sorted(shares.items()))

    def may_hold(self, question: str) -> bool:
        """Whether a question that names no tax names no scheme either that this law does not have."""
        return all(self._alike(word) for word in words_of(question[:2000]) if is_name_of_a_tax(word))

    def _alike(self, asked: str) -> Mapping[str, float]:
        """The words of the register that are like one that is asked, and how like."""
        if asked not in self._near:
            if len(self._near) > 4096:
                self._near.clear()
            self._near[asked] = self._words_like(asked)
        return self._near[asked]

    def _words_like(self, asked: str) -> Mapping[str, float]:
        if is_name_of_a_tax(asked):
            # "hondenbelasting" is like itself alone.
            return {asked: 1.0} if asked in self.vocabulary else {}
        alike = {word: like for word in self._candidates(asked) if (like := likeness(asked, word))}
        if not alike and len(asked) >= _LONG and (meant := nearest(asked, self.known)):
            alike = {meant: _SAME}
        same = {word for word, like in alike.items() if like >= _SAME}
        grouped = {word: _SAME for group in self.groups if group & same for word in group}
        return {word: like for word, like in (grouped | alike).items() if word in self.vocabulary}

    def _candidates(self, asked: str) -> set[str]:
        """The words that may be like one that is asked: they begin as it does, or one of the two ends the other."""
        tails = {asked[start:] for start in range(1, len(asked) - _TAIL + 1)}
        return self.by_head[asked[:_HEAD]] | self.by_tail[asked[-_TAIL:]] | (tails & self.known)

    def _rarity(self, asked: str, alike: Mapping[str, float]) -> float:
        """What a word that is asked weighs: the more, the fewer places have it; nothing where most of them have it."""
        if _ASKING.fullmatch(asked):
            return _ASKED_WEIGHT
        same = {word for word, like in alike.items() if like >= _SAME}
        count = len({number for word in same for number, _ in self.holding.get(word, ())})
        rarity = math.log((len(self.entries) + 1) / (count + 0.5)) if count else _UNKNOWN
        # "hoeveel" and "jaar" are of every other question.
        return 0.0 if asked in self.common else rarity if telling_words(asked) else rarity * _LITTLE


def _words_of(text: str) -> list[str]:
    """The telling words of a text, and the words that ask."""
    return [*_ASKING.findall(text.lower()), *words_of(text)]


def _said_together(entry: _Entry, asked_by: Mapping[str, set[str]], weights: Mapping[str, float]) -> float:
    """The weight of what is asked in the words of the weightiest phrase, less where not all of it is asked."""
    weightiest = 0.0
    for phrase in entry.phrases:
        of_each = [asked_by[part] for part in phrase if part in asked_by]
        if of_each:
            weight = sum(weights[word] for word in set().union(*of_each))
            weightiest = max(weightiest, weight * (len(of_each) / len(phrase)) ** _PART)
    return weightiest


def _asked_by(near: Mapping[str, Mapping[str, float]]) -> dict[str, set[str]]:
    """Of each word of the register that is asked: the words that ask it."""
    asked_by = defaultdict[str, set[str]](set)
    for word, alike in near.items():
        for part, like in alike.items():
            if like >= _SAME:
                asked_by[part].add(word)
    return dict(asked_by)


def _read(law: str) -> _RegisterFile:
    """A register's file: "=" begins words that mean the same, "+" a line for several places; the rest is of one."""
    lines, shared = _RegisterFile(), ""
    for line in (_FOLDER / f"{law}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("="):
            lines.groups.append(frozenset(words_of(line)))
        elif line.startswith("+"):
            shared = line[1:]
        elif line.startswith(" "):
            place, own, several = lines.places[-1]
            lines.places[-1] = (place, f"{own}, {line.strip()}", several)
        elif line.strip() and not line.startswith("#"):
            article, _, words = line.partition(":")
            lines.places.append((LawPlace(law, article.strip().lower(), " ".join(words.split())), "", shared))
    return lines
