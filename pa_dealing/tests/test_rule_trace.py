"""The stored trace: what each check was computed from, what it found, and the risk that follows."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError, transaction

from pa_dealing.models import DraftRequest, ExchangeRate, Position, RuleCheck
from pa_dealing.rules.trace import RISK_LABELS, Risk, risk_labels, trace_of
from pa_dealing.tests.review_shared import SIEMENS, escalated, previewed, submitted

pytestmark = pytest.mark.django_db


def check(draft: DraftRequest, code: str) -> RuleCheck:
    return RuleCheck.objects.get(request=draft, code=code)


def test_every_check_is_stored_once_when_a_request_is_handed_in_and_none_before(employee: User) -> None:
    assert not RuleCheck.objects.filter(request=previewed(employee)).exists()
    codes = list(RuleCheck.objects.filter(request=submitted(employee)).values_list("position", "code"))
    assert codes == [
        (1, "has_inside_info"),
        (2, "is_related_party"),
        (3, "value_threshold"),
        (4, "derivative"),
        (5, "existing_position"),
        (6, "justification"),
        (7, "quantity_times_price"),
    ]


def test_the_value_is_compared_in_the_base_currency_with_the_dated_rate(employee: User) -> None:
    ExchangeRate.objects.create(currency="USD", per_euro=Decimal("1.25"), date=date(2030, 1, 2))
    draft = submitted(employee, estimated_currency="USD", estimated_value=Decimal("150000"), unit_price=None)
    result = check(draft, "value_threshold")
    assert result.sentence == "EUR 120,000 at the rate of 02 January 2030 is above EUR 100,000."
    assert result.inputs == {
        "threshold": "100000",
        "base_currency": "EUR",
        "value": "150000.00",
        "currency": "USD",
        "base_value": "120000.00",
        "rate_date": "2030-01-02",
        "per_euro": {"USD": "1.25"},
    }
    assert (draft.base_value, draft.risk) == (Decimal("120000.00"), Risk.HIGH_VALUE)


def test_a_value_at_the_threshold_is_not_above_it(employee: User) -> None:
    draft = submitted(employee, estimated_value=Decimal(100_000), unit_price=Decimal(50))
    assert (check(draft, "value_threshold").outcome, draft.risk) == ("ok", 0)


def test_a_currency_without_a_rate_is_marked_and_has_no_base_value(employee: User) -> None:
    draft = submitted(employee, estimated_currency="XAU")
    assert "no exchange rate for XAU" in check(draft, "value_threshold").sentence
    assert (draft.base_value, draft.risk) == (None, Risk.NO_RATE)


@pytest.mark.parametrize(
    ("values", "code", "risk"),
    [
        ({"is_related_party": True}, "is_related_party", Risk.RELATED_PARTY),
        ({"is_derivative": True}, "derivative", Risk.DERIVATIVE),
        (
            {"justification_quality": "WEAK", "user_confirmed_weak_justification": True},
            "justification",
            Risk.WEAK_JUSTIFICATION,
        ),
        ({"unit_price": Decimal(7)}, "quantity_times_price", Risk.MISMATCH),
    ],
)
def test_what_is_risky_asks_for_attention_and_adds_to_the_risk(
    employee: User, values: dict[str, Any], code: str, risk: Risk
) -> None:
    small = {"estimated_value": Decimal(200), "quantity": 2, "unit_price": Decimal(100)}
    draft = submitted(employee, **{**small, **values})
    assert (check(draft, code).outcome, draft.risk) == ("attention", risk)


def test_inside_information_weighs_more_than_everything_else_together() -> None:
    kinds = sorted(RISK_LABELS, reverse=True)
    for number, kind in enumerate(kinds):
        assert kind > sum(kinds[number + 1 :])
    assert kinds[:4] == [Risk.INSIDE_INFORMATION, Risk.RELATED_PARTY, Risk.HIGH_VALUE, Risk.DERIVATIVE]
    assert risk_labels(Risk.HIGH_VALUE | Risk.INSIDE_INFORMATION) == ["Inside information", "High value"]


def test_holdings_are_looked_up_again_when_the_request_is_handed_in(employee: User) -> None:
    Position.objects.create(owner=employee, symbol=SIEMENS["symbol"], quantity=10, as_of=date(2026, 1, 1))
    draft = submitted(employee, existing_position=False, direction="SELL")
    assert draft.existing_position is True
    assert check(draft, "existing_position").sentence == "A position in this security is on file."


def test_selling_what_one_is_not_known_to_hold_asks_for_attention(employee: User) -> None:
    result = check(submitted(employee, direction="SELL"), "existing_position")
    assert (result.outcome, result.sentence) == (
        "attention",
        "No position in this security is on file; the request is to sell.",
    )


def test_an_escalated_request_is_checked_as_far_as_it_goes(employee: User) -> None:
    draft = escalated(employee)
    assert draft.risk == Risk.INSIDE_INFORMATION
    shown = {row["code"]: row for row in trace_of(draft)}
    assert shown["has_inside_info"]["inputs"] == {"answer": True, "words": "Yes"}
    assert shown["value_threshold"]["sentence"] == "No value was given, so it was not compared."
    assert not RuleCheck.objects.filter(request=draft).exists()


@pytest.mark.parametrize("change", ["update", "delete"])
def test_a_stored_check_cannot_be_changed_or_deleted(employee: User, change: str) -> None:
    checks = RuleCheck.objects.filter(request=submitted(employee))
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        checks.update(outcome="ok") if change == "update" else checks.delete()
