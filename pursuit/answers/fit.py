"""How much of a question a statement answers: its subject, by the words of the trade, and the kind of answer asked for.

The subject may stand in the statement, in what it hangs on, or in the title; the answer stands in the statement. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from pursuit.answers.kinds import (
    DURATION,
    PATTERNS,
    counted,
    is_time,
    kind_of,
    of_the_period,
    periods_in,
    says,
    says_plainly,
)
from pursuit.answers.statements import Statement
from pursuit.words import ASKABLE_WORD, ASKING, EMPTY, WORD, concepts, meanings, phrases, pieces_of, subject_of
from wording.lists import word_lists
from wording.stems import stem

# What a word of the question counts: any other 1, one that says little, one that no passage has, a name (and it must
# be there); all that say little together count no more than the last.
_WEAK, _UNKNOWN, _NAME, _MOST_WEAK = 0.15, 0.35, 1.5, 0.3
# What a word counts that stands in the statement, what it stands under, the sentences before, its paragraph, the title,
# the rest of the passage.
_ZONES = (1.0, 0.95, 0.85, 0.6, 0.85, 0.42)
# From here on a word is held; where the subject's own nouns are not, no more than the second is held in all.
_HELD, _UNFOCUSED = 0.6, 0.5
# At least so much of the subject stands in the statement itself where no kind of answer is asked for.
_OWN_SHARE = 0.25
# What a statement on another event is worth, as on an appeal for a claim.
_OTHER_EVENT = 0.6
_NON = re.compile(r"\bnon\s+(?=[a-z])", re.I)
_BEGINNING = 6
_CONTACT, _COUNTS = (
    frozenset({"phone", "fax", "place", "contact"}),
    frozenset({"limit", "number", "often", "cost", "money"}),
)
_TIMED = frozenset({"time", "number", "often", "cost", "money", "place", "papers"})
_WORDS = {
    name: frozenset(map(stem, words)) for name, words in word_lists(Path(__file__).with_name("words.txt")).items()
}
_EVENTS = frozenset(f"#{event}" for event in word_lists(Path(__file__).with_name("words.txt"))["events"])
# A kind of a thing that is not the plain one, unless a statement speaks of both.
_OTHER_KINDS, _BOTH = frozenset({"#urgent", "extern", "#corrected"}), frozenset({"standard", "routin"})
_URGENT = re.compile(r"\b(?:urgent\w*|expedit\w*|fast-?track\w*|rush\w*)\b", re.I)
_CLAUSE = PATTERNS["clause"]
_FILES = re.compile(
    r"\b(?:fil(?:e[sd]?|ing)|submit\w*|sen[dt]s?|must (?:be received|reach|arrive)|appeals? (?:within|in))\b", re.I
)
_SETTLES, _AGAINST = PATTERNS["settles"], PATTERNS["against"]
# The concept that a question of this kind asks for, which is no part of its subject; and what is a part of none.
_ASKED = {
    "approval": "#prior authorization",
    "referral": "#referral",
    "cost": "#copay",
    "papers": "#paperwork",
    "time": "#expire",
}
# "After how many visits is authorization needed" counts visits until that.
_APPROVALS = frozenset({"#prior authorization", "#referral"})
# Kinds that are asked with no words of their own.
_WHOLE = frozenset({"other", "coverage", "permission", "reason"})
# Who asks for one of these names a thing, with an article or without.
_OF_A_THING = frozenset({"coverage", "approval", "referral", "cost", "limit", "number"})


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a phrase of the question's subject. `focus` marks those of the thing that it is about."""

    text: str
    means: frozenset[str]
    weight: float
    pieces: tuple[frozenset[str], ...] = ()
    focus: bool = False

    def in_text(self, words: frozenset[str]) -> float:
        """1 where the text says it, the share of its pieces where it says some of them."""
        if self.means & words or not self.pieces:
            return float(bool(self.means & words))
        return sum(bool(piece & words) for piece in self.pieces) / len(self.pieces)


@dataclass(frozen=True, slots=True)
class QuestionMeaning:
    """A question as statements are held against it: what it is about, the kind of answer it wants, what it counts."""

    text: str
    terms: tuple[Term, ...]
    kind: str
    noun: str
    means: frozenset[str]
    periods: frozenset[str]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a statement fits: `subject` 0 to 1, `answers` whether it holds the kind of answer asked for.

    `own` is the part of the subject that the statement itself says, `leans` whether it needs the sentences before it,
    `plain` whether it has the word for what is asked.
    """

    subject: float = 0.0
    answers: bool = False
    own: float = 0.0
    leans: bool = False
    plain: bool = False


@lru_cache(512)
def read_question(text: str, context: str = "") -> QuestionMeaning:
    """What a question is about and what it wants. `text` is without payer, plan and state, and so is `context`.

    `context` is the message that it is from: what the question has at its end from another question of the message
    counts little beside what it names itself.
    """
    # Who fights a decision does not ask when it is taken.
    text, context = (_AGAINST.sub("appeal", _NON.sub("non-", words)) for words in (text, context))
    own, carried = _own_words(text, context)
    if carried and not _names_something(own):
        own, carried = text, ""
    text, given = _without_lead(own)
    if given and not _names_something(text):
        # "If we order an MRI, is an authorization needed?" is of what its condition names.
        text, given = own, ""
    kind = kind_of(text)
    kind = "time" if kind == "number" and is_time(counted(text)) else kind
    beside = (
        replace(term, weight=_UNKNOWN, focus=False) for term in _terms(f"{given} {carried}", kind) if term.weight >= 1
    )
    terms = (*_terms(text, kind), *beside)
    if context and not any(term.weight >= 1 for term in terms):
        # What says nothing of its own is about what the message is about.
        terms += tuple(term for term in _terms(subject_of(context), "other") if term.weight >= 1)
    if not any(term.weight >= 1 for term in terms):
        # "How much notice is needed": nothing but small words, which then count.
        terms = tuple(replace(term, weight=1.0) for term in terms)
    return QuestionMeaning(text, terms, kind, counted(text), concepts(text), periods_in(text))


def _names_something(text: str) -> bool:
    return any(term.weight >= 1 for term in _terms(text, kind_of(text)))


def _without_lead(text: str) -> tuple[str, str]:
    """A question without the condition that it begins with, or that somebody wants to know it; and the condition."""
    match = PATTERNS["leads"].match(text)
    return (text[match.end() :], match["given"] or "") if match else (text, "")


def _own_words(text: str, context: str) -> tuple[str, str]:
    """A part without what a plan has put at its end from another question of the message, and that."""
    message = " ".join(context.lower().split())
    for match in reversed(list(re.finditer(r"\s+for\s+", text))):
        tail = re.sub(
            r"(?:[\s?.!,]|\b(?:with|under|in|by|at|of|from|for)\b)+$", "", " ".join(text[match.end() :].split())
        )
        before = text[: match.start()].lower().split()[-1:]
        if (
            tail
            and tail.lower() in message
            and not any(f"{word} for {tail.lower()}" in message for word in (*before, "and", "or", "&"))
        ):
            return text[: match.start()] + "?", text[match.end() :]
    return text, ""


def _terms(text: str, kind: str) -> Iterator[Term]:
    about = subject_of(text, only_named=kind not in _OF_A_THING)
    place = text.find(about) if about else -1
    taken: list[tuple[int, int]] = []
    seen: set[frozenset[str]] = set()
    for start, end, concept in phrases(text):
        taken.append((start, end))
        if concept != _ASKED.get(kind):
            pieces = tuple(meanings(word) for word in WORD.findall(text[start:end]) if word.lower() not in ASKING)
            weight = _WEAK if concept == "#submit" else 1.0
            yield Term(text[start:end], frozenset([concept]), weight, pieces, place <= start < place + len(about))
    for n, match in enumerate(WORD.finditer(text)):
        word, root = match[0], stem(match[0])
        if word.lower().replace("’", "'") in ASKING or any(a <= match.start() < b for a, b in taken):
            continue
        # Who orders it is who signs for it.
        means = _WORDS["acts"] if kind == "person" and root in _WORDS["acts"] else meanings(word)
        if (
            root in _WORDS["every"]
            or (kind not in _WHOLE and root in _WORDS["kinds"] and not (kind == "number" and means & _APPROVALS))
            or _ASKED.get(kind) in means
            or means in seen
        ):
            continue
        seen.add(means)
        short = word.isupper() and len(word) <= 5
        means |= {f"@{word.lower().rstrip('s')}"} if short and len(word) > 2 else set()
        weight = _weight(kind, word, root, text[: match.start()].split()[-1:] if n else ["to"])
        # What is asked for by its name must be there, too: a code is no coverage.
        is_named = kind == "other" and ASKABLE_WORD.fullmatch(word) is not None
        is_focus = weight >= 1 and (is_named or place <= match.start() < place + len(about))
        yield Term(word, means, weight, pieces_of(means) if short else (), is_focus)


def _weight(kind: str, word: str, root: str, before: list[str]) -> float:
    if kind == "person" and root in _WORDS["acts"]:
        # Who prescribes is not who is covered.
        return _NAME
    if (root in EMPTY) or word[0].isdigit() or root in _WORDS["passing"]:
        return _WEAK
    # After "to" and "in" a name is a place.
    named = word[0].isupper() and word[1:].islower() and len(word) > 3 and before[0].lower() not in ("to", "in", "near")
    return _NAME if named else 1.0


def in_their_words(question: QuestionMeaning, words: frozenset[str]) -> QuestionMeaning:
    """The question for passages that say `words`: a word that none of them has counts less, save what it is about."""
    return replace(question, terms=tuple(_known(term, words) for term in question.terms))


def _known(term: Term, words: frozenset[str]) -> Term:
    """A term as passages say it: "neuropsych" is the beginning of a word of theirs."""
    if term.weight == _UNKNOWN and not term.in_text(words):
        # Of what a question is asked beside counts what passages speak of.
        return replace(term, weight=_WEAK)
    if term.weight != 1.0 or term.in_text(words):
        return term
    root = stem(term.text)
    if len(root) >= _BEGINNING and (longer := frozenset(word for word in words if word.startswith(root))):
        return replace(term, means=term.means | longer)
    return term if term.focus else replace(term, weight=_UNKNOWN)


def fit(question: QuestionMeaning, statement: Statement, *, title: str, rest: str) -> Fit:
    """How a statement fits a question. `title` is the document's title with the headings above, `rest` the document."""
    texts = (statement.self_text, statement.label, statement.before, statement.block, title, rest)
    zones = tuple(concepts(text) for text in texts)
    # Whom to call stands once, for all that a document is about.
    factors = (*_ZONES[:5], _ZONES[4] if question.kind in _CONTACT else _ZONES[5])
    total = held = own = 0.0
    focus: list[float] = []
    leans = False
    scale = _MOST_WEAK / max(_MOST_WEAK, sum(term.weight for term in question.terms if term.weight <= _WEAK))
    names_only = all(term.weight in (_NAME, _WEAK) for term in question.terms)
    for term in question.terms:
        values = [factor * term.in_text(zone) for factor, zone in zip(factors, zones, strict=True)]
        # Who prescribes stands where it is prescribed.
        value = max(values[:3] if question.kind == "person" and term.weight == _NAME else values)
        if term.weight == _NAME and (value < _HELD or not names_only):
            # A name says whose policy it is, and so does every passage of it.
            if value < _HELD:
                return Fit()
            continue
        weight = term.weight * scale if term.weight <= _WEAK else term.weight
        total, held, own = total + weight, held + weight * value, own + weight * values[0]
        leans = leans or (term.weight >= 1 and value == values[2] > max(values[0], values[1], values[4]))
        focus += [value] if term.focus else []
    subject, own = (held / total, own / total) if total else (0.0, 0.0)
    if focus and sum(focus) / len(focus) < _HELD:
        subject = min(subject, _UNFOCUSED)
    if question.kind in _TIMED and _of_another_event(question, zones[0], zones[4]):
        subject, own = subject * _OTHER_EVENT, own * _OTHER_EVENT
    answers = _answers(question, statement, zones) and (question.kind != "other" or own >= _OWN_SHARE)
    return Fit(subject, answers, own, leans, says_plainly(question.kind, statement))


def _answers(question: QuestionMeaning, statement: Statement, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether a statement holds the kind of answer asked for, of the period and of the kind of thing asked for."""
    stands = f"{statement.label}\n{statement.self_text}"
    if not says(question.kind, statement, question.noun):
        return False
    if not of_the_period(question.periods, stands, counts=question.kind in _COUNTS):
        return False
    # Who asks for an expedited appeal is not told of the standard one, nor the other way round.
    asked = question.means & _OTHER_KINDS - (frozenset() if _URGENT.search(question.text) else {"#urgent"})
    if not asked <= zones[0] | zones[1] | zones[2] | zones[4]:
        return False
    return question.kind not in _TIMED or _of_the_thing(question, statement, zones)


def _of_the_thing(question: QuestionMeaning, statement: Statement, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether what a statement says of time or money is of the plain thing, and of filing or of deciding as asked."""
    others = _OTHER_KINDS - question.means - zones[4]
    clauses = _CLAUSE.split(statement.self_text)
    kept = [clause for clause in clauses if not concepts(clause) & others]
    if (zones[1] & others or not kept) and not (zones[0] | zones[1]) & _BOTH:
        return False
    timed = [clause for clause in kept or clauses if DURATION.search(clause)]
    if question.kind != "time" or not timed:
        return True
    if "#decision" in question.means or _SETTLES.search(question.text):
        return not all(_FILES.search(clause) and not _decides(clause) for clause in timed)
    return not all(_decides(clause) for clause in timed)


def _decides(clause: str) -> bool:
    # "Within 60 days of the decision" speaks of no decision to come.
    settled = PATTERNS["since"].sub(" ", clause)
    return "#decision" in concepts(settled) or bool(_SETTLES.search(settled))


def _of_another_event(question: QuestionMeaning, meant: frozenset[str], title: frozenset[str]) -> bool:
    """Whether a statement speaks of another event than the question: of an appeal, where a claim is asked about."""
    return bool(meant & _EVENTS - title) and not question.means & meant & _EVENTS
