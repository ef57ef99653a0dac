"""Benefits of spouses and survivors against the published tables, and the limits that the law sets."""

from __future__ import annotations

from decimal import Decimal

import pytest

from retirement.calculators import social_security
from retirement.checklist.sources import SSA_EARLY, SSA_SURVIVORS
from retirement.tests.test_calculate_tool import calculated


@pytest.mark.parametrize(
    ("born", "worker", "spouse"),
    [(1937, 800, 375), (1938, 791, 370), (1939, 783, 366), (1940, 775, 362), (1941, 766, 358), (1942, 758, 354),
     (1943, 750, 350), (1954, 750, 350), (1955, 741, 345), (1956, 733, 341), (1957, 725, 337), (1958, 716, 333),
     (1959, 708, 329), (1960, 700, 325), (1970, 700, 325)],
)  # fmt: skip
def test_worker_and_spouse_at_sixty_two_get_what_the_table_has_on_a_thousand(
    born: int, worker: int, spouse: int
) -> None:
    assert SSA_EARLY.read
    assert int(social_security.benefit_at(Decimal(1000), born, 62)) == worker
    assert int(social_security.spouses_benefit_at(Decimal(1000), born, 62)) == spouse


@pytest.mark.parametrize(
    ("born", "full_age", "months", "at_62"),
    [(1930, (65, 0), 60, 829), (1939, (65, 0), 60, 829), (1940, (65, 2), 62, 825), (1941, (65, 4), 64, 822),
     (1942, (65, 6), 66, 819), (1943, (65, 8), 68, 816), (1944, (65, 10), 70, 813), (1945, (66, 0), 72, 810),
     (1956, (66, 0), 72, 810), (1957, (66, 2), 74, 807), (1958, (66, 4), 76, 805), (1959, (66, 6), 78, 803),
     (1960, (66, 8), 80, 801), (1961, (66, 10), 82, 798), (1962, (67, 0), 84, 796), (1980, (67, 0), 84, 796)],
)  # fmt: skip
def test_a_survivor_gets_what_the_table_has_on_a_thousand(
    born: int, full_age: tuple[int, int], months: int, at_62: int
) -> None:
    assert SSA_SURVIVORS.read
    assert social_security.survivor_full_age(born) == full_age
    assert full_age[0] * 12 + full_age[1] - 720 == months
    assert round(social_security.survivors_benefit_at(Decimal(1000), born, 62)) == pytest.approx(at_62, abs=1)
    assert social_security.survivors_benefit_at(Decimal(1000), born, 60) == Decimal("715.00")
    assert social_security.survivors_benefit_at(Decimal(1000), born, *full_age) == Decimal("1000.00")
    assert social_security.survivors_benefit_at(Decimal(1000), born, 75) == Decimal("1000.00")


def test_a_spouse_gains_nothing_by_waiting_past_full_retirement_age() -> None:
    assert social_security.spouses_benefit_at(Decimal(2000), 1960, 67) == Decimal("1000.00")
    assert social_security.spouses_benefit_at(Decimal(2000), 1960, 70) == Decimal("1000.00")


def test_a_spouse_with_a_benefit_of_their_own_gets_the_rest_up_to_half() -> None:
    # At full retirement age: 600 of their own and 400 of the excess; at 62: 30% and 35% less.
    assert social_security.spouses_benefit_at(Decimal(2000), 1960, 67, own_full=Decimal(600)) == Decimal("1000.00")
    assert social_security.spouses_benefit_at(Decimal(2000), 1960, 62, own_full=Decimal(600)) == Decimal("680.00")
    assert social_security.spouses_benefit_at(Decimal(2000), 1960, 67, own_full=Decimal(1500)) == Decimal("1500.00")


def test_a_worker_who_claimed_early_or_late_changes_what_a_survivor_gets() -> None:
    early = social_security.survivors_benefit_at(Decimal(1000), 1962, 67, worker_received=Decimal(700))
    assert early == Decimal("825.00")
    less_early = social_security.survivors_benefit_at(Decimal(1000), 1962, 67, worker_received=Decimal(900))
    assert less_early == Decimal("900.00")
    at_sixty = social_security.survivors_benefit_at(Decimal(1000), 1962, 60, worker_received=Decimal(700))
    assert at_sixty == Decimal("715.00")
    late = social_security.survivors_benefit_at(Decimal(1000), 1962, 67, worker_received=Decimal(1240))
    assert late == Decimal("1240.00")


def test_ages_before_the_earliest_are_refused_by_their_value() -> None:
    with pytest.raises(ValueError, match="61"):
        social_security.share_of_spouses_benefit(1960, 61)
    with pytest.raises(ValueError, match="59"):
        social_security.share_of_survivors_benefit(1960, 59)
    with pytest.raises(ValueError, match="12 months"):
        social_security.share_of_survivors_benefit(1960, 60, 12)


@pytest.mark.parametrize(
    ("kind", "age", "result"),
    [
        ("spouses_social_security_at_age", 62, "$650 a month, 32.50% of the worker's full benefit, with no benefit of"),
        ("survivors_social_security_at_age", 60, "$1,430 a month, 71.50% of the worker's full benefit"),
    ],
)
def test_the_tool_says_what_a_spouse_and_a_survivor_get(kind: str, age: int, result: str) -> None:
    words = f"My husband would get $2,000. I was born in 1962, what would I get at {age}?"
    answer = calculated(words, kind=kind, amount=2000, birth_year=1962, target_age=age)
    assert answer["result"].startswith(result)
