"""The quirks of real model servers: a turn is done in spite of them, or fails with a sentence that names the remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from pydantic import BaseModel

from chat.errors import FAILURES
from chat.live import runs
from chat.models import Thread, ToolCall as ToolCallRow
from chat.models_in_use import answered_by
from chat.turns.turn import TurnRun
from llm.gemini import GeminiChat
from llm.interface import ChatModel, ModelError
from llm.openai import OpenAIChat
from llm.structured import ask
from llm.tests.quirks import FINAL, QUIRKS, Quirk, QuirkServer
from llm.tests.shared import calls_of, list_all, look_up, text_of, usage_of
from llm.tests.wire_server import Behaviour, WireServer, failure, openai_text
from llm.tools import ToolArgumentError
from llm.types import Clocks, Message, ModelRequest, StreamItem, ToolCall, ToolResult

TOOLS = {"look_up": look_up, "list_all": list_all}
WORDS = Message("user", "Look ASML up, and list everything.")
# What the person's sentence tells them to do.
REMEDY = re.compile(r"retry|administrator|other words|Begin a new one")


class Chosen(BaseModel):
    """What was chosen."""

    text: str


@pytest.fixture(scope="module")
def quirks() -> Iterator[QuirkServer]:
    with QuirkServer() as server:
        yield server


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("llm.wire.http._PAUSES_S", (0.02, 0.05))
    monkeypatch.setattr("llm.wire.http._LONG_PAUSES_S", (0.02, 0.05))


def model_of(quirk: Quirk, server: QuirkServer) -> ChatModel:
    if quirk.wire == "google":
        return GeminiChat("key", f"{server.url}/")
    return OpenAIChat("key", f"{server.url}{quirk.base}")


def history_of(quirk: Quirk) -> tuple[Message, ...]:
    """What was said before, as rows give it back."""

    def round_of(call_id: str) -> tuple[Message, Message]:
        call = ToolCall(call_id, "list_all", "{}")
        return Message("assistant", "", (call,)), Message("tool", results=(ToolResult(call_id, "list_all", "{}"),))

    return {
        "words": (WORDS,),
        "long_id": (WORDS, *round_of("chatcmpl-tool-" + "f" * 32), Message("assistant", "Well."), WORDS),
        "by_code": (WORDS, *round_of("words-1-0")),
        "unanswered": (WORDS, WORDS),
        "behind_results": (WORDS, *round_of("D681PevKs"), WORDS),
    }[quirk.history]


def asked(quirk: Quirk, messages: tuple[Message, ...]) -> ModelRequest:
    name = f"{quirk.wire}:{quirk.model}"
    clocks = Clocks(0.5 if quirk.ends == "timeout" else 10, 10, 20)
    return ModelRequest(name, "Be brief.", messages, tuple(TOOLS.values()), clocks=clocks, max_output_tokens=1500)


def held(quirk: Quirk, model: ChatModel) -> tuple[list[StreamItem], list[tuple[str, Any]]]:
    """The items of the last round, and the calls that a tool took, in at most four rounds."""
    messages, taken = history_of(quirk), []
    for _ in range(4):
        items = list(model.stream(asked(quirk, messages)))
        calls = calls_of(items)
        if not calls:
            break
        results = []
        for call in calls:
            try:
                taken.append((call.name, TOOLS[call.name].check(call)))
                outcome = "{}"
            except ToolArgumentError as error:
                outcome = str(error)
            results.append(ToolResult(call.id, call.name, outcome))
        messages = (
            *messages,
            Message("assistant", text_of(items), tuple(calls)),
            Message("tool", results=tuple(results)),
        )
    return items, taken


@pytest.mark.parametrize("name", sorted(QUIRKS))
def test_a_quirk_is_lived_with_or_told_with_its_remedy(name: str, quirks: QuirkServer) -> None:
    quirk = QUIRKS[name]
    quirks.begin(name)
    model = model_of(quirk, quirks)
    if quirk.ends == "chosen":
        assert ask(model, asked(quirk, (WORDS,)), Chosen).text == "x"
        return
    if quirk.ends == "worded":
        answer = ask(model, asked(quirk, (WORDS,)), Chosen, plain=lambda words: Chosen(text=words))
        assert answer.text == FINAL
        return
    if quirk.ends not in ("done", "said", "cut"):
        with pytest.raises(ModelError) as failed:
            held(quirk, model)
        code: str = failed.value.code
        assert code == quirk.ends
        assert quirk.remedy in failed.value.detail
        assert REMEDY.search(FAILURES["model_busy" if code == "busy" else code].sentence)
        return
    items, taken = held(quirk, model)
    if quirk.ends == "cut":
        assert usage_of(items).finish_reason in ("length", "repetition")
        assert 0 < len(text_of(items)) < 12_000
        return
    assert text_of(items).strip() == FINAL
    if quirk.ends == "done":
        # What a tool refused is called again; what it took is taken once.
        assert taken[-2:] == [("look_up", {"name": "ASML", "limit": 5}), ("list_all", {})]


def test_there_are_at_least_seventy() -> None:
    assert len(QUIRKS) >= 70


@pytest.mark.django_db
def test_a_turn_of_an_assistant_lives_with_several_quirks_at_once(employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    written = '<think>50 it is.</think>\n```json\n{"name": "set_quantity", "arguments": {"quantity": 50}}\n```'
    with WireServer() as server:
        refused = failure(422, {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs"}]})
        server.script = [
            refused,
            Behaviour(openai_text(*written)),
            Behaviour(openai_text("They want 50.\n</think>\n\nIs it a buy, or do you sell?")),
        ]
        with answered_by("openai:odd", OpenAIChat("key", f"{server.url}/v1")):
            turn = runs.begin(thread.pk, employee.pk, "it is about 50 shares", None)
            assert isinstance(turn, TurnRun)
            runs.run_here(turn)
    assert turn.status == "done"
    assert (turn.reply, turn.state["draft"]["quantity"]) == ("Is it a buy, or do you sell?", 50)
    assert list(ToolCallRow.objects.values_list("name", "by_code")) == [("set_quantity", False)]
