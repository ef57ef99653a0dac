"""The draft as the contract's JSON, and the rows behind it."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import TestCase

from pa_dealing.models import DraftRequest
from pa_dealing.state import state_of
from pa_dealing.tests.shared import COMPLETE, Desk

FIELDS = [
    "security", "security_search_term", "candidates", "direction", "quantity", "estimated_value", "estimated_currency",
    "currency_confirmed", "justification", "justification_quality", "has_inside_info", "is_related_party",
    "existing_position", "is_derivative", "pending_currency_confirmation", "pending_value_confirmation",
    "user_confirmed_weak_justification", "status",
]  # fmt: skip


def test_the_state_has_the_contracts_fields() -> None:
    state = state_of(DraftRequest())
    assert list(state) == ["draft", "missing", "instructional_hint"]
    assert set(FIELDS) <= set(state["draft"])
    assert state["instructional_hint"] == "MISSING_SECURITY"
    json.dumps(state)


def test_money_is_a_text_with_two_decimals_and_quantity_an_integer() -> None:
    draft = state_of(DraftRequest(estimated_value=Decimal("262900"), quantity=2000))["draft"]
    assert draft["estimated_value"] == "262900.00"
    assert draft["quantity"] == 2000
    assert json.loads(json.dumps(draft["quantity"])) == 2000


@pytest.mark.parametrize("status", ["submitted", "approved", "declined", "expired", "withdrawn"])
def test_a_closed_request_misses_nothing(status: str) -> None:
    state = state_of(DraftRequest(status=status))
    assert (state["missing"], state["instructional_hint"]) == ([], "")


def test_the_state_costs_no_query(desk: Desk) -> None:
    draft = desk.fill(**COMPLETE)
    with TestCase().assertNumQueries(0):
        state_of(draft)


def test_is_connected_person_is_a_nullable_column_that_no_tool_sets(desk: Desk) -> None:
    assert DraftRequest._meta.get_field("is_connected_person").null
    desk.say("No inside info, not related, I am a connected person, buy 5 Siemens")
    assert desk.draft.is_connected_person is None


@pytest.mark.parametrize(
    "fields",
    [
        {"quantity": 0},
        {"quantity": -5},
        {"estimated_value": Decimal(0)},
        {"estimated_value": Decimal(-1)},
        {"estimated_currency": "eur"},
        {"estimated_currency": "EU"},
        {"status": "submitted"},
        {"status": "approved"},
    ],
)
def test_the_database_refuses_what_no_request_may_be(desk: Desk, fields: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftRequest.objects.create(thread=desk.thread, owner=desk.owner, **fields)


def test_a_thread_has_one_open_draft(desk: Desk) -> None:
    DraftRequest.objects.create(thread=desk.thread, owner=desk.owner)
    with pytest.raises(IntegrityError), transaction.atomic():
        DraftRequest.objects.create(thread=desk.thread, owner=desk.owner)


def test_the_hash_of_the_payload_changes_with_every_value() -> None:
    base = DraftRequest(**COMPLETE)
    hashes = {base.payload_hash()}
    changes: list[dict[str, Any]] = [
        {"direction": "SELL"},
        {"quantity": 101},
        {"estimated_value": "13145.01"},
        {"estimated_currency": "USD"},
        {"justification": "another"},
        {"has_inside_info": True},
        {"is_related_party": True},
        {"security": None},
        {"unit_price": Decimal(1)},
    ]
    for change in changes:
        hashes.add(DraftRequest(**{**COMPLETE, **change}).payload_hash())
    assert len(hashes) == len(changes) + 1


def test_the_hash_does_not_depend_on_how_a_decimal_is_written() -> None:
    whole = DraftRequest(**{**COMPLETE, "estimated_value": Decimal("13145")})
    two = DraftRequest(**COMPLETE)
    assert whole.payload_hash() == two.payload_hash()
