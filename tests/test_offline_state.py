"""The offline readers are given the state as an object: whatever a prompt says, a conversation goes the same way."""

from __future__ import annotations

import itertools
import re
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.template import Engine, Template
from pytest_django import Settings

from chat import assistants
from chat.live import runs
from chat.models import Message, Thread
from chat.turns import dumps
from chat.turns.turn import TurnRun
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.tests.shared import payload
from tests.test_transcripts import FOLDER, PREPARE

REVIEW = [
    "What was found?",
    "accept the first, for the offsets say Gold Standard only instead, leave the rest",
    "Yes, confirmed",
    "What does the document say about emissions reporting?",
    "I'm done",
]
# What names a row or a moment differs between two conversations, whatever was said in them.
_OF_A_RUN = re.compile(
    r"\(/[^)]*\)|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d[T ]\d\d:[\d:.+]+|(?:sess_|dos-)[0-9a-f]+"
)


def lines_of(slug: str) -> list[str]:
    """What the person says in the assistant's transcript, and a line that nothing can be read in after each."""
    name = "pa_dealing_happy_path" if slug == "pa_dealing" else slug
    path = FOLDER / f"{name}.md"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else [f"> {line}" for line in REVIEW]
    words = [line[2:].replace("\\n", "\n") for line in lines if line.startswith("> ")]
    return [line for pair in zip(words, itertools.repeat("lorem ipsum?!")) for line in pair]


def thread_of(slug: str, owner: User, number: int) -> UUID:
    if slug == "investor_review":
        name = f"sess_{number}"
        return start.start_session(read_payload(payload(name), name), user_id=owner.pk).thread_id
    return Thread.objects.create(owner=owner, assistant=slug).pk


def conversation(slug: str, owner: User, number: int) -> list[str]:
    """Each turn's reply and calls, and last the state that the conversation ends in."""
    thread_id = thread_of(slug, owner, number)
    turns: list[Any] = []
    for line in lines_of(slug):
        turn = runs.begin(thread_id, owner.pk, line, None)
        assert isinstance(turn, TurnRun)
        runs.run_here(turn)
        assert turn.status == "done", turn.error_code
        turns.append([turn.reply, *([call["name"], call["arguments"]] for call in turn.calls)])
    assistant = assistants.get(slug)
    shown = [*turns, assistant.state(assistant.load(thread_id))]
    return [_OF_A_RUN.sub("…", dumps(item)) for item in shown]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", ["retirement", "pa_dealing", "pursuit", "investor_review", "tax_dossier"])
def test_an_offline_conversation_is_the_same_whatever_the_prompts_say(
    slug: str, employee: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHAT_MODEL = "offline"
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, slug: "offline"}
    # What was asked long ago stands in no message that the reader is given.
    settings.CHAT_HISTORY_MESSAGES = 4
    PREPARE.get(slug, lambda: None)()
    as_written = conversation(slug, employee, 1)
    reworded = Template("Qui legit haec, nihil discit.", engine=Engine())
    monkeypatch.setattr(assistants._PROMPTS, "get_template", lambda name: reworded)
    assert conversation(slug, employee, 2) == as_written


@pytest.mark.django_db
def test_what_the_offline_reader_is_given_is_stored_nowhere(
    employee: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CHAT_MODEL = "offline"
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "pa_dealing": "offline"}
    assistant = assistants.get("pa_dealing")
    given = {"ask": "Quisnam?", "open": "", "beside": "a canary"}
    monkeypatch.setattr(type(assistant), "offline_state", lambda self, record, state: given)
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    turn = runs.begin(thread.pk, employee.pk, "hello", None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    assert "Quisnam?" in turn.reply
    rows = Message.objects.filter(thread=thread).values()
    assert rows
    assert "canary" not in str(list(rows))
