"""The sums against the published tables: SSA's reductions and credits, the IRS Uniform Lifetime Table."""

from __future__ import annotations

from decimal import Decimal

import pytest

from retirement.calculators import ages, growth, rmd, social_security


@pytest.mark.parametrize(
    ("born", "age"),
    [(1937, (65, 0)), (1938, (65, 2)), (1940, (65, 6)), (1942, (65, 10)), (1943, (66, 0)), (1954, (66, 0)),
     (1955, (66, 2)), (1956, (66, 4)), (1957, (66, 6)), (1958, (66, 8)), (1959, (66, 10)), (1960, (67, 0)), (1975, (67, 0))],
)  # fmt: skip
def test_full_retirement_age_is_the_published_one(born: int, age: tuple[int, int]) -> None:
    assert social_security.full_retirement_age(born) == age


@pytest.mark.parametrize(
    ("born", "age", "percent"),
    [
        # SSA, "Retirement Age and Benefit Reduction": at 62.
        (1943, 62, 75.00), (1955, 62, 74.17), (1956, 62, 73.33), (1957, 62, 72.50), (1958, 62, 71.67), (1959, 62, 70.83),
        (1960, 62, 70.00), (1960, 63, 75.00), (1960, 64, 80.00), (1960, 65, 86.67), (1960, 66, 93.33), (1960, 67, 100.0),
        # SSA, "Delayed Retirement Credits": at 70.
        (1943, 70, 132.00), (1955, 70, 130.67), (1956, 70, 129.33), (1957, 70, 128.00), (1958, 70, 126.67),
        (1959, 70, 125.33), (1960, 70, 124.00), (1960, 75, 124.00),
    ],
)  # fmt: skip
def test_the_benefit_at_an_age_is_the_published_share(born: int, age: int, percent: float) -> None:
    assert round(float(social_security.share_of_full_benefit(born, age)) * 100, 2) == percent


@pytest.mark.parametrize(("born", "credit"), [(1933, 5.5), (1935, 6), (1937, 6.5), (1939, 7), (1941, 7.5), (1943, 8)])
def test_the_yearly_credit_is_the_published_one(born: int, credit: float) -> None:
    assert float(social_security.yearly_credit(born)) * 100 == pytest.approx(credit)


def test_a_claim_before_sixty_two_is_refused_by_its_value() -> None:
    with pytest.raises(ValueError, match="61"):
        social_security.share_of_full_benefit(1960, 61)


def test_a_benefit_is_paid_to_the_cent() -> None:
    assert social_security.benefit_at(Decimal(2000), 1960, 62) == Decimal("1400.00")
    assert social_security.benefit_at(Decimal(2000), 1960, 70) == Decimal("2480.00")


# The table as several public programs have it, typed in again in another order: by distribution period, from 120 down.
PUBLISHED = [
    "2.0",
    "2.3",
    "2.5",
    "2.7",
    "2.8",
    "2.9",
    "3.0",
    "3.1",
    "3.3",
    "3.4",
    "3.5",
    "3.7",
    "3.9",
    "4.1",
    "4.3",
    "4.6",
    "4.9",
    "5.2",
    "5.6",
    "6.0",
    "6.4",
    "6.8",
    "7.3",
    "7.8",
    "8.4",
    "8.9",
    "9.5",
    "10.1",
    "10.8",
    "11.5",
    "12.2",
    "12.9",
    "13.7",
    "14.4",
    "15.2",
    "16.0",
    "16.8",
    "17.7",
    "18.5",
    "19.4",
    "20.2",
    "21.1",
    "22.0",
    "22.9",
    "23.7",
    "24.6",
    "25.5",
    "26.5",
    "27.4",
]


@pytest.mark.parametrize(("age", "period"), [*zip(range(120, 71, -1), PUBLISHED, strict=True), (125, "2.0")])
def test_the_distribution_period_is_the_published_one(age: int, period: str) -> None:
    assert rmd.distribution_period(age) == Decimal(period)


def test_the_table_has_every_age_once_and_only_falls() -> None:
    assert list(rmd.UNIFORM_LIFETIME) == list(range(72, 121))
    periods = list(rmd.UNIFORM_LIFETIME.values())
    assert periods == sorted(periods, reverse=True)


@pytest.mark.parametrize(("born", "age"), [(1950, 72), (1951, 73), (1958, 73), (1959, 73), (1960, 75), (1970, 75)])
def test_distributions_begin_at_the_age_of_the_law(born: int, age: int) -> None:
    assert rmd.applicable_age(born) == age
    assert rmd.first_year(born) == born + age


def test_a_distribution_is_the_balance_over_the_period() -> None:
    assert rmd.required_distribution(Decimal(500_000), 73) == Decimal("18867.92")
    with pytest.raises(ValueError, match="71"):
        rmd.required_distribution(Decimal(1), 71)
    with pytest.raises(ValueError, match="1948"):
        rmd.applicable_age(1948)


def test_months_and_years_go_into_one_another() -> None:
    assert ages.yearly(Decimal(4000)) == 48000
    assert ages.monthly(Decimal(50_000)) == Decimal("4166.67")


def test_growth_and_payments_are_the_textbooks() -> None:
    assert growth.future_value(Decimal(1000), Decimal(5), 10) == Decimal("1628.89")
    assert growth.annuity_payment(Decimal(100_000), Decimal(5), 20) == Decimal("8024.26")
    assert growth.annuity_payment(Decimal(100_000), Decimal(0), 20) == Decimal(5000)


def test_a_drawdown_ends_when_the_money_does() -> None:
    assert growth.years_it_lasts(Decimal(100_000), Decimal(40_000), Decimal(0), Decimal(0)) == 2
    assert growth.years_it_lasts(Decimal(1_000_000), Decimal(10_000), Decimal(5), Decimal(2)) is None


@pytest.mark.parametrize(("rate", "years"), [(Decimal(500), 3), (Decimal(5), 101), (Decimal(5), -1)])
def test_what_is_out_of_range_is_refused(rate: Decimal, years: int) -> None:
    with pytest.raises(ValueError, match="out of range"):
        growth.future_value(Decimal(1), rate, years)
