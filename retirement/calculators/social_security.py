"""Social Security: full retirement age by year of birth, the reduction before it, the credit after it, for a worker,
a spouse and a survivor.

Law: 42 USC 416(l) and 402(b), (e), (q), (w); 20 CFR 404.409, 404.410 and 404.313. The figures were compared with the
tables of `retirement.checklist.sources`: SSA_EARLY, SSA_DELAYED, SSA_SURVIVORS and CFR_REDUCTION. Who is born on 1
January
counts as born in the year before.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

EARLIEST, LATEST, EARLIEST_SURVIVOR = 62, 70, 60
_FIRST_36 = Fraction(5, 900)
_BEYOND = Fraction(5, 1200)
_SPOUSE_FIRST_36 = Fraction(25, 3600)
# A survivor who begins at 60 loses this share, whatever the full retirement age is.
_SURVIVOR_LOSS = Fraction(285, 1000)
# What a survivor gets at least of the full benefit when the worker had claimed early (42 USC 402(e)(2)(D)).
_SURVIVOR_FLOOR = Fraction(825, 1000)


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


def survivor_full_age(birth_year: int) -> tuple[int, int]:
    """(years, months) for a surviving spouse: the steps of the worker's table, two years of birth later."""
    return full_retirement_age(birth_year - 2)


def share_of_spouses_benefit(birth_year: int, claim_age: int, claim_months: int = 0) -> Fraction:
    """The share of a spouse's benefit when claiming at this age: 25/36 of 1% less for each of the first 36 months
    early, 5/12 of 1% for each further one. There is no credit for waiting.

    Raises ValueError for an age before 62 or months that are none.
    """
    early = _months_early(full_retirement_age(birth_year), claim_age, claim_months, EARLIEST, "A spouse's benefit")
    return 1 - min(early, 36) * _SPOUSE_FIRST_36 - max(early - 36, 0) * _BEYOND


def spouses_benefit_at(
    workers_full: Decimal, birth_year: int, claim_age: int, claim_months: int = 0, own_full: Decimal = Decimal(0)
) -> Decimal:
    """What a spouse gets a month in all: their own benefit, and what half of the worker's full benefit is above their
    own full one, each with its own reduction. The worker must have claimed.
    """
    share = share_of_spouses_benefit(birth_year, claim_age, claim_months)
    excess = max(workers_full / 2 - own_full, Decimal(0))
    own = benefit_at(own_full, birth_year, claim_age, claim_months) if own_full else Decimal(0)
    return own + (excess * share.numerator / share.denominator).quantize(Decimal("0.01"))


def share_of_survivors_benefit(birth_year: int, claim_age: int, claim_months: int = 0) -> Fraction:
    """The share of a survivor's benefit when claiming at this age: 28.5% less at 60, in equal monthly steps.

    Raises ValueError for an age before 60 or months that are none.
    """
    full = survivor_full_age(birth_year)
    early = _months_early(full, claim_age, claim_months, EARLIEST_SURVIVOR, "A survivor's benefit")
    return 1 - _SURVIVOR_LOSS * early / (full[0] * 12 + full[1] - EARLIEST_SURVIVOR * 12)


def survivors_benefit_at(
    workers_full: Decimal,
    birth_year: int,
    claim_age: int,
    claim_months: int = 0,
    worker_received: Decimal | None = None,
) -> Decimal:
    """What a surviving spouse gets a month. `birth_year` and the age are the survivor's.

    `worker_received` is what the worker was paid: with delayed credits they pass on; had the worker claimed early, the
    survivor gets no more than that amount or 82.5% of the full benefit, whichever is larger.
    """
    share = share_of_survivors_benefit(birth_year, claim_age, claim_months)
    received = workers_full if worker_received is None else worker_received
    amount = max(workers_full, received) * share.numerator / share.denominator
    if received < workers_full:
        floor = workers_full * _SURVIVOR_FLOOR.numerator / _SURVIVOR_FLOOR.denominator
        amount = min(amount, max(received, floor))
    return amount.quantize(Decimal("0.01"))


def _months_early(full: tuple[int, int], age: int, months: int, earliest: int, what: str) -> int:
    if not 0 <= months < 12:
        raise ValueError(f"{months} months are not between 0 and 11.")
    if age < earliest:
        raise ValueError(f"{what} begins at {earliest} at the earliest; {age} is below it.")
    return max(0, full[0] * 12 + full[1] - age * 12 - months)
