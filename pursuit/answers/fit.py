"""How much of a question a statement answers: its subject, by the words of the trade, and the kind of answer asked for.

The subject may stand in the statement, in what it hangs on, or in the title; the answer stands in the statement. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pursuit.answers.groups import clauses_of
from pursuit.answers.kinds import DURATION, NUMBER, PATTERNS, VALIDITY, says, says_plainly
from pursuit.answers.meaning import DECIDED, EVENTS, NAME, WEAK, QuestionMeaning
from pursuit.answers.periods import of_the_period
from pursuit.answers.statements import Statement
from pursuit.words import ASKABLE_WORD, EMPTY, concepts
from wording.stems import stem

# All words that say little count together no more than this.
_MOST_WEAK = 0.3
# What a word counts that stands in the statement, what it stands under, the sentences before, its paragraph, the title,
# the rest of the passage.
_ZONES = (1.0, 0.95, 0.85, 0.6, 0.85, 0.42)
# From here on a word is held; where the subject's own nouns are not, no more than the second is held in all.
_HELD, _UNFOCUSED = 0.6, 0.5
# From here on a statement says all of the subject itself.
_ALL = 0.8
# At least so much of the subject stands in the statement itself where no kind of answer is asked for.
_OWN_SHARE = 0.25
# What a statement on another event is worth, as on an appeal for a claim.
_OTHER_EVENT = 0.6
_CONTACT, _COUNTS = (
    frozenset({"phone", "fax", "place", "contact"}),
    frozenset({"limit", "number", "often", "cost", "money"}),
)
# What is asked for, decided and disputed, whatever it is of; and of what a statement says that it is.
_REQUESTS = DECIDED | {"#decision", "#peer to peer", "#referral", "#claim"}
# Of an appeal it is told from which denial on it may be filed.
_OFTEN_NAMED = frozenset({"#denial"})
_FOR_WHICH = PATTERNS["for_which"]
_CODE, _CODES = PATTERNS["code"], concepts("code CPT HCPCS procedure code")
_TIMED = frozenset({"time", "number", "often", "cost", "money", "place", "papers"})
# A kind of a thing that is not the plain one, unless a statement speaks of both.
_OTHER_KINDS, _BOTH = frozenset({"#urgent", "extern", "#corrected"}), frozenset({"standard", "routin"})
_URGENT = PATTERNS["urgent"]
_PLAIN_KIND = PATTERNS["plain_kind"]
_IF = re.compile(r"\b(?:if|when|unless|once|where|after)\b|[;,]", re.I)
_HOW_MUCH_DONE = re.compile(
    r"\bhow (?:much|far|hard)\b[^?]{0,20}\b(?:must|should|do(?:es)?|ha(?:s|ve)|need)\b[^?]{2,50}\bbe (?P<done>\w+ed)\b",
    re.I,
)
_DOER, _FILED = PATTERNS["doer"], PATTERNS["filed"]
_FILES, _LASTS = PATTERNS["files"], PATTERNS["goes_on"]
_AT_FIRST = re.compile(r"\b(?:before|without|until|first)\b", re.I)
# What is asked for by its name stands in the answer.
_BY_NAME = re.compile(r"\b(?:(?:what|which) forms?|modifiers?)\b", re.I)
# "How long to send a claim after the primary pays" asks for no paying.
_AFTER_IT = re.compile(r"\b(?:after|once|since)\b.*$", re.I)
_SETTLES, _NUMBER = PATTERNS["settles"], re.compile(rf"\b{NUMBER}", re.I)


@dataclass(frozen=True, slots=True)
class Fit:
    """How a statement fits: `subject` 0 to 1, `answers` whether it holds the kind of answer asked for.

    `own` is the part of the subject that the statement itself says, `leans` whether it needs the sentences before it,
    `plain` whether it has the word for what is asked, `names_it` whether the clause with its number names the subject,
    `has_form` whether a kind of answer is asked for, by whose form it is told.
    """

    subject: float = 0.0
    answers: bool = False
    own: float = 0.0
    leans: bool = False
    plain: bool = False
    names_it: bool = False
    has_form: bool = True


def fit(question: QuestionMeaning, statement: Statement, *, title: str, rest: str) -> Fit:
    """How a statement fits a question. `title` is the document's title with the headings above, `rest` the document."""
    texts = (statement.self_text, statement.label, statement.before, statement.block, title, rest)
    zones = tuple(concepts(text) for text in texts)
    if _CODE.search(statement.self_text):
        zones = (zones[0] | _CODES, *zones[1:])
    # Whom to call stands once, for all that a document is about.
    for_all = question.kind in _CONTACT or _of_a_request(question, statement, zones)
    factors = (*_ZONES[:5], _ZONES[4] if for_all else _ZONES[5])
    total = held = own = 0.0
    focus: list[float] = []
    leans = False
    scale = _MOST_WEAK / max(_MOST_WEAK, sum(term.weight for term in question.terms if term.weight <= WEAK))
    names_only = all(term.weight in (NAME, WEAK) for term in question.terms)
    for term in question.terms:
        values = [factor * term.in_text(zone) for factor, zone in zip(factors, zones, strict=True)]
        # Who prescribes stands where it is prescribed.
        value = max(values[:3] if question.kind == "person" and term.weight == NAME else values)
        if term.weight == NAME and (value < _HELD or not names_only):
            # A name says whose policy it is, and so does every passage of it.
            if value < _HELD:
                return Fit()
            continue
        weight = term.weight * scale if term.weight <= WEAK else term.weight
        total, held, own = total + weight, held + weight * value, own + weight * values[0]
        leans = leans or (term.weight >= 1 and value == values[2] > max(values[0], values[1], values[4]))
        focus += [value] if term.focus else []
    subject, own = (held / total, own / total) if total else (0.0, 0.0)
    if focus and sum(focus) / len(focus) < _HELD:
        subject = min(subject, _UNFOCUSED)
    if question.kind in _TIMED and all(
        _of_another_event(question, concepts(clause), zones[4], zones[1]) for clause in _telling(statement)
    ):
        subject, own = subject * _OTHER_EVENT, own * _OTHER_EVENT
    # A definition stands behind its word: "**Homebound** means that …".
    says_of_it = question.kind != "other" or question.asks_meaning or own >= _OWN_SHARE
    answers = _answers(question, statement, zones) and says_of_it
    names_it = question.kind in _TIMED and own >= _ALL and _names_it(question, statement.self_text)
    has_form = question.kind != "other" or question.asks_meaning
    return Fit(subject, answers, own, leans, says_plainly(question.kind, statement), names_it, has_form)


def _of_a_request(question: QuestionMeaning, statement: Statement, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether the time of an approval, an appeal or a decision is asked, and told for all that the document is about.

    "Approvals are valid for 60 days" is of every approval of that document, "approvals for crutches" is not.
    """
    asked = question.means & _REQUESTS
    if question.kind != "time" or not asked & zones[0]:
        return False
    others = (concepts(match["of"]) for match in _FOR_WHICH.finditer(statement.self_text))
    return all(not _things(of) or of & question.means - asked for of in others)


def _things(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word.startswith("#")) - _REQUESTS


def _names_it(question: QuestionMeaning, text: str) -> bool:
    """Whether a clause that gives a number names what the question is about: "an appeal is filed within 60 days"."""
    return any(
        term.in_text(concepts(clause)) >= _HELD
        for clause in _IF.split(text)
        if _NUMBER.search(clause)
        for term in question.terms
        if term.focus
    )


def _answers(question: QuestionMeaning, statement: Statement, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether a statement holds the kind of answer asked for, of the period and of the kind of thing asked for."""
    stands = f"{statement.label}\n{statement.self_text}"
    if not says(question.kind, statement, question.noun, at_first=bool(_AT_FIRST.search(question.text))):
        return False
    if (done := _HOW_MUCH_DONE.search(question.text)) and not concepts(done["done"]) & zones[0]:
        # "How much must it be used" is told of its use.
        return False
    if (named := _BY_NAME.search(question.text)) and stem(named[0].split()[-1]) not in zones[0] | zones[1]:
        return False
    doer = _DOER.search(question.text) if question.kind == "permission" else None
    if doer and not concepts(doer["who"]) & (zones[0] | zones[1]):
        # "May a nurse order it" is told of nurses.
        return False
    if question.kind in _CONTACT and not _of_the_event_sent(question, zones):
        return False
    if _asks_of_nothing_here(question, zones):
        return False
    if question.asks_meaning and not _tells_meaning(question, statement):
        return False
    if not of_the_period(question.periods, stands, counts=question.kind in _COUNTS):
        return False
    # Who asks for an expedited appeal is not told of the standard one, nor the other way round.
    asked = question.means & _OTHER_KINDS - (frozenset() if _URGENT.search(question.text) else {"#urgent"})
    if not asked <= zones[0] | zones[1] | zones[2] | zones[4]:
        return False
    return question.kind not in _TIMED or _of_the_thing(question, statement, zones)


def _of_the_event_sent(question: QuestionMeaning, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether a number or an address is that of the appeal, the dispute, the grievance that is to be sent."""
    asked = question.means & EVENTS - _OFTEN_NAMED
    return not asked or bool(asked & frozenset().union(*zones[:5]))


def _asks_of_nothing_here(question: QuestionMeaning, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether a question asks by a name, "which modifier", of things of which none is here."""
    asked = [term for term in question.terms if ASKABLE_WORD.fullmatch(term.text)]
    of = [term for term in question.terms if term not in asked and stem(term.text) not in EMPTY]
    return bool(asked and of) and not any(term.in_text(zone) for term in of for zone in zones)


def _tells_meaning(question: QuestionMeaning, statement: Statement) -> bool:
    """Whether a statement tells the meaning of the word that is asked for: that stands before "means", or above it."""
    wanted = [term for term in question.terms if term.weight == 1]
    for match in PATTERNS["tells_meaning"].finditer(statement.self_text):
        parts = statement.self_text[: match.start()], statement.label, statement.self_text[match.end() :]
        defined = concepts(f"{parts[1]}\n{parts[2 if match['as'] else 0]}")
        if all(term.in_text(defined) >= _HELD for term in wanted):
            return True
    return False


def of_the_urgency(asked: str, text: str) -> bool:
    """Whether a text is of the expedited thing where that is asked for, and not of it where the standard one is."""
    urgent, plain = _URGENT.search(text), _PLAIN_KIND.search(text)
    if _URGENT.search(asked) and not _PLAIN_KIND.search(asked):
        return bool(urgent) or not plain
    return not (_PLAIN_KIND.search(asked) and not _URGENT.search(asked) and urgent) or bool(plain)


def _of_the_thing(question: QuestionMeaning, statement: Statement, zones: tuple[frozenset[str], ...]) -> bool:
    """Whether what a statement says of time or money is of the plain thing, and of filing or of deciding as asked."""
    if (
        question.kind == "time"
        and "#claim" in question.means
        and "#decision" not in question.means
        and not _FILED.search(f"{statement.label}\n{statement.self_text}")
    ):
        return False
    others = _OTHER_KINDS - question.means - zones[4]
    clauses = PATTERNS["clause"].split(statement.self_text)
    kept = [clause for clause in clauses if not concepts(clause) & others]
    if (zones[1] & others or not kept) and not (zones[0] | zones[1]) & _BOTH:
        return False
    timed = [clause for clause in kept or clauses if DURATION.search(clause)]
    if question.kind != "time" or not timed:
        return True
    if "#decision" in question.means or _SETTLES.search(_AFTER_IT.sub("", question.text)):
        # How long an approval lasts is not how long it takes.
        others_time = (
            _FILES.search(clause) or (_LASTS.search(clause) and question.noun != VALIDITY) for clause in timed
        )
        return not all(other and not _decides(clause) for other, clause in zip(others_time, timed, strict=True))
    asks_to_send = _FILES.search(question.text) or question.means & _REQUESTS
    return not (asks_to_send and all(_decides(clause) for clause in timed))


def _decides(clause: str) -> bool:
    # "Within 60 days of the decision" speaks of no decision to come.
    settled = PATTERNS["was_done"].sub(" ", PATTERNS["since"].sub(" ", clause))
    return "#decision" in concepts(settled) or bool(_SETTLES.search(settled))


def _telling(statement: Statement) -> list[str]:
    """The clauses of a statement that give a number; all of it where none does."""
    return [clause for clause in clauses_of(statement) if _NUMBER.search(clause)] or [statement.self_text]


def _of_another_event(
    question: QuestionMeaning, meant: frozenset[str], title: frozenset[str], label: frozenset[str]
) -> bool:
    """Whether a statement speaks of another event than the question: of an appeal, where a claim is asked about."""
    asked = question.means & DECIDED
    if "#decision" in question.means and asked and not asked & (meant | title):
        # A document on appeals tells nothing of when a claim is decided.
        return bool((meant | title) & EVENTS)
    if asked and meant & DECIDED - _OFTEN_NAMED:
        return not asked & (meant | label)
    return bool(meant & EVENTS - title) and not asked & meant
