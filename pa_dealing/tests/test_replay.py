"""A request said again: the same turns come out the same, and what the code does otherwise is shown."""

from __future__ import annotations

import pytest
from django.core.management import call_command

from audit.models import AuditEntry
from audit.trail import Actor, record
from chat.models import Message, Thread, Turn
from chat.replay import replay_thread
from llm.testing import call
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import Desk

WORDS = (
    "I want to buy 200 Siemens shares",
    "1",
    "about EUR 26,290",
    "I think the order book will grow and I want to hold it for years",
    "no inside information, not related, no position",
)


def test_a_request_told_offline_comes_out_the_same_and_leaves_nothing(desk: Desk) -> None:
    for words in WORDS:
        desk.say(words)
    before = [model.objects.count() for model in (Thread, Turn, Message, DraftRequest, AuditEntry)]
    replay = replay_thread(desk.thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2, 3, 4, 5], [], "")
    assert [model.objects.count() for model in (Thread, Turn, Message, DraftRequest, AuditEntry)] == before


def test_a_request_told_to_a_model_comes_out_the_same_without_it(scripted: Desk) -> None:
    scripted.say(WORDS[0], [call("set_security", search_term="Siemens")], "Which one? I have submitted it for you.")
    scripted.say("2,000 of the first", [call("set_quantity", quantity=2000, words="2,000")], "Noted: 2,000.")
    replay = replay_thread(scripted.thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2], [], "")


def test_what_was_done_by_hand_is_named_where_a_later_turn_differs(desk: Desk) -> None:
    desk.say(WORDS[0])
    draft = actions.load_request(desk.thread.pk)
    DraftRequest.objects.filter(pk=draft.pk).update(direction="SELL")
    by = Actor(desk.owner.pk, desk.thread.pk)
    record("pa_dealing.changed", draft, by=by)
    desk.say("summary")
    replay = replay_thread(desk.thread)
    assert replay.hand == "pa_dealing.changed"
    assert [(difference.turn, difference.what, difference.why) for difference in replay.differences] == [
        (2, "reply", "pa_dealing.changed")
    ]


def test_a_tool_that_does_otherwise_now_is_shown_and_ends_the_command_with_1(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.say(WORDS[0])
    desk.say("hello")
    call_command("replay", thread=str(desk.thread.pk))
    assert capsys.readouterr().out == "Of 2 turns 0 differ.\n"
    monkeypatch.setattr("pa_dealing.hints.determine_instructional_hint", lambda draft: "OTHERWISE")
    with pytest.raises(SystemExit) as ended:
        call_command("replay", thread=str(desk.thread.pk))
    assert ended.value.code == 1
    shown = capsys.readouterr().out
    assert "before:" in shown
    assert "OTHERWISE" in shown
