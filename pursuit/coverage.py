"""How much of a question a statement answers: its subject, by the words of the trade, and the kind of answer asked for.

The subject may stand in the statement, in what it hangs on, or in the title; the answer stands in the statement. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pursuit.aspects import Aspect, aspects_of
from pursuit.queries import ASKING
from pursuit.statements import Statement
from pursuit.subjects import subject_of
from pursuit.vocabulary import WORD, concepts, initials, meanings, phrases, stem

# What a term counts that stands in the statement, in its label, in the sentences before it, in the title, in the rest
# of the passage.
_SELF, _LABEL, _BEFORE, _TITLE, _REST = 1.0, 0.95, 0.85, 0.85, 0.35
_WEAK, _FIGURE, _NAME = 0.25, 0.5, 1.5
# A term is held at all, and the subject's own nouns must be.
_HELD = 0.6
# Words of every policy, and verbs of every question: they say neither what it is about nor what is asked.
_EMPTY = frozenset(
    stem(word)
    for word in """member patient person people someone somebody anyone plan policy payer insurance insurer health service
    state apply applies allow allowed available current currently new use using used user get gets getting give gives take
    takes taken see provider exactly work works happen happens rule rules needed required requirement type claim year month
    week day hour minute time times mother father mom dad son wife husband client enrollee beneficiary subscriber recipient
    insured case call able eligible company carrier place kind sort amount number going go make makes long many much often
    soon early still already ever once first before after during until within per each every only more less than additional
    another other same different total full let lets put keep offer offers accept accepts consider considered ok okay
    office medical care per request requests requested requesting ask asked asking good safe possible able come comes
    calendar business cost-sharing qualify process procedure step steps qualifies start really actually currently
    """.split()  # noqa: SIM905
)
# Words that a kind of question is made of, by stem: they are no part of its subject.
_ASPECT_WORDS = {
    "count": "many number allowed allow",
    "age": "age old young limit maximum minimum birthday up",
    "own money": "much cost pay owe share charge copay coinsurance cost-sharing percent percentage own out pocket",
    "money": "much money rate price fee cost amount pay paid get gets per",
    "often": "often frequently times frequency",
    "lead": "early advance ahead notice call beforehand far soon lead book schedule",
    "duration": "long soon early quick quickly fast recent recently late far advance ahead deadline time window turnaround "
    "due frame timeframe limit period back old give get take",
    "person": "who kind type",
    "fax": "fax number",
    "phone": "phone number telephone call",
    "address": "address mailing mail website",
    "send": "where send submit",
    "papers": "paperwork document documentation form record attach include send submit attached sent go goes with come "
    "accompany enclose need proof evidence information",
    "measure": "high low",
    "limited": "limit limits limited cap capped maximum max restrict restricted restriction limitation",
    "criteria": "criteria criterion requirement condition qualify eligible eligibility required medically necessary meet",
    "process": "process steps do",
    "authorization": "required require need first advance ahead beforehand before permission approval approve prior",
    "referral": "referral refer required need without first",
    "coverage": "cover coverage benefit pay paid include included medically necessary necessity billable reimburse",
}  # fmt: skip
_ALWAYS = "cover coverage covered benefit pay paid allow allowed include included required require need"
_ASKS_OF = {kind: frozenset(stem(word) for word in f"{words} {_ALWAYS}".split()) for kind, words in _ASPECT_WORDS.items()}
_CONCEPT_OF = {"authorization": "#prior authorization", "referral": "#referral", "own money": "#copay", "papers": "#paperwork"}


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase of the question's subject. `focus` marks those of the thing that it is about."""

    text: str
    means: frozenset[str]
    weight: float
    pieces: tuple[frozenset[str], ...] = ()
    focus: bool = False

    def in_text(self, said: frozenset[str]) -> float:
        """1 where the text says it, the share of its pieces where it says some of them."""
        if self.means & said:
            return 1.0
        return sum(bool(piece & said) for piece in self.pieces) / len(self.pieces) * 0.9 if self.pieces else 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """A question as statements are held against it."""

    text: str
    terms: tuple[Term, ...]
    aspects: tuple[Aspect, ...]

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(one.name for one in self.aspects)


@dataclass(frozen=True, slots=True)
class Fit:
    """How a statement fits: `subject` 0 to 1, `answers` whether it holds every kind of answer asked for.

    `own` is the part of the subject that the statement itself says, `leans` whether it needs the sentences before it.
    """

    subject: float
    answers: bool
    own: float
    leans: bool


@lru_cache(512)
def read_question(text: str) -> Question:
    """What a question is about and what it wants. `text` is without payer, plan and state."""
    aspects = aspects_of(" ".join(text.split()))
    kinds = {one.name for one in aspects}
    asked = frozenset().union(*(_ASKS_OF.get(kind, frozenset()) for kind in kinds)) if kinds else frozenset()
    gone = {_CONCEPT_OF[kind] for kind in kinds if kind in _CONCEPT_OF}
    about = subject_of(text)
    terms = tuple(_terms(text, about, asked, gone))
    if not any(term.weight >= 1 for term in terms):
        # "How much notice is needed": nothing but small words, which then count.
        terms = tuple(Term(term.text, term.means, 1.0, term.pieces, term.focus) for term in terms)
    return Question(text, terms, aspects)


def _terms(text: str, about: str, asked: frozenset[str], gone: set[str]) -> Iterator[Term]:
    taken: list[tuple[int, int]] = []
    seen: set[frozenset[str]] = set()
    place = text.lower().find(about.lower()) if about else -1
    within = (place, place + len(about)) if place >= 0 else (-1, -1)
    for start, end, concept in phrases(text):
        taken.append((start, end))
        if concept in gone:
            continue
        pieces = tuple(meanings(word) for word in WORD.findall(text[start:end]) if word.lower() not in ASKING)
        yield Term(text[start:end], frozenset([concept]), 1.0, pieces, within[0] <= start < within[1])
    words = [found for found in WORD.finditer(text)]
    for found in words:
        word = found[0]
        if word.lower().replace("’", "'") in ASKING or any(a <= found.start() < b for a, b in taken):
            continue
        means = meanings(word)
        root = stem(word)
        if root in asked or means & gone or means in seen:
            continue
        seen.add(means)
        if re.fullmatch(r"[A-Z]{3,5}s?", word):
            means |= {f"@{word.lower().rstrip('s')}"}
        means |= _abbreviated(text, found.start())
        weight = _weight(word, root, found.start() == words[0].start())
        yield Term(word, means, weight, (), weight >= 1 and within[0] <= found.start() < within[1])


def _abbreviated(text: str, place: int) -> frozenset[str]:
    """What a text calls the words around this place when it abbreviates them."""
    words = [(found.start(), found[0]) for found in WORD.finditer(text)]
    at = next(n for n, (start, _) in enumerate(words) if start == place)
    runs: set[str] = set()
    for size in (3, 4, 5):
        for first in range(max(0, at - size + 1), min(at, len(words) - size) + 1):
            runs |= {one for one in initials([word for _, word in words[first : first + size]]) if len(one) == size + 1}
    return frozenset(f"@{one}" for one in runs)


def _weight(word: str, root: str, begins: bool) -> float:
    if root in _EMPTY:
        return _WEAK
    if word[0].isdigit() or root in _SMALL_NUMBERS:
        return _FIGURE
    if word[0].isupper() and not begins and word[1:].islower() and len(word) > 3:
        return _NAME
    return 1.0


_SMALL_NUMBERS = frozenset(stem(word) for word in "one two three four five six seven eight nine ten twelve".split())


def fit(question: Question, one: Statement, *, title: str, rest: str) -> Fit:
    """How a statement fits a question. `title` is the document's title with the headings above, `rest` the passage."""
    zones = ((_SELF, concepts(one.self_text)), (_LABEL, concepts(one.label)), (_BEFORE, concepts(one.before)),
             (_TITLE, concepts(title)), (_REST, concepts(rest)))  # fmt: skip
    total = held = own = 0.0
    focus: list[float] = []
    leans = False
    for term in question.terms:
        values = [factor * term.in_text(said) for factor, said in zones]
        value = max(values)
        total += term.weight
        held += term.weight * value
        own += term.weight * values[0]
        leans = leans or (term.weight >= 1 and value == values[2] > max(values[0], values[1], values[3]))
        if term.focus:
            focus.append(value)
        if term.weight == _NAME and value < _HELD:
            return Fit(0.0, False, 0.0, False)
    subject = held / total if total else 0.0
    if focus and sum(focus) / len(focus) < _HELD:
        subject = min(subject, 0.5)
    return Fit(subject, all(aspect.says(one) for aspect in question.aspects), own / total if total else 0.0, leans)
