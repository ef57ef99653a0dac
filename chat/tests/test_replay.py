"""Stored turns run again: by recordings, by another model, with changed tools, and those that cannot be."""

from __future__ import annotations

import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError
from django.utils import timezone
from pydantic import BaseModel
from pytest_django import Settings

from audit.models import AuditEntry
from chat.assistants import ToolContext
from chat.models import Allowance, Message, Thread, ToolCall, Turn
from chat.replay import Names, replay_thread
from chat.replay.clock import at, shifted_clock
from chat.scenarios import read
from chat.tests import shared
from chat.tests.shared import begin, drain, notes_of, retry, talk
from chat.tests.test_commands import failed, run
from llm.interface import ModelError
from llm.testing import ScriptedModel, call, registered, say
from llm.tools import Tool, tool
from llm.types import TextDelta, Usage


class Weight(BaseModel):
    """How heavy a note is."""

    grams: int


def weigh(context: ToolContext, what: str) -> Weight:
    assert context.ask is not None
    return context.ask(Weight, instructions="Weigh it.", material=what, state={})


@tool(prepare=weigh)
def scales(context: ToolContext, what: str) -> dict[str, Any]:
    """Weigh something."""
    return {"status": "success", "grams": context.prepared.grams}


class Weighing(shared.Notes):
    tools = (*shared.Notes.tools, scales)


@pytest.fixture
def weighing(settings: Settings, thread: Thread) -> Thread:
    settings.ASSISTANTS = {**settings.ASSISTANTS, "weighing": f"{__name__}.Weighing"}
    Thread.objects.filter(pk=thread.pk).update(assistant="weighing")
    thread.refresh_from_db()
    return thread


def rows_of() -> list[int]:
    return [model.objects.count() for model in (Thread, Turn, Message, ToolCall, AuditEntry, Allowance)]


def test_calls_results_and_words_come_out_the_same_and_nothing_is_left(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.CHAT_TURNS_PER_MINUTE = 3
    model.then([*say("I note it. "), call("note", text="milk")], "Noted.", [call("finish")])
    for words in ("milk, please", "note: eggs", "that is all"):
        talk(thread, words) if words != "note: eggs" else (model.then("Eggs too."), talk(thread, words))
    before = rows_of()
    replay = replay_thread(thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2, 3], [], "")
    assert (rows_of(), notes_of(thread)) == (before, ["milk", "eggs"])


def test_a_changed_tool_is_shown_with_its_turn_and_what_it_gives_now_and_becomes_a_scenario(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    model.then("Good morning.", [call("note", text="milk")], "Noted.")
    talk(thread)
    turn, _ = talk(thread, "milk")

    def twice(context: ToolContext, text: str, times: int = 1) -> dict[str, Any]:
        return note.function(context, text=text, times=2)

    note = shared.note
    changed = Tool("note", note.description, twice, note.arguments)
    monkeypatch.setattr(shared.Notes, "tools", (changed, *shared.Notes.tools[1:]))
    status, out, _ = failed("replay", str(turn.id))
    assert status == 1
    assert "turn 2, result of note count\n    before: 1\n    now:    2\n" in out
    assert "in the end, state notes" in out
    assert out.endswith("Of 1 turns 1 differ.\n")
    assert failed("replay", "--thread", str(thread.id), "--code", "--scenarios", str(tmp_path))[0] == 1
    [scenario] = read(tmp_path / "notes.toml")
    assert [line.text for line in scenario.lines] == ["Hello", "milk"]
    assert scenario.goal == "Turn 2, result of note count: 1 and not 2"
    assert scenario.expect["notes.0"] == "milk"
    _, out, _ = failed("replay", "--thread", str(thread.id), "--json")
    printed = json.loads(out)
    assert [difference["turn"] for difference in printed["differences"]] == [2, 2, 0]
    assert notes_of(thread) == ["milk"]


def test_another_model_answers_the_same_words(thread: Thread, model: ScriptedModel) -> None:
    model.then([call("note", text="milk")], "Noted.")
    talk(thread, "milk")
    with registered("openai:other", ScriptedModel(["What shall I note?"])):
        _, out, _ = failed("replay", "--thread", str(thread.id), "--model", "openai:other")
    assert 'turn 1, calls\n    before: note({"text": "milk"})\n    now:    (nothing)' in out
    assert "now:    What shall I note?" in out


def test_a_structured_answer_is_kept_and_given_again(weighing: Thread, model: ScriptedModel) -> None:
    model.then([call("scales", what="a stone")], [call("Weight", grams=900)], "It weighs 900 g.")
    talk(weighing, "weigh a stone")
    asked = Message.objects.get(turn__thread=weighing, sent__has_key="asked").sent["asked"]
    assert [(entry["schema"], entry["answer"]) for entry in asked] == [("Weight", {"grams": 900})]
    replay = replay_thread(weighing)
    assert (replay.turns, replay.differences, replay.ended) == ([1], [], "")


def test_a_question_whose_answer_was_not_kept_ends_the_replay_with_a_sentence(
    weighing: Thread, model: ScriptedModel
) -> None:
    model.then([call("scales", what="a stone")], [call("Weight", grams=900)], "It weighs 900 g.", "Good bye.")
    talk(weighing, "weigh a stone")
    talk(weighing, "bye")
    message = Message.objects.get(turn__thread=weighing, sent__has_key="asked")
    del message.sent["asked"][0]["answer"]
    message.save(update_fields=["sent"])
    status, out, _ = failed("replay", "--thread", str(weighing.id))
    assert status == 1
    assert "not run to its end, turn 1: the answer to Weight was not kept" in out
    assert out.endswith("Of 0 turns 0 differ. 1 conversations could not be run to their end.\n")


def test_a_model_that_is_asked_more_than_it_was_ends_the_replay(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.then([call("finish")])
    talk(thread, "that is all")
    silent = Tool("finish", "", lambda context: {"status": "success"}, shared.finish.arguments)
    monkeypatch.setattr(shared.Notes, "tools", (shared.note, silent))
    assert replay_thread(thread).ended == "turn 1: the model is asked once more than it was"


def test_turns_that_failed_or_were_stopped_end_as_they_had(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("rate_limited", "slow down"))
    talk(thread, "one")

    model.then(lambda request: [TextDelta("Half a "), *stop(turn)])
    turn = begin(thread, "two")
    drain(turn)
    model.then([TextDelta("Half of another "), ModelError("unavailable", "gone")], "Whole.")
    third, _ = talk(thread, "three")
    retry(third)
    assert list(thread.turns.values_list("status", flat=True)) == ["failed", "stopped", "done"]
    replay = replay_thread(thread)
    assert (replay.turns, replay.differences, replay.ended) == ([1, 2, 3], [], "")


def stop(turn: Any) -> list[Any]:
    turn.stop.set("stopped")
    return [TextDelta("never shown"), Usage()]


def test_ids_have_other_names_in_the_twin_and_numbers_of_the_person_have_not() -> None:
    names = Names({"sess-1": "sess-2"})
    before, now = (f"see /threads/{uuid4()}/sources/{n}/?chunk={n + 100} of dos-5f2719bae5d{n}" for n in (3, 7))
    names.learn(before, now)
    assert names.of_original(f"{now}; I own 7 shares, 107 in all") == f"{before}; I own 7 shares, 107 in all"
    assert names.of_twin("/reviews/sess-1/pdf") == "/reviews/sess-2/pdf"
    assert names.of_twin("about sess-1 I said") == "about sess-1 I said"


def test_a_turn_runs_at_the_time_at_which_it_was_said(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    model.then("Good morning.")
    turn, _ = talk(thread)
    said_at = timezone.now() - timedelta(days=400)
    Turn.objects.filter(pk=turn.id).update(created_at=said_at)
    days = []
    monkeypatch.setattr(shared.Notes, "asked", lambda self, record, state: days.append(timezone.localdate()) or "")
    replay_thread(thread)
    assert (days[-1], timezone.localdate()) == (said_at.date(), timezone.now().date())


def test_a_turn_that_takes_longer_than_it_took_is_still_before_the_next_one() -> None:
    noon = timezone.now().replace(hour=12)
    with shifted_clock():
        with at(noon):
            time.sleep(0.02)
            slow = timezone.now()
        with at(noon + timedelta(milliseconds=5)):
            next_one = timezone.now()
        with at(noon + timedelta(minutes=1)):
            later = timezone.now()
    assert noon < slow < next_one < later
    assert later - noon >= timedelta(minutes=1)
    with shifted_clock(), at(noon):
        assert timezone.now() < next_one, "another replay begins anew"


def test_the_turns_of_a_day_and_later_are_counted_and_those_before_are_run(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then("One.", "Two.")
    first, _ = talk(thread, "one")
    talk(thread, "two")
    Turn.objects.filter(pk=first.id).update(created_at=timezone.now() - timedelta(days=9))
    today = f"{timezone.now():%Y-%m-%d}"
    assert run("replay", "--since", today, "--assistant", "notes")[0] == "Of 1 turns 0 differ.\n"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--since", "yesterday"], "write it as 2026-03-31"),
        (["--since", "2026-01-01", "--assistant", "nobody"], "There is no assistant 'nobody'"),
        (["no-id"], "'no-id' is not the id of a turn"),
        ([str(uuid4())], "There is no turn"),
        (["--since", "2026-01-01", "--model", "wrong"], "names no model"),
    ],
)
@pytest.mark.django_db
def test_what_cannot_be_asked_for_is_refused(arguments: list[str], problem: str) -> None:
    with pytest.raises(CommandError, match=problem):
        run("replay", *arguments)
