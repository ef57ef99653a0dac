"""With no model the guide holds the conversation, and the assistant's rules get only what is theirs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from audit.models import AuditEntry
from chat import assistants
from chat.assistants import Assistant
from chat.guidance import converse, tools_of, universal
from chat.models import Thread
from chat.tests.shared import SCRIPTED, talk
from dialogue import Help, Talk, not_understood
from dialogue.help import Answer
from llm.testing import ScriptedModel, call, say
from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall, Usage

HELP = Help((Answer("How long does it take?", ("when will I hear back",), "Two days as a rule."),))
QUESTION = "How many apples?"


class Counting(Assistant):
    """Notes every message that has a number, and understands nothing else."""

    slug = "counting"

    def __init__(self) -> None:
        self.heard: list[str] = []

    def talk(self, request: ModelRequest) -> Talk:
        before = [message.text for message in request.messages if message.role == "assistant"]
        again = "How many? For example: three."
        return Talk(HELP, "I count apples.", QUESTION, again, contact="Anne, room 4.", before=before)

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        text = request.messages[-1].text
        self.heard.append(text)
        if any(character.isdigit() for character in text):
            yield ToolCall("c-1", "count", json.dumps({"words": text}))


def reply_to(*messages: str, assistant: Assistant | None = None) -> str:
    """The reply to the last of these; the others are earlier messages with their replies in turns."""
    roles = ("assistant", "user")
    history = [Message(roles[(len(messages) - n) % 2], text) for n, text in enumerate(messages)]
    items = converse(assistant or Counting(), ModelRequest("offline", "", tuple(history)))
    parts = [item for item in items if not isinstance(item, Usage)]
    return "".join(item.text if isinstance(item, TextDelta) else f"<{item.name}>" for item in parts)


def test_what_only_talks_never_reaches_the_rules() -> None:
    assistant = Counting()
    assert reply_to("thanks a lot!", assistant=assistant).startswith("You're welcome.")
    assert reply_to("how long does it take?", assistant=assistant).startswith("Two days as a rule.")
    assert assistant.heard == []


def test_the_open_question_follows_what_the_guide_says() -> None:
    assert QUESTION in reply_to("thank you")


def test_a_question_beside_a_value_is_answered_and_kept_from_the_rules() -> None:
    assistant = Counting()
    assert reply_to("12 apples please. When will I hear back?", assistant=assistant) == "Two days as a rule.\n\n<count>"
    assert assistant.heard == ["12 apples please."]


def test_what_is_not_understood_is_said_differently_each_time_and_the_third_time_names_a_way_out() -> None:
    replies: list[str] = []
    history: list[str] = []
    for words in ("half of the shares", "the rest of my shares", "a few of the bonds", "my shares of that company"):
        history.append(words)
        replies.append(reply_to(*history))
        history.append(replies[-1])
    assert len(set(replies)) == len(replies)
    assert "For example: three." in replies[1]
    assert "Anne, room 4." in replies[2]


def test_a_bare_no_is_no_question_though_the_help_has_the_word() -> None:
    help_ = Help((Answer("And if they say no?", ("what if no",), "Then it ends here."),))
    assert not_understood("what if they say no", Talk(help=help_, about="I count.")) == "Then it ends here."
    assert "Then it ends here." not in not_understood("no", Talk(help=help_, about="I count."))


@pytest.mark.django_db(transaction=True)
def test_somebody_who_wants_a_person_is_noted_with_their_words(
    employee: User, model: ScriptedModel, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "pa_dealing": SCRIPTED}
    monkeypatch.setattr(universal, "help_of", lambda slug: HELP)
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    words = "can I speak to somebody?"
    model.then(call("ask_for_a_person", words=words), say("Anne can help."))
    talk(thread, words)
    assert AuditEntry.objects.get(action="asked_for_a_person").data == {"words": words}


def test_every_assistant_with_help_offers_it_to_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(universal, "help_of", lambda slug: HELP)
    names = [tool.name for tool in tools_of(assistants.get("pa_dealing"))]
    assert names[-2:] == ["help", "ask_for_a_person"]


def offline_calls(message: str) -> list[Any]:
    request = ModelRequest("offline", "", (Message("user", message),))
    return [item.name for item in converse(Counting(), request) if isinstance(item, ToolCall)]


def test_offline_the_wish_for_a_person_is_the_same_call() -> None:
    assert offline_calls("I want to talk to a human") == ["ask_for_a_person"]
