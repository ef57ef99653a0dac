"""What was said and is in no record is recalled to a model with what is told next."""

from __future__ import annotations

from retirement.checklist import Topic
from retirement.tests.shared import Desk
from retirement.words import unnoted

PENSION, AGE = "My pension is $2,300 a month.", "I'm 61 and I rent."


def reminded(desk: Desk, *texts: str) -> str:
    return "\n".join(part.text for part in unnoted(desk.record, [desk.hear(text) for text in texts]))


def test_a_sum_that_no_record_has_is_recalled_with_what_is_told_next(desk: Desk) -> None:
    desk.fact(Topic.LONGEVITY_INFLATION, "Is 61 years old", fact_type="age")
    assert "pension is $2,300" in reminded(desk, PENSION, "I drive a truck.")
    desk.fact(Topic.INCOME_CASH_FLOW, "Pension of $2,300 a month", fact_type="pension")
    assert reminded(desk, PENSION, "I drive a truck.") == ""


def test_what_was_corrected_is_not_recalled(desk: Desk) -> None:
    old = desk.fact(Topic.INCOME_CASH_FLOW, "Pension of $2,300 a month", fact_type="pension")
    desk.fact(Topic.INCOME_CASH_FLOW, "Pension of $2,500 a month", fact_type="pension", corrects=old)
    assert reminded(desk, PENSION, "It is $2,500, sorry.", "I drive a truck.") == ""


def test_after_something_was_taken_back_nothing_is_recalled(desk: Desk) -> None:
    desk.tool("information", PENSION, topic="income_cash_flow", fact_type="pension", value="Pension of $2,300 a month",
              words=PENSION)  # fmt: skip
    desk.tool("undo", "undo")
    assert reminded(desk, PENSION, "I drive a truck.") == ""
