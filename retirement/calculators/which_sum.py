"""Finds the sum that a question asks for, and its numbers in the person's own words: the arguments of `calculate`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from retirement.coverage import base_type
from retirement.facts import FactView, current
from retirement.reading import NAMES, Measure, key_of, measures_in, passage
from wording.phrases import patterns

# The words that ask for each kind of sum.
_ASKED_FOR = patterns(Path(__file__).parent / "patterns/which_sum.txt", re.DOTALL)
# What each kind takes: an argument, or one and under which name it is given. The first that is whole is meant.
_NEEDS = {
    "required_distribution": "amount=balance age",
    "distributions_begin": "birth_year",
    "social_security_at_age": "amount=benefit birth_year target_age",
    "full_retirement_age": "birth_year",
    "percent_of_a_month": "amount=of_it rate",
    "percent_of": "amount=of_it rate",
    "months_without_growth": "amount=total withdrawal=each_month",
    "years_without_growth": "amount=total withdrawal=each_year",
    "annuity_payment": "amount=saved rate years",
    "future_value": "amount=saved rate years",
    "yearly_to_monthly": "amount=alone",
    "monthly_to_yearly": "amount=alone",
    "year_of_age": "birth_year target_age",
    "years_until_age": "age target_age",
}
# What a person calls what they have put by, without saying how much.
_SAVINGS = re.compile(r"\b(?:savings?|nest egg|portfolio|money|it|that|balance|account)\b")
_OWN_AGE = re.compile(
    r"(?<!until )(?<!till )(?<!before )(?<!when )\b(?:i'?m|i am|i just turned|age) (\d{2})\b(?!.?[%k])"
)
_YEARS = (1900, 2100)
ASK_AMOUNT = (
    "I can work that out. Which amount do you mean? Say it with the question, as in: what is 4% of $320,000 a month?"
)

Sum = dict[str, Any]
# A longer message is a story and no question.
MAX_TEXT = 600


def find_sum(text: str, facts: Sequence[FactView] = ()) -> Sum | None:
    """The arguments of the `calculate` call that `text` asks for, with what `facts` know of age and birth; or None."""
    low = _asked(text)
    given = _given(low, measures_in(text), facts) if low else {}
    for kind, needs in _NEEDS.items() if low else ():
        names = [need.partition("=") for need in needs.split()]
        values = {name: given.get(source or name) for name, _, source in names}
        if None not in values.values() and _ASKED_FOR[kind].search(low):
            return {"kind": kind, **{name: _shown(value) for name, value in values.items()}}
    return None


def lacks_amount(text: str) -> bool:
    """Whether a question asks for a sum of which it does not say the amount."""
    rates = [measure for measure in measures_in(text) if measure.kind == "percent"]
    low = _asked(text)
    lasts, takes = _ASKED_FOR["years_without_growth"].search(low), _ASKED_FOR["percent_of"].search(low)
    return bool(lasts or (len(rates) == 1 and takes))


def _asked(text: str) -> str:
    """The text in small letters where it asks and is no story; else nothing."""
    low = text.lower().replace("’", "'")
    return low if _ASKED_FOR["asks"].search(low) and len(text) <= MAX_TEXT else ""


def _sums_in(text: str) -> list[Measure]:
    """The amounts of money; a bare year is none, and "2,000" and "2000 a month" are no year."""
    return [
        measure
        for measure in measures_in(text)
        if measure.is_sum
        and (
            measure.kind == "money"
            or not _YEARS[0] <= measure.number.value < _YEARS[1]
            or "," in measure.number.text
            or _ASKED_FOR["comes_again"].match(text.lower(), measure.end)
        )
    ]


def _known_balance(low: str, facts: Sequence[FactView]) -> Decimal | None:
    """What the person has in the account that is named, or all they have told of; None when that is not certain."""
    names = {key_of(match[0]) for match in NAMES.finditer(low)} | {
        name for name in ("ira", "roth", "tsp") if name in low.split()
    }
    held = [fact for fact in current(facts) if base_type(fact.fact_type or "") == "retirement_savings"]
    if names:
        held = [fact for fact in held if names & {key_of(token.word) for token in passage(fact.value).tokens}]
    elif not _SAVINGS.search(low):
        return None
    balances = [measure.number.value for fact in held for measure in _sums_in(fact.value)]
    return balances[0] if len(balances) == 1 else None


def _given(low: str, measures: Sequence[Measure], facts: Sequence[FactView]) -> Sum:
    """The numbers of a question and of the plan, under the names that the sums ask for; what is not certain is None."""
    sums = sorted(_sums_in(low), key=lambda measure: measure.number.value)
    rates = [measure.number.value for measure in measures if measure.kind == "percent"]
    others = [measure.number.value for measure in measures if measure.kind != "percent"]
    born, age, years = _birth_year(low, others, facts), _age(low, facts), re.search(r"\b(\d{1,2}) years\b", low)
    alone = sums[0].number.value if len(sums) == 1 else None
    given: Sum = {"birth_year": born, "age": age, "years": Decimal(years[1]) if years else None}
    ages = [m.number.value for m in measures if m.kind not in ("percent", "money") and 40 <= m.number.value <= 110]
    given["target_age"] = next((value for value in reversed(ages) if value != age), None)
    given["balance"] = next((m.number.value for m in measures if m.is_sum and m.number.value >= 10_000), None)
    given["benefit"] = next((value for value in others if 300 <= value <= 6000 and value != born), None)
    if not rates:
        given["alone"] = alone
        given |= _spent(sums, _known_balance(low, facts))
    if len(rates) == 1:
        given |= {"rate": rates[0], "saved": next((m.number.value for m in sums if m.number.value > 100), None)}
        given["of_it"] = alone or (None if sums else _known_balance(low, facts))
    return given


def _spent(sums: Sequence[Measure], known: Decimal | None) -> Sum:
    """What is spent of a total that is told or known, by how often it is."""
    total = sums[1].number.value if len(sums) == 2 else known
    if total is None or len(sums) not in (1, 2) or total <= sums[0].number.value:
        return {}
    return {"total": total, f"each_{sums[0].period}": sums[0].number.value}


def _age(low: str, facts: Sequence[FactView]) -> Decimal | None:
    # "until I'm 64" names the age that is meant, not the one that is.
    if own := _OWN_AGE.search(low):
        return Decimal(own[1])
    return next((value for value in _said(facts, "age", "current_age") if 18 <= value <= 110), None)


def _birth_year(low: str, numbers: Sequence[Decimal], facts: Sequence[FactView]) -> Decimal | None:
    years = [value for value in numbers if 1920 <= value <= 2010 and re.search(rf"born\D{{0,20}}{value:.0f}", low)]
    years = years or [value for value in _said(facts, "birth_year") if 1920 <= value <= 2010]
    return years[0] if years else None


def _said(facts: Sequence[FactView], *fact_types: str) -> list[Decimal]:
    known = [fact for fact in current(facts) if fact.fact_type in fact_types]
    return [measure.number.value for fact in reversed(known) for measure in measures_in(fact.value)]


def _shown(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
