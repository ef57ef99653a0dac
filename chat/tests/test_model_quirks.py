"""What models do that a person must not notice, through a whole turn."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from pytest_django import Settings

from chat.models import Message, Thread
from chat.models_in_use import answered_by
from chat.pages.rendering import turn_html
from chat.tests.shared import kinds, row, talk
from llm.interface import ModelError
from llm.openai import OpenAIChat
from llm.testing import ScriptedModel
from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_text
from llm.types import TextDelta, Usage

TEXT = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]


def test_a_thought_that_is_taken_back_is_kept_nowhere(thread: Thread, model: ScriptedModel) -> None:
    model.then([TextDelta("They must not know."), TextDelta("", takes_back=True), TextDelta("Noted."), Usage()])
    turn, events = talk(thread, "Hi")
    assert kinds(events) == ["RUN_STARTED", *TEXT, *TEXT, "RUN_FINISHED"]
    assert events[1]["messageId"] != events[4]["messageId"]
    assert turn.reply == "Noted."
    assert list(Message.objects.values_list("content", flat=True).order_by("id")) == ["Hi", "Noted."]


def test_a_wrong_set_up_is_told_with_its_remedy_to_who_can_mend_it(thread: Thread, model: ScriptedModel) -> None:
    detail = "Choose a model that can call tools. The provider refused (400): x <b> does not support tools"
    model.then(ModelError("not_configured", detail))
    turn, events = talk(thread)
    assert events[-1]["code"] == "not_configured"
    assert "Choose a model" not in events[-1]["message"]
    superuser = User(pk=99, username="root", is_superuser=True)
    assert "Choose a model that can call tools." in turn_html(str(turn.id), reader=superuser)
    assert "x <b> does" not in turn_html(str(turn.id), reader=superuser)
    for_owner = turn_html(str(turn.id), reader=thread.owner)
    assert "Choose a model" not in for_owner
    assert "An administrator can find out why" in for_owner
    # What no set-up mends is no remedy.
    model.then(ModelError("malformed", "the reply was empty"))
    assert row(talk(thread, "Again")[0]).error_detail == ""


@pytest.mark.parametrize(("prompt_tokens_s", "status"), [(0, "failed"), (10, "done")])
def test_a_first_word_after_the_clock_is_no_failure_where_the_card_says_that_the_model_reads_slowly(
    thread: Thread, settings: Settings, prompt_tokens_s: float, status: str
) -> None:
    settings.MODEL_CARD_FIELDS = {"first_token_s": 0.3, "prompt_tokens_s": prompt_tokens_s}
    with WireServer() as server:
        server.script = [Behaviour(openai_text("Noted."), before=[Pause(0.8)])]
        with answered_by("openai:slow", OpenAIChat("key", f"{server.url}/v1")):
            turn, _ = talk(thread, "Hello there, this is read slowly.")
    assert (turn.status, turn.reply) == (status, "Noted." if status == "done" else "")
    assert turn.error_code == ("" if status == "done" else "timeout")


def test_a_card_without_tools_is_refused_at_the_set_up_with_what_to_set(settings: Settings) -> None:
    settings.MODEL_CARD_FIELDS = {"tools": False}
    settings.CHAT_MODEL = "openai:words-only"
    refused = [check for check in run_checks() if check.id == "chat.E004"]
    assert {check.level for check in refused} == {40}
    assert all("_MODEL to another, or write a card of your own with tools = true" in check.msg for check in refused)
    assert refused
