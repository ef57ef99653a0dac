"""Talk is no question: a complaint, a wait, a person, another language add no part, count nothing and search nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, call, registered
from pursuit.questions import Asks, asks
from pursuit.tests.shared import Talk, policy, store, store_policies
from pursuit.tests.test_lifecycle import THREE

HEARING = "Hearing aids: Harbor Health members are covered under Florida Medicaid. See the Hearing Aid Policy."
TALK = [
    "why can't you find it?",
    "Why can't you find a policy on cochlear implants?",
    "this is taking forever",
    "how long does this take?",
    "who are you?",
    "can I talk to a human?",
    "let me speak to somebody real please",
    "wait",
    "hold on a second",
    "you still haven't told me about the cochlear implants",
    "my boss is waiting for this",
    "that's ridiculous",
    "do you even work?",
    "what time is it?",
    "are you sure?",
    "And from which policy is that?",
    "where does it say that",
    "how often do you try before you stop",
    "I don't understand",
    "Waarom kunt u het niet vinden?",
    "my aunt says hello by the way",
    "the taxi was 30 dollars, a rip-off",
    "Wie lange dauert das?",
    "Est-ce que c'est couvert?",
]


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    settings.CHAT_MODEL = "openai:scripted"
    with registered("openai:scripted", ScriptedModel()) as scripted:
        yield scripted


@pytest.mark.django_db
@pytest.mark.parametrize("text", TALK)
def test_talk_while_a_question_is_open_changes_nothing_and_is_told_so(talk: Talk, text: str) -> None:
    talk.say(THREE)
    before, tried = talk.state, list(talk.record.tried)
    reply = talk.say(text)
    assert (talk.state, list(talk.record.tried)) == (before, tried)
    assert set(talk.calls) <= {"ask_for_a_person"}
    assert reply
    assert "Noted:" not in reply


@pytest.mark.django_db
@pytest.mark.parametrize("text", TALK)
def test_talk_before_any_question_begins_none(talk: Talk, text: str) -> None:
    talk.say(text)
    assert talk.record.row is None
    assert set(talk.calls) <= {"ask_for_a_person"}


@pytest.mark.django_db
@pytest.mark.parametrize("text", TALK[:8])
def test_talk_is_no_part_with_a_model_that_would_make_one_of_it(
    talk: Talk, settings: Settings, model: ScriptedModel, text: str
) -> None:
    settings.CHAT_MODEL = "offline"
    talk.say(THREE)
    before = talk.state
    settings.CHAT_MODEL = "openai:scripted"
    talk.say(text)
    assert talk.state == before
    assert model.requests == []


@pytest.mark.django_db
def test_of_words_that_name_nothing_known_a_model_may_tell_that_they_ask(talk: Talk, model: ScriptedModel) -> None:
    text = "my boss wonders about zorbing"
    model.then(call("QuestionPlan", parts=[{"text": "What about zorbing?", "words": text, "queries": []}]))
    model.then(call("PartAnswer", verdict="not_found", answer="", quotes=[]))
    talk.say(text)
    assert [part.text for part in talk.record.parts] == ["What about zorbing?"]


@pytest.mark.django_db
def test_a_topic_and_a_payer_alone_reach_the_model(talk: Talk, model: ScriptedModel) -> None:
    asked = {
        "text": "Does Harbor Health cover a CGM?",
        "words": "CGM Harbor Health",
        "queries": [],
    }
    model.then(call("QuestionPlan", parts=[asked]))
    for _ in range(2):
        model.then(call("PartAnswer", verdict="not_found", answer="", quotes=[]))
    talk.say("CGM Harbor Health")
    assert any("CGM Harbor Health" in message.text for message in model.requests[0].messages)
    assert len(talk.record.parts) == 1


@pytest.mark.django_db
def test_of_words_that_name_nothing_known_nothing_is_kept_where_a_model_finds_no_question(
    talk: Talk, model: ScriptedModel
) -> None:
    model.then(call("QuestionPlan", parts=[]))
    reply = talk.say("my boss is waiting for this")
    assert talk.record.row is None
    assert reply.endswith("What would you like to know about a policy?")


@pytest.mark.django_db
def test_a_complaint_beside_a_question_leaves_the_question(talk: Talk) -> None:
    talk.say(
        "This is taking forever. How many telehealth visits does Harbor Health in Florida cover in a calendar year?"
    )
    [part] = talk.record.parts
    assert part.text.startswith("How many telehealth visits")
    assert talk.statuses == ["answered"]


@pytest.mark.django_db
def test_a_question_of_nothing_waits_for_what_it_is_about(talk: Talk) -> None:
    reply = talk.say("is it covered?")
    assert talk.record.row is None
    assert "about a policy" in reply
    talk.say("a wheelchair")
    assert [part.text for part in talk.record.parts] == ["Is a wheelchair covered?"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "payer", "state"),
    [
        ("Harbor Health, Florida", "Harbor Health", "Florida"),
        ("It's Harbor Health and she lives in Florida.", "Harbor Health", "Florida"),
        ("Foobar Care, Michigan", "Foobar Care", "Michigan"),
        ("great lakes, michigan", "great lakes", "Michigan"),
        ("Great Lakes in Michigan", "Great Lakes", "Michigan"),
        ("My plan is Great Lakes. Michigan.", "Great Lakes", "Michigan"),
        ("michigan", "", "Michigan"),
        ("thanks, michigan", "", "Michigan"),
        ("Great Lakes", "Great Lakes", ""),
    ],
)
def test_the_answer_to_which_plan_and_state_fills_them_and_is_no_part(
    talk: Talk, answer: str, payer: str, state: str
) -> None:
    assert "could you specify which" in talk.say("How many telehealth visits are covered in a calendar year?")
    talk.say(answer)
    assert len(talk.record.parts) == 1
    assert (talk.record.slots().get("payer", ""), talk.record.slots().get("state", "")) == (payer, state)


@pytest.mark.django_db
@pytest.mark.parametrize("answer", ["a wheelchair", "no idea", "why do you need that?", "Power Wheelchair", "dunno"])
def test_what_is_no_plan_and_no_state_fills_neither(talk: Talk, answer: str) -> None:
    talk.say("How many telehealth visits are covered in a calendar year?")
    talk.say(answer)
    assert talk.record.slots() == {}
    assert "Great" not in [part.text for part in talk.record.parts]


@pytest.mark.django_db
def test_after_that_was_all_the_next_question_is_a_new_objective(talk: Talk) -> None:
    talk.say(THREE)
    first = talk.state["master_objective"]["id"]
    talk.say("great, that's all I needed")
    talk.say("Within how many calendar days may a member file an appeal with Harbor Health in Florida?")
    assert talk.state["master_objective"]["id"] != first
    assert talk.statuses == ["answered"]


@pytest.mark.django_db
def test_after_a_solved_question_and_thanks_the_next_question_is_a_new_objective(talk: Talk) -> None:
    talk.say("How many telehealth visits does Harbor Health in Florida cover in a calendar year?")
    first = talk.state["master_objective"]["id"]
    talk.say("Great, that's all I needed!")
    talk.say("And what about an appeal, within how many calendar days may a member of Harbor Health file it?")
    assert talk.state["master_objective"]["id"] != first


@pytest.mark.django_db
def test_a_heading_that_shares_the_words_answers_no_complaint(talk: Talk) -> None:
    store(policy("Harbor Health - Hearing Aid Policy", HEARING))
    talk.say("What is the copay for a hearing aid with Harbor Health in Florida?")
    before = talk.statuses
    talk.say("why can't you find it?")
    assert talk.statuses == before


@pytest.mark.parametrize(
    "text",
    [
        "What about Georgia?",
        "what is the copay?",
        "And is a referral needed?",
        "can't you just tell me whether the MRI is covered?",
        "Does it need prior auth?",
        "do you cover acupuncture?",
        "How long do you take to decide an appeal?",
        "Why don't you cover hearing aids?",
        "Hearing aids, Florida Medicaid",
        "My patient needs a power wheelchair",
        "What is griscelli syndrome?",
        "Can a member talk to a nurse by phone?",
        "How long does it take to get approved?",
    ],
)
def test_a_question_of_policy_is_one_however_it_is_put(text: str) -> None:
    assert asks(text) is Asks.POLICY


@pytest.mark.parametrize("text", ["Who signed this document?", "who on earth wrote these pages", "how old is this source",
                                  "not a good month so far", "such a day"])  # fmt: skip
def test_what_points_at_the_paper_or_sighs_at_the_day_asks_nothing_of_policies(text: str) -> None:
    assert asks(text) is not Asks.POLICY


@pytest.mark.parametrize(
    "text", ["Does that policy require a referral?", "what does this policy say about crutches?", "days supply?",
             "How many visits a week?"]
)  # fmt: skip
def test_a_paper_that_is_pointed_at_may_be_asked_about_a_thing(text: str) -> None:
    assert asks(text) is Asks.POLICY


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["Who signed this document?", "not a good month so far", "may we rely on this, or must I ring the plan to be safe?",
             "Are we dealing with a human here, by the way?", "is that official?"]
)  # fmt: skip
def test_such_words_add_no_part_and_take_no_place_of_the_question(text: str, talk: Talk) -> None:
    talk.say("Does Harbor Health in Florida cover telehealth visits?")
    before = talk.state["master_objective"]
    talk.say(text)
    assert talk.state["master_objective"] == before
