"""What is said beside the question is answered by help and the record, and the question stays as it is."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("what does prior authorization mean?", "consent before a service"),
        ("what's a referral?", "sends the member to a specialist"),
        ("why do you need that?", "every answer has to stand in a source"),
        ("how long does this take?", "few seconds"),
        ("what is still missing?", "cochlear implants"),
        ("submit the request for me", "for you to do"),
        ("Waarom duurt dat zo lang?", "English"),
        ("yes", "paste"),
    ],
)
def test_help_and_the_record_answer_and_nothing_changes(talk: Talk, words: str, answer: str) -> None:
    talk.say(THREE)
    before = talk.state
    assert answer in talk.say(words)
    assert (talk.state, talk.calls) == (before, [])


def test_that_somebody_wants_a_person_is_noted(talk: Talk) -> None:
    talk.say(THREE)
    before = talk.state
    assert "member line" in talk.say("can I talk to a human?")
    assert (talk.state, talk.calls) == (before, ["ask_for_a_person"])


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("I haven't got a link, sorry", "blocked"),
        ("no i dont have a document. please try again", "active"),
        ("try once more, look under hearing implants", "active"),
        ("ok, I'll ring them instead. stop looking please", "abandoned"),
        ("Understood. No need to dig further.", "abandoned"),
        ("Forget the telehealth then. That is enough, end your search now.", "abandoned"),
        ("nope, no such document on my side", "blocked"),
    ],
)
def test_what_is_ordered_beside_other_words_is_done(talk: Talk, words: str, status: str) -> None:
    talk.say("Does Harbor Health in Florida cover acupuncture?")
    talk.say(words)
    assert talk.record.row is not None
    assert talk.record.row.status == status


def test_what_letters_stand_for_is_answered_only_where_they_stand(talk: Talk) -> None:
    talk.say("The form code HH-CGM for a glucose monitor at Harbor Health in Florida, what does it stand for?")
    assert len(talk.record.parts) == 1
    assert talk.statuses != ["answered"]


def test_what_is_not_understood_is_said_in_other_words_each_time(talk: Talk) -> None:
    talk.say(THREE)
    replies = [talk.say("qwoeiru zzkj") for _ in range(3)]
    assert len(set(replies)) == 3
    assert talk.state["master_objective"]["attempts"] == 1


def test_a_question_beside_help_is_pursued_and_the_help_given(talk: Talk) -> None:
    reply = talk.say("Hello! What can you do? Does Harbor Health in Florida cover acupuncture?")
    assert "I answer each part" in reply
    assert [part.text for part in talk.record.parts] == ["Does Harbor Health in Florida cover acupuncture?"]


def test_a_sentence_of_a_source_that_the_person_quotes_is_read(talk: Talk) -> None:
    talk.say("Is acupuncture covered by Harbor Health in Florida?")
    talk.say('Yes, their handbook says: "Acupuncture is covered by Harbor Health in Florida for chronic pain."')
    assert talk.state["objective_status"] == "resolved"
    assert len(talk.record.parts) == 1


def test_another_payer_that_was_meant_is_asked_instead(talk: Talk) -> None:
    talk.say("How many telehealth visits does Sunny Coast Plan in Florida cover in a calendar year?")
    talk.say("sorry, I said Sunny Coast, I meant Harbor Health")
    assert talk.record.slots()["payer"] == "Harbor Health"
