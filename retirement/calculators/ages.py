"""Ages, years and months: counted, never estimated."""

from __future__ import annotations

from decimal import Decimal

MONTHS_IN_A_YEAR = 12


def years_until(age: Decimal, target_age: Decimal) -> Decimal:
    """Years from `age` to `target_age`; below 0 when it has passed."""
    return target_age - age


def year_of_age(birth_year: int, age: int) -> int:
    """The calendar year in which a person born in `birth_year` turns `age`."""
    return birth_year + age


def yearly(monthly: Decimal) -> Decimal:
    """Twelve months of a monthly amount."""
    return monthly * MONTHS_IN_A_YEAR


def monthly(yearly_amount: Decimal) -> Decimal:
    """One month of a yearly amount, to the cent."""
    return (yearly_amount / MONTHS_IN_A_YEAR).quantize(Decimal("0.01"))
