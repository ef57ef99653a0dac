"""How much of a question a statement answers: its subject, by the words of the trade, and the kind of answer asked for.

The subject may stand in the statement, in what it hangs on, or in the title; the answer stands in the statement. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pursuit.answers.kinds import DURATION
from pursuit.answers.periods import states_period
from pursuit.answers.question import CONTACT, QuestionMeaning
from pursuit.answers.statements import Statement
from pursuit.answers.weights import WEIGHTS
from pursuit.words import concepts, is_of_kind
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/coverage_patterns.txt", re.I)

_EVENTS = frozenset(
    """#cancel #appeal #dispute #grievance #renew #replace #corrected #denial #overpayment #repay #secondary miss
    reinstat suspend""".split()  # noqa: SIM905
)
_THINGS = frozenset({"#corrected", "extern", "#appeal", "#grievance", "#dispute", "#overpayment"})
# A kind of a thing that is not the plain one, unless a statement speaks of both.
_OTHER_KINDS, _BOTH = frozenset({"#urgent", "extern", "#corrected"}), frozenset({"standard", "routin"})
_URGENT = re.compile(r"\b(?:urgent\w*|expedit\w*|fast-?track\w*|rush\w*)\b", re.IGNORECASE)
_COUNTS = frozenset({"count", "limited", "often", "measure", "money", "own money", "plan money"})
_TIMED = frozenset({"duration", "lead", "count", "own money", "money", "often", "send", "papers"})


# What a term counts that stands in a zone, and what the zone says.
Zones = Sequence[tuple[float, frozenset[str]]]


@dataclass(frozen=True, slots=True)
class Fit:
    """How a statement fits: `subject` 0 to 1, `answers` whether it holds every kind of answer asked for.

    `own` is the part of the subject that the statement itself says, `leans` whether it needs the sentences before it.
    """

    subject: float
    answers: bool
    own: float
    leans: bool


def fit(question: QuestionMeaning, statement: Statement, *, title: str, rest: str) -> Fit:
    """How a statement fits a question. `title` is the document's title with the headings above, `rest` the passage."""
    zones: Zones = (
        (WEIGHTS.statement, concepts(statement.self_text)),
        (WEIGHTS.label, concepts(statement.label)),
        (WEIGHTS.before, concepts(statement.before)),
        (WEIGHTS.paragraph, concepts(statement.block)),
        (WEIGHTS.title, concepts(title)),
        (WEIGHTS.rest, concepts(rest)),
    )
    if question.kinds & CONTACT:
        # Whom to call stands once, for all that a document is about.
        zones = (*zones[:5], (WEIGHTS.title, zones[5][1]))
    held = _held(question, zones)
    if held is None:
        return Fit(0.0, False, 0.0, False)
    subject, own, leans = held
    if question.kinds & _TIMED and _another_event(question, zones[0][1], zones[4][1], statement.self_text):
        # A corrected claim is never the claim, nor is its appeal.
        worth = WEIGHTS.other_thing if _of_another_thing(question, zones[0][1], zones[4][1]) else WEIGHTS.other_event
        subject, own = subject * worth, own * worth
    # Where no kind of answer is asked for, what a statement says has to be of the subject itself.
    answers = _answers(question, statement, zones) and (bool(question.aspects) or own >= WEIGHTS.own_share)
    return Fit(subject, answers, own, leans)


def _held(question: QuestionMeaning, zones: Zones) -> tuple[float, float, bool] | None:
    """The shares of the subject that the zones and the statement itself hold, and whether the sentences before help.

    None where a name, or a word that must stand there, does not.
    """
    total = held = own = 0.0
    weak = sum(term.weight for term in question.terms if term.weight <= WEIGHTS.weak)
    scale = min(1.0, WEIGHTS.most_weak / weak) if weak else 1.0
    focus: list[float] = []
    leans = False
    named_only = all(term.weight in (WEIGHTS.name, WEIGHTS.weak) for term in question.terms)
    for term in question.terms:
        values = [factor * term.in_text(zone) for factor, zone in zones]
        value = max(values)
        if value < WEIGHTS.broader and is_of_kind(term.means, zones[4][1], zones[0][1]):
            value = WEIGHTS.broader
        if value < WEIGHTS.held and (term.must or term.weight == WEIGHTS.name):
            return None
        if term.weight == WEIGHTS.name and not named_only:
            # A name says whose policy it is, and so does every passage of it.
            continue
        weight = term.weight * scale if term.weight <= WEIGHTS.weak else term.weight
        total += weight
        held += weight * value
        own += weight * values[0]
        leans = leans or (term.weight >= 1 and value == values[2] > max(values[0], values[1], values[4]))
        if term.focus:
            focus.append(value)
    subject = held / total if total else 0.0
    if focus and sum(focus) / len(focus) < WEIGHTS.held:
        subject = min(subject, WEIGHTS.unfocused)
    return subject, own / total if total else 0.0, leans


def _answers(question: QuestionMeaning, statement: Statement, zones: Zones) -> bool:
    """Whether a statement holds every kind of answer asked for, of the period and of the kind of thing asked for."""
    if not all(aspect.says(statement) for aspect in question.aspects):
        return False
    if not states_period(
        question.periods, f"{statement.label}\n{statement.self_text}", counts=bool(question.kinds & _COUNTS)
    ):
        return False
    # Who asks for an expedited appeal is not told of the standard one, nor the other way round.
    asked = question.means & _OTHER_KINDS
    if not _URGENT.search(question.text):
        # "How fast" asks for no expedited one.
        asked -= {"#urgent"}
    heard = frozenset().union(*(zone for _, zone in (*zones[:3], zones[4])))
    if not asked <= heard:
        return False
    return not question.kinds & _TIMED or _of_the_thing(question, statement, zones[1][1], zones[4][1])


def _of_the_thing(
    question: QuestionMeaning, statement: Statement, label: frozenset[str], title: frozenset[str]
) -> bool:
    """Whether what a statement says of time or money is of the plain thing, and of filing or of deciding as asked."""
    others = _OTHER_KINDS - question.means - title
    if label & others and not (label | concepts(statement.self_text)) & _BOTH:
        return False
    kept = [clause for clause in _CLAUSE.split(statement.self_text) if not concepts(clause) & others]
    if not kept and not concepts(statement.self_text) & _BOTH:
        return False
    if "duration" not in question.kinds:
        return True
    timed = [clause for clause in kept if DURATION.search(clause)]
    if "#decision" in question.means or _SETTLED.search(question.text) or _SETTLES.search(question.text):
        return not timed or not all(_FILES.search(clause) and not _decides(clause) for clause in timed)
    return not timed or not all(_decides(clause) for clause in timed)


def _decides(clause: str) -> bool:
    settled = _SINCE.sub(" ", clause)
    return "#decision" in concepts(settled) or bool(_SETTLES.search(settled))


def _of_another_thing(question: QuestionMeaning, meant: frozenset[str], title: frozenset[str]) -> bool:
    """Whether a statement is on an appeal or the like, of which neither the question nor the document is."""
    return bool(meant & _THINGS - question.means - (frozenset() if question.vague else title))


def _another_event(question: QuestionMeaning, meant: frozenset[str], title: frozenset[str], text: str) -> bool:
    """Whether a statement speaks of another event than the question: of appeals, or of the decision, not the filing."""
    asked, here = question.means & _EVENTS, meant & _EVENTS
    if here - title and not asked & here:
        return True
    if meant & _OTHER_KINDS - title - question.means and not meant & _BOTH:
        return True
    if "duration" not in question.kinds:
        return False
    decides = _decides(text)
    wants = "#decision" in question.means or bool(_SETTLED.search(question.text))
    return decides != wants and (wants or not _SETTLES.search(question.text))


# What two statements in one are joined by.
_CLAUSE = re.compile(r";\s+|,\s+(?:and|but|while|for|or)\s+|,\s+(?=\w+ \w+ (?:is|are|in|within)\b)|\s+and\s+(?=\d)")
_FILES = re.compile(
    r"\b(?:fil(?:e[sd]?|ing)|submit\w*|sen[dt]s?|must (?:be received|reach|arrive)|appeals? (?:within|in))\b", re.I
)
# "within 60 days of the decision" speaks of no decision to come.
_SINCE = _PATTERNS["since"]
_SETTLES = re.compile(r"\b(?:process|review|complet|paid|pays|resolv|settl)\w*\b", re.IGNORECASE)
_SETTLED = re.compile(
    r"\b(?:takes?|turnaround|hear back|how (?:fast|quickly) (?:is|are|will|does|do they))\b", re.IGNORECASE
)
