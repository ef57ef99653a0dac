"""Names are equal or they are not: a policy of another payer, plan or state never answers, in either direction."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, call, registered
from pursuit.tests.shared import Talk, policy, store
from pursuit.words import near_names
from pursuit.words.slots import mentions, values

ASKED = "How many telehealth visits in a calendar year does {payer} cover{where}?"
TEXT = "A member may have {number} telehealth visits in a calendar year."
# (what the first policy is of, what the second is of): each is asked for by its own name.
PAIRS = [
    ({"payer": "Harbor Health", "state": "Kansas"}, {"payer": "Harbor Health", "state": "Arkansas"}),
    ({"payer": "Harbor Health", "state": "Virginia"}, {"payer": "Harbor Health", "state": "West Virginia"}),
    ({"payer": "Harbor Health", "plan": "Medicare"}, {"payer": "Harbor Health", "plan": "Medicare Advantage"}),
    ({"payer": "Aetna"}, {"payer": "Aetna Better Health"}),
    ({"payer": "Medicare"}, {"payer": "Medicare Advantage"}),
    ({"payer": "UnitedHealthcare"}, {"payer": "UnitedHealthcare Community Plan"}),
    ({"payer": "Harbor Health", "state": "KS"}, {"payer": "Harbor Health", "state": "AR"}),
    ({"payer": "Blue Cross of Kansas"}, {"payer": "Blue Cross of Arkansas"}),
    ({"payer": "Harbor Health", "state": ["Kansas", "Utah"]}, {"payer": "Harbor Health", "state": "Arkansas; Ohio"}),
]
IN_WORDS = {"KS": "Kansas", "AR": "Arkansas"}


def asked_of(about: dict[str, object]) -> str:
    payer, plan, state = (about.get(name, "") for name in ("payer", "plan", "state"))
    first = state[0] if isinstance(state, list) else str(state).split(";")[0]
    where = (f" under {plan}" if plan else "") + (f" in {IN_WORDS.get(first, first)}" if first else "")
    return ASKED.format(payer=payer, where=where)


@pytest.mark.django_db
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: json.dumps(pair))
def test_of_two_policies_the_one_that_is_named_answers(
    employee: User, pair: tuple[dict[str, object], dict[str, object]], turned: bool
) -> None:
    named, other = reversed(pair) if turned else pair
    store(
        policy("One", TEXT.format(number=12), metadata=named), policy("Other", TEXT.format(number=20), metadata=other)
    )
    talk = Talk(employee)
    reply = talk.say(asked_of(named))
    assert talk.statuses == ["answered"], reply
    assert "12 telehealth visits" in reply
    assert "20 telehealth visits" not in reply


@pytest.mark.django_db
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: json.dumps(pair))
def test_a_policy_of_another_name_alone_answers_nothing(
    employee: User, pair: tuple[dict[str, object], dict[str, object]], turned: bool
) -> None:
    named, other = reversed(pair) if turned else pair
    store(policy("Other", TEXT.format(number=20), metadata=other))
    talk = Talk(employee)
    reply = talk.say(asked_of(named))
    assert talk.statuses != ["answered"], reply
    assert "20 telehealth visits" not in reply


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Arkansas telehealth manual of Harbor Health", "Harbor Health in Kansas"),
        ("Harbor Health: telehealth in Kansas", "Harbor Health in Arkansas"),
        ("Harbor Health Medicare Advantage telehealth", "Harbor Health under Medicare"),
        ("Aetna Better Health telehealth policy", "Aetna"),
    ],
)
def test_a_document_that_says_whose_it_is_in_its_title_answers_nobody_else(
    employee: User, title: str, asked: str
) -> None:
    store(policy(title, TEXT.format(number=20), metadata={}))
    talk = Talk(employee)
    reply = talk.say(f"How many telehealth visits in a calendar year does {asked} cover?")
    assert talk.statuses != ["answered"], reply
    assert "20 telehealth visits" not in reply


@pytest.mark.django_db
def test_of_a_policy_for_several_states_the_statement_on_the_one_that_is_named_answers(employee: User) -> None:
    text = (
        "# Arkansas\n\nA member may have 20 telehealth visits in a calendar year.\n\n# Kansas\n\nA member may have 12 "
        "telehealth visits in a calendar year.\n"
    )
    store(policy("Telehealth", text, metadata={"payer": "Harbor Health", "state": ["Kansas", "Arkansas"]}))
    talk = Talk(employee)
    reply = talk.say(ASKED.format(payer="Harbor Health", where=" in Kansas"))
    assert talk.statuses == ["answered"], reply
    assert "> A member may have 12 telehealth visits" in reply


@pytest.mark.django_db
def test_a_payer_that_a_longer_name_says_is_noted_in_its_own_words(employee: User) -> None:
    store(policy("One", TEXT.format(number=20), metadata={"payer": "Harbor Health", "state": "Florida"}))
    talk = Talk(employee)
    reply = talk.say(
        "How many telehealth visits in a calendar year does North Harbor Health Partners cover in Florida?"
    )
    assert talk.record.slots()["payer"] == "North Harbor Health Partners"
    assert "20 telehealth visits" not in reply


@pytest.mark.django_db
def test_a_model_is_shown_no_passage_of_another_state_and_its_plan_names_none(
    employee: User, settings: Settings
) -> None:
    settings.CHAT_MODEL = "openai:scripted"
    store(policy("One", TEXT.format(number=12), metadata={"payer": "Harbor Health", "state": "Kansas"}))
    store(policy("Other", TEXT.format(number=20), metadata={"payer": "Harbor Health", "state": "Arkansas"}))
    asked = ASKED.format(payer="Harbor Health", where=" in Kansas")
    arkansas = ASKED.format(payer="Harbor Health", where=" in Arkansas")
    quote = {"passage": 1, "quote": TEXT.format(number=20)}
    model = ScriptedModel()
    model.then(
        call("QuestionPlan", parts=[{"text": arkansas, "words": asked[:-1], "queries": ["telehealth Arkansas"]}]),
        call("PartAnswer", verdict="answered", answer="20 visits.", quotes=[quote]),
    )
    with registered("openai:scripted", model):
        talk = Talk(employee)
        reply = talk.say(asked)
    assert "Arkansas" not in talk.record.parts[0].text
    assert "20 telehealth" not in model.requests[-1].messages[0].text
    assert "20 visits" not in reply
    assert "12 telehealth visits" in reply


@pytest.mark.django_db
def test_a_model_that_quotes_the_section_of_another_state_is_not_followed(employee: User, settings: Settings) -> None:
    settings.CHAT_MODEL = "openai:scripted"
    kansas, arkansas = TEXT.format(number=12), TEXT.format(number=20)
    text = f"# Telehealth policy\n\nArkansas:\n\n- {arkansas}\n\nKansas:\n\n- {kansas}\n"
    store(policy("Telehealth", text, metadata={"payer": "Harbor Health", "state": "Kansas; Arkansas"}))
    asked = ASKED.format(payer="Harbor Health", where=" in Kansas")
    model = ScriptedModel()
    model.then(
        call("QuestionPlan", parts=[{"text": asked, "words": asked[:-1], "queries": []}]),
        call("PartAnswer", verdict="answered", answer="20 visits.", quotes=[{"passage": 1, "quote": arkansas}]),
    )
    with registered("openai:scripted", model):
        reply = Talk(employee).say(asked)
    assert kansas in reply
    assert "20 visits" not in reply
    assert arkansas not in reply


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("Is it covered in Kansas City?", ""),
        ("in kansas city", ""),
        ("Kansas City, Missouri", "Missouri"),
        ("Kansas City, MO", "Missouri"),
        ("Kansas City MO", "Missouri"),
        ("She lives in Kansas City, Kansas", "Kansas"),
        ("the Kansas side of Kansas City", "Kansas"),
        ("We are in Arkansas City, Kansas.", "Kansas"),
        ("Nevada, Missouri", "Missouri"),
        ("he is from California, Maryland", "Maryland"),
        ("Washington, Pennsylvania", "Pennsylvania"),
        ("Washington", "Washington"),
        ("Washington state", "Washington"),
        ("Washington DC", "District of Columbia"),
        ("washington d.c.", "District of Columbia"),
        ("Washington, District of Columbia", "District of Columbia"),
        ("Washington County, Oregon", "Oregon"),
        ("Washington University Hospital", ""),
        ("Port Washington, Wisconsin", "Wisconsin"),
        ("New York City", ""),
        ("New York", "New York"),
        ("Virginia Beach", ""),
        ("virginia beach, VA", "Virginia"),
        ("Iowa City", ""),
        ("Oklahoma City", ""),
        ("Texas City", ""),
        ("Colorado Springs, CO", "Colorado"),
        ("Delaware County", ""),
        ("Texas Children's Hospital", ""),
        ("West  Virginia", "West Virginia"),
        ("W. Virginia", "West Virginia"),
        ("West-Virginia", "West Virginia"),
        ("N. Carolina Medicaid", "North Carolina"),
        ("my patient Virginia needs a walker", ""),
        ("her MA plan", ""),
        ("Texas, Florida", ""),
        ("Texas Medicaid", "Texas"),
        ("no longer in Texas but in Ohio", "Ohio"),
    ],
)
def test_a_states_name_in_a_longer_name_is_not_the_state(text: str, state: str) -> None:
    assert values(text).get("state", "") == state


@pytest.mark.parametrize(
    ("text", "payer"),
    [
        ("Does Aetna cover it?", "Aetna"),
        ("Does Aetna Better Health cover it?", "Aetna Better Health"),
        ("does aetna better health cover it", "aetna better health"),
        ("Is my UHC Community Plan taken?", "UHC Community Plan"),
        ("Does UHC cover it?", "UnitedHealthcare"),
        ("Does Aetna Medicare cover it?", "Aetna"),
        ("Does the Aetna plan cover it?", "Aetna"),
        ("Does Aetna Home Health need a referral?", "Aetna"),
        ("Does Molina Healthcare of Florida cover it?", "Molina Healthcare of Florida"),
        ("Does Molina cover it?", "Molina Healthcare"),
    ],
)
def test_a_payers_name_in_a_longer_name_is_not_the_payer(text: str, payer: str) -> None:
    known = ("Aetna", "UnitedHealthcare", "Molina Healthcare", "Molina Healthcare of Florida")
    assert values(text, known).get("payer", "") == payer


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("her Medicare plan", "Medicare"),
        ("a Medicare-Advantage plan", "Medicare Advantage"),
        ("Medicare  Advantage", "Medicare Advantage"),
        ("Medicare Part C", "Medicare Advantage"),
        ("a Medicare supplement", "Medicare Supplement"),
        ("traditional Medicare", "Medicare"),
        ("Is durable medical equipment covered?", ""),
        ("Medi-Cal", "Medicaid"),
    ],
)
def test_a_line_of_business_in_a_longer_name_is_not_that_line(text: str, plan: str) -> None:
    assert values(text).get("plan", "") == plan


HERE = {"payer": "Harbor Health", "state": "West Virginia"}
THERE = {"payer": "Harbor Health", "state": "Virginia"}
RIDES = "A member may have {number} rides to a dialysis center in a month."


@pytest.mark.django_db
@pytest.mark.parametrize("asked", ["Harbor Health VA: how many telehealth visits in a calendar year?",
                                   "How many telehealth visits a year does Harbor Health cover?"])  # fmt: skip
def test_a_payer_of_two_states_answers_from_neither_before_the_state_is_named(employee: User, asked: str) -> None:
    store(policy("One", TEXT.format(number=12), metadata=HERE), policy("Two", RIDES.format(number=20), metadata=THERE))
    talk = Talk(employee)
    reply = talk.say(asked)
    assert talk.statuses == ["blocked"], reply
    assert "12 telehealth visits" not in reply
    assert "which state" in reply
    assert "12 telehealth visits" not in talk.say("Virginia")
    assert talk.statuses != ["answered"]
    assert "12 telehealth visits" in talk.say("sorry, West Virginia")
    assert talk.statuses == ["answered"]


@pytest.mark.django_db
def test_a_state_that_is_named_late_takes_back_the_answer_of_another_state(employee: User) -> None:
    store(policy("One", TEXT.format(number=12), metadata={"payer": "Harbor Health", "state": "Arkansas"}))
    talk = Talk(employee)
    assert "12 telehealth visits" in talk.say("How many telehealth visits a year does Harbor Health cover?")
    assert "12 telehealth visits" not in talk.say("Kansas")
    assert talk.statuses != ["answered"]
    assert "12 telehealth visits" in talk.say("I meant Arkansas")


def test_praise_names_no_payer_and_the_first_word_of_a_name_does_before_its_state() -> None:
    payers = ("Great Lakes Care", "Peachtree Community Plan")
    assert mentions("Great, that's it.", payers) == []
    assert [m.value for m in mentions("Great Lakes, Ohio", payers)] == ["Great Lakes Care", "Ohio"]
    assert [m.value for m in mentions("what Peachtree Georgia pays", payers)] == ["Peachtree Community Plan", "Georgia"]
    assert [m.value for m in near_names("peachtree georgia dental", payers)] == ["Peachtree Community Plan"]


def test_a_state_in_two_small_letters_is_one_right_behind_a_payer_alone() -> None:
    payers = ("Harbor Health", "Peachtree Community Plan")
    assert [m.value for m in near_names("does harbor health fl need a PA", payers)] == ["Florida"]
    assert [m.value for m in near_names("peachtree ga: dentures", payers)] == ["Peachtree Community Plan", "Georgia"]
    assert near_names("is harbor health or medicare first", payers) == ()
    assert near_names("my fl card is with harbor health", payers) == ()
