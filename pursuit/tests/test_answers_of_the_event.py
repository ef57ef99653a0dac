"""A time, and a meaning, is of what was asked about; what is of another thing is asked about and never told."""

from __future__ import annotations

import pytest

from pursuit.answers.fit import fit
from pursuit.answers.meaning import read_question
from pursuit.answers.statements import statements


def answers(question: str, statement: str, *, title: str = "", context: str = "") -> bool:
    (only,) = statements(statement)
    how = fit(read_question(question, context), only, title=title, rest=statement)
    return how.answers and how.subject >= 0.68


@pytest.mark.parametrize(
    ("statement", "title", "is_answer"),
    [
        ("A grievance is decided within 45 days.", "Grievances and appeals", False),
        ("The plan decides within 6 business days.", "Prior authorization", True),
    ],
)
def test_how_long_the_decision_takes_is_of_what_the_message_asks_for(
    statement: str, title: str, is_answer: bool
) -> None:
    message = "Does a knee scan need prior authorization, and how long does the decision take?"
    assert answers("How long does the decision take?", statement, title=title, context=message) is is_answer


def test_who_asks_what_counts_as_a_thing_is_told_what_it_means() -> None:
    question = "What counts as housebound?"
    assert not answers(question, "Home visits are covered when the member is housebound.", title="Home visits")
    assert read_question("Harbor in Ohio: by when is the plan of care due?").kind == "time"


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        (
            "Hearing Aid Policy\nHarbor Health covers one hearing aid for each ear every five years.",
            ["Harbor Health covers one hearing aid for each ear every five years."],
        ),
        (
            "Harbor Health Florida Medicaid\nmembers need no referral for telehealth.",
            ["Harbor Health Florida Medicaid\nmembers need no referral for telehealth."],
        ),
    ],
)
def test_a_heading_right_above_a_text_begins_no_quote(text: str, quotes: list[str]) -> None:
    assert [text[statement.start : statement.end] for statement in statements(text)] == quotes
