"""A click on "That's wrong" puts a sentence into the composer; its end corrects that very fact."""

from __future__ import annotations

import pytest

from chat.models import Message
from retirement.checklist.topics import Topic
from retirement.models import InformationRecord
from retirement.pages.panel import quotes_of
from retirement.tests.shared import Desk


@pytest.mark.parametrize(
    ("value", "fact_type", "correction", "now"),
    [
        ("We spend roughly $6,200 a month", "spending", "It is $6,400 a month.", "We spend roughly $6,400 a month"),
        ("I am 58", "age", "It is 59", "I am 59"),
        ("Wants to retire at 65", "target_retirement_age", "It's about 67.", "Wants to retire at 67"),
        ("Our mortgage is paid off", "mortgage", "It is down to $40,000.", "The mortgage: down to $40,000"),
        ("We rent", "renting", "It is ours, we bought it in 2001", "Renting: ours, we bought it in 2001"),
    ],
)
def test_the_quoted_fact_is_corrected_and_nothing_else_is_noted(
    desk: Desk, value: str, fact_type: str, correction: str, now: str
) -> None:
    old = desk.fact(Topic.INCOME_CASH_FLOW, value, fact_type=fact_type)
    other = desk.fact(Topic.ESTATE_PLANNING, "Has a will", fact_type="will")
    turn = desk.say(f"That's wrong: “{value}”. {correction}")
    assert turn.reply.startswith("Noted: ")
    new = InformationRecord.objects.exclude(pk__in=[old.id, other.id]).get()
    assert (str(new.supersedes_id), new.fact_type) == (old.id, fact_type)
    assert new.value.lower() == now.lower()
    assert Message.objects.get(pk=new.message_id).content.startswith("That's wrong")


def test_a_long_fact_is_found_by_the_part_that_the_button_quotes(desk: Desk) -> None:
    value = f"We would like to stay in the house {'that we love ' * 20}for ever"
    old = desk.fact(Topic.HOUSING_GEOGRAPHY, value, fact_type="aging_in_place")
    desk.say(f"That's wrong: “{value[:159]}…”. It is time to move")
    assert str(InformationRecord.objects.latest("created_at").supersedes_id) == old.id


def test_a_sentence_without_its_end_is_asked_for_and_notes_nothing(desk: Desk) -> None:
    desk.fact(Topic.INCOME_CASH_FLOW, "We spend $6,200 a month", fact_type="spending")
    turn = desk.say("That's wrong: “We spend $6,200 a month”. It is ")
    assert turn.reply.startswith("Which way is it right?")
    assert InformationRecord.objects.count() == 1


def test_the_words_of_a_fact_are_marked_from_their_first_to_their_last(desk: Desk) -> None:
    result = desk.tool(
        "information",
        "My pension will pay $1,850 a month and we spend roughly $6,200 a month.",
        topic="income_cash_flow",
        value="We spend roughly $6,200 a month",
        fact_type="spending",
    )
    assert quotes_of([result["id"]])[result["id"]] == {
        "before": "My pension will pay $1,850 a month and ",
        "words": "we spend roughly $6,200 a month",
        "after": ".",
    }
