"""A conversation about retiring, said again: facts have other ids there and are the same."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat.models import Message
from chat.replay import replay_thread
from llm.testing import ScriptedModel, call, registered
from retirement.models import InformationRecord
from retirement.tests.shared import SCRIPTED, Desk


def test_facts_told_offline_come_out_the_same(employee: User, settings: Settings) -> None:
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "retirement": "offline"}
    desk = Desk(employee, ScriptedModel())
    for words in ("I'm 58 and want to retire at 64", "our mortgage is paid off", "undo", "what is left?"):
        desk.say(words)
    before = InformationRecord.objects.count()
    replay = replay_thread(desk.thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2, 3, 4], [], "")
    assert InformationRecord.objects.count() == before > 0


def test_what_the_judge_of_figures_left_out_is_kept_and_judged_anew(
    employee: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "retirement": SCRIPTED}
    with registered(SCRIPTED, ScriptedModel()) as model:
        desk = Desk(employee, model)
        desk.say("hello", "Good morning. You will need $777,777 a year. What is on your mind?")
        desk.say(
            "We own our house",
            [call("information", topic="HOUSING_GEOGRAPHY", fact_type="home_ownership", value="We own our house")],
            "Thank you.",
        )
    spoken = Message.objects.filter(thread=desk.thread, role="assistant").earliest("id")
    assert "777,777" not in spoken.content
    assert "777,777" in spoken.sent["unjudged"]
    replay = replay_thread(desk.thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2], [], "")
    monkeypatch.setattr("retirement.assistant._allowed_amounts", lambda turn: None)
    [difference] = replay_thread(desk.thread).differences
    assert (difference.turn, difference.what) == (1, "reply")
    assert "777,777" in difference.now
