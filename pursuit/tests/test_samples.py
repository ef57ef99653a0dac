"""The sample policies are marked as such, are loaded once, and two of them contradict each other."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from chat.management.commands.load_demo import SAMPLE_COMMANDS
from pursuit.tests.shared import Talk
from pursuit.words.payers import POLICIES, known_payers
from retrieval.models import Document

pytestmark = pytest.mark.django_db


def loaded() -> str:
    out = StringIO()
    call_command("load_policy_samples", stdout=out)
    return out.getvalue()


def test_they_are_loaded_once_with_payer_state_and_effective_date() -> None:
    assert "load_policy_samples" in SAMPLE_COMMANDS
    assert loaded() == "Loaded 12 sample policies of payers that do not exist.\n"
    assert loaded() == ""
    rows = Document.objects.filter(collection__name=POLICIES)
    assert rows.count() == 12
    for row in rows:
        assert row.valid_from
        assert row.metadata["sample"]
        assert row.metadata["payer"] in row.title
        assert "does not exist" in row.text
    assert len({row.metadata["state"] for row in rows}) >= 5
    assert "Peachtree Community Plan" in known_payers()


def test_the_two_that_contradict_each_other_stand_side_by_side(employee: User) -> None:
    loaded()
    talk = Talk(employee)
    reply = talk.say("How many telehealth visits may a member of Harbor Health in Florida have without a referral?")
    assert "These sources do not agree" in reply
    assert "12 telehealth visits" in reply
    assert "20 telehealth visits" in reply


def test_a_policy_of_each_state_answers_its_own_question(employee: User) -> None:
    loaded()
    reply = Talk(employee).say("Does Lone Prairie Health in Texas require prior authorization for bariatric surgery?")
    assert "Prior authorization is required." in reply
