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
from wording.amounts import Number
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/which_sum.txt")

_UNTIL = re.compile(_PATTERNS["until"])  # fmt: skip
_WHICH_YEAR = re.compile(
    r"\b(?:what|which) year (?:will|do|would|am|is)\b|\bwhen (?:will i|do i|would i) (?:be|turn|reach|hit)\b"
)
_TO_YEAR = re.compile(_PATTERNS["to_year"])
_TO_MONTH = re.compile(_PATTERNS["to_month"])
_RMD = re.compile(r"\brmds?\b|\brequired (?:minimum )?(?:distribution|withdrawal)s?\b")
_FULL_AGE = re.compile(r"\bfull retirement age\b|\bfra\b")
_CLAIM = re.compile(
    r"\b(?:claim|take|start|collect|draw|wait|file)\w*\b.*\b(?:at|until|till)\b|\bat (?:62|63|64|65|66|67|68|69|70)\b"
)
_LASTS = re.compile(r"\bhow long\b.*\blast\b|\bwill\b.*\blast\b|\blast (?:me|us)\b")
_ASKS = re.compile(r"\?|\b(?:how|what|when|which|calculate|work out|figure out|compute)\b")
_TAKES = re.compile(_PATTERNS["takes"])
_MONTHLY = re.compile(r"\b(?:a|per|each|every) mo(?:nth)?\b|\bmonthly\b|/mo\b")
# What a person calls what they have put by, without saying how much.
_SAVINGS = re.compile(r"\b(?:savings?|nest egg|portfolio|money|it|that|balance|account)\b")
_YEARS = (1900, 2100)
ASK_AMOUNT = (
    "I can work that out. Which amount do you mean? Say it with the question, as in: what is 4% of $320,000 a month?"
)

Sum = dict[str, Any]
# A longer message is a story and no question.
MAX_TEXT = 600


def find_sum(text: str, facts: Sequence[FactView] = ()) -> Sum | None:
    """The arguments of the `calculate` call that `text` asks for, with what `facts` know of age and birth; or None."""
    low = text.lower().replace("’", "'")
    if not _ASKS.search(low) or len(text) > MAX_TEXT:
        return None
    measures = measures_in(text)
    numbers = [measure.number for measure in measures]
    born, age = _birth_year(low, numbers, facts), _age(low, facts)
    arguments = (
        _of_benefits(low, numbers, born, age)
        or _of_share(low, measures, facts)
        or _of_spending(low, measures, facts)
        or _of_amounts(low, measures)
        or _of_years(low, numbers, born, age)
    )
    return {name: _shown(value) for name, value in arguments.items()} if arguments else None


def lacks_amount(text: str) -> bool:
    """Whether a question asks for a sum of which it does not say the amount."""
    low = text.lower().replace("’", "'")
    rates = [measure for measure in measures_in(text) if measure.kind == "percent"]
    asks = bool(_ASKS.search(low)) and len(text) <= MAX_TEXT
    return asks and (bool(_LASTS.search(low)) or (len(rates) == 1 and bool(_TAKES.search(low))))


def _sums_in(measures: Sequence[Measure]) -> list[Measure]:
    """The amounts of money; a bare year is none."""
    return [m for m in measures if m.is_sum and (m.kind == "money" or not _YEARS[0] <= m.number.value < _YEARS[1])]


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
    balances = [measure.number.value for fact in held for measure in _sums_in(measures_in(fact.value))]
    return balances[0] if len(balances) == 1 else None


def _of_share(low: str, measures: Sequence[Measure], facts: Sequence[FactView]) -> Sum | None:
    """A share of an amount that is told or known: "4% of 320k", "if I take 4% of the 401k, what is that a month"."""
    rates = [measure.number.value for measure in measures if measure.kind == "percent"]
    amounts = _sums_in(measures)
    if len(rates) != 1 or len(amounts) > 1 or not _TAKES.search(low):
        return None
    amount = amounts[0].number.value if amounts else _known_balance(low, facts)
    kind = "percent_of_a_month" if _MONTHLY.search(low) else "percent_of"
    return {"kind": kind, "amount": amount, "rate": rates[0]} if amount else None


def _of_spending(low: str, measures: Sequence[Measure], facts: Sequence[FactView]) -> Sum | None:
    """How long money lasts when so much of it is spent, with no rate told."""
    amounts = sorted(_sums_in(measures), key=lambda measure: measure.number.value)
    if not _LASTS.search(low) or not amounts or len(amounts) > 2 or any(m.kind == "percent" for m in measures):
        return None
    spent, total = amounts[0], amounts[1].number.value if len(amounts) == 2 else _known_balance(low, facts)
    if total is None or spent.period not in ("month", "year") or total <= spent.number.value:
        return None
    return {"kind": f"{spent.period}s_without_growth", "amount": total, "withdrawal": spent.number.value}


def _of_benefits(low: str, numbers: list[Number], born: int | None, age: Decimal | None) -> Sum | None:
    if _RMD.search(low):
        if (balance := _money(numbers)) is not None and age is not None:
            return {"kind": "required_distribution", "amount": balance, "age": age}
        return (
            {"kind": "distributions_begin", "birth_year": born} if born and re.search(r"\bwhen|\bage\b", low) else None
        )
    ages = _ages(numbers)
    benefit = next((n.value for n in numbers if 300 <= n.value <= 6000 and n.value != born), None)
    if born and benefit and ages and _CLAIM.search(low):
        return {"kind": "social_security_at_age", "amount": benefit, "birth_year": born, "target_age": ages[-1]}
    if _FULL_AGE.search(low) and born:
        return {"kind": "full_retirement_age", "birth_year": born}
    return None


def _of_amounts(low: str, measures: Sequence[Measure]) -> Sum | None:
    amounts = [measure.number for measure in _sums_in(measures)]
    rates = [measure.number.value for measure in measures if measure.kind == "percent"]
    years = re.search(r"\b(?:in|for|over) (\d{1,2}) years\b", low)
    if _LASTS.search(low) and len(amounts) == 2 and len(rates) == 2:
        total, taken = sorted((n.value for n in amounts), reverse=True)
        rate, inflation = _rates(low, rates)
        monthly = re.search(r"\b(?:a|per|each) month|monthly", low)
        return None if monthly else _lasting(total, taken, rate, inflation)
    if years and len(rates) == 1 and (sizes := [n.value for n in amounts if n.value > 100]):
        kind = "annuity_payment" if re.search(r"\b(?:pay|payment|income|a year for)\b", low) else "future_value"
        return {"kind": kind, "amount": sizes[0], "rate": rates[0], "years": int(years[1])}
    if rates:
        return None
    if len(amounts) == 1 and _TO_MONTH.search(low) and not low.index("year") > low.rindex("month"):
        return {"kind": "yearly_to_monthly", "amount": amounts[0].value}
    if len(amounts) == 1 and _TO_YEAR.search(low):
        return {"kind": "monthly_to_yearly", "amount": amounts[0].value}
    return None


def _lasting(total: Decimal, taken: Decimal, rate: Decimal, inflation: Decimal) -> Sum:
    return {"kind": "years_money_lasts", "amount": total, "withdrawal": taken, "rate": rate, "inflation": inflation}


def _rates(low: str, rates: list[Decimal]) -> tuple[Decimal, Decimal]:
    """(return, inflation): the rate that stands beside the word inflation is that."""
    first = re.search(r"inflation(?: \w+){0,3} (\d[\d.]*) ?(?:%|percent)|(\d[\d.]*) ?(?:%|percent) inflation", low)
    inflation = Decimal((first[1] or first[2]).rstrip(".")) if first else rates[1]
    rest = [rate for rate in rates if rate != inflation]
    return (rest[0] if rest else inflation), inflation


def _of_years(low: str, numbers: list[Number], born: int | None, age: Decimal | None) -> Sum | None:
    ages = _ages(numbers)
    if _WHICH_YEAR.search(low) and born and ages:
        return {"kind": "year_of_age", "birth_year": born, "target_age": ages[-1]}
    targets = [value for value in ages if value != age]
    if _UNTIL.search(low) and age is not None and targets:
        return {"kind": "years_until_age", "age": age, "target_age": targets[-1]}
    return None


def _ages(numbers: list[Number]) -> list[Decimal]:
    return [n.value for n in numbers if 40 <= n.value <= 110 and n.kind != "percent" and "$" not in n.text]


def _money(numbers: list[Number]) -> Decimal | None:
    return next((n.value for n in numbers if n.is_amount and n.value >= 10_000), None)


def _age(low: str, facts: Sequence[FactView]) -> Decimal | None:
    # "until I'm 64" names the age that is meant, not the one that is.
    own = re.search(
        r"(?<!until )(?<!till )(?<!before )(?<!when )\b(?:i'?m|i am|i just turned|age) (\d{2})\b(?!.?[%k])", low
    )
    if own:
        return Decimal(own[1])
    return next((value for value in _said(facts, "age", "current_age") if 18 <= value <= 110), None)


def _birth_year(low: str, numbers: list[Number], facts: Sequence[FactView]) -> int | None:
    years = [n.value for n in numbers if 1920 <= n.value <= 2010 and re.search(rf"born\D{{0,20}}{n.value:.0f}", low)]
    years = years or [value for value in _said(facts, "birth_year") if 1920 <= value <= 2010]
    return int(years[0]) if years else None


def _said(facts: Sequence[FactView], *fact_types: str) -> list[Decimal]:
    known = [fact for fact in current(facts) if fact.fact_type in fact_types]
    return [measure.number.value for fact in reversed(known) for measure in measures_in(fact.value)]


def _shown(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
