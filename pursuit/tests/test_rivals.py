"""Which sentences contradict each other: those that answer the same question otherwise, and no others."""

from __future__ import annotations

import pytest

from pursuit.answers.citing import disagree

COVERED = "Telehealth visits are covered for members of the plan when they use live video."
LIMITED = "A member may have 20 telehealth visits in a calendar year without a referral."


@pytest.mark.parametrize(
    ("kind", "sentence", "other"),
    [
        ("coverage", COVERED, LIMITED),
        ("coverage", COVERED, "Telehealth visits are covered up to 20 visits in a year when they use live video."),
        ("coverage", "Telehealth visits are covered without a referral.", "Telehealth visits are covered by the plan."),
        ("approval", "Telehealth visits need no new form, and prior authorization is required.", "Prior authorization is required for telehealth visits."),
    ],
)  # fmt: skip
def test_a_limit_or_a_condition_contradicts_no_sentence_on_the_same_thing(kind: str, sentence: str, other: str) -> None:
    assert not disagree(sentence, other, kind)
    assert not disagree(other, sentence, kind)


@pytest.mark.parametrize(
    ("kind", "sentence", "other"),
    [
        ("coverage", COVERED, "Telehealth visits are not covered for members of the plan."),
        ("coverage", "Acupuncture is covered for chronic pain.", "Acupuncture is excluded for chronic pain."),
        ("approval", "Prior authorization is required for a sleep study.", "Prior authorization is not required for a sleep study."),
        ("coverage", LIMITED, "A member may have 12 telehealth visits in a calendar year without a referral."),
        ("number", LIMITED, "A member may have 12 telehealth visits in a calendar year without a referral."),
    ],
)  # fmt: skip
def test_what_answers_the_same_question_otherwise_contradicts_it(kind: str, sentence: str, other: str) -> None:
    assert disagree(sentence, other, kind)
