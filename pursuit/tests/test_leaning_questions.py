"""Questions that leave out what the one before them says, and what of a question tells the kind of answer."""

from __future__ import annotations

import pytest

from pursuit.answers.fit import Fit, fit
from pursuit.answers.meaning import read_question
from pursuit.answers.statements import statements
from pursuit.questions import Asks, asks, plan
from pursuit.talk import pointing


def parts(message: str) -> list[str]:
    return [part.text for part in plan(message, ["Harbor Health"]).parts]


def fits(question: str, passage: str) -> list[Fit]:
    """How each statement of a passage fits a question."""
    return [fit(read_question(question), each, title="", rest=passage) for each in statements(passage)]


@pytest.mark.parametrize(
    ("message", "last"),
    [
        ("Does an MRI need prior authorization, and does a regular x-ray?", "Does a regular x-ray need prior authorization?"),
        ("Is a walker covered, and is a cane?", "Is a cane covered?"),
        ("How many physical therapy visits are covered in a year, and how many for speech therapy?", "How many visits for speech therapy?"),
        ("How fast do they decide a standard exception and how fast an expedited one?", "How fast an expedited exception?"),
        ("By when must Harbor Health be told of a psychiatric admission, and of a detox admission?", "By when must Harbor Health be told of a detox admission?"),
        ("Is acupuncture covered by Harbor Health, and dry needling?", "Is dry needling covered by Harbor Health?"),
        ("We need to know the appeal deadline of Harbor Health and the deadline for a claim dispute.", "The deadline for a claim dispute."),
    ],
)  # fmt: skip
def test_a_question_that_leaves_out_its_verb_or_its_noun_takes_them_from_the_one_before(
    message: str, last: str
) -> None:
    assert len(parts(message)) == 2
    assert parts(message)[-1] == last


def test_brackets_name_what_stands_before_them_once_more() -> None:
    passage = "Scaling and root planing is paid once every 36 months for each quadrant."
    [other_name] = fits("How often is a gum cleaning (scaling) paid?", passage)
    [alone] = fits("How often is a gum cleaning paid?", passage)
    assert other_name.subject > 0.9 > alone.subject


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("How many ABA hours per week are allowed?", "Applied behavior analysis is covered for up to 25 hours a week."),
        ("How far away must they live to get travel money?", "Travel is paid when the center is more than 75 miles from home."),
        ("What percent does the plan pay on a crown?", "Crowns: 50 percent in the network, 40 percent outside of it."),
        ("How many in Ohio for test strips?", "Test strips are limited to 50 a month."),
        ("Who may diagnose autism?", "The diagnosis of autism is made by a psychologist."),
        ("What counts as homebound?", "**Homebound** means that leaving the house takes a taxing effort."),
    ],
)  # fmt: skip
def test_an_answer_of_the_kind_that_is_asked_is_one(question: str, passage: str) -> None:
    assert any(each.answers for each in fits(question, passage))


def test_what_the_member_pays_is_not_the_share_of_the_plan() -> None:
    assert read_question("What percent does the member pay for a crown?").noun != "share"


def test_an_event_beside_a_price_makes_it_no_price_of_that_event() -> None:
    passage = "Frames cost up to $120 once every 24 months; lost frames are replaced once a year at no cost."
    assert max(each.subject for each in fits("How much is paid for frames?", passage)) > 0.68


@pytest.mark.parametrize("words", ["reading glasses, where are they", "my glasses, where did I put them?"])
def test_a_thing_that_somebody_looks_for_is_no_question_on_policies(words: str) -> None:
    assert asks(words) is not Asks.POLICY


@pytest.mark.parametrize("words", ["the fax number, where is it?", "where are hearing aids bought?"])
def test_where_something_of_the_plan_is_stays_one(words: str) -> None:
    assert asks(words) is Asks.POLICY


@pytest.mark.parametrize("words", ["brilliant, that was it", "great, that was what I was looking for!"])
def test_that_it_was_that_says_that_what_was_shown_answers(words: str) -> None:
    assert pointing.verdict(words, asked=True)
    assert pointing.verdict(words, asked=False) is None
