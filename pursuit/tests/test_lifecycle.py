"""Every row of the lifecycle, and how objectives end."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from pursuit.tests.shared import Talk, store_policies

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_a_one_part_question_is_answered_from_the_policies_and_resolved(talk: Talk) -> None:
    reply = talk.say("How many telehealth visits may a member of Harbor Health in Florida have in a calendar year?")
    assert "12 telehealth visits" in reply
    assert "/documents/" in reply
    assert "We've resolved your question." in reply
    assert talk.state["objective_status"] == "resolved"
    assert talk.state["master_objective"]["status"] == "solved"
    assert "search_policies" in talk.calls
