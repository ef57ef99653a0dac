"""The suite `tax`: the questions that ship, over the notes that ship."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from llm.interface import ModelError
from llm.testing import ScriptedModel, call
from tax_dossier.evaluations import evaluate
from tax_dossier.models import Dossier
from tax_dossier.tests.conftest import SCRIPTED

CASES = Path(__file__).parent / "cases" / "questions.jsonl"
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("offline", "samples")]


def cases() -> list[dict[str, object]]:
    return [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


def test_the_questions_are_sixty_of_six_kinds_and_fifteen_that_no_note_answers() -> None:
    kinds = [case["kind"] for case in cases()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        **dict.fromkeys(("how long", "how much", "when", "who", "may I", "which box"), 10),
        "absent": 15,
    }


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_first_quote_answers_and_what_is_absent_is_said() -> None:
    figures = evaluate(cases())
    assert figures["accuracy"] >= 0.75, figures["failures"]
    assert figures["absent"] >= 0.9, figures["failures"]


def test_a_quote_that_does_not_answer_is_counted_and_named() -> None:
    question = "Hoe lang moet ik mijn administratie bewaren?"
    figures = evaluate([{"kind": "how long", "question": question, "says": ["honderd jaar"]}])
    assert (figures["accuracy"], figures["n"]) == (0.0, 1)
    assert "zeven jaar bewaard" in figures["failures"][question]


@pytest.mark.parametrize(
    "case",
    [
        {"kind": "absent", "question": "Hoeveel?", "says": ["zes"]},
        {"kind": "who", "question": "Wie?"},
        {"kind": "who", "question": 3, "says": ["wie"]},
    ],
)
def test_a_case_of_another_form_is_refused(case: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="Case 1 is not"):
        evaluate([case])


def test_an_english_answer_is_read_from_its_heading_on_and_not_from_the_list_of_sources() -> None:
    question = "What is the VAT rate for books?"
    figures = evaluate([{"kind": "how much", "question": question, "says": ["9 procent"]}])
    assert figures["accuracy"] == 1.0, figures["failures"]


def test_the_suite_measures_the_turn_that_users_get(model: ScriptedModel) -> None:
    question = "Hoe lang moet ik mijn administratie bewaren?"
    query = "administratie bewaren artikel 52 AWR"
    searched = [call("legislation", query=query), call("case_law", query=query)]
    answered = call("DraftedAnswer", text="De administratie wordt zeven jaar bewaard (artikel 52 AWR).")
    model.then(searched, call("answer", question=question), answered, ModelError("refused", "no"))
    case = {"kind": "how long", "question": question, "says": ["zeven jaar"]}
    figures = evaluate([case, case], model=SCRIPTED)
    assert (figures["accuracy"], figures["n"]) == (0.5, 2), figures["failures"]
    assert [message.text for message in model.requests[0].messages if message.role == "user"] == [question]
    assert {"legislation", "case_law", "answer"} <= {tool.name for tool in model.requests[0].tools}
    assert not Dossier.objects.exists()
