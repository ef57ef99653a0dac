"""Calls of a model on words that nearly say the value, none of which is taken, and on words that do say it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from llm.testing import call
from pa_dealing.tests.shared import Desk, cases, results

VALUES = ("quantity", "estimated_value", "estimated_currency")


def proposed(desk: Desk, case: dict[str, Any]) -> dict[str, Any]:
    """The result of the model's call after the last of the words; the earlier ones were only heard."""
    draft = dict(case.get("draft", {}))
    if "estimated_value" in draft:
        draft["estimated_value"] = Decimal(draft["estimated_value"])
    for words in case["words"][:-1]:
        desk.say(words, "I see.")
    desk.fill(**draft, question=case["asked"])
    # The question stands on the screen once a reply has ended with it.
    desk.say("hm", "Well?")
    turn = desk.say(case["words"][-1], [call(case["tool"], **case["arguments"])], "I see.")
    return dict(results(turn)[-1])


@pytest.mark.parametrize("case", cases("near_misses"))
def test_a_number_or_currency_of_something_else_is_refused_whatever_a_model_says(
    scripted: Desk, case: dict[str, Any]
) -> None:
    before = {name: case.get("draft", {}).get(name) for name in VALUES}
    result = proposed(scripted, case)
    draft = scripted.draft
    assert result["status"] == "error", result
    assert {name: getattr(draft, name) for name in VALUES} == before


@pytest.mark.parametrize("case", cases("honest_calls"))
def test_a_value_that_the_person_said_is_taken(scripted: Desk, case: dict[str, Any]) -> None:
    result = proposed(scripted, case)
    assert result["status"] in ("success", "pending"), result
    arguments = case["arguments"]
    if "quantity" in arguments:
        assert scripted.draft.quantity == arguments["quantity"]
    else:
        assert scripted.draft.estimated_value == Decimal(str(arguments["amount"]))
