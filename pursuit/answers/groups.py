"""Of whom and of which kind of a thing a question and a statement are: what holds for one does not answer for another.

An adult and a child, a corrected and a new claim, a provider's time and a member's. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from pursuit.answers.kinds import DURATION, PATTERNS
from pursuit.answers.statements import Statement
from wording.phrases import patterns, phrase_lists

# A grown-up's age by the policies of health plans is 21; whoever is 18 to 20 may be either.
_GROWN, _GROWING = 21, 18
_OLD = re.compile(r"\b(\d{1,3})[- ]?(?:years?|yrs?)[- ]?old\b|\b(\d{1,2})[- ]?months?[- ]?old\b", re.IGNORECASE)
_APART = Path(__file__).with_name("apart.txt")
_KINDS = {name: form for name, form in patterns(_APART, re.IGNORECASE).items() if name not in ("marked", "told")}
_MARKED, _TOLD = (frozenset(phrase_lists(_APART)[name]) for name in ("marked", "told"))
# "It is granted for 12 months and renewed with a note."
_CLAUSE = re.compile(rf"{PATTERNS['clause'].pattern}|\s+and\s+(?=(?:re|ex)\w+ed\b)", re.IGNORECASE)
_PARTIES = {party: PATTERNS[f"of_{party}s"] for party in ("member", "provider")}
_ASKED_OF, _DOES = PATTERNS["asked_of"], PATTERNS["does_it"]


def of_another_age(asked: str, context: str, says: str) -> bool:
    """Whether what is asked is of children and what is said of adults alone, or the other way round.

    Of whom a question is that does not say it, the message says that it is from.
    """
    wanted, stated = _ages(asked) or _ages(context), _ages(says)
    return len(wanted) == len(stated) == 1 and wanted != stated


def _ages(text: str) -> frozenset[str]:
    """The groups that a text names, of "child" and "adult"."""
    ages = {group for group, form in (("child", "of_children"), ("adult", "of_adults")) if PATTERNS[form].search(text)}
    for years, months in _OLD.findall(text):
        if months or int(years) < _GROWING:
            ages.add("child")
        elif int(years) >= _GROWN:
            ages.add("adult")
    return frozenset(ages)


def clauses_of(statement: Statement) -> list[str]:
    """What a statement says one after the other; a row of a table says one thing."""
    return [statement.self_text] if statement.kind == "row" else _CLAUSE.split(statement.self_text)


def of_another_kind(asked: str, statement: Statement, title: str, kind: str = "") -> bool:
    """Whether all that a statement says is of another kind of a thing than is `asked`, or of a special one unasked.

    What it does not say itself stands in what it is under, then in the `title`. Of a time those clauses tell that have
    one.
    """
    wanted, above, of_all = _kinds_in(asked), _kinds_in(statement.label), _kinds_in(title)
    clauses = [clause for clause in clauses_of(statement) if kind != "time" or DURATION.search(clause)]
    return all(_is_apart(wanted, _kinds_in(clause), above, of_all) for clause in clauses or [statement.self_text])


_Kinds = Mapping[str, frozenset[str]]


def _is_apart(wanted: _Kinds, here: _Kinds, above: _Kinds, of_all: _Kinds) -> bool:
    for thing in wanted.keys() | here.keys() | above.keys() | of_all.keys():
        stated = here.get(thing) or above.get(thing) or of_all.get(thing, frozenset())
        if thing in wanted and not wanted[thing] & stated and (stated or wanted[thing] <= _TOLD):
            return True
        if stated and thing not in wanted and thing not in of_all and stated <= _MARKED:
            return True
    return False


@lru_cache(8_192)
def _kinds_in(text: str) -> _Kinds:
    """The kinds that a text names, by the thing that they are of."""
    kinds: dict[str, frozenset[str]] = {}
    for name, form in _KINDS.items():
        if form.search(text):
            thing = name.partition("_")[0]
            kinds[thing] = kinds.get(thing, frozenset()) | {name}
    return kinds


def of_another_party(asked: str, statement: Statement) -> bool:
    """Whether the time of a provider is asked and that of a member told, or the other way round."""
    doing = _ASKED_OF.search(asked)
    wanted = _parties(doing["who"]) if doing else frozenset()
    # "We" who ask are a provider; in a policy "we" are the plan.
    wanted |= frozenset({"provider"}) if doing and PATTERNS["of_us"].search(doing["who"]) else frozenset()
    if not wanted:
        return False
    subjects = (_parties(_DOES.split(clause)[0]) for clause in clauses_of(statement) if _DOES.search(clause))
    stated = frozenset().union(*subjects) or _parties(statement.label)
    return bool(stated) and not wanted & stated


def _parties(text: str) -> frozenset[str]:
    return frozenset(party for party, form in _PARTIES.items() if form.search(text))
