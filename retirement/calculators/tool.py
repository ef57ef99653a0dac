"""The `calculate` tool: every sum is done by a pure function, on numbers that stand in the person's own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, DecimalException
from typing import Any, Literal

from chat.assistants import ToolContext
from llm.tools import refusal, tool
from retirement.calculators import ages, growth, rmd, social_security
from retirement.reading import measures_in, without_names

Given = dict[str, Decimal]
# The result in words, and the name of the formula.
Outcome = tuple[str, str]

MAX_AMOUNT = Decimal(10) ** 12


def _dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}".removesuffix(".00")


def _plain(number: Decimal) -> str:
    return f"{number.normalize():f}"


def _counted(number: Decimal, thing: str) -> str:
    return f"{_plain(number)} {thing}{'' if number == 1 else 's'}"


def _whole(given: Given, name: str) -> int:
    if given[name] != given[name].to_integral_value():
        raise ValueError(f"The {_named(name)} is {_plain(given[name])}; it must be a whole number.")
    return int(given[name])


def _years_until(given: Given) -> Outcome:
    years = ages.years_until(given["age"], given["target_age"])
    if years < 0:
        return f"{_plain(given['target_age'])} was {_counted(-years, 'year')} ago", "target age - age"
    return f"{_counted(years, 'year')} from {_plain(given['age'])} to {_plain(given['target_age'])}", "target age - age"


def _year_of_age(given: Given) -> Outcome:
    year = ages.year_of_age(_whole(given, "birth_year"), _whole(given, "target_age"))
    return f"someone born in {given['birth_year']:.0f} turns {given['target_age']:.0f} in {year}", "birth year + age"


def _yearly(given: Given) -> Outcome:
    return f"{_dollars(ages.yearly(given['amount']))} a year", "monthly amount x 12"


def _monthly(given: Given) -> Outcome:
    return f"{_dollars(ages.monthly(given['amount']))} a month", "yearly amount / 12"


def _percent(given: Given) -> Outcome:
    portion = (given["amount"] * given["rate"] / 100).quantize(growth.CENT)
    return f"{_plain(given['rate'])}% of {_dollars(given['amount'])} is {_dollars(portion)}", "amount x percent / 100"


def _percent_monthly(given: Given) -> Outcome:
    portion = (given["amount"] * given["rate"] / 1200).quantize(growth.CENT)
    rate, amount = _plain(given["rate"]), _dollars(given["amount"])
    return f"{rate}% of {amount} a year is {_dollars(portion)} a month", f"{amount} x {rate}% / 12"


def _months_spent(given: Given) -> Outcome:
    return _spent(given, 1, "month")


def _years_spent(given: Given) -> Outcome:
    return _spent(given, 12, "year")


def _spent(given: Given, months: int, period: str) -> Outcome:
    if given["withdrawal"] <= 0:
        raise ValueError(f"The withdrawal is {_plain(given['withdrawal'])}; it must be more than nothing.")
    years, rest = divmod(int(given["amount"] * months / given["withdrawal"]), 12)
    lasts = f"{_counted(Decimal(years), 'year')} and {_counted(Decimal(rest), 'month')}"
    each = f"{_dollars(given['amount'])} / {_dollars(given['withdrawal'])} a {period}"
    return f"the money pays for {lasts}", f"{each}, with no growth and no inflation"


def _future(given: Given) -> Outcome:
    grown = growth.future_value(given["amount"], given["rate"], _whole(given, "years"))
    return (
        f"{_dollars(given['amount'])} becomes {_dollars(grown)} in {_counted(given['years'], 'year')}",
        "compound growth A(1+r)^n",
    )


def _payment(given: Given) -> Outcome:
    payment = growth.annuity_payment(given["amount"], given["rate"], _whole(given, "years"))
    return f"{_dollars(payment)} a year for {_counted(given['years'], 'year')}", "level payment A r/(1-(1+r)^-n)"


def _lasts(given: Given) -> Outcome:
    lasts = growth.years_it_lasts(given["amount"], given["withdrawal"], given["rate"], given["inflation"])
    name = "drawdown with inflation, withdrawals at the start of each year"
    if lasts is None:
        return f"the money lasts more than {growth.MAX_YEARS} years", name
    return f"the money pays for {_counted(Decimal(lasts), 'full year')}", name


def _rmd(given: Given) -> Outcome:
    age = _whole(given, "age")
    due = rmd.required_distribution(given["amount"], age)
    return (
        f"{_dollars(due)} for the year in which you reach {age}",
        f"IRS Uniform Lifetime Table: balance / {rmd.distribution_period(age)}",
    )


def _rmd_start(given: Given) -> Outcome:
    born = _whole(given, "birth_year")
    year = rmd.first_year(born)
    words = f"at {rmd.applicable_age(born)}, in {year}; the first may wait until 1 April {year + 1}"
    return words, "SECURE 2.0 Act, section 107"


def _full_age(given: Given) -> Outcome:
    years, months = social_security.full_retirement_age(_whole(given, "birth_year"))
    extra = f" and {months} months" if months else ""
    return f"full retirement age is {years}{extra}", "SSA full retirement age by year of birth"


def _benefit(given: Given) -> Outcome:
    born, age = _whole(given, "birth_year"), _whole(given, "target_age")
    benefit = social_security.benefit_at(given["amount"], born, age)
    share = float(social_security.share_of_full_benefit(born, age)) * 100
    return f"{_dollars(benefit)} a month, {share:.2f}% of the full benefit", "SSA early reduction and delayed credits"


def _spouse(given: Given) -> Outcome:
    born, age = _whole(given, "birth_year"), _whole(given, "target_age")
    benefit = social_security.spouses_benefit_at(given["amount"], born, age)
    share = float(social_security.share_of_spouses_benefit(born, age)) * 50
    words = f"{_dollars(benefit)} a month, {share:.2f}% of the worker's full benefit, with no benefit of their own"
    return words, "SSA: half of the worker's full benefit, less the spouse's early reduction"


def _survivor(given: Given) -> Outcome:
    born, age = _whole(given, "birth_year"), _whole(given, "target_age")
    benefit = social_security.survivors_benefit_at(given["amount"], born, age)
    share = float(social_security.share_of_survivors_benefit(born, age)) * 100
    words = f"{_dollars(benefit)} a month, {share:.2f}% of the worker's full benefit"
    return words, "SSA survivors: 28.5% less at 60, in equal monthly steps to full retirement age"


_NEEDS: dict[str, tuple[tuple[str, ...], Callable[[Given], Outcome]]] = {
    "years_until_age": (("age", "target_age"), _years_until),
    "year_of_age": (("birth_year", "target_age"), _year_of_age),
    "monthly_to_yearly": (("amount",), _yearly),
    "yearly_to_monthly": (("amount",), _monthly),
    "percent_of": (("amount", "rate"), _percent),
    "percent_of_a_month": (("amount", "rate"), _percent_monthly),
    "months_without_growth": (("amount", "withdrawal"), _months_spent),
    "years_without_growth": (("amount", "withdrawal"), _years_spent),
    "future_value": (("amount", "rate", "years"), _future),
    "annuity_payment": (("amount", "rate", "years"), _payment),
    "years_money_lasts": (("amount", "withdrawal", "rate", "inflation"), _lasts),
    "required_distribution": (("amount", "age"), _rmd),
    "distributions_begin": (("birth_year",), _rmd_start),
    "full_retirement_age": (("birth_year",), _full_age),
    "social_security_at_age": (("amount", "birth_year", "target_age"), _benefit),
    "spouses_social_security_at_age": (("amount", "birth_year", "target_age"), _spouse),
    "survivors_social_security_at_age": (("amount", "birth_year", "target_age"), _survivor),
}
Kind = Literal[
    "years_until_age",
    "year_of_age",
    "monthly_to_yearly",
    "yearly_to_monthly",
    "percent_of",
    "percent_of_a_month",
    "months_without_growth",
    "years_without_growth",
    "future_value",
    "annuity_payment",
    "years_money_lasts",
    "required_distribution",
    "distributions_begin",
    "full_retirement_age",
    "social_security_at_age",
    "spouses_social_security_at_age",
    "survivors_social_security_at_age",
]


@tool
def calculate(  # noqa: PLR0913 - flat scalars, because every provider reads those.
    context: ToolContext,
    kind: Kind,
    amount: Decimal | None = None,
    age: Decimal | None = None,
    target_age: Decimal | None = None,
    birth_year: int | None = None,
    rate: Decimal | None = None,
    inflation: Decimal | None = None,
    withdrawal: Decimal | None = None,
    years: int | None = None,
) -> dict[str, Any]:
    """Do a sum. Never calculate yourself. Every number must be one that the person wrote.

    Rates are in percent a year, amounts in dollars, `withdrawal` is a year's, and a month's for
    months_without_growth. Give only what the kind needs: years_until_age (age, target_age), year_of_age
    (birth_year, target_age), monthly_to_yearly and yearly_to_monthly (amount), percent_of and percent_of_a_month
    (amount, rate), months_without_growth and years_without_growth (amount, withdrawal), future_value (amount, rate,
    years), annuity_payment (amount, rate, years), years_money_lasts (amount, withdrawal, rate, inflation),
    required_distribution (amount: the balance at the end of last year, age), distributions_begin (birth_year),
    full_retirement_age (birth_year), social_security_at_age, spouses_social_security_at_age and
    survivors_social_security_at_age (amount: the worker's full monthly benefit; birth_year and target_age: of the
    one who claims, and their claiming age).

    - "$4,000 a month is how much a year?" -> kind="monthly_to_yearly", amount=4000
    - "I'm 58, how many years until 64?" -> kind="years_until_age", age=58, target_age=64
    """
    values = {
        "amount": amount, "age": age, "target_age": target_age, "birth_year": birth_year, "rate": rate,
        "inflation": inflation, "withdrawal": withdrawal, "years": years,
    }  # fmt: skip
    return _worked_out(context, kind, values)


def _worked_out(context: ToolContext, kind: str, values: Mapping[str, Decimal | int | None]) -> dict[str, Any]:
    """The result of a sum, or the refusal of a number that is missing, out of range or not the person's."""
    needed, work = _NEEDS[kind]
    missing = [name for name in needed if values[name] is None]
    if missing:
        advice = f"{kind} needs {', '.join(needed)}; {missing[0]} is not given. Ask the person for it."
        return refusal("not_given", f"For this sum the {_named(missing[0])} is not given.", advice)
    given = {name: Decimal(values[name] or 0) for name in needed}
    for name, value in given.items():
        if abs(value) > MAX_AMOUNT:
            error = f"The {_named(name)} is {_plain(value)}, which is out of range."
            return refusal("out_of_range", error, "Ask the person for the number.")
        if not _stands(value, [message.text for message in context.said]):
            advice = f"{name} is no number of theirs. Use a number that the person wrote, or ask."
            return refusal("not_in_words", f"You did not write {_plain(value)}.", advice)
    try:
        result, formula = work(given)
    except (ValueError, DecimalException) as error:
        advice = "Tell the person what is wrong with the number."
        return refusal("out_of_range", str(error) or "The numbers are out of range.", advice)
    inputs = {name: _plain(value) for name, value in given.items()}
    return {"status": "success", "kind": kind, "inputs": inputs, "formula": formula, "result": result}


def _stands(value: Decimal, texts: list[str]) -> bool:
    """Whether the number stands in one of the texts, in digits or in words."""
    for text in reversed(texts):
        if any(value in measure.values for measure in measures_in(text)):
            return True
        if re.search(rf"(?<![\d.,]){re.escape(_plain(value))}(?![\d]|[.,]\d)", without_names(text)):
            return True
    return False


def _named(parameter: str) -> str:
    """A parameter as the person reads it: "birth_year" is the birth year."""
    return parameter.replace("_", " ")
