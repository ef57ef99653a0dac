"""Required minimum distributions by the IRS Uniform Lifetime Table for 2022 and later.

Sources: 26 CFR 1.401(a)(9)-9(c) and IRS Publication 590-B, Appendix B, Table III; the applicable age by SECURE 2.0
Act section 107 (IRC 401(a)(9)(C)(v)), with the proposed regulation of July 2024 for those born in 1959. What was
compared with what: UNIFORM_TABLE and RMD_AGE in `retirement.checklist.sources`.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

_LINES = (Path(__file__).parent / "uniform_lifetime.txt").read_text("utf-8").splitlines()
UNIFORM_LIFETIME = {int(age): Decimal(divisor) for age, divisor in (line.split() for line in _LINES if line[0] != "#")}
FIRST_TABLE_AGE, LAST_TABLE_AGE = min(UNIFORM_LIFETIME), max(UNIFORM_LIFETIME)


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
