"""What the rules passed over reaches a model too, and a part that it words without the payer is asked once."""

from __future__ import annotations

from pursuit.questions.by_model import checked_plan
from pursuit.questions.plan import plan
from pursuit.schemas import PlannedPart, QuestionPlan

PAYERS = ("Harbor Health", "Sunny Coast Plan")


def texts(proposed: str, words: str, question: str, earlier: tuple[str, ...] = ()) -> list[str]:
    part = PlannedPart(text=proposed, words=words)
    checked = checked_plan(QuestionPlan(parts=[part]), plan(question, PAYERS, earlier), question, earlier, PAYERS)
    return [part.text for part in checked.parts]


def test_a_part_worded_without_the_payer_that_all_parts_share_is_not_asked_twice() -> None:
    earlier = ("Is bariatric surgery covered by Harbor Health in Texas?",)
    question = "And is prior authorization needed for bariatric surgery with Harbor Health in Texas?"
    asked = texts(
        "Is prior authorization needed for bariatric surgery?", "is prior authorization needed", question, earlier
    )
    assert len(asked) == 1


def test_the_same_question_of_another_payer_is_not_covered_by_a_part_that_names_none() -> None:
    question = "Is telehealth covered by Harbor Health? Is telehealth covered by Sunny Coast Plan?"
    asked = texts("Is telehealth covered?", "is telehealth covered", question)
    assert sum("Harbor" in text for text in asked) == sum("Sunny" in text for text in asked) == 1
