"""Orders what the queries found. Pure functions: a score from 0 to 1, what it rests on, and ties by listing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

from pa_dealing.instruments.models import DERIVATIVE_TYPES
from pa_dealing.instruments.names import (
    bare_symbol,
    core_tokens,
    fold,
    name_keys,
    name_tokens,
    symbol_key,
    telling_tokens,
)
from pa_dealing.instruments.terms import Derivative, SearchTerm

MatchedOn = Literal["symbol", "isin", "alias", "name", "fuzzy"]

# Scores of exact matches. A whole symbol is the most precise thing a person can say; a symbol without its exchange
# may be any of several listings, and a name without "Group" another company of the family.
_ISIN, _SYMBOL, _ALIAS, _FULL_NAME, _NAME, _BARE_SYMBOL, _SHORT_NAME = 1.0, 1.0, 0.98, 0.97, 0.96, 0.95, 0.9
# "ING" and "ing.de" are written as symbols. "ing" may be a word, and then a known alias of that word is meant;
# "Family" is a name before it is a symbol.
_SYMBOL_AS_WORD, _SYMBOL_AS_NAME = 0.975, 0.94
# "Siemens" means the share and not one of the options on it, unless an option is asked for.
_ALIAS_OF_UNDERLYING = 0.85
# Each word that had to be taken off makes a match a little less literal; "etf" in "gold etf" says more than that.
_PER_STEP, _WITHOUT_TYPE = 0.002, 0.04
# What the sample names is what people mean among listings that match equally.
_WELL_KNOWN = 50
# Below this nothing is offered, and a match needs this share of the term's words, weighed by rarity.
_MINIMUM = 0.62
_MINIMUM_WORDS = 0.6
_KIND_MINIMUM = 0.75
_TOLD = 0.02
_ON_OTHERS = frozenset(("option", "warrant", "cfd"))
_MASTER_ROWS = 300_000
_MAX_SPELLINGS = 12
# A word that no name has weighs less than the rarest that is known: "siemens frankfurt" still finds Siemens.
_UNKNOWN_WEIGHT = 0.6


@dataclass(frozen=True, slots=True)
class Candidate:
    """One instrument as a query returned it."""

    id: int
    symbol: str
    name: str
    isin: str
    inst_type: str
    trade_currency: str
    exchange: str
    country: str
    aliases: list[str]
    multiplier: Decimal | None
    words: list[str]
    listing_rank: int


@dataclass(frozen=True, slots=True)
class Match:
    """An instrument that a term may mean. `score` is 0 to 1; `matched_on` says what was recognised."""

    id: int
    symbol: str
    name: str
    isin: str
    inst_type: str
    trade_currency: str
    exchange: str
    country: str
    multiplier: Decimal | None
    score: float
    matched_on: MatchedOn
    listing_rank: int

    @property
    def is_derivative(self) -> bool:
        return self.inst_type in DERIVATIVE_TYPES


@dataclass(frozen=True, slots=True)
class WordGroup:
    """One word of the term: its spellings in the vocabulary with their likeness (1 is exact), and how rare it is."""

    word: str
    spellings: dict[str, float]
    rows: int
    weight: float


def _match(candidate: Candidate, score: float, matched_on: MatchedOn) -> Match:
    c = candidate
    return Match(
        c.id, c.symbol, c.name, c.isin, c.inst_type, c.trade_currency, c.exchange, c.country, c.multiplier,
        round(min(score, 1.0), 4), matched_on, c.listing_rank - (_WELL_KNOWN if c.aliases else 0),
    )  # fmt: skip


def score_exact(candidates: Sequence[Candidate], term: SearchTerm, isin: str | None) -> list[Match]:
    """Each candidate with the best of its exact matches over the steps of the term."""
    steps = []
    for position, text in enumerate(term.steps):
        without_type = _WITHOUT_TYPE if len(text) < len(term.text) else 0.0
        steps.append(_Step(text, position * _PER_STEP + without_type, term.wants_derivative))
    matches = []
    for candidate in candidates:
        if isin and candidate.isin == isin:
            matches.append(_match(candidate, _ISIN, "isin"))
            continue
        keys = (symbol_key(candidate.symbol), bare_symbol(candidate.symbol), *name_keys(candidate.name))
        best = max((step.score(candidate, keys) for step in steps), default=(0.0, ""))
        if best[1]:
            matches.append(_match(candidate, best[0], best[1]))  # type: ignore[arg-type]
    return matches


class _Step:
    """One step of a term with its keys, compared with many candidates."""

    def __init__(self, text: str, penalty: float, wants: Derivative | None) -> None:
        self.typed = "".join(text.upper().split())
        self.symbol, self.bare = symbol_key(text), bare_symbol(text)
        self.full, self.core, self.short = name_keys(text)
        self.alias = " ".join(fold(text).split())
        self.penalty, self.wants = penalty, wants
        self.as_symbol = _SYMBOL_AS_WORD if text.isalpha() and text.islower() else _SYMBOL
        self.as_bare_symbol = _BARE_SYMBOL
        if len(text) > 1 and not (text.isupper() or text.islower()):
            self.as_symbol = self.as_bare_symbol = _SYMBOL_AS_NAME

    def score(self, candidate: Candidate, keys: tuple[str, str, str, str, str]) -> tuple[float, str]:
        symbol, bare, full, core, short = keys
        options = [(0.0, "")]
        if self.typed == candidate.symbol.upper():
            options.append((self.as_symbol, "symbol"))
        elif self.symbol and self.symbol in (symbol, bare):
            options.append((self.as_bare_symbol, "symbol"))
        elif self.bare and self.bare == bare:
            # The exchange that was said does not exist here ("SIE.XY"), so it is only a hint.
            options.append((_SHORT_NAME - 0.05, "symbol"))
        if self.alias in candidate.aliases:
            underlying = candidate.inst_type in _ON_OTHERS and self.wants != "option"
            options.append((_ALIAS_OF_UNDERLYING if underlying else _ALIAS, "alias"))
        if self.full and self.full == full:
            # A typed legal form tells two companies apart; without one the full name is no better than the core.
            options.append((_FULL_NAME if self.full != self.core else _NAME, "name"))
        if self.core and self.core == core:
            options.append((_NAME, "name"))
        elif self.short and self.short == short:
            options.append((_SHORT_NAME, "name"))
        score, matched_on = max(options)
        return (score - self.penalty if score else 0.0), matched_on


def spelling_groups(words: Sequence[str], near: Sequence[tuple[str, int]]) -> list[WordGroup]:
    """For each word of the term the words of the vocabulary that it may be, likeliest first."""
    frequencies = dict(near)
    groups = []
    for position, word in enumerate(words):
        is_last = position == len(words) - 1
        likeness = {known: _likeness(word, known, is_last) for known in frequencies}
        ranked = sorted((k for k in likeness if likeness[k]), key=lambda k: (-likeness[k], -frequencies[k]))
        spellings = {known: likeness[known] for known in ranked[:_MAX_SPELLINGS]}
        rows = sum(frequencies[known] for known in spellings)
        # The rarity of the word itself; that of its best correction where nobody has it.
        count = frequencies.get(word) or (frequencies[ranked[0]] if ranked else 0)
        weight = max(math.log(_MASTER_ROWS / (count + 2)), 0.5) * (0.4 if word.isdigit() else 1.0) if count else 0.0
        groups.append(WordGroup(word, spellings, rows, weight))
    unknown = _UNKNOWN_WEIGHT * max((group.weight for group in groups), default=0.0)
    return [group if group.rows else replace(group, weight=unknown) for group in groups]


def _likeness(word: str, known: str, is_last: bool) -> float:
    if word == known:
        return 1.0
    if len(word) >= 4 and not word.isdigit():
        limit = 2 if min(len(word), len(known)) >= 8 else 1
        distance = OSA.distance(word, known, score_cutoff=limit)
        if distance <= limit:
            same_start = 0.03 if word[0] == known[0] else 0.0
            return (0.9 if distance == 1 else 0.78) + same_start
    if is_last and len(word) >= 3 and known.startswith(word):
        return 0.7
    return 0.0


def score_words(candidates: Sequence[Candidate], groups: Sequence[WordGroup], text: str) -> list[Match]:
    """Candidates by the share of the term's words that they have and by how alike the whole names are."""
    total = sum(group.weight for group in groups)
    core, full = " ".join(core_tokens(text)), " ".join(name_tokens(text))
    matches = []
    for candidate in candidates:
        had = set(candidate.words)
        share = sum(_had(group, had, candidate) * group.weight for group in groups) / total
        if share < _MINIMUM_WORDS:
            continue
        name = " ".join(core_tokens(candidate.name))
        alike = fuzz.ratio(core, name) / 100
        start = 0.05 if name[:4] == core[:4] else 0.0
        # Names that differ only behind the legal form ("DL-,001") are told apart by the whole of them.
        whole = fuzz.ratio(full, " ".join(name_tokens(candidate.name))) / 100
        score = 0.55 * share + 0.36 * alike + 0.01 * whole + start
        if score >= _MINIMUM:
            matches.append(_match(candidate, score, "name" if share > 0.99 else "fuzzy"))
    return matches


def _had(group: WordGroup, had: set[str], candidate: Candidate) -> float:
    likeness = max((like for spelling, like in group.spellings.items() if spelling in had), default=0.0)
    # "gold etf": the type is as good as the word in the name.
    is_type = group.word.rstrip("s") == candidate.inst_type
    return max(likeness, 1.0 if is_type else 0.0)


def in_order(matches: Sequence[Match], term: SearchTerm) -> list[Match]:
    """Each instrument once with its best score: the wanted kind first, then the score, then the better listing."""
    best: dict[int, Match] = {}
    for match in matches:
        if match.id not in best or match.score > best[match.id].score:
            best[match.id] = match
    wants = term.wants_derivative
    words = {word.rstrip("s") for word in name_tokens(term.steps[0])}

    def kind(match: Match) -> tuple[int, int]:
        if not wants or match.score < _KIND_MINIMUM:
            return 2, 0
        # Among options the side, strike and expiry that were said ("jan 2027 200 calls") choose the series.
        series = len(words & {word.rstrip("s") for word in name_tokens(match.name)})
        if match.inst_type == wants:
            return 0, -series
        # An option on a future is next to the future; an option on a share is not next to a future on it.
        return (1, 0) if wants == "option" and match.is_derivative else (2, 0)

    telling = telling_tokens(term.steps[0])

    def score(match: Match) -> float:
        # The class, side, strike or month that was said tells instruments of one name apart.
        return round(match.score + _TOLD * len(telling & telling_tokens(f"{match.name} {match.symbol}")), 2)

    # Scores that differ by less than a hundredth say nothing; the better listing of two does.
    return sorted(best.values(), key=lambda m: (kind(m), -score(m), m.listing_rank, len(m.name), m.symbol))
