"""What clerks type at a counter: a case before its question, short words, one word of a payer's name."""

from __future__ import annotations

from datetime import date
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from pursuit.answers import AskedPart, judge
from pursuit.answers.fit import fit
from pursuit.answers.meaning import read_question
from pursuit.answers.statements import statements
from pursuit.questions import plan
from pursuit.tests.shared import Talk, policy, store, store_policies
from pursuit.words import near_names, slip_of, spelled
from pursuit.words.payers import payer_of_document
from retrieval.search import Passage

PAYERS = ("Harbor Health", "Brindlemoor Community Plan")


@pytest.fixture
def talk(db: None) -> Talk:
    store_policies()
    return Talk(User.objects.create_user("clerk"))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "Member at home on video, first time - what POS, and do they pay Q3014",
            ["Member at home on video, first time: what POS", "Do they pay Q3014?"],
        ),
        (
            "Harbor Health FL, back MRI - how much therapy must she try first?",
            ["Harbor Health FL, back MRI: how much therapy must she try first?"],
        ),
        ("Her scooter got stolen, will they replace it", ["Her scooter got stolen: will they replace it?"]),
        (
            "Harbor Health: sealants how often per tooth, are crowns ok without PA",
            ["Sealants how often per tooth", "Are crowns ok without PA?"],
        ),
        ("Edi payer ID? And timely filing on a first claim", ["Edi payer ID?", "Timely filing on a first claim"]),
        (
            "Does Harbor Health need a referral to see a surgeon? How many visits is it good for?",
            [
                "Does Harbor Health need a referral to see a surgeon?",
                "How many visits is a referral to see a surgeon good for?",
            ],
        ),
    ],
)
def test_what_stands_before_a_question_is_of_it(message: str, expected: list[str]) -> None:
    assert [part.text for part in plan(message, PAYERS).parts] == expected


def test_the_same_is_asked_under_a_condition() -> None:
    earlier = ["How long does Harbor Health give us to file a claim?"]
    asked = [part.text for part in plan("and when Medicaid is secondary?", PAYERS, earlier).parts]
    assert asked == ["How long does Harbor Health give us to file a claim when Medicaid is secondary?"]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("which modifer for a max of 4 hrs/wk", "which modifier for a max of 4 hours per week"),
        ("compliant use w/o a pt's note", "compliant use without a patient's note"),
        ("pt has an outpt pt visit", "patient has an outpt pt visit"),
        ("when is the f/u due", "when is the follow up due"),
    ],
)
def test_short_words_are_written_out_and_a_slip_is_the_word_that_is_asked_by(typed: str, read: str) -> None:
    assert spelled(typed) == read


def test_a_rare_word_as_it_is_written_names_the_payer_and_an_article_makes_it_a_thing() -> None:
    assert [name.value for name in near_names("brindlemoor which code", PAYERS)] == ["Brindlemoor Community Plan"]
    assert not near_names("we met on the brindlemoor", PAYERS)


def test_a_slip_of_a_passages_word_is_that_word() -> None:
    assert slip_of("keratoconis", {"keratoconus", "frame"}) == "keratoconus"
    assert slip_of("keratotomy", {"keratoconus", "frame"}) == "keratotomy"


def test_a_name_before_its_state_in_a_title_is_a_payer() -> None:
    assert payer_of_document("Brindle Kids - Texas - CHIP: Manual", "") == "Brindle Kids"
    assert payer_of_document("Vision Care - Texas - CHIP: Manual", "") != "Vision Care"


@pytest.mark.parametrize(
    ("question", "text", "answers"),
    [
        ("May her son interpret?", "Interpreters are provided at no charge.", False),
        ("May her son interpret?", "A son or daughter must not interpret.", True),
        ("Who handles drug requests?", "Outpatient programs are approved in blocks of requests for drugs.", False),
        ("Who handles drug requests?", "Drug requests are decided by Lumen Rx.", True),
        ("How many therapy visits do they give?", "Therapy needs approval after the 10th visit.", False),
        ("How many therapy visits do they give?", "They give up to 10 visits of therapy.", True),
        ("Timely filing of a surgeon's claim?", "Visits of 90 days after surgery are in the surgeon's fee.", False),
        ("Timely filing of a surgeon's claim?", "A surgeon's claim is filed within 90 days.", True),
        ("How long does he have to appeal?", "Participating offices ask for a reconsideration in 90 days.", False),
    ],
)
def test_a_statement_of_another_doer_or_event_does_not_answer(question: str, text: str, answers: bool) -> None:
    passage = Passage(
        *(1, "1", uuid4(), "key", "Policy", "Policy", text, ()),
        *("", "en", date(2025, 1, 1), None, {}, 1.0, 0, len(text), 1, 1),
    )
    judged = judge.judge(AskedPart(question, question, {}, date(2026, 1, 2)), [passage])
    assert (judged.status == "answered") is answers


def test_what_asks_for_no_kind_of_answer_is_answered_from_a_higher_share_on() -> None:
    statement = statements("After a hospital stay, 28 meals are delivered, over 14 days.")[0]
    asked = read_question("How do the hot meals come about?")
    assert not fit(asked, statement, title="", rest="").has_form
    assert fit(read_question("How many meals are delivered?"), statement, title="", rest="").has_form


def test_whose_policy_it_is_is_asked_where_nobody_is_named_and_nothing_is_found(talk: Talk) -> None:
    talk.say("Is acupuncture paid?")
    assert talk.statuses == ["blocked"]
    assert "which health plan or payer" in talk.reply


def test_which_of_a_payers_plans_it_is_is_asked_where_they_differ(talk: Talk) -> None:
    for plan_name, visits in (("Commercial", 20), ("Medicare Advantage", 40)):
        about = {"payer": "Brindlemoor Community Plan", "plan": plan_name, "state": "Ohio"}
        store(policy(plan_name, f"Chiropractic care is limited to {visits} visits a year.", metadata=about))
    talk.say("How many chiropractic visits a year does Brindlemoor Community Plan in Ohio pay?")
    assert talk.statuses == ["blocked"]
    talk.say("the Medicare Advantage one")
    assert talk.statuses == ["answered"]
    assert "40 visits" in talk.reply


def test_a_message_that_told_whose_it_is_is_of_what_follows(talk: Talk) -> None:
    talk.say("Harbor Health in Florida sent grandma a letter")
    talk.say("how many telehealth visits may she have in a year?")
    assert talk.statuses == ["answered"]
