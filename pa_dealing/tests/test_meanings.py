"""A meaning that a model proposes: taken in whatever words, and never where they plainly say something else."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, SIEMENS, Desk, cases
from pa_dealing.tests.test_selection import CALL, ENERGY

# What stands in the draft where a meaning is proposed.
STAGES: dict[str, dict[str, Any]] = {
    "": {},
    "flags": {**COMPLETE, "has_inside_info": None, "is_related_party": None},
    "selection": {"candidates": [SIEMENS, ENERGY, CALL], "security_search_term": "siemens"},
    "currency_usd": {"estimated_value": Decimal(900), "pending_currency_confirmation": True},
    "value": {
        "estimated_value": Decimal(500_000),
        "estimated_currency": "EUR",
        "currency_confirmed": True,
        "pending_value_confirmation": True,
        "value_question": "high_value",
    },
    "weak_justification": {**COMPLETE, "justification": "I like it", "justification_quality": "WEAK"},
}


def proposed(desk: Desk, case: dict[str, Any]) -> dict[str, Any]:
    stage = case.get("stage", "")
    desk.fill(**{**STAGES[stage], **case.get("draft", {}), "question": case.get("asked", "")})
    return desk.tool(case["tool"], *case["words"], asked=case.get("asked", ""), **case["arguments"])


def held(draft: DraftRequest, field: str) -> Any:
    value = getattr(draft, field)
    return value["symbol"] if field == "security" and value else value


def test_there_are_three_hundred_calls_of_each_kind_and_none_twice() -> None:
    honest = [*cases("meanings_honest"), *cases("honest_calls")]
    false = [*cases("meanings_opposite"), *cases("near_misses")]
    for calls in (honest, false):
        assert len({str(case.values[0]) for case in calls}) >= 300


@pytest.mark.parametrize("case", cases("meanings_honest"))
def test_an_honest_meaning_is_taken(desk: Desk, case: dict[str, Any]) -> None:
    result = proposed(desk, case)
    assert result["status"] != "error", result
    assert {field: held(desk.draft, field) for field in case["fields"]} == case["fields"]


@pytest.mark.parametrize("case", cases("meanings_opposite"))
def test_what_the_words_plainly_do_not_say_is_not_taken(desk: Desk, case: dict[str, Any]) -> None:
    result = proposed(desk, case)
    taken = {field: held(desk.draft, field) for field in case["fields"]}
    assert result["status"] == "error" or (taken and not all(taken[f] == v for f, v in case["fields"].items()))


@pytest.mark.parametrize(
    ("stage", "asked", "tool", "arguments"),
    [
        ("", "MISSING_DIRECTION", "set_direction", {"direction": "BUY"}),
        (
            "flags",
            "MISSING_HAS_INSIDE_INFO",
            "set_compliance_flags",
            {"has_inside_info": False, "is_related_party": False},
        ),
        ("selection", "SECURITY_SELECTION_REQUIRED", "confirm_selection", {"response": "yes"}),
        ("value", "VALUE_CONFIRMATION_REQUIRED", "confirm_pending", {"confirmation_type": "value", "confirmed": True}),
    ],
)
def test_a_quotation_that_the_person_did_not_write_is_refused(
    desk: Desk, stage: str, asked: str, tool: str, arguments: dict[str, Any]
) -> None:
    desk.fill(**{**STAGES[stage], "question": asked})
    result = desk.tool(
        tool, "all of it is fine, yes, buy, none", asked=asked, words="I agree to everything", **arguments
    )
    assert (result["status"], result["code"]) == ("error", "not_in_words")
    assert "I agree to everything" in result["error"]
