"""The suite `pa_dealing`: figures on labelled messages, a floor for the rules, and nothing left behind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chat.models import Thread
from llm.testing import ScriptedModel, call, registered
from pa_dealing.evaluations import evaluate
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import SCRIPTED, Desk

CASES = Path(__file__).parent / "cases"
# The rest of the fields depends on which securities are on file.
READ = ("direction", "quantity", "estimated_value", "estimated_currency", "has_inside_info", "is_related_party")


@pytest.mark.long
@pytest.mark.parametrize("name", ["messages", "held_out", "held_out_2"])
def test_the_rules_read_the_labelled_messages(desk: Desk, name: str) -> None:
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    expected = [{**case, "expect": {k: v for k, v in case["expect"].items() if k in READ}} for case in cases]
    figures = evaluate([case for case in expected if case["expect"]])
    assert figures["failed"] == 0
    assert figures["accuracy"] >= 0.97, figures
    assert figures["wrong"] <= 0.005, figures


def test_wrong_and_missing_are_counted_apart(desk: Desk) -> None:
    figures = evaluate(
        [
            {"message": "buy 100 Siemens", "expect": {"quantity": 100, "direction": "SELL", "estimated_value": "5"}},
            {"message": "sell 10 SAP for EUR 1,234.50", "expect": {"estimated_value": 1234.5, "security": "SAP.DE"}},
        ]
    )
    assert (figures["accuracy"], figures["wrong"], figures["missing"]) == (0.6, 0.2, 0.2)
    assert (figures["n"], figures["security"], figures["direction"]) == (2, 1.0, 0.0)


def test_a_measurement_leaves_nothing_behind(desk: Desk) -> None:
    before = Thread.objects.count()
    evaluate([{"message": "buy 100 Siemens", "expect": {"quantity": 100}}])
    assert Thread.objects.count() == before
    assert not DraftRequest.objects.exists()


def test_a_named_model_answers(desk: Desk) -> None:
    with registered(SCRIPTED, ScriptedModel([[call("set_quantity", quantity=100)], "Noted."])):
        assert evaluate([{"message": "buy 100 Siemens", "expect": {"quantity": 100}}], SCRIPTED)["accuracy"] == 1.0


def test_an_empty_message_counts_as_failed(desk: Desk) -> None:
    assert evaluate([{"message": " ", "expect": {"quantity": 100}}])["failed"] == 1


@pytest.mark.parametrize(
    "case", [{}, {"message": "x"}, {"message": 5, "expect": {"quantity": 1}}, {"message": "x", "expect": {"qty": 1}}]
)
def test_a_case_that_cannot_be_judged_is_named(desk: Desk, case: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"Case 1|no field 'qty'"):
        evaluate([case])
