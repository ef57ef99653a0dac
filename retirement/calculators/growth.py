"""Money over years: growth, level payments, drawdown with inflation. Rates are in percent a year, as people say."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, localcontext

CENT = Decimal("0.01")
# A projection beyond a human life is noise.
MAX_YEARS = 100


@dataclass(frozen=True, slots=True)
class Year:
    """One year of a drawdown: what was there, what was taken at its start, what was left at its end."""

    number: int
    start: Decimal
    withdrawal: Decimal
    end: Decimal


def future_value(amount: Decimal, rate: Decimal, years: int) -> Decimal:
    """`amount` after `years` at `rate` percent, compounded yearly: A(1 + r)^n. With inflation, a future price."""
    with localcontext(prec=40):
        return (amount * (1 + _share(rate)) ** _span(years)).quantize(CENT)


def present_value(amount: Decimal, rate: Decimal, years: int) -> Decimal:
    """What `amount` in `years` is worth today at `rate` percent: A / (1 + r)^n."""
    with localcontext(prec=40):
        return (amount / (1 + _share(rate)) ** _span(years)).quantize(CENT)


def annuity_payment(amount: Decimal, rate: Decimal, years: int) -> Decimal:
    """The level payment a year, at the end of each, that uses `amount` up in `years`: A r / (1 - (1 + r)^-n)."""
    if _span(years) == 0:
        raise ValueError("The payments need at least 1 year.")
    with localcontext(prec=40):
        share = _share(rate)
        if share == 0:
            return (amount / years).quantize(CENT)
        return (amount * share / (1 - (1 + share) ** -years)).quantize(CENT)


def savings_after(start: Decimal, yearly: Decimal, rate: Decimal, years: int) -> Decimal:
    """`start` with `yearly` added at the end of each year: A(1 + r)^n + P((1 + r)^n - 1)/r."""
    with localcontext(prec=40):
        share, factor = _share(rate), (1 + _share(rate)) ** _span(years)
        added = yearly * years if share == 0 else yearly * (factor - 1) / share
        return (start * factor + added).quantize(CENT)


def drawdown(start: Decimal, withdrawal: Decimal, rate: Decimal, inflation: Decimal, years: int) -> list[Year]:
    """The years in which `withdrawal`, raised by inflation each year, is taken at the start of the year.

    What is left grows at `rate` percent. The list ends with the year in which the money is used up.
    """
    rows: list[Year] = []
    with localcontext(prec=40):
        balance, taken = start, withdrawal
        for number in range(1, _span(years) + 1):
            paid = min(taken, balance)
            end = (balance - paid) * (1 + _share(rate))
            rows.append(Year(number, balance.quantize(CENT), paid.quantize(CENT), end.quantize(CENT)))
            if end <= 0:
                break
            balance, taken = end, taken * (1 + _share(inflation))
    return rows


def years_it_lasts(start: Decimal, withdrawal: Decimal, rate: Decimal, inflation: Decimal) -> int | None:
    """Full years that the withdrawals are paid, or None when the money outlasts a hundred years."""
    with localcontext(prec=40):
        balance, taken = start, withdrawal
        for number in range(MAX_YEARS):
            if balance < taken:
                return number
            balance, taken = (balance - taken) * (1 + _share(rate)), taken * (1 + _share(inflation))
    return None


def _share(rate: Decimal) -> Decimal:
    if not Decimal(-50) <= rate <= Decimal(100):
        raise ValueError(f"A rate of {rate}% a year is out of range; it is between -50 and 100.")
    return rate / 100


def _span(years: int) -> int:
    if not 0 <= years <= MAX_YEARS:
        raise ValueError(f"{years} years are out of range; a projection spans 0 to {MAX_YEARS}.")
    return years
