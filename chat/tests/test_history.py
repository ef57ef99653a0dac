"""The window of the conversation that a model is sent: valid by construction, bounded whatever the thread holds."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from chat.models import Message, Thread
from chat.tests.shared import talk
from chat.turns.history import MAX_CHARS, Row, Window, load_window, window_of
from llm.testing import ScriptedModel, call
from llm.types import Message as Sent

CALL = {"id": "c1", "name": "note", "arguments": "{}", "result": {"status": "success"}, "extra": None}


def assert_valid(messages: list[Sent]) -> None:
    """What every provider demands: a person begins, and each call is followed at once by its result."""
    assert messages[0].role == "user"
    waiting: list[str] = []
    for message in messages:
        assert (message.role == "tool") == bool(waiting)
        if message.role == "tool":
            assert [result.call_id for result in message.results] == waiting
        waiting = [made.id for made in message.calls]
    assert not waiting


def window(*rows: tuple[str, str, list[dict[str, Any]]]) -> Window:
    """The window of rows (role, content, calls) that stand oldest first."""
    numbered = [Row(number, *row) for number, row in enumerate(rows, 1)]
    return window_of(numbered[::-1])


@pytest.mark.parametrize("seed", range(20))
def test_any_rows_give_a_history_that_a_provider_takes(seed: int) -> None:
    chance = random.Random(seed)
    rows = [("user", "Hello", [])]
    for n in range(chance.randrange(60)):
        role = chance.choice(["user", "assistant", "assistant", "notice"])
        calls = [{**CALL, "id": f"{n}-{k}"} for k in range(chance.randrange(4))] if role == "assistant" else []
        rows.append((role, chance.choice(["", "text", "x" * 20_000]), calls))
    start = chance.randrange(len(rows))
    sent = window(*rows[start:])
    if sent.messages:
        assert_valid(sent.messages)
    assert sum(len(message.text) for message in sent.messages) <= MAX_CHARS + 20_000


def test_a_window_that_would_begin_with_an_answer_begins_with_the_next_words() -> None:
    sent = window(("assistant", "Noted.", [CALL]), ("assistant", "Done.", []), ("user", "More", []))
    assert [(m.role, m.text) for m in sent.messages] == [("user", "More")]
    assert sent.first_id == 3


def test_a_notice_is_told_to_the_model_as_a_notice() -> None:
    sent = window(("user", "Submit", []), ("notice", "Compliance approved it.", []), ("user", "Great", []))
    assert sent.messages[1] == Sent("assistant", "[Notice to the person: Compliance approved it.]")
    assert [statement.text for statement in sent.said] == ["Submit", "Great"]


def test_a_notice_that_came_before_the_answer_stands_before_the_words_that_wait_for_it() -> None:
    earlier = (("user", "Hi", []), ("assistant", "Hello.", []), ("user", "Buy", []))
    notice = ("notice", "Compliance approved it.", [])
    shown = "[Notice to the person: Compliance approved it.]"
    assert [m.text for m in window(*earlier, notice).messages] == ["Hi", "Hello.", shown, "Buy"]
    after_a_round = window(*earlier, ("assistant", "", [CALL]), notice).messages
    assert [m.role for m in after_a_round] == ["user", "assistant", "assistant", "user", "assistant", "tool"]
    assert [m.text for m in window(("user", "Hello", []), notice).messages] == ["Hello"]


def test_an_empty_message_is_left_out() -> None:
    assert len(window(("user", "Hello", []), ("assistant", "", []), ("user", "Hello?", [])).messages) == 2


def test_a_very_long_message_is_sent_alone() -> None:
    sent = window(("user", "short", []), ("user", "x" * (MAX_CHARS + 1), []))
    assert [statement.message_id for statement in sent.said] == [2]


def test_one_long_reply_never_pushes_the_history_out() -> None:
    endless = "and so on " * 24_000
    words = window(("user", "I want to buy", []), ("assistant", f"Start {endless} end", []), ("user", "Hello?", []))
    assert [m.text for m in words.messages if m.role == "user"] == ["I want to buy", "Hello?"]
    reply = words.messages[1].text
    assert len(reply) < 10_000
    assert reply.startswith("Start")
    assert reply.endswith("end")


def test_large_results_of_tools_count_too() -> None:
    large = {**CALL, "result": {"text": "x" * 30_000}}
    rows = [row for n in range(10) for row in (("user", str(n), []), ("assistant", "", [large]))]
    window_sent = window(*rows)
    sent = sum(len(result.content) for message in window_sent.messages for result in message.results)
    assert sent <= MAX_CHARS + 30_100


def test_a_long_thread_is_sent_in_part_and_read_in_one_query(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    Message.objects.bulk_create(
        Message(thread=thread, role=role, content=f"{role} {n}") for n in range(500) for role in ("user", "assistant")
    )
    with CaptureQueriesContext(connection) as captured:
        sent = load_window(thread.id)
    assert len(captured) == 1
    assert len(sent.messages) == settings.CHAT_HISTORY_MESSAGES
    assert (sent.messages[0].text, sent.messages[-1].text) == ("user 488", "assistant 499")
    model.then(call("note", text="a"), "Done.")
    turn, _ = talk(thread, "Now")
    assert turn.status == "done"
    for request in model.requests:
        assert_valid(list(request.messages))
    assert turn.said[-1].text == "Now"


def test_discarded_words_are_not_sent(thread: Thread) -> None:
    Message.objects.create(thread=thread, role="user", content="Hello")
    Message.objects.create(thread=thread, role="assistant", content="Half an ans", discarded=True)
    assert [message.text for message in load_window(thread.id).messages] == ["Hello"]


@pytest.mark.django_db
def test_a_row_is_read_once_however_many_turns_send_it(thread: Thread, model: ScriptedModel) -> None:
    model.then([call("note", text="milk")], "Noted.")
    talk(thread, "milk")
    first, again = load_window(thread.pk), load_window(thread.pk)
    assert len(first.messages) == 4
    assert all(sent is kept for sent, kept in zip(again.messages, first.messages, strict=True))


@pytest.mark.django_db
def test_a_row_that_has_changed_is_read_anew(thread: Thread, model: ScriptedModel) -> None:
    model.then("Hello.")
    talk(thread, "Good day")
    load_window(thread.pk)
    Message.objects.filter(thread=thread, role="user").update(content="[erased]")
    assert load_window(thread.pk).messages[0].text == "[erased]"
