"""One function decides what comes next; every state that can occur has exactly one next step."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pa_dealing import hints
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, SIEMENS

FULL = COMPLETE


def draft(**fields: Any) -> DraftRequest:
    return DraftRequest(**{**FULL, **fields})


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({}, "DRAFT_COMPLETE"),
        ({"security": None, "candidates": [SIEMENS]}, "SECURITY_SELECTION_REQUIRED"),
        ({"pending_currency_confirmation": True, "estimated_currency": None}, "CURRENCY_CONFIRMATION_REQUIRED"),
        ({"estimated_currency": None}, "CURRENCY_CONFIRMATION_REQUIRED"),
        ({"pending_value_confirmation": True}, "VALUE_CONFIRMATION_REQUIRED"),
        ({"security": None}, "MISSING_SECURITY"),
        ({"direction": None}, "MISSING_DIRECTION"),
        ({"quantity": None}, "MISSING_QUANTITY"),
        ({"estimated_value": None, "estimated_currency": None}, "MISSING_ESTIMATED_VALUE"),
        ({"justification": ""}, "MISSING_JUSTIFICATION"),
        ({"has_inside_info": None}, "MISSING_HAS_INSIDE_INFO"),
        ({"is_related_party": None}, "MISSING_IS_RELATED_PARTY"),
        ({"justification_quality": "WEAK"}, "COACHING_REQUIRED"),
        ({"justification_quality": "WEAK", "user_confirmed_weak_justification": True}, "DRAFT_COMPLETE"),
    ],
)
def test_each_state_has_its_hint(fields: dict[str, Any], hint: str) -> None:
    assert hints.determine_instructional_hint(draft(**fields)) == hint


# In the order of the issue: what stands further up is asked first.
GAPS: list[tuple[str, dict[str, Any]]] = [
    ("SECURITY_SELECTION_REQUIRED", {"security": None, "candidates": [SIEMENS]}),
    ("CURRENCY_CONFIRMATION_REQUIRED", {"pending_currency_confirmation": True}),
    ("VALUE_CONFIRMATION_REQUIRED", {"pending_value_confirmation": True}),
    ("MISSING_DIRECTION", {"direction": None}),
    ("MISSING_QUANTITY", {"quantity": None}),
    ("MISSING_ESTIMATED_VALUE", {"estimated_value": None}),
    ("MISSING_JUSTIFICATION", {"justification": ""}),
    ("MISSING_HAS_INSIDE_INFO", {"has_inside_info": None}),
    ("COACHING_REQUIRED", {"justification_quality": "WEAK"}),
]


@pytest.mark.parametrize(("first", "second"), itertools.combinations(GAPS, 2), ids=lambda gap: gap[0])
def test_of_two_gaps_the_earlier_one_is_asked(
    first: tuple[str, dict[str, Any]], second: tuple[str, dict[str, Any]]
) -> None:
    assert hints.determine_instructional_hint(draft(**{**second[1], **first[1]})) == first[0]


def test_every_hint_has_a_question_of_one_sentence_or_two() -> None:
    for _, fields in [*GAPS, ("", {}), ("", {"is_related_party": None}), ("", {"security": None})]:
        asked = questions.question_for(draft(**fields))
        assert asked
        assert asked.count("?") <= 2


def test_missing_names_the_fields_of_the_draft_in_the_order_of_asking() -> None:
    assert hints.missing_fields(DraftRequest()) == list(hints.REQUIRED)
    assert hints.missing_fields(draft()) == []
    assert hints.missing_fields(draft(estimated_currency=None)) == ["estimated_currency"]


def test_false_is_an_answer_and_not_a_gap() -> None:
    assert "has_inside_info" not in hints.missing_fields(draft(has_inside_info=False))
