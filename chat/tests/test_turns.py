"""One turn, drained in the test's own thread: what is saved when, what the tools do, and how it fails."""

from __future__ import annotations

import hashlib
import json
import threading
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from pytest_django import Settings

from audit.models import AuditEntry
from chat.errors import FAILURES, TurnRefused
from chat.models import Instructions, Message, Thread, ToolCall, Turn
from chat.tests.shared import Notes, begin, calls_of, drain, kinds, notes_of, row, said, talk
from chat.turns import calls, instructions, loop, rows, run
from llm.interface import ModelError, Stopped
from llm.openai.messages import wire_messages
from llm.testing import ScriptedModel, Stall, call, say
from llm.types import ModelRequest, TextDelta, ToolCall as Call, Usage

TEXT = ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
CALL = ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END", "TOOL_CALL_RESULT"]


@pytest.mark.django_db(transaction=True)
def test_the_words_are_committed_before_the_model_is_called(thread: Thread, model: ScriptedModel) -> None:
    seen: list[Any] = []

    def look() -> None:
        # Another thread has another connection, which sees only what is committed.
        try:
            seen.append(list(Message.objects.values_list("role", "content", "turn__status")))
        finally:
            connection.close()

    def reply(request: ModelRequest) -> str:
        seen.append(("connection held while the model streams", connection.connection is not None))
        other = threading.Thread(target=look)
        other.start()
        other.join(10)
        return "Good."

    model.then(reply)
    talk(thread, "I have said it")
    assert seen == [
        ("connection held while the model streams", False),
        [("user", "I have said it", "running")],
    ]


def test_a_reply_is_streamed_and_saved_with_what_it_took(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("Hello there.", chunks=3), Usage(11, 7, model="served-1", finish_reason="stop")])
    turn, events = talk(thread, "Hi", "c1")
    assert kinds(events) == ["RUN_STARTED", TEXT[0], *[TEXT[1]] * 3, TEXT[2], "RUN_FINISHED"]
    assert events[0]["runId"] == events[-1]["runId"] == "c1"
    assert events[0]["threadId"] == str(thread.id)
    assert events[-1]["result"]["reply"] == "Hello there."
    saved = row(turn)
    assert (saved.status, saved.error_code, saved.model) == ("done", "", "openai:served-1")
    assert (saved.input_tokens, saved.output_tokens) == (11, 7)
    assert saved.finished_at is not None
    message = Message.objects.get(role="assistant")
    assert (message.content, message.model, message.finish_reason) == ("Hello there.", "openai:served-1", "stop")
    assert message.first_token_ms is not None
    assert message.sent["instructions_sha256"] == hashlib.sha256(b"Keep notes.").hexdigest()
    assert message.sent["situation"] == "There are 0."
    assert len(message.sent["tools_sha256"]) == len(message.sent["instructions_sha256"]) == 64
    assert message.sent["messages"] == [turn.message_id, turn.message_id]


def test_instructions_are_stored_once_by_their_hash(thread: Thread, model: ScriptedModel) -> None:
    instructions.forget()
    model.then("Hello.", "Hello again.")
    talk(thread)
    talk(thread)
    (stored,) = Instructions.objects.filter(text="Keep notes.")
    assert (stored.text, stored.pk) == ("Keep notes.", hashlib.sha256(b"Keep notes.").hexdigest())


def test_a_round_of_tools_is_saved_with_its_results_and_its_audit_entries(
    thread: Thread, model: ScriptedModel, employee: User
) -> None:
    first, second = call("note", text="milk"), call("note", text="bread", times=2)
    model.then([*say("I note it."), first, second], "Noted.")
    turn, events = talk(thread, "milk, bread, bread")
    assert kinds(events) == ["RUN_STARTED", *TEXT, *CALL, *CALL, "STATE_SNAPSHOT", *TEXT, "RUN_FINISHED"]
    assert events[4]["toolCallName"] == "note"
    assert json.loads(events[7]["content"])["count"] == 1
    assert events[12]["snapshot"] == {"notes": ["milk", "bread", "bread"]}
    assert notes_of(thread) == ["milk", "bread", "bread"]
    kept = calls_of(thread)
    assert [(c.call_id, c.position, c.by_code, c.result["count"]) for c in kept] == [
        (first.id, 0, False, 1),
        (second.id, 1, False, 3),
    ]
    assert {c.message.content for c in kept} == {"I note it."}
    trail = AuditEntry.objects.order_by("id")
    assert [(e.action, e.actor_id, e.thread_id, e.turn_id, e.data["text"]) for e in trail] == [
        ("note.kept", employee.pk, thread.id, turn.id, "milk"),
        ("note.kept", employee.pk, thread.id, turn.id, "bread"),
    ]
    assert said(thread) == [("user", "milk, bread, bread"), ("assistant", "I note it."), ("assistant", "Noted.")]
    assert turn.reply == "I note it.\n\nNoted."


def test_the_next_call_of_the_model_reads_each_call_with_its_result(thread: Thread, model: ScriptedModel) -> None:
    first, second = call("note", text="milk"), call("nothing_such")
    model.then([first, second], "Noted.")
    talk(thread, "milk")
    asked = model.requests[1].messages
    assert [m.role for m in asked] == ["user", "assistant", "tool"]
    assert [c.id for c in asked[1].calls] == [r.call_id for r in asked[2].results] == [first.id, second.id]
    assert model.requests[1].situation == "There are 1."
    assert model.requests[1].state["notes"] == ["milk"]


def test_what_a_provider_attached_to_a_call_goes_back_to_it(thread: Thread, model: ScriptedModel) -> None:
    model.then(Call("c-1", "note", '{"text": "milk"}', extra={"signature": "abc"}), "Noted.", "Again.")
    talk(thread, "milk")
    talk(thread, "and?")
    for request in model.requests[1:]:
        assert request.messages[1].calls[0].extra == {"signature": "abc"}


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (Call("c", "nothing_such", "{}"), "There is no tool 'nothing_such'. There are: note, finish, explode."),
        (Call("c", "note", '{"text": 5}'), "'text': 5 is not a text"),
        (Call("c", "note", "{}"), "'text' is required and is missing"),
        (Call("c", "note", '{"text": "a", "colour": "red"}'), "'colour' is not a parameter"),
        (Call("c", "note", '{"text": "mi'), "not a JSON object"),
        (Call("c", "note", '["text"]'), "not a JSON object"),
        (Call("c", "note", '{"text": "a", "times": NaN}'), "out of range"),
        (Call("c", "note", "[" * 100_000), "not a JSON object"),
    ],
    ids=lambda value: None if isinstance(value, str) else f"{value.name} {value.arguments[:30]}",
)
def test_a_wrong_call_goes_back_to_the_model_as_precise_advice(
    thread: Thread, model: ScriptedModel, wrong: Call, problem: str
) -> None:
    model.then(wrong, "I see.")
    turn, _ = talk(thread)
    assert turn.status == "done"
    assert problem in calls_of(thread)[0].result["advice"]
    assert problem not in calls_of(thread)[0].result["error"]
    assert problem in json.loads(model.requests[1].messages[-1].results[0].content)["advice"]
    assert notes_of(thread) == []


def test_a_third_identical_call_gets_its_earlier_result(thread: Thread, model: ScriptedModel) -> None:
    model.then(*[call("note", text="milk")] * 3, "Milk it is.")
    turn, _ = talk(thread)
    assert (turn.status, turn.reply) == ("done", "Milk it is.")
    assert notes_of(thread) == ["milk", "milk"]
    results = [made.result for made in calls_of(thread)]
    assert results[2] == results[1]


def test_a_fourth_identical_call_ends_the_turn(thread: Thread, model: ScriptedModel) -> None:
    model.then(*[call("note", text="milk")] * 4)
    turn, events = talk(thread)
    assert (events[-1]["type"], events[-1]["code"]) == ("RUN_ERROR", "repeated_calls")
    assert row(turn).error_code == "repeated_calls"
    assert notes_of(thread) == ["milk", "milk"]


def test_the_same_call_several_times_in_one_reply_is_no_circle(thread: Thread, model: ScriptedModel) -> None:
    model.then([call("note", text="milk"), call("note", text="eggs")] * 3, "Noted.")
    turn, _ = talk(thread)
    assert turn.status == "done"
    assert notes_of(thread) == ["milk", "eggs"] * 3


def test_the_last_round_is_asked_for_words_alone(thread: Thread, model: ScriptedModel, settings: Settings) -> None:
    settings.CHAT_MAX_ROUNDS = 3
    model.then(*[call("note", text=f"note {n}") for n in range(2)], "Both are noted.")
    turn, _ = talk(thread)
    assert [request.tool_choice for request in model.requests] == ["auto", "auto", "none"]
    assert (turn.status, turn.reply) == ("done", "Both are noted.")


def test_a_model_that_goes_on_calling_when_asked_for_words_leaves_what_was_noted_and_a_reply(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then(*[call("note", text=f"note {n}") for n in range(8)])
    turn, _ = talk(thread)
    assert (turn.status, turn.reply) == ("done", calls.STANDS)
    assert len(notes_of(thread)) == 7
    assert said(thread)[-1] == ("assistant", calls.STANDS)


def test_a_model_of_whose_calls_none_did_anything_is_stopped(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.CHAT_MAX_ROUNDS = 3
    model.then(*[call("note", txt=f"note {n}") for n in range(3)])
    _, events = talk(thread)
    assert events[-1]["code"] == "too_many_rounds"
    assert notes_of(thread) == []


def test_a_tool_may_end_the_turn_with_a_text_of_its_own(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.CHAT_MAX_ROUNDS = 1
    model.then([call("note", text="milk"), call("finish")])
    turn, events = talk(thread)
    assert (turn.status, turn.reply) == ("done", "All is noted.")
    assert kinds(events)[-4:] == [*TEXT, "RUN_FINISHED"]
    assert said(thread)[-1] == ("assistant", "All is noted.")
    assert len(model.requests) == 1


def test_what_the_words_make_certain_is_done_before_the_model_is_asked(thread: Thread, model: ScriptedModel) -> None:
    model.then(lambda request: f"{len(request.state['notes'])} notes")
    turn, events = talk(thread, "note: milk")
    assert turn.reply == "1 notes"
    assert kinds(events) == ["RUN_STARTED", *CALL, "STATE_SNAPSHOT", *TEXT, "RUN_FINISHED"]
    assert [(c.by_code, c.arguments) for c in calls_of(thread)] == [(True, '{"text":"milk"}')]


@pytest.mark.parametrize(
    ("code", "kept"),
    [
        ("rate_limited", "rate_limited"),
        ("busy", "model_busy"),
        ("unavailable", "unavailable"),
        ("timeout", "timeout"),
        ("not_configured", "not_configured"),
        ("refused", "refused"),
        ("malformed", "malformed"),
        ("context_full", "context_full"),
    ],
)
def test_each_way_in_which_a_model_fails_has_its_code_and_sentence(
    thread: Thread, model: ScriptedModel, code: Any, kept: str
) -> None:
    model.then(ModelError(code, "the key sk-123 is wrong"))
    turn, events = talk(thread)
    assert (row(turn).status, row(turn).error_code) == ("failed", kept)
    assert events[-1] == {
        "type": "RUN_ERROR",
        "code": kept,
        "message": FAILURES[kept].sentence,
        "runId": turn.client_id,
    }
    assert said(thread) == [("user", "Hello")]


@pytest.mark.parametrize("code", ["not_configured", "context_full"])
def test_what_no_other_attempt_mends_offers_none(code: str) -> None:
    assert not FAILURES[code].retry
    assert "administrator" in FAILURES[code].sentence
    assert "retry" not in FAILURES[code].sentence


def test_every_call_has_a_limit_of_what_may_be_written(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.CHAT_MAX_OUTPUT_TOKENS = 77
    model.then("Hello.")
    talk(thread)
    assert model.requests[0].max_output_tokens == 77


@pytest.mark.parametrize("reason", ["length", "repetition"])
def test_a_reply_that_was_cut_says_so(thread: Thread, model: ScriptedModel, reason: str) -> None:
    model.then([*say("Noted: you buy"), Usage(1, 1, finish_reason=reason)])
    turn, events = talk(thread)
    assert turn.status == "done"
    assert turn.reply == f"Noted: you buy\n\n{loop.CUT}"
    assert said(thread)[-1] == ("assistant", turn.reply)
    assert "".join(e["delta"] for e in events if e["type"] == TEXT[1]) == turn.reply
    assert Message.objects.get(role="assistant").finish_reason == reason
    model.then("And what else?")
    talk(thread)
    assert "Noted: you buy" in [message.text for message in model.requests[-1].messages]


def test_a_call_keeps_what_it_cost_and_what_was_cached(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("Hello."), Usage(900, 20, cached_tokens=800)])
    talk(thread)
    kept = Message.objects.get(role="assistant")
    assert (kept.input_tokens, kept.output_tokens, kept.cached_tokens) == (900, 20, 800)


def test_the_id_of_a_call_comes_back_whole_after_its_row(thread: Thread, model: ScriptedModel) -> None:
    whole = "call_1__thought__" + "A" * 681 + "=="
    made = Call("abc123def", "note", '{"text": "a"}', {"provider": "openai", "call_id": whole})
    model.then([made], "Noted.", "Well.")
    talk(thread, "Keep it")
    talk(thread, "And?")
    for request in model.requests[1:]:
        wire = wire_messages(request)
        (call_id,) = [call["id"] for message in wire for call in message.get("tool_calls", [])]
        assert call_id == whole
        assert [message["tool_call_id"] for message in wire if message["role"] == "tool"] == [whole]


def test_a_conversation_that_is_too_long_is_asked_again_from_the_newest_words_on(
    thread: Thread, model: ScriptedModel
) -> None:
    model.then("Hello.", ModelError("context_full", "too long"), call("note", text="b"), "Noted.")
    talk(thread, "Hi")
    turn, _ = talk(thread, "Buy")
    assert (turn.status, turn.reply) == ("done", "Noted.")
    assert [[m.text for m in asked.messages if m.role == "user"] for asked in model.requests[1:]] == [
        ["Hi", "Buy"],
        ["Buy"],
        ["Buy"],
    ]


def test_a_model_that_breaks_off_leaves_what_it_said(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("The answer is"), ModelError("timeout", "")])
    turn, events = talk(thread)
    assert said(thread) == [("user", "Hello"), ("assistant", "The answer is")]
    assert turn.reply == "The answer is"
    # AG-UI lets no run end with a message open.
    assert kinds(events) == ["RUN_STARTED", *TEXT, "RUN_ERROR"]


def test_stop_keeps_what_had_come(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("The answer is"), Stall(30), TextDelta(" 42")])
    turn = begin(thread)
    events = []
    for event in run.run_turn(turn):
        events.append(event)
        if event["type"] == "TEXT_MESSAGE_CONTENT":
            turn.stop.set()
    assert kinds(events) == ["RUN_STARTED", *TEXT, "RUN_FINISHED"]
    assert events[-1]["result"]["status"] == "stopped"
    assert (row(turn).status, row(turn).error_code) == ("stopped", "")
    assert said(thread) == [("user", "Hello"), ("assistant", "The answer is")]


def test_stop_between_a_reply_and_its_tools_runs_none_and_keeps_the_text(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("I note it."), call("note", text="milk")])
    turn = begin(thread)
    for event in run.run_turn(turn):
        if event["type"] == "TEXT_MESSAGE_END":
            turn.stop.set()
    assert row(turn).status == "stopped"
    assert notes_of(thread) == []
    assert said(thread) == [("user", "Hello"), ("assistant", "I note it.")]


@pytest.mark.parametrize(
    ("kind", "code"), [("bug", "internal"), ("constraint", "internal"), ("database", "database_unavailable")]
)
def test_a_tool_that_fails_leaves_nothing_half_written(
    thread: Thread, model: ScriptedModel, kind: str, code: str
) -> None:
    model.then([*say("I try."), call("note", text="whole"), call("explode", kind=kind)])
    turn, events = talk(thread)
    assert (events[-1]["type"], events[-1]["code"]) == ("RUN_ERROR", code)
    assert (row(turn).status, row(turn).error_code) == ("failed", code)
    assert (notes_of(thread), calls_of(thread), AuditEntry.objects.count()) == ([], [], 0)
    assert said(thread) == [("user", "Hello"), ("assistant", "I try.")]


def test_a_model_adapter_with_a_bug_fails_the_turn_and_not_the_process(thread: Thread, model: ScriptedModel) -> None:
    model.then(KeyError("choices"))
    turn, events = talk(thread)
    assert (events[-1]["code"], row(turn).error_code) == ("internal", "internal")
    assert "choices" not in events[-1]["message"]


def test_a_database_that_is_away_at_the_end_is_tried_again(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = iter([OperationalError("gone"), OperationalError("still gone")])
    real = rows.finish

    def finish(*args: Any, **values: Any) -> bool:
        for failure in failures:
            raise failure
        return real(*args, **values)

    monkeypatch.setattr(rows, "finish", finish)
    monkeypatch.setattr(run.time, "sleep", lambda seconds: None)
    model.then("Good.")
    turn, events = talk(thread)
    assert (events[-1]["type"], row(turn).status) == ("RUN_FINISHED", "done")
    assert said(thread) == [("user", "Hello"), ("assistant", "Good.")]


def test_a_database_that_stays_away_is_said_and_loses_no_words(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finish(*args: Any, **values: Any) -> bool:
        raise OperationalError("gone")

    monkeypatch.setattr(rows, "finish", finish)
    monkeypatch.setattr(run.time, "sleep", lambda seconds: None)
    model.then("Good.")
    turn, events = talk(thread)
    assert (events[-1]["type"], events[-1]["code"]) == ("RUN_ERROR", "database_unavailable")
    assert row(turn).status == "running"
    assert said(thread) == [("user", "Hello")]


def test_usage_is_the_sum_of_all_calls(thread: Thread, model: ScriptedModel) -> None:
    model.then([call("note", text="a"), Usage(100, 10, model="m")], [*say("Done."), Usage(200, 20, model="m")])
    turn, _ = talk(thread)
    saved = row(turn)
    assert (saved.input_tokens, saved.output_tokens) == (300, 30)
    assert turn.usage()["input_tokens"] == 300


def test_the_question_on_the_screen_is_stored_and_given_to_the_next_turn(thread: Thread, model: ScriptedModel) -> None:
    model.then(call("note", text="a"), "One.", call("note", text="b"), "Two.")
    first, _ = talk(thread)
    second, _ = talk(thread)
    assert (row(first).asked, row(second).asked) == ("ANOTHER_AFTER_1", "ANOTHER_AFTER_2")
    assert [c.result["asked"] for c in calls_of(thread)] == ["", "ANOTHER_AFTER_1"]
    assert model.requests[2].state["asked"] == "ANOTHER_AFTER_1"


def test_a_title_is_made_of_the_first_message_and_stays(thread: Thread, model: ScriptedModel) -> None:
    model.then("A.", "B.")
    talk(thread, f"Buy\n\n  milk {'and bread ' * 20}")
    talk(thread, "Something else")
    thread.refresh_from_db()
    assert thread.title.startswith("Buy milk and bread and")
    assert thread.title.endswith("…")
    assert len(thread.title) <= 80
    assert thread.turn_count == 2


@pytest.mark.parametrize("text", ["", "   ", "\n\t\u2003", None, 5, ["Hello"], {"text": "Hello"}])
def test_a_message_without_words_is_refused(text: Any) -> None:
    with pytest.raises(TurnRefused) as refused:
        run.checked_message(text)
    assert (refused.value.code, refused.value.status) == ("empty_message", 400)


def test_a_message_that_is_too_long_is_refused_with_its_length(settings: Settings) -> None:
    with pytest.raises(TurnRefused) as refused:
        run.checked_message("x" * 100_000)
    assert refused.value.detail == "The message has 100,000 characters; 32,000 are allowed. Send it in parts."
    assert run.checked_message("x" * 32_000) == "x" * 32_000


@pytest.mark.parametrize("client_id", [5, ["a"], "x" * 101, "a\x00", "\ud800"])
def test_a_client_id_that_no_row_can_hold_is_refused(client_id: Any) -> None:
    with pytest.raises(TurnRefused) as refused:
        run.checked_client_id(client_id)
    assert refused.value.code == "client_id_invalid"


def test_what_no_database_stores_is_replaced_at_every_door(thread: Thread, model: ScriptedModel) -> None:
    model.then(
        [TextDelta("re\x00ply \ud83d"), Call("i\x00d", "no\x00te", "{}"), call("note", text="a\x00b\ud800")],
        Call("c", "note", '{"text": "\ud800 raw"}'),
        [TextDelta(""), TextDelta("end")],
    )
    turn, events = talk(thread, run.checked_message("a \x00 and \ud800"))
    assert turn.status == "done"
    assert said(thread)[:2] == [("user", "a \ufffd and \ufffd"), ("assistant", "re\ufffdply \ufffd")]
    assert notes_of(thread) == ["a\ufffdb\ufffd", "\ufffd raw"]
    json.dumps([events, turn.calls], ensure_ascii=False).encode()
    assert ToolCall.objects.first().call_id == "i\ufffdd"  # type: ignore[union-attr]


def test_an_assistant_that_cannot_be_read_fails_its_turn(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def load(self: Notes, thread_id: object) -> None:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(Notes, "load", load)
    turn, events = talk(thread)
    assert kinds(events) == ["RUN_STARTED", "RUN_ERROR"]
    assert row(turn).error_code == "internal"
    assert said(thread) == [("user", "Hello")]


def test_a_stop_before_the_model_is_called_calls_none(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)
    turn.stop.set()
    model.then("Never shown.")
    events = drain(turn)
    assert kinds(events) == ["RUN_STARTED", "RUN_FINISHED"]
    assert said(thread) == [("user", "Hello")]


def test_a_person_cannot_begin_a_turn_in_somebody_elses_thread(thread: Thread, outsider: User) -> None:
    with pytest.raises(TurnRefused) as refused:
        run.claim_turn(thread.id, outsider.pk, "Hello", "c1")
    assert refused.value.code == "not_found"
    assert not Turn.objects.exists()


def test_a_thread_of_an_assistant_that_was_removed_takes_no_message(thread: Thread) -> None:
    Thread.objects.filter(pk=thread.pk).update(assistant="gone")
    with pytest.raises(TurnRefused) as refused:
        run.claim_turn(thread.id, thread.owner_id, "Hello", "c1")
    assert refused.value.status == 404
    assert not Turn.objects.exists()


def test_a_stop_in_the_middle_of_a_round_raises_nothing_else(thread: Thread, model: ScriptedModel) -> None:
    model.then(Stopped())
    turn, _ = talk(thread)
    assert turn.status == "stopped"
    assert loop.MAX_IDENTICAL_CALLS == 3
