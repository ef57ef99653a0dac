"""An answered part answers what was asked: its period, its deadline, its kind, in a sentence and never in a title."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, call, registered
from pursuit.answers.periods import periods_in
from pursuit.answers.statements import Statement, is_assertion
from pursuit.tests.shared import Talk, policy, store

YEAR = "A member may have 20 telehealth visits in a calendar year."
DECIDES = "Harbor Health decides a standard appeal within 30 calendar days."
FILES = "A member may file an appeal of a denied claim within 60 calendar days of the notice."
FAST = "An expedited appeal is decided within 72 hours."
TITLE = "Harbor Health - Hearing Aid Policy, Florida Harbor Health, Florida Medicaid plan."
OF = "Harbor Health in Florida"


def said(employee: User, text: str, question: str, title: str = "Policy") -> tuple[Talk, str]:
    store(policy(title, text))
    talk = Talk(employee)
    return talk, talk.say(question)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (YEAR, f"How many telehealth visits a month does {OF} cover?"),
        (YEAR, f"What is the monthly limit on telehealth visits with {OF}?"),
        (YEAR, f"How many telehealth visits per week may a member of {OF} have?"),
        ("A member may have 3 telehealth visits a month.", f"How many telehealth visits a year does {OF} cover?"),
        ("A member may have 20 telehealth visits.", f"How many telehealth visits a month does {OF} cover?"),
        ("The meal allowance is $40 for each day.", f"What is the meal allowance per month with {OF}?"),
        ("Respite care is approved for 60 days.", f"How many hours of respite care a week does {OF} cover?"),
        ("Telehealth visits are covered for members.", f"Is there a fee for telehealth visits with {OF}?"),
        ("Telehealth visits are covered for members.", f"Are there any extra charges for telehealth visits with {OF}?"),
        (DECIDES, f"How long do I have to file an appeal with {OF}?"),
        (DECIDES, f"What is the deadline to file an appeal with {OF}?"),
        (FILES, f"How long does {OF} take to decide an appeal?"),
        (FAST, f"How long does {OF} take to decide an appeal?"),
        (f"# Expedited appeals\n\n{DECIDES.replace('standard ', '').replace('30 calendar days', '72 hours')}",
         f"How long does {OF} take to decide an appeal?"),
        (DECIDES, f"How fast does {OF} decide an expedited appeal?"),
        ("A knee scan is approved after six weeks of therapy.", f"How many years is the approval of a knee scan by {OF} valid?"),
        ("The member pays 20 percent for a hearing aid.", f"Hearing aids, {OF}: what percent does the plan pay?"),
        (TITLE, f"Why is a hearing aid not in the policy of {OF}?"),
        ("Hearing aids are covered for adults.", f"Why does {OF} not cover hearing aids for children?"),
    ],
)  # fmt: skip
def test_a_statement_of_another_period_deadline_or_kind_leaves_the_part_open(
    employee: User, text: str, question: str
) -> None:
    talk, reply = said(employee, text, question)
    assert talk.statuses != ["answered"], reply
    assert "resolved" not in reply


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "question"),
    [
        (YEAR, f"How many telehealth visits a year does {OF} cover?"),
        (YEAR, f"How many telehealth visits does {OF} cover?"),
        ("A member may have 12 telehealth visits every 12 months.", f"How many telehealth visits a year does {OF} cover?"),
        ("Telehealth is limited to 3 visits monthly.", f"How many telehealth visits a month does {OF} cover?"),
        ("Telehealth visits have a copay of $10.", f"Is there a fee for telehealth visits with {OF}?"),
        (f"{FILES} {DECIDES}", f"How long do I have to file an appeal with {OF}?"),
        (f"{FILES} {DECIDES}", f"How long does {OF} take to decide an appeal?"),
        (f"{DECIDES} {FAST}", f"How fast does {OF} decide an expedited appeal?"),
        (f"{DECIDES} {FAST}", f"How long does {OF} take to decide a standard appeal?"),
        ("The plan pays 80 percent for a hearing aid.", f"What percent do they pay for a hearing aid with {OF}?"),
        ("Hearing aids are not covered for children because the state pays for them.",
         f"Why does {OF} not cover hearing aids for children?"),
    ],
)  # fmt: skip
def test_a_statement_of_what_was_asked_answers(employee: User, text: str, question: str) -> None:
    talk, reply = said(employee, text, question)
    assert talk.statuses == ["answered"], reply


@pytest.mark.django_db
@pytest.mark.parametrize(
    "question",
    [f"Does {OF} have a hearing aid policy?", f"What is the hearing aid policy of {OF}?", f"Are hearing aids covered by {OF}?"],
)  # fmt: skip
def test_a_title_is_never_a_quote(employee: User, question: str) -> None:
    talk, reply = said(
        employee, f"{TITLE}\n\nCall the member line with questions.", question, title="Hearing Aid Policy"
    )
    assert TITLE not in reply
    assert talk.statuses != ["answered"]


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    settings.CHAT_MODEL = "openai:scripted"
    with registered("openai:scripted", ScriptedModel()) as scripted:
        yield scripted


@pytest.mark.django_db
def test_a_model_that_calls_it_answered_does_not_make_another_period_an_answer(
    employee: User, model: ScriptedModel
) -> None:
    question = f"How many telehealth visits a month does {OF} cover?"
    plan = call("QuestionPlan", parts=[{"text": question, "words": question[:-1], "queries": []}])
    answer = call("PartAnswer", verdict="answered", answer="20 visits a month.", quotes=[{"passage": 1, "quote": YEAR}])
    model.then(plan, answer, answer)
    talk, reply = said(employee, YEAR, question)
    assert talk.statuses != ["answered"], reply


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("20 visits in a calendar year", {"year"}),
        ("every 12 months", {"year"}),
        ("30 visits per year and 2 a week", {"year", "week"}),
        ("within 60 days of the notice", set()),
        ("a day before the visit", set()),
        ("a three-day stay", set()),
        ("one pair every two years", {"2 year"}),
        ("visits/month", {"month"}),
    ],
)
def test_periods_are_those_by_which_something_is_counted(text: str, periods: set[str]) -> None:
    assert periods_in(text) == periods


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TITLE, False),
        ("Hearing Aid Coverage, Benefits and Limits 2025", False),
        ("Policy for members of the plan", False),
        ("A driver waits five minutes.", True),
        ("Call 1-800-555-0100.", True),
        ("Hearing aids: $500 for each ear", True),
        ("No.", True),
    ],
)
def test_a_title_tells_nothing(text: str, says: bool) -> None:
    assert is_assertion(Statement(0, len(text), text)) is says


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "question", "answered"),
    [
        (DECIDES, f"How fast does {OF} decide an expedited appeal?", False),
        (DECIDES, f"My case is urgent. How soon must {OF} decide the appeal, expedited?", False),
        ("A routine request is decided within 14 days.", f"How soon is an urgent request decided by {OF}?", False),
        (f"{DECIDES} {FAST}", f"How soon does {OF} decide an expedited appeal?", False),
        (FAST, f"How long does {OF} take to decide a standard appeal?", False),
        (FAST, f"How fast does {OF} decide an expedited appeal?", True),
        (DECIDES, f"How long does {OF} take to decide a standard appeal?", True),
        ("An appeal is decided within 72 hours.", f"How fast does {OF} decide an expedited appeal?", True),
    ],
)
def test_a_models_quote_of_the_standard_time_leaves_an_expedited_question_open_and_the_other_way_round(
    employee: User, model: ScriptedModel, text: str, question: str, answered: bool
) -> None:
    quote = text.split(". ")[0].rstrip(".")
    asked = re.split(r"(?<=[.])\s", question)[-1]
    plan = call("QuestionPlan", parts=[{"text": asked, "words": asked[:-1], "queries": []}])
    answer = call("PartAnswer", verdict="answered", answer="", quotes=[{"passage": 1, "quote": quote}])
    model.then(plan, answer, answer, answer)
    talk, reply = said(employee, text, question)
    if answered:
        assert talk.statuses == ["answered"], reply
    else:
        # What the rules find beside it may answer, as the expedited half of a sentence does.
        assert quote not in str([part.citations for part in talk.record.answered]), reply
        assert talk.statuses != ["answered"] or FAST in reply
