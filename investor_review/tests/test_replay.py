"""A review said again in a session of its own, from what the first was started with."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from chat.replay import replay_thread
from investor_review.models import NitpickChange, ReviewSession
from investor_review.tests.test_conversation import say

pytestmark = pytest.mark.django_db


def test_decisions_come_out_the_same_from_the_findings_as_they_were(session: ReviewSession, upstream: User) -> None:
    say(session, upstream, "What does the document say about emissions reporting?")
    say(session, upstream, "accept the first, for the offsets say Gold Standard only instead, leave the rest")
    say(session, upstream, "Actually reopen the audit clause")
    before = (ReviewSession.objects.count(), NitpickChange.objects.count())
    replay = replay_thread(session.thread)
    assert (replay.turns, replay.differences, replay.ended, replay.hand) == ([1, 2, 3], [], "", "")
    assert (ReviewSession.objects.count(), NitpickChange.objects.count()) == before
