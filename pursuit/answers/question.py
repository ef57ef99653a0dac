"""A question as statements are held against it: what it is about, with weights, and what it wants. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from pursuit.answers.aspects import Aspect, aspects_of
from pursuit.answers.periods import periods_in
from pursuit.answers.weights import WEIGHTS
from pursuit.words import ASKING, EMPTY, WORD, concepts, initials, meanings, phrases, pieces_of, subject_of
from wording.lists import word_lists
from wording.stems import stem

_WORDS = {
    name: frozenset(map(stem, words))
    for name, words in word_lists(Path(__file__).parent / "phrases/question_words.txt").items()
}
# Kinds whose asking words, as they stand in the question, are no part of its subject.
_ASKED_BY_ITSELF = frozenset({"duration", "lead", "often", "age"})
_ALWAYS = "cover coverage covered benefit pay paid allow allowed include included required require need"
_ASKS_OF = {
    kind: frozenset(stem(word) for word in (*words, *_ALWAYS.split()))
    for kind, words in word_lists(Path(__file__).parent / "phrases/aspect_words.txt").items()
}
_CONCEPT_OF = {
    "authorization": "#prior authorization",
    "referral": "#referral",
    "own money": "#copay",
    "papers": "#paperwork",
    "validity": "#expire",
}


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase of the question's subject. `focus` marks those of the thing that it is about, `must`
    what nobody else does: who prescribes is not who is covered."""

    text: str
    means: frozenset[str]
    weight: float
    pieces: tuple[frozenset[str], ...] = ()
    focus: bool = False
    must: bool = False

    def in_text(self, words: frozenset[str]) -> float:
        """1 where the text says it, the share of its pieces where it says some of them."""
        if self.means & words:
            return 1.0
        return (
            sum(bool(piece & words) for piece in self.pieces) / len(self.pieces) * WEIGHTS.pieces
            if self.pieces
            else 0.0
        )


@dataclass(frozen=True, slots=True)
class QuestionMeaning:
    """A question as statements are held against it; a vague one has no word of its own that says what it is about."""

    text: str
    terms: tuple[Term, ...]
    aspects: tuple[Aspect, ...]
    vague: bool = False

    @property
    def means(self) -> frozenset[str]:
        """Everything that the question says."""
        return concepts(self.text)

    @property
    def periods(self) -> frozenset[str]:
        """The periods that it counts by: "a month"."""
        return periods_in(self.text)

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(aspect.name for aspect in self.aspects)


@lru_cache(512)
def read_question(text: str, context: str = "") -> QuestionMeaning:
    """What a question is about and what it wants. `text` is without payer, plan and state, and so is `context`.

    `context` is the message that it is from: a question that names nothing is about what that message is about, and
    what it has at its end from another question of the message counts little beside what it names itself.
    """
    text, carried = _own_words(text, context)
    aspects = aspects_of(" ".join(text.split()), carried)
    kinds = {aspect.name for aspect in aspects}
    asked = frozenset().union(*(_ASKS_OF.get(kind, frozenset()) for kind in kinds)) if kinds else frozenset()
    hit = " ".join(aspect.words for aspect in aspects if aspect.name in _ASKED_BY_ITSELF)
    asked |= frozenset(stem(word) for word in WORD.findall(hit) if stem(word) in _WORDS["adverbs"])
    acts = _WORDS["acts"] if "person" in kinds else frozenset()
    gone = {_CONCEPT_OF[kind] for kind in kinds if kind in _CONCEPT_OF}
    about = subject_of(text, only_named=not kinds & {"coverage", "authorization", "referral"})
    terms = tuple(
        replace(term, weight=1.0, must=True) if stem(term.text) in acts else term
        for term in _terms(text, about, asked, gone)
    )
    vague = not any(term.weight >= 1 for term in terms)
    brought = tuple(term for term in _terms(carried, carried, asked, gone) if term.weight >= 1)
    if brought and vague and len(terms) < _TOLD and not (terms and kinds & CONTACT):
        terms += brought
    elif brought:
        own = tuple(replace(term, weight=1.0) for term in terms) if vague else terms
        terms = own + tuple(replace(term, weight=WEIGHTS.unknown, focus=False) for term in brought)
    elif context and vague and len(terms) < _TOLD:
        terms += _shared(context, gone)
    if not any(term.weight >= 1 for term in terms):
        # "How much notice is needed": nothing but small words, which then count.
        terms = tuple(Term(term.text, term.means, 1.0, term.pieces, term.focus) for term in terms)
    return QuestionMeaning(text, terms, aspects, vague)


def _own_words(text: str, context: str) -> tuple[str, str]:
    """A part without what a plan has put at its end from another question of the message, and that."""
    message = " ".join(context.lower().split())
    for match in reversed(list(_FOR.finditer(text))):
        tail = _LOOSE.sub("", " ".join(text[match.end() :].lower().split()))
        before = text[: match.start()].lower().split()[-1:]
        if tail and tail in message and " ".join([*before, "for", tail]) not in message:
            return text[: match.start()] + "?", text[match.end() :]
    return text, ""


_FOR = re.compile(r"\s+for\s+", re.IGNORECASE)
_LOOSE = re.compile(r"(?:[\s?.!,]|\b(?:with|under|in|by|at|of|from|for)\b)+$", re.IGNORECASE)


CONTACT = frozenset({"phone", "fax", "address", "contact"})


def _shared(context: str, gone: set[str]) -> tuple[Term, ...]:
    """What a message is about, for a question that names nothing: what it tells, else what it asks about first."""
    statements = " ".join(part for part in re.split(r"(?<=[.?!])\s+", context) if not part.endswith("?"))
    terms = tuple(term for term in _terms(statements, "", frozenset(), gone) if term.weight >= 1)
    if len(terms) >= _TOLD:
        return terms
    about = subject_of(context, only_named=True) or re.split(r"[,;?]", context)[0]
    return tuple(term for term in _terms(about, about, frozenset(), gone) if term.weight >= 1)


# So many words at least must be told to say what a message is about.
_TOLD = 2


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
        weight = WEIGHTS.weak if concept in _SENT else 1.0
        yield Term(text[start:end], frozenset([concept]), weight, pieces, within[0] <= start < within[1])
    words = list(WORD.finditer(text))
    for place_of_word in words:
        word = place_of_word[0]
        if word.lower().replace("’", "'") in ASKING or any(a <= place_of_word.start() < b for a, b in taken):
            continue
        means = meanings(word)
        root = stem(word)
        if root in asked or means & gone or means in seen:
            continue
        seen.add(means)
        if re.fullmatch(r"[A-Z]{3,5}s?", word):
            means |= {f"@{word.lower().rstrip('s')}"}
        means |= _abbreviated(text, place_of_word.start())
        weight = _weight(
            word, root, place_of_word.start() == words[0].start(), _word_before(text[: place_of_word.start()])
        )
        short = word.isupper() and len(word) <= 4
        yield Term(
            word,
            means,
            weight,
            pieces_of(means) if short else (),
            weight >= 1 and within[0] <= place_of_word.start() < within[1],
        )


def _abbreviated(text: str, place: int) -> frozenset[str]:
    """What a text calls the words around this place when it abbreviates them."""
    words = [(match.start(), match[0]) for match in WORD.finditer(text)]
    at = next(n for n, (start, _) in enumerate(words) if start == place)
    runs: set[str] = set()
    for size in (3, 4, 5):
        for first in range(max(0, at - size + 1), min(at, len(words) - size) + 1):
            runs |= {
                letters
                for letters in initials([word for _, word in words[first : first + size]])
                if len(letters) == size + 1
            }
    return frozenset(f"@{run}" for run in runs)


def _weight(word: str, root: str, begins: bool, going: str) -> float:
    if root in _WORDS["nouns"] and going == "the":
        return 1.0
    if root in EMPTY or root in _WORDS["passing"]:
        return WEIGHTS.weak
    if word[0].isdigit() or root in _WORDS["small numbers"]:
        return WEIGHTS.figure
    if word[0].isupper() and not begins and going not in _TO_A_PLACE and word[1:].islower() and len(word) > 3:
        return WEIGHTS.name
    return 1.0


# After these a name is a place; "the order" is a thing, and "to order" what is done with everything.
_TO_A_PLACE = frozenset({"to", "in", "near", "into"})


def _word_before(text: str) -> str:
    word = text.lower().split()[-1:]
    return "the" if word and word[0] in ("the", "an", "a", "this", "each", "my") else "".join(word)


_SENT = frozenset({"#submit"})


def in_their_words(question: QuestionMeaning, words: frozenset[str]) -> QuestionMeaning:
    """The question for passages that say `said`: a word that none of them has counts less, save what it is about."""
    terms = tuple(_known(term, words) for term in question.terms)
    return replace(question, terms=terms) if any(term.weight >= 1 for term in terms) else question


def _known(term: Term, words: frozenset[str]) -> Term:
    """A term as passages say it: "neuropsych" is the beginning of a word of theirs."""
    if term.weight != 1.0 or term.in_text(words):
        return term
    root = stem(term.text)
    longer = frozenset(word for word in words if word.startswith(root)) if len(root) >= _BEGINNING else frozenset()
    if longer:
        return replace(term, means=term.means | longer)
    return term if term.focus or term.must else replace(term, weight=WEIGHTS.unknown)


_BEGINNING = 6
