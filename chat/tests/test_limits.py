"""Turns and uploads a minute and tokens a day: refused with the time when it opens again."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries, Settings

from chat.errors import TurnRefused
from chat.models import Allowance
from chat.turns import limits


@pytest.mark.django_db
def test_a_person_without_limits_asks_the_database_nothing(
    employee: User, settings: Settings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.CHAT_TURNS_PER_MINUTE = 0
    with django_assert_num_queries(0):
        limits.admit(employee.pk, "pa_dealing")
        limits.charge(employee.pk, "pa_dealing", 5000)


@pytest.mark.django_db
def test_what_a_person_says_by_hand_asks_the_database_nothing_under_the_limits_that_are_on(
    employee: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        for _ in range(20):
            limits.admit(employee.pk, "pa_dealing")


@pytest.mark.django_db
def test_without_any_setting_a_flood_of_turns_or_uploads_is_refused(employee: User) -> None:
    for take, most in ((limits.admit, 300), (limits.admit_upload, 60)):
        refused = [refusal for _ in range(2 * most) if (refusal := refusal_of(take, employee.pk))]
        assert most <= 2 * most - len(refused) < 1.5 * most
        assert {(refusal.status, refusal.code) for refusal in refused} == {(429, "limit_reached")}
        assert all(refusal.retry_after for refusal in refused)


def refusal_of(take: Callable[[int, str], None], user_id: int) -> TurnRefused | None:
    try:
        take(user_id, "pursuit")
    except TurnRefused as refusal:
        return refusal
    return None


@pytest.mark.django_db
def test_the_turn_after_the_allowance_is_refused_with_the_time(employee: User, settings: Settings) -> None:
    settings.CHAT_TURNS_PER_MINUTE = 2
    limits.admit(employee.pk, "pa_dealing")
    limits.admit(employee.pk, "pa_dealing")
    with pytest.raises(TurnRefused) as refused:
        limits.admit(employee.pk, "pa_dealing")
    assert refused.value.status == 429
    assert refused.value.code == "limit_reached"
    assert 25 <= (refused.value.retry_after or 0) <= 30
    assert "2 turns a minute" in refused.value.detail
    # The page shows it in the person's own zone.
    assert re.search(r"opens again on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.", refused.value.detail)


@pytest.mark.django_db
def test_the_allowance_fills_up_as_time_passes(employee: User, settings: Settings) -> None:
    settings.CHAT_TURNS_PER_MINUTE = 1
    limits.admit(employee.pk, "pa_dealing")
    bucket = Allowance.objects.get()
    Allowance.objects.update(updated_at=bucket.updated_at.replace(year=bucket.updated_at.year - 1))
    limits.admit(employee.pk, "pa_dealing")
    assert Allowance.objects.get().level < 1


@pytest.mark.django_db
def test_each_person_and_each_assistant_has_an_allowance_of_its_own(
    employee: User, colleague: User, settings: Settings
) -> None:
    settings.CHAT_TURNS_PER_MINUTE = 1
    settings.ASSISTANT_TURNS_PER_MINUTE = {"retirement": 0}
    limits.admit(employee.pk, "pa_dealing")
    limits.admit(colleague.pk, "pa_dealing")
    for _ in range(5):
        limits.admit(employee.pk, "retirement")
    with pytest.raises(TurnRefused):
        limits.admit(employee.pk, "pa_dealing")


@pytest.mark.django_db
def test_tokens_are_charged_after_the_turn_and_refuse_the_next_one(employee: User, settings: Settings) -> None:
    settings.CHAT_TOKENS_PER_DAY = 1000
    limits.admit(employee.pk, "pa_dealing")
    limits.charge(employee.pk, "pa_dealing", 1500)
    with pytest.raises(TurnRefused) as refused:
        limits.admit(employee.pk, "pa_dealing")
    assert "1,000 tokens a day" in refused.value.detail
    assert (refused.value.retry_after or 0) > 3600


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """The clock of the buckets in memory; a test sets its `now`."""
    clock = SimpleNamespace(now=1_000.0)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_after_a_flood_a_sign_in_is_closed_until_its_pause_is_over_and_each_flood_begins_it_anew(
    clock: SimpleNamespace,
) -> None:
    limits.close_for_a_while("a session")
    clock.now += limits.FLOOD_PAUSE_S - 1
    assert limits.is_closed("a session")
    assert not limits.is_closed("a token")
    limits.close_for_a_while("a session")
    clock.now += limits.FLOOD_PAUSE_S - 1
    assert limits.is_closed("a session")
    clock.now += 1
    assert not limits.is_closed("a session")


def test_a_bucket_fills_as_time_passes_and_no_further_than_it_holds(clock: SimpleNamespace) -> None:
    buckets = limits.Buckets()
    assert [buckets.take("a", 1, 2) for _ in range(3)] == [True, True, False]
    clock.now += 1
    assert [buckets.take("a", 1, 2) for _ in range(2)] == [True, False]
    clock.now += 60
    assert buckets.level("a", 1, 2) == 2


def test_of_very_many_buckets_those_that_were_used_longest_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.Buckets, "_MOST", 4)
    buckets = limits.Buckets()
    for key in "abcda":
        buckets.take(key, 0, 1)
    buckets.empty("e")
    assert [key for key in "abcde" if key in buckets] == ["a", "d", "e"]
