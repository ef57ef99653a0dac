"""The checks that run by themselves: high value in the base currency, quantity times price, position, derivative."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat.acts import act_on
from pa_dealing import actions
from pa_dealing.models import DERIVATIVE_TYPES, DraftRequest, ExchangeRate, Position
from pa_dealing.rules import checks
from pa_dealing.tests.shared import SIEMENS, TYPED, Desk


def valued(amount: str, currency: str, **fields: Any) -> DraftRequest:
    draft = DraftRequest(estimated_value=Decimal(amount), estimated_currency=currency, **fields)
    checks.check_value(draft)
    return draft


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("amount", "currency", "question"),
    [
        ("100000", "EUR", ""),
        ("100000.01", "EUR", "high_value"),
        ("103000", "USD", ""),
        ("104000", "USD", "high_value"),
        ("83000", "GBP", "high_value"),
        ("82000", "GBP", ""),
        ("16000000", "JPY", ""),
        ("17000000", "JPY", "high_value"),
        ("5", "KZT", "no_rate"),
    ],
)
def test_the_threshold_is_met_in_the_base_currency(amount: str, currency: str, question: str) -> None:
    draft = valued(amount, currency)
    assert draft.value_question == question
    assert draft.pending_value_confirmation is bool(question)


@pytest.mark.django_db
def test_the_threshold_and_its_currency_are_settings(settings: Settings) -> None:
    settings.PA_DEALING_HIGH_VALUE = Decimal(1000)
    assert valued("1001", "EUR").value_question == "high_value"
    settings.PA_DEALING_BASE_CURRENCY = "JPY"
    assert valued("1001", "EUR").value_question == "high_value"
    assert valued("999", "JPY").value_question == ""


@pytest.mark.django_db
def test_the_newest_rate_counts_and_its_day_is_known() -> None:
    ExchangeRate.objects.create(currency="USD", per_euro=Decimal("2"), date=date(2026, 1, 5))
    base = checks.in_base_currency(Decimal(300), "USD")
    assert base is not None
    assert (base.amount, base.currency, base.rate_date) == (Decimal(150), "EUR", date(2026, 1, 5))


@pytest.mark.parametrize(
    ("quantity", "price", "value", "differs"),
    [
        (2000, "131.45", "262900", False),
        (2000, "131.45", "26290", True),
        (2000, "131.45", "265500", False),
        (2000, "131.45", "266000", True),
        (100, "10", "1010", False),
        (100, "10", "990", True),
        (None, "10", "990", False),
        (100, None, "990", False),
    ],
)
def test_quantity_times_price_must_meet_the_value_within_one_percent(
    quantity: int | None, price: str | None, value: str, differs: bool
) -> None:
    draft = DraftRequest(
        quantity=quantity, unit_price=Decimal(price) if price else None, estimated_value=Decimal(value)
    )
    assert checks.product_differs(draft) is differs


def test_a_value_that_does_not_fit_is_asked_with_the_sum(desk: Desk) -> None:
    turn = desk.say("Buy 2,000 Siemens at 131.45, total EUR 26,290")
    assert desk.draft.value_question == "mismatch"
    turn = desk.say("1")
    assert "2,000 × 131.45 is 262,900" in turn.reply
    assert "EUR 26,290" in turn.reply


@pytest.mark.parametrize(
    ("answer", "value", "quantity"),
    [
        ("yes", "26290.00", 2000),
        ("the value is EUR 262,900", "262900.00", 2000),
        ("200 shares", "26290.00", 200),
        ("no", None, 2000),
    ],
)
def test_a_mismatch_is_confirmed_or_mended(desk: Desk, answer: str, value: str | None, quantity: int) -> None:
    desk.say("Buy 2,000 Siemens at 131.45, total EUR 26,290")
    desk.say("1")
    desk.say(answer)
    draft = desk.state["draft"]
    assert (draft["estimated_value"], draft["quantity"]) == (value, quantity)


def test_a_corrected_price_is_read_again(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens at 131.45, total EUR 26,290")
    desk.say("1")
    desk.say("the price is 13.15 per share")
    assert desk.draft.unit_price == Decimal("13.15")
    assert not desk.draft.pending_value_confirmation


def test_a_confirmed_high_value_is_not_asked_twice_but_a_new_one_is(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares for EUR 262,900")
    desk.say("1")
    turn = desk.say("yes")
    assert desk.draft.value_confirmed
    assert "Why do you want" in turn.reply
    desk.tool("set_trade_value", "sorry, EUR 362,900", amount=362900, currency="EUR")
    assert desk.state["instructional_hint"] == "VALUE_CONFIRMATION_REQUIRED"


def test_repeating_the_high_value_confirms_it(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares for EUR 262,900")
    desk.say("1")
    desk.say("yes, EUR 262,900 is right")
    assert desk.draft.value_confirmed


def test_a_yes_to_a_high_value_needs_its_question(desk: Desk) -> None:
    desk.say("Buy 2,000 Siemens shares for EUR 262,900")
    result = desk.tool("confirm_pending", "yes", asked="MISSING_QUANTITY", confirmation_type="value", confirmed=True)
    assert result["status"] == "error"
    assert not desk.draft.value_confirmed


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["equity", "etf", "bond", "future", "option", "warrant", "cfd"])
def test_a_derivative_follows_from_the_type(kind: str) -> None:
    draft = DraftRequest(security={**SIEMENS, "inst_type": kind})
    checks.check_derivative(draft)
    assert draft.is_derivative is (kind in DERIVATIVE_TYPES)


@pytest.mark.parametrize(
    ("symbol", "isin", "quantity", "held"),
    [
        ("SIE.DE", "", 5, True),
        ("SIE.XX", "DE0007236101", 5, True),
        ("SIE.DE", "", 0, False),
        ("SAP.DE", "", 5, False),
    ],
)
def test_a_position_is_known_by_symbol_or_isin(desk: Desk, symbol: str, isin: str, quantity: int, held: bool) -> None:
    Position.objects.create(owner=desk.owner, symbol=symbol, isin=isin, quantity=quantity, as_of="2026-01-01")
    draft = DraftRequest(owner=desk.owner, security=SIEMENS)
    checks.check_existing_position(draft)
    assert draft.existing_position is held


def test_somebody_elses_position_does_not_count(desk: Desk, colleague: User) -> None:
    Position.objects.create(owner=colleague, symbol="SIE.DE", quantity=5, as_of="2026-01-01")
    draft = DraftRequest(owner=desk.owner, security=SIEMENS)
    checks.check_existing_position(draft)
    assert draft.existing_position is False


def test_another_currency_asks_about_the_value_again(desk: Desk) -> None:
    desk.fill(estimated_value=Decimal(262900), estimated_currency="JPY", currency_confirmed=True, value_confirmed=True)
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.confirm_currency(draft, "EUR", by=desk.by, words=TYPED)
    assert desk.draft.pending_value_confirmation
