"""Social Security: full retirement age by year of birth, the reduction before it and the credit after it.

Sources: 42 USC 416(l) and 402(q), (w); 20 CFR 404.409, 404.410 and 404.313; SSA tables "Retirement Age and Benefit
Reduction" and "Delayed Retirement Credits". Who is born on 1 January counts as born in the year before.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

EARLIEST, LATEST = 62, 70
_FIRST_36 = Fraction(5, 900)
_BEYOND = Fraction(5, 1200)


def full_retirement_age(birth_year: int) -> tuple[int, int]:
    """(years, months). 65 up to 1937, 66 from 1943, 67 from 1960, in steps of two months between."""
    if birth_year <= 1937:
        return 65, 0
    if birth_year <= 1942:
        return 65, 2 * (birth_year - 1937)
    if birth_year <= 1954:
        return 66, 0
    return (66, 2 * (birth_year - 1954)) if birth_year <= 1959 else (67, 0)


def yearly_credit(birth_year: int) -> Fraction:
    """The delayed retirement credit for a year: 8% for 1943 and later, half a point less for each two years before."""
    if birth_year >= 1943:
        return Fraction(8, 100)
    if birth_year < 1933:
        raise ValueError(f"The credit table begins with 1933; {birth_year} is before it.")
    return Fraction(55 + 5 * ((birth_year - 1933) // 2), 1000)


def share_of_full_benefit(birth_year: int, claim_age: int, claim_months: int = 0) -> Fraction:
    """The share of the full benefit when claiming at this age: 5/9 of 1% less for each of the first 36 months early,
    5/12 of 1% for each further one; the credit for each month late, until 70.

    Raises ValueError for an age before 62 or months that are none.
    """
    if not 0 <= claim_months < 12:
        raise ValueError(f"{claim_months} months are not between 0 and 11.")
    if claim_age < EARLIEST:
        raise ValueError(f"Retirement benefits begin at {EARLIEST} at the earliest; {claim_age} is below it.")
    years, months = full_retirement_age(birth_year)
    late = min(claim_age * 12 + claim_months, LATEST * 12) - (years * 12 + months)
    if late >= 0:
        return 1 + late * yearly_credit(birth_year) / 12
    return 1 - min(-late, 36) * _FIRST_36 - max(-late - 36, 0) * _BEYOND


def benefit_at(full_benefit: Decimal, birth_year: int, claim_age: int, claim_months: int = 0) -> Decimal:
    """The monthly benefit when claiming at this age, in today's dollars, to the cent, before SSA rounds it down."""
    share = share_of_full_benefit(birth_year, claim_age, claim_months)
    return (full_benefit * share.numerator / share.denominator).quantize(Decimal("0.01"))
