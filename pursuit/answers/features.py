"""What is counted of a statement that may answer, and of a question that nothing may answer. Pure.

`weights.json` has a weight for each of these by its name; what they are worth is learnt from the labelled sets.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pursuit.answers.fit import Fit, of_the_urgency
from pursuit.answers.kinds import PATTERNS, says
from pursuit.answers.meaning import QuestionMeaning
from pursuit.answers.periods import of_the_period
from pursuit.answers.statements import Statement
from pursuit.words import ASKING, EMPTY, WORD, concepts, meanings
from retrieval.search import Passage
from wording.stems import stem

# Forms of what a statement holds; each counts with the kind of answer that is asked for.
_FORMS = (
    "duration", "money", "age", "every", "limit", "role", "phone", "online", "channel", "address", "paper",
    "covers", "auth_says", "demands", "reason", "allows", "number", "lasts", "urgent", "not", "on_condition",
    "files", "settles", "code", "per", "own_cost",
)  # fmt: skip
# Letters that are compared at a time; so that words of one root are alike.
_GRAM = 4
# What a word of every policy counts beside one of the matter.
_EMPTY_COUNTS = 0.3
# So many passages of a search, and so much rarity or so many words, are 1.
_PLACES, _SCALE = 12, 4
# What a share is where a question has nothing to share.
_UNTOLD = 0.5

Features = dict[str, float]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A statement that may answer. `place` is that of its passage in the search, `title` what the passage stands under.

    `others`: of which reasons it is another thing that is asked, by their names; then it answers nothing.
    """

    passage: Passage
    statement: Statement
    title: str
    how: Fit
    place: int
    others: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Asked:
    """The words of a question with what they count, flat and by how few of the candidates have them."""

    terms: tuple[frozenset[str], ...]
    flat: tuple[float, ...]
    rarity: tuple[float, ...]
    grams: Counter[str]


def features(
    question: QuestionMeaning, text: str, subject: str, candidates: Sequence[Candidate]
) -> tuple[list[Features], Features]:
    """The features of each candidate, and those of the question's having no answer among them.

    `text` is the part as it was asked, `subject` the same without payer, plan and state.
    """
    zones = [_zones(candidate) for candidate in candidates]
    asked = _asked(subject, zones)
    best = max((candidate.passage.score for candidate in candidates), default=0.0) or 1.0
    described = [
        {
            **_fitting(question, text, candidate),
            **_said(question, asked, zone),
            **_looks(question, asked, candidate, zone),
            "place": candidate.place / _PLACES,
            "score": candidate.passage.score / best,
            "lexical": candidate.passage.lexical,
        }
        for candidate, zone in zip(candidates, zones, strict=True)
    ]
    return described, _nothing(question, asked, zones)


def _zones(candidate: Candidate) -> tuple[frozenset[str], ...]:
    """What a statement says; with what it stands under; and before it; with its title; with its whole passage."""
    statement = candidate.statement
    own = concepts(statement.self_text)
    under = own | concepts(statement.label)
    behind = under | concepts(statement.before)
    titled = behind | concepts(candidate.title)
    return own, under, behind, titled, titled | concepts(statement.block) | concepts(candidate.passage.text)


_ZONES = ("own", "under", "behind", "titled", "passage")


def _asked(subject: str, zones: Sequence[tuple[frozenset[str], ...]]) -> _Asked:
    words = {meanings(word): word for word in WORD.findall(subject) if word.lower().replace("’", "'") not in ASKING}
    holding = [sum(bool(means & zone[1]) for zone in zones) for means in words]
    return _Asked(
        tuple(words),
        tuple(_EMPTY_COUNTS if stem(word) in EMPTY else 1.0 for word in words.values()),
        tuple(math.log((len(zones) + 1) / (many + 0.5)) if many else 0.0 for many in holding),
        _grams(subject),
    )


def _fitting(question: QuestionMeaning, text: str, candidate: Candidate) -> Features:
    """What the rules say of a candidate."""
    how, statement = candidate.how, candidate.statement
    stands = f"{statement.label}\n{statement.self_text}"
    has_form = question.kind != "other" or question.asks_meaning
    return {
        "subject": how.subject,
        "own": how.own,
        "answers": float(how.answers),
        "subject answers": how.subject * how.answers,
        "own answers": how.own * how.answers,
        "says": float(says(question.kind, statement, question.noun)),
        "form answers": float(has_form and how.answers),
        "period": float(of_the_period(question.periods, stands, counts=False)),
        "urgency": float(of_the_urgency(text, stands)),
        **dict.fromkeys(candidate.others, 1.0),
    }


def _said(question: QuestionMeaning, asked: _Asked, zones: tuple[frozenset[str], ...]) -> Features:
    """Which share of the question stands where."""
    counted: Features = {}
    for name, zone in zip(_ZONES, zones, strict=True):
        there = [bool(means & zone) for means in asked.terms]
        counted[f"rare {name}"] = _share(asked.rarity, there)
        counted[f"words {name}"] = _share(asked.flat, there)
        if name in ("under", "titled"):
            missing = [rarity for rarity, held in zip(asked.rarity, there, strict=True) if not held]
            counted[f"missing {name}"] = len(missing) / _SCALE
            counted[f"rarest missing {name}"] = max(missing, default=0.0) / _SCALE
    terms = [term for term in question.terms if term.weight >= 1]
    for name, zone in zip(_ZONES, zones, strict=True):
        held_terms = [term.in_text(zone) for term in terms]
        if name in ("own", "under", "titled"):
            counted[f"subject {name}"] = sum(held_terms) / len(held_terms) if held_terms else _UNTOLD
        if name in ("under", "titled", "passage"):
            counted[f"least {name}"] = min(held_terms, default=_UNTOLD)
    return counted


def _share(weights: Sequence[float], there: Sequence[bool]) -> float:
    return sum(weight for weight, held in zip(weights, there, strict=True) if held) / (sum(weights) or 1.0)


def _looks(
    question: QuestionMeaning, asked: _Asked, candidate: Candidate, zones: tuple[frozenset[str], ...]
) -> Features:
    """How a statement is worded: letters like the question's, its length, the forms that it holds."""
    statement = candidate.statement
    stands = f"{statement.label}\n{statement.self_text}"
    own = [word for word in zones[0] if word[0].isalpha()]
    asked_of = sum(any(word in means for means in asked.terms) for word in own)
    denies = bool(PATTERNS["not"].search(statement.self_text))
    return {
        "letters own": _alike(asked.grams, _grams(statement.self_text)),
        "letters under": _alike(asked.grams, _grams(stands)),
        "letters titled": _alike(asked.grams, _grams(f"{candidate.title}\n{stands}")),
        "length": math.log(len(statement.self_text.split()) + 1) / _SCALE,
        "asked of": asked_of / len(own) if own else 0.0,
        "denies": float(denies),
        "both deny": float(denies and bool(PATTERNS["not"].search(question.text))),
        **{f"{question.kind}~{form}": 1.0 for form in _FORMS if PATTERNS[form].search(statement.self_text)},
    }


@lru_cache(8_192)
def _grams(text: str) -> Counter[str]:
    letters = f" {' '.join(re.findall(r'[a-z0-9]+', text.lower()))} "
    return Counter(letters[n : n + _GRAM] for n in range(len(letters) - _GRAM + 1))


def _alike(first: Mapping[str, int], second: Mapping[str, int]) -> float:
    """The cosine of two counts."""
    both = sum(count * second[name] for name, count in first.items() if name in second)
    lengths = sum(n * n for n in first.values()) * sum(n * n for n in second.values())
    return both / math.sqrt(lengths) if both else 0.0


def _nothing(question: QuestionMeaning, asked: _Asked, zones: Sequence[tuple[frozenset[str], ...]]) -> Features:
    """What speaks for there being no answer."""
    nowhere = [not any(means & zone[1] for zone in zones) for means in asked.terms]
    focus = [term for term in question.terms if term.focus]
    passages = frozenset().union(*(zone[4] for zone in zones))
    return {
        "always": 1.0,
        f"kind {question.kind}": 1.0,
        "asked words": len(asked.terms) / 10,
        "nowhere": sum(nowhere) / len(nowhere) if nowhere else 0.0,
        "focus nowhere": float(any(not term.in_text(passages) for term in focus)),
        "no focus": float(not focus),
    }
