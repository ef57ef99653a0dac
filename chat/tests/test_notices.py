"""What the system tells a person outside a turn: a row, and an event with a number of its own once it is committed."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import transaction

from chat.live import broadcast, notices, runs
from chat.models import Thread
from chat.tests.shared import begin, drain, said, talk
from chat.turns import events
from llm.testing import ScriptedModel


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What open pages would be sent."""
    got: list[dict[str, Any]] = []

    def send(thread_id: object, frames: list[broadcast.Frame]) -> None:
        got.extend(json.loads(frame) for _, frame in frames)

    monkeypatch.setattr(broadcast, "_send", send)
    return got


def test_a_notice_is_a_message_and_shows_on_open_pages(
    thread: Thread, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        notices.post_notice(thread.id, "Compliance approved it.")
        assert sent == []
    assert said(thread) == [("notice", "Compliance approved it.")]
    [event] = sent
    assert (event["type"], event["name"], event["value"]["content"]) == ("CUSTOM", "notice", "Compliance approved it.")


def test_a_notice_of_a_transaction_that_fails_is_never_shown(
    thread: Thread, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    def fail() -> None:
        notices.post_notice(thread.id, "Approved.")
        raise LookupError

    with django_capture_on_commit_callbacks(execute=True), pytest.raises(LookupError), transaction.atomic():
        fail()
    assert (sent, said(thread)) == ([], [])


def test_notices_and_turns_share_one_numbering(
    thread: Thread, model: ScriptedModel, sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        notices.post_notice(thread.id, "One.")
        notices.state_changed(thread.id, {"notes": []})
    model.then("Good.")
    turn = runs.begin(thread.id, thread.owner_id, "Hello", None)
    runs.run_here(turn)  # type: ignore[arg-type]
    with django_capture_on_commit_callbacks(execute=True):
        notices.post_notice(thread.id, "Two.")
    assert [event["seq"] for event in sent] == list(range(1, len(sent) + 1))
    assert sent[-2]["type"] == events.RUN_FINISHED


def test_the_model_reads_a_notice_in_the_next_turn(thread: Thread, model: ScriptedModel) -> None:
    model.then("A.", "B.")
    talk(thread, "Submit")
    notices.post_notice(thread.id, "Compliance approved it.")
    talk(thread, "Great")
    texts = [message.text for message in model.requests[1].messages]
    assert texts == ["Submit", "A.", "[Notice to the person: Compliance approved it.]", "Great"]


def test_a_notice_in_the_middle_of_a_turn_does_not_end_it(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)
    notices.post_notice(thread.id, "Compliance approved it.")
    model.then("Good.")
    assert drain(turn)[-1]["type"] == events.RUN_FINISHED
