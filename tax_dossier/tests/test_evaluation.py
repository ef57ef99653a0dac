"""The suite `tax`: the questions that ship, over the notes that ship."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tax_dossier.evaluations import evaluate

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
