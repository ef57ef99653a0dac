"""Required minimum distributions by the IRS Uniform Lifetime Table for 2022 and later.

Sources: 26 CFR 1.401(a)(9)-9(c) and IRS Publication 590-B, Appendix B, Table III; the applicable age by SECURE 2.0
Act section 107 (IRC 401(a)(9)(C)(v)), with the proposed regulation of July 2024 for those born in 1959. What was
compared with what: UNIFORM_TABLE and RMD_AGE in `retirement.checklist.sources`.
"""

from __future__ import annotations

from decimal import Decimal

FIRST_TABLE_AGE, LAST_TABLE_AGE = 72, 120
# Ages 72 to 120, in order; 120 stands for 120 and over.
_PERIODS = (
    "27.4 26.5 25.5 24.6 23.7 22.9 22.0 21.1 20.2 19.4 18.5 17.7 16.8 16.0 15.2 14.4 13.7 12.9 12.2 11.5 10.8 10.1 "
    "9.5 8.9 8.4 7.8 7.3 6.8 6.4 6.0 5.6 5.2 4.9 4.6 4.3 4.1 3.9 3.7 3.5 3.4 3.3 3.1 3.0 2.9 2.8 2.7 2.5 2.3 2.0"
)
UNIFORM_LIFETIME = {FIRST_TABLE_AGE + n: Decimal(period) for n, period in enumerate(_PERIODS.split())}


def applicable_age(birth_year: int) -> int:
    """The age in whose year distributions begin: 72 (born by 1950), 73 (1951 to 1959), 75 (1960 and later).

    Raises ValueError for a year before 1950: who was born before July 1949 began at 70½, under older law.
    """
    if birth_year < 1950:
        raise ValueError(f"Someone born in {birth_year} began distributions under older law, at 70½ or at 72.")
    return 72 if birth_year == 1950 else 73 if birth_year <= 1959 else 75


def first_year(birth_year: int) -> int:
    """The first distribution year; it may be taken until 1 April of the year after."""
    return birth_year + applicable_age(birth_year)


def distribution_period(age: int) -> Decimal:
    """The divisor for the age reached in the year. Raises ValueError below 72."""
    if age < FIRST_TABLE_AGE:
        raise ValueError(f"The Uniform Lifetime Table begins at {FIRST_TABLE_AGE}; {age} is below it.")
    return UNIFORM_LIFETIME[min(age, LAST_TABLE_AGE)]


def required_distribution(balance: Decimal, age: int) -> Decimal:
    """The distribution of the year in which `age` is reached; `balance` is that of 31 December of the year before."""
    return (balance / distribution_period(age)).quantize(Decimal("0.01"))
