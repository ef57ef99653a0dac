"""Money over years: growth, level payments, drawdown with inflation. Rates are in percent a year, as people say."""

from __future__ import annotations

from decimal import Decimal, localcontext

CENT = Decimal("0.01")
# A projection beyond a human life is noise.
MAX_YEARS = 100


def future_value(amount: Decimal, rate: Decimal, years: int) -> Decimal:
    """`amount` after `years` at `rate` percent, compounded yearly: A(1 + r)^n. With inflation, a future price."""
    with localcontext(prec=40):
        return (amount * (1 + _share(rate)) ** _span(years)).quantize(CENT)


def annuity_payment(amount: Decimal, rate: Decimal, years: int) -> Decimal:
    """The level payment a year, at the end of each, that uses `amount` up in `years`: A r / (1 - (1 + r)^-n)."""
    if _span(years) == 0:
        raise ValueError("The payments need at least 1 year.")
    with localcontext(prec=40):
        share = _share(rate)
        if share == 0:
            return (amount / years).quantize(CENT)
        return (amount * share / (1 - (1 + share) ** -years)).quantize(CENT)


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
