"""What a model proposes as a fact: honest calls are taken in any wording, lies and the opposite of what was said never."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from chat.models import Message
from llm.interface import ModelError
from llm.testing import call
from retirement.evaluations import evaluate
from retirement.models import InformationRecord
from retirement.tests.shared import SCRIPTED, Desk

CASES = Path(__file__).parent / "cases"
ARGUMENTS = ("topic", "fact_type", "value", "words")


def cases(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CASES / f"calls_{name}.jsonl").read_text("utf-8").splitlines()]


def proposed(desk: Desk, case: dict[str, str]) -> dict[str, Any]:
    """The result of the call in a thread that holds nothing else."""
    with transaction.atomic():
        if asked := case.get("asked"):
            Message.objects.create(thread=desk.thread, role="assistant", content=asked)
        result = desk.tool("information", case["said"], **{name: case[name] for name in ARGUMENTS})
        transaction.set_rollback(True)
    return result


def taken(desk: Desk, name: str) -> list[dict[str, str]]:
    return [case for case in cases(name) if proposed(desk, case)["status"] == "success"]


@pytest.mark.long
def test_at_most_one_honest_call_of_a_hundred_is_refused(desk: Desk) -> None:
    honest = cases("honest")
    refused = [(case["said"], case["value"], result["error"], result.get("advice", "")) for case in honest
               if (result := proposed(desk, case))["status"] != "success"]  # fmt: skip
    assert len(honest) >= 190
    assert len(refused) <= 0.01 * len(honest), "\n".join(map(str, refused))


@pytest.mark.parametrize(("name", "least"), [("lies", 75), ("opposite", 60)])
def test_no_lie_and_nothing_opposite_is_taken(desk: Desk, name: str, least: int) -> None:
    assert len(cases(name)) >= least
    accepted = [(case["said"], case["fact_type"], case["value"]) for case in taken(desk, name)]
    assert accepted == [], "\n".join(map(str, accepted))


def test_the_suite_measures_the_turn_that_users_get(scripted: Desk) -> None:
    noted = call("information", topic="longevity_inflation", value="Is 58", fact_type="age")
    scripted.model.then(noted, "Thank you.", ModelError("refused", "no"))
    case = {"message": "I'm 58", "expect": [{"topic": "longevity_inflation", "fact_type": "age"}]}
    figures = evaluate([case, case], SCRIPTED)
    assert (figures["accuracy"], figures["fact_type"], figures["n"], figures["failed"]) == (0.5, 0.5, 2, 1)
    heard = [message.text for message in scripted.model.requests[0].messages if message.role == "user"]
    assert heard == [case["message"]]
    assert "information" in [tool.name for tool in scripted.model.requests[0].tools]
    assert not InformationRecord.objects.exists()
