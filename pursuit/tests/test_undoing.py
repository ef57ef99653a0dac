"""The last change of a question is taken back by the person's word, also twice; what was answered since stays."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from audit.models import AuditEntry
from pursuit.models import SubObjective
from pursuit.tests.shared import Talk, store_policies

pytestmark = pytest.mark.django_db

TELEHEALTH = "How many telehealth visits does Harbor Health in Florida cover in a calendar year?"
ACUPUNCTURE = "Is acupuncture covered by Harbor Health in Florida?"


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def texts(talk: Talk) -> list[str]:
    return [part.text for part in talk.record.parts]


def test_the_part_that_was_added_last_is_taken_back_and_then_the_one_before(talk: Talk) -> None:
    talk.say(ACUPUNCTURE)
    talk.say("And is bariatric surgery covered?")
    talk.say("And is hypnosis covered?")
    assert "hypnosis" in talk.say("undo")
    assert len(texts(talk)) == 2
    assert "bariatric surgery" in talk.say("no, undo that one too")
    assert texts(talk) == [ACUPUNCTURE]
    assert SubObjective.objects.exclude(left_at=None).count() == 2
    assert AuditEntry.objects.filter(action="pursuit.undone").count() == 2


def test_a_payer_that_was_named_is_taken_back_and_asked_for_again(talk: Talk) -> None:
    talk.say("How many telehealth visits are covered in a calendar year?")
    talk.say("Harbor Health, Florida")
    assert talk.state["objective_status"] == "resolved"
    reply = talk.say("undo that")
    assert talk.record.slots() == {}
    assert "Which health plan or payer and which state?" in reply


def test_a_new_question_is_taken_back_and_the_one_before_it_stands_again(talk: Talk) -> None:
    talk.say(TELEHEALTH)
    talk.say("New question: does a continuous glucose monitor need prior authorization from Harbor Health in Florida?")
    talk.say("undo")
    assert texts(talk) == [TELEHEALTH]
    assert talk.state["objective_status"] == "resolved"


def test_with_nothing_left_to_take_back_it_says_so(talk: Talk) -> None:
    assert talk.say("undo")
    talk.say(ACUPUNCTURE)
    talk.say("undo")
    before = talk.state
    assert "nothing" in talk.say("undo")
    assert talk.state == before


def test_starting_over_leaves_nothing_of_the_old_question(talk: Talk) -> None:
    talk.say("How many telehealth visits are covered in a calendar year?")
    talk.say("start over please")
    talk.say(ACUPUNCTURE)
    assert texts(talk) == [ACUPUNCTURE]
