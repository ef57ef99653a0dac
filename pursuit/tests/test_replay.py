"""A pursuit said again; what a person brought is not read a second time."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from chat.replay import replay_thread
from pursuit.models import MasterObjective, Material
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_lifecycle import THREE

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(employee: User) -> Talk:
    store_policies()
    return Talk(employee)


def test_a_pursuit_comes_out_the_same(talk: Talk) -> None:
    for words in (THREE, "what is still missing?", "thanks"):
        talk.say(words)
    replay = replay_thread(talk.thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2, 3], [], "")
    assert MasterObjective.objects.count() == 1


def test_a_thread_with_files_says_that_it_cannot_be_run_again(talk: Talk) -> None:
    talk.say(THREE)
    Material.objects.create(thread=talk.thread, kind="file", name="plan.pdf", uploaded_by=talk.owner)
    replay = replay_thread(talk.thread)
    assert (replay.turns, replay.ended) == (
        [],
        "Files or links were read in it, which are not read a second time.",
    )
