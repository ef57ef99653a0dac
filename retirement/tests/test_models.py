"""The database's own rules: rows are added and never changed, except by an erasure."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from retirement.checklist.topics import Topic, nearest, unknown_topic
from retirement.models import CompletenessSnapshot, InformationRecord
from retirement.tests.shared import Desk

TABLES = ["retirement_informationrecord", "retirement_completenesssnapshot"]


@pytest.fixture
def filled(desk: Desk) -> Desk:
    desk.fact()
    desk.score(housing_geography=40)
    return desk


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["UPDATE {} SET created_at = now()", "DELETE FROM {}"])
def test_a_row_cannot_be_changed_or_deleted(filled: Desk, table: str, statement: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


@pytest.mark.parametrize("table", TABLES)
def test_an_erasure_may(filled: Desk, table: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        cursor.execute(f"DELETE FROM {table}")
        assert cursor.rowcount == 1


def test_a_row_that_is_saved_again_is_refused_with_a_sentence(filled: Desk) -> None:
    for row in (InformationRecord.objects.get(), CompletenessSnapshot.objects.get()):
        with pytest.raises(TypeError, match="Add another one"):
            row.save()


def test_a_thread_with_facts_is_not_deleted_but_erased(filled: Desk) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        filled.thread.delete()
    call_command("erase_thread", str(filled.thread.pk), "--yes")
    assert InformationRecord.objects.count() == CompletenessSnapshot.objects.count() == 0


@pytest.mark.parametrize(
    "wrong", [{"topic": "weather"}, {"confidence": 1.1}, {"confidence": -0.1}, {"value": ""}], ids=str
)
def test_the_database_refuses_what_the_specification_does(desk: Desk, wrong: dict[str, object]) -> None:
    row = {"session": desk.thread, "topic": "long_term_care", "value": "Said", "confidence": 0.5, **wrong}
    with pytest.raises(IntegrityError), transaction.atomic():
        InformationRecord.objects.create(**row)


def test_rows_of_one_transaction_keep_their_order(desk: Desk) -> None:
    for number in range(20):
        InformationRecord.objects.create(session=desk.thread, topic="long_term_care", value=str(number))
    assert [row.value for row in InformationRecord.objects.all()] == [str(number) for number in range(20)]


def test_the_topics_are_the_eight_of_the_specification() -> None:
    assert Topic.choices == [
        ("income_cash_flow", "Income Stability & Cash Flow (The Engine)"),
        ("healthcare_medicare", "Healthcare & Medicare Strategy (The Shield)"),
        ("housing_geography", "Housing & Geography (The Anchor)"),
        ("tax_efficiency_rmds", "Tax Efficiency & RMDs (The Filter)"),
        ("longevity_inflation", "Longevity & Inflation Risk (The Horizon)"),
        ("long_term_care", 'Long-Term Care (The "Black Swan")'),
        ("lifestyle_purpose", 'Lifestyle Design & Purpose (The "Why")'),
        ("estate_planning", "Estate Planning (The Legacy)"),
    ]


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("housing", Topic.HOUSING_GEOGRAPHY),
        ("taxes", Topic.TAX_EFFICIENCY_RMDS),
        ("Income & cash-flow", Topic.INCOME_CASH_FLOW),
        ("long term care", Topic.LONG_TERM_CARE),
        ("estate_plan", Topic.ESTATE_PLANNING),
        ("Healthcare & Medicare Strategy (The Shield)", Topic.HEALTHCARE_MEDICARE),
        ("", Topic.INCOME_CASH_FLOW),
        ("\ufffd💩" * 5_000, Topic.INCOME_CASH_FLOW),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_nearest_topic_is_named(text: str, topic: Topic) -> None:
    assert nearest(text) in Topic
    if text.strip("\ufffd💩"):
        assert nearest(text) == topic
    assert all(name in unknown_topic(text) for name in Topic.values)
