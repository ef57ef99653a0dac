"""What a model is sent fits its card: what goes first, what always stays, and a server that finds it too long."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel
from pytest_django import Settings

from chat.models import Message as Row, Thread
from chat.tests.shared import Notes, begin, note, talk
from chat.turns import budget
from chat.turns.asking import asker, hash_of_material
from chat.turns.turn import TurnRun
from llm.interface import ModelError
from llm.testing import ScriptedModel, call
from llm.text import fenced
from llm.tokens import tokens_of, tokens_of_message, tokens_of_request
from llm.types import Message, ModelRequest, ToolCall, ToolResult

LONG = "what somebody wrote in a document, at some length, about this and that. " * 40


def exchange(number: int, result: str = LONG) -> list[Message]:
    """A question, a call with its result, and the answer."""
    content = json.dumps({"status": "success", "text": result})
    return [
        Message("user", f"question {number}"),
        Message("assistant", "", (ToolCall(str(number), "note", "{}"),)),
        Message("tool", results=(ToolResult(str(number), "note", content),)),
        Message("assistant", f"answer {number}"),
    ]


def turn_of(thread: Thread, messages: list[Message]) -> TurnRun:
    turn = begin(thread)
    turn.messages, turn.ids = list(messages), list(range(1, len(messages) + 1))
    return turn


def size(messages: list[Message]) -> int:
    return sum(map(tokens_of_message, messages))


@pytest.mark.django_db
def test_old_results_go_first_then_old_messages(thread: Thread) -> None:
    history = [*exchange(1), *exchange(2), *exchange(3), Message("user", "newest")]
    turn = turn_of(thread, history)
    assert budget.cut(turn, 1500)
    assert [m.text for m in turn.messages if m.role == "user"] == ["question 1", "question 2", "question 3", "newest"]
    results = [json.loads(m.results[0].content) for m in turn.messages if m.role == "tool"]
    length = len(history[2].results[0].content)
    assert results[0] == {"status": "success", "left_out": f"an old result of {length} characters, to save room"}
    assert [set(result) for result in results] == [{"status", "left_out"}, {"status", "left_out"}, {"status", "text"}]
    assert turn.bare_before == 7 + 1
    assert budget.cut(turn, 130)
    assert turn.messages[-1].text == "newest"
    assert turn.messages[0].role == "user"
    assert turn.first_id == turn.ids[0] > 1
    assert size(turn.messages) <= 130


@pytest.mark.django_db
def test_the_newest_result_is_shown_by_its_beginning(thread: Thread) -> None:
    turn = turn_of(thread, [*exchange(1)[:3]])
    budget.cut(turn, 300)
    content = json.loads(turn.messages[-1].results[0].content)
    assert content["beginning"].startswith('{"status": "success"')
    assert content["left_out"].endswith("the result is longer than what can be read at once")
    assert size(turn.messages) <= 300
    assert turn.messages[0].text == "question 1"


@pytest.mark.django_db
def test_the_result_that_the_newest_words_led_to_is_cut_again_where_nothing_older_is_left(thread: Thread) -> None:
    turn = turn_of(thread, exchange(1, LONG * 8)[:3])
    sizes = [size(turn.messages)]
    for attempt in (0, 1):
        assert budget.cut_again(turn, attempt)
        sizes.append(size(turn.messages))
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3
    assert turn.messages[0].text == "question 1"


@pytest.mark.django_db
def test_a_server_that_finds_it_too_long_is_sent_less_in_the_same_turn(thread: Thread, model: ScriptedModel) -> None:
    model.then(call("note", text=LONG), "Noted.", ModelError("context_full", "n_ctx 4096"), "Here it is.")
    talk(thread, f"Keep this: {LONG}")
    turn, _ = talk(thread, "What was it?")
    assert (turn.status, turn.reply) == ("done", "Here it is.")
    full, less = model.requests[2:]
    assert tokens_of_request(less) < tokens_of_request(full)
    assert less.messages[-1].text == "What was it?"
    assert Row.objects.filter(thread=thread).last().sent["messages"][0] == turn.first_id  # type: ignore[union-attr]


@pytest.mark.django_db
def test_a_server_that_finds_all_too_long_fails_the_turn_after_two_cuts(thread: Thread, model: ScriptedModel) -> None:
    full = ModelError("context_full", "n_ctx 512")
    model.then("Hello.", full, full)
    talk(thread, "Hi")
    turn, _ = talk(thread, "Again")
    assert (turn.status, turn.error_code) == ("failed", "context_full")


@pytest.mark.django_db
def test_a_long_conversation_fits_the_card_and_what_was_cut_stays_cut(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.MODEL_CARD_FIELDS = {"context": 2048}
    for number in range(14):
        model.then(call("note", text=f"note {number} {LONG[:700]}"), f"Noted {number}.")
        talk(thread, f"Keep note {number}")
    for request in model.requests:
        assert tokens_of_request(request) + (request.max_output_tokens or 0) <= 2048
        assert request.messages[0].role == "user"
    begins = [request.messages[0].text for request in model.requests]
    assert len(set(begins)) < 12, "it begins anew with nearly every turn"
    assert begins[-1] != begins[0]


@pytest.mark.django_db
def test_what_a_tool_gives_that_passes_is_sent_in_its_turn_alone(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dataclasses import replace

    monkeypatch.setattr(Notes, "tools", (replace(note, is_passing=True),))
    model.then(call("note", text="a"), "Noted.", "Well.")
    talk(thread, f"Keep this {LONG}")
    talk(thread, "And?")
    shown, later = (json.loads(model.requests[n].messages[2].results[0].content) for n in (1, 2))
    assert shown["said"].startswith("Keep this")
    assert set(later) == {"status", "left_out"}


@pytest.mark.django_db
def test_what_may_be_written_is_what_the_context_leaves_and_a_quarter_of_it_at_least(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.ASSISTANT_CARD_FIELDS = {"notes": {"context": 2048}}
    model.then("Hello.", "Well.")
    talk(thread)
    assert model.requests[0].max_output_tokens == 1500
    talk(thread, LONG[:2500])
    newest = model.requests[1]
    assert 512 < (newest.max_output_tokens or 0) < 1500
    assert tokens_of_request(newest) + (newest.max_output_tokens or 0) <= 2048


@pytest.mark.django_db
def test_a_context_that_is_guessed_cuts_no_reply(thread: Thread, model: ScriptedModel, settings: Settings) -> None:
    settings.CHAT_MAX_OUTPUT_TOKENS = 2_000_000
    model.then("Hello.")
    talk(thread)
    assert model.requests[0].max_output_tokens == 2_000_000


@pytest.mark.django_db
def test_the_wait_for_the_first_token_grows_with_the_prompt(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.MODEL_CARD_FIELDS = {"prompt_tokens_s": 10}
    model.then("Hello.")
    talk(thread, LONG)
    clocks, read = model.requests[0].clocks, tokens_of_request(model.requests[0]) / 10
    assert clocks.first_token == pytest.approx(60 + read)
    assert clocks.total == pytest.approx(300 + read)
    settings.CHAT_FIRST_TOKEN_S = 7
    model.then("Hello.")
    talk(thread, LONG)
    assert model.requests[1].clocks.first_token == 7


def test_material_is_shortened_in_its_marked_blocks() -> None:
    texts = [LONG, "a short one", LONG * 3]
    material = "Judge these.\n" + "\n".join(fenced(f"source {n}", text) for n, text in enumerate(texts)) + "\nThe end."
    short = budget.shortened(material, 900)
    assert tokens_of(short) <= 900
    assert short.startswith("Judge these.\n<<<source 0 ")
    assert fenced("source 1", "a short one") in short
    assert short.endswith(" source 2>>>\nThe end.")
    assert budget.shortened(material, 100_000) == material
    assert tokens_of(budget.shortened(LONG, 200)) <= 200


class Verdict(BaseModel):
    """What it is."""

    text: str


@pytest.mark.django_db
def test_a_structured_question_fits_the_card_with_its_answer(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.MODEL_CARD_FIELDS = {"context": 4096}
    model.then(call("Verdict", text="fine"))
    turn = begin(thread)
    material: Any = fenced("document", LONG * 8)
    asker(turn)(Verdict, instructions="Judge.", material=material, state={})
    request: ModelRequest = model.requests[0]
    assert tokens_of_request(request) + (request.max_output_tokens or 0) <= 4096
    assert (request.max_output_tokens or 0) >= 1024


@pytest.mark.django_db
def test_that_a_model_is_asked_beside_the_talk_is_told_to_the_page(thread: Thread, model: ScriptedModel) -> None:
    model.then(call("Verdict", text="fine"))
    turn, events_told = begin(thread), []
    turn.tell = events_told.append
    asker(turn)(Verdict, instructions="Judge.", material="It is fine.", state={})
    assert {"type": "CUSTOM", "name": "asking", "value": "Verdict"} in events_told


@pytest.mark.django_db
def test_a_structured_question_that_a_server_finds_too_long_is_asked_with_less_of_its_longest_text(
    thread: Thread, model: ScriptedModel
) -> None:
    too_long = ModelError("context_full", "too many tokens")
    question, material = fenced("question", "May it be done?"), fenced("document", LONG * 8)
    model.then(too_long, too_long, call("Verdict", text="fine"))
    turn = begin(thread)
    verdict = asker(turn)(Verdict, instructions="Judge.", material=f"{question}\n{material}", state={})
    assert verdict.text == "fine"
    asked = [request.messages[0].text for request in model.requests]
    sizes = [tokens_of(text) for text in asked]
    assert sizes[1] <= sizes[0] // 2
    assert sizes[2] <= sizes[1] // 2
    assert all("May it be done?" in text for text in asked)
    # A replay asks with all of it again; what was shown in the end is proved beside it.
    assert turn.asks[0]["material_sha256"] == hash_of_material(model.requests[0])
    assert turn.asks[0]["shown_sha256"] == hash_of_material(model.requests[2])


@pytest.mark.django_db
def test_a_structured_question_that_stays_too_long_says_so(thread: Thread, model: ScriptedModel) -> None:
    too_long = ModelError("context_full", "too many tokens")
    turn = begin(thread)
    model.then(too_long, too_long, too_long)
    with pytest.raises(ModelError, match="context_full"):
        asker(turn)(Verdict, instructions="Judge.", material=fenced("document", LONG * 8), state={})
    model.then(too_long)
    with pytest.raises(ModelError, match="context_full"):
        asker(turn)(Verdict, instructions="Judge.", material="short", state={})
    model.assert_used_up()
