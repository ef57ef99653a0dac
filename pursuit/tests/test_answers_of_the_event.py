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


AIDS = "Hearing aids are covered once every three years for adults."
HEADINGS = (
    *("Hearing aid coverage", "4.2 Hearing Aids", "4.2. Hearing aids", "**Hearing aids**", "Aids", "Hearing Aids:"),
    *(
        "HEARING AIDS",
        "Section 3 - Hearing Aids",
        "Hearing Aids (Adults)",
        "Hearing Aids\n------------",
        "## Hearing aids",
    ),
)
BROKEN = (
    "A member of the plan who has a\nMedicaid card may have a hearing aid every three years.",
    "Hearing aids are covered for members of\nHarbor Health once every three years.",
    "Each member with a card of the plan of\nHarbor Health may have a hearing aid every three years.",
    "Call Harbor Health to ask for it\nBatteries are sent by mail every month to the members who are adults.",
)


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
        *((f"{heading}\n{AIDS}", [AIDS]) for heading in HEADINGS),
        (f"Rides are booked by phone.\nHearing aids\n{AIDS}", ["Rides are booked by phone.", AIDS]),
        (f"1. Aids\n{AIDS}\n2. Rides\nRides are booked by phone.", [AIDS, "Rides are booked by phone."]),
        *((text, [text]) for text in BROKEN),
    ],
)
def test_a_heading_right_above_a_text_begins_no_quote(text: str, quotes: list[str]) -> None:
    assert [text[statement.start : statement.end] for statement in statements(text)] == quotes
