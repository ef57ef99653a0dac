"""The same message again, a retry, a runner that went away: nothing runs twice and nothing said is lost."""

from __future__ import annotations

import contextlib
import threading
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError, connection
from django.utils import timezone

from audit.models import AuditEntry
from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Message, Thread, Turn
from chat.tests.shared import Notes, begin, calls_of, cut_connections, drain, notes_of, retry, row, said, talk
from chat.turns import rows, run
from llm.interface import ModelError
from llm.testing import ScriptedModel, Stall, call, say
from llm.types import TextDelta


def silent_for(turn: run.TurnRun, seconds: float) -> None:
    """Its worker has renewed no heartbeat for so long."""
    Turn.objects.filter(pk=turn.id).update(heartbeat_at=timezone.now() - timedelta(seconds=seconds))


def test_a_retry_goes_on_after_the_saved_rounds_and_runs_none_again(thread: Thread, model: ScriptedModel) -> None:
    kept = call("note", text="milk")
    model.then(kept, ModelError("unavailable", ""), "Noted.")
    turn, _ = talk(thread, "milk")
    assert row(turn).status == "failed"
    again, _ = retry(turn)
    assert (again.attempt, row(turn).status, row(turn).attempt) == (2, "done", 2)
    assert notes_of(thread) == ["milk"]
    assert AuditEntry.objects.count() == 1
    history = model.requests[2].messages
    assert [m.role for m in history] == ["user", "assistant", "tool"]
    assert history[1].calls[0].id == kept.id
    assert (row(turn).error_code, row(turn).asked) == ("", "ANOTHER_AFTER_1")


def test_words_that_were_read_by_code_are_not_read_again_by_a_retry(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("unavailable", ""), "Noted.")
    turn, _ = talk(thread, "note: milk")
    retry(turn)
    assert notes_of(thread) == ["milk"]


def test_words_that_no_attempt_came_to_read_are_read_by_the_retry(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(self: Notes, thread_id: object) -> None:
        raise OperationalError("gone")

    model.then("Noted.")
    with monkeypatch.context() as patch:
        patch.setattr(Notes, "load", away)
        turn, events = talk(thread, "note: milk")
    assert events[-1]["code"] == "database_unavailable"
    assert notes_of(thread) == []
    retry(turn)
    assert notes_of(thread) == ["milk"]


def test_a_partial_reply_is_kept_and_left_out_once_it_was_retried(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("The answer i"), ModelError("timeout", "")], "The answer is 42.", "And so on.")
    turn, _ = talk(thread, "What?")
    assert said(thread) == [("user", "What?"), ("assistant", "The answer i")]
    retry(turn)
    assert said(thread, discarded=False) == [("user", "What?"), ("assistant", "The answer is 42.")]
    assert said(thread, discarded=True) == [("assistant", "The answer i")]
    talk(thread, "More")
    assert [m.text for m in model.requests[2].messages] == ["What?", "The answer is 42.", "More"]


def test_a_stopped_turn_can_be_retried(thread: Thread, model: ScriptedModel) -> None:
    model.then([*say("One"), Stall(30)], "Two")
    turn = begin(thread)
    for event in run.run_turn(turn):
        if event["type"] == "TEXT_MESSAGE_CONTENT":
            turn.stop.set()
    retry(turn)
    assert said(thread, discarded=False)[-1] == ("assistant", "Two")


def test_usage_of_a_retried_turn_is_that_of_both_attempts(thread: Thread, model: ScriptedModel) -> None:
    model.then(call("note", text="a"), ModelError("timeout", ""), "Done.")
    turn, _ = talk(thread)
    first = row(turn).output_tokens
    retry(turn)
    assert (first, row(turn).output_tokens) == (1, 2)


def test_only_the_last_turn_of_a_thread_can_be_retried(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("timeout", ""), "Good.")
    first, _ = talk(thread)
    second, _ = talk(thread)
    for turn in (first, second):
        with pytest.raises(TurnRefused) as refused:
            retry(turn)
        assert (refused.value.code, refused.value.status) == ("not_retryable", 409)


def test_a_retry_is_the_owners_alone(thread: Thread, model: ScriptedModel, outsider: User) -> None:
    model.then(ModelError("timeout", ""))
    turn, _ = talk(thread)
    with pytest.raises(TurnRefused):
        run.reclaim_turn(turn.id, outsider.pk)
    assert row(turn).attempt == 1


def test_a_retry_of_many_rounds_still_holds_the_persons_words(thread: Thread, model: ScriptedModel) -> None:
    for attempt in range(4):
        model.then(*[call("note", text=f"{attempt}-{n}") for n in range(7)], ModelError("malformed", "nothing to read"))
    turn, events = talk(thread, "Note a lot")
    for _ in range(3):
        turn, events = retry(turn)
        assert events[-1]["code"] == "malformed"
    assert len(notes_of(thread)) == 28
    first = model.requests[-1].messages[0]
    assert (first.role, first.text) == ("user", "Note a lot")


def test_the_same_client_id_again_gives_the_same_turn(thread: Thread, model: ScriptedModel) -> None:
    model.then("Good.")
    turn, _ = talk(thread, "Hello", "c1")
    known = run.claim_turn(thread.id, thread.owner_id, "Hello", "c1")
    assert isinstance(known, Turn)
    assert (known.pk, known.status) == (turn.id, "done")
    assert Message.objects.filter(role="user").count() == 1
    thread.refresh_from_db()
    assert thread.turn_count == 1


def test_the_same_client_id_with_other_words_is_refused(thread: Thread, model: ScriptedModel) -> None:
    model.then("Good.")
    talk(thread, "Hello", "c1")
    with pytest.raises(TurnRefused) as refused:
        begin(thread, "Something else", "c1")
    assert (refused.value.code, refused.value.status) == ("client_id_reused", 409)
    assert said(thread) == [("user", "Hello"), ("assistant", "Good.")]


def test_two_threads_may_use_the_same_client_id(thread: Thread, model: ScriptedModel, employee: User) -> None:
    other = Thread.objects.create(owner=employee, assistant="notes")
    model.then("A.", "B.")
    first, _ = talk(thread, "Hello", "c1")
    second, _ = talk(other, "Hello", "c1")
    assert first.id != second.id


def test_a_second_message_while_a_turn_runs_is_refused_and_not_stored(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)
    with pytest.raises(TurnRefused) as refused:
        begin(thread, "And this")
    assert (refused.value.code, refused.value.status) == ("turn_in_progress", 409)
    model.then("Good.")
    drain(turn)
    assert said(thread) == [("user", "Hello"), ("assistant", "Good.")]


def test_a_message_takes_over_from_a_turn_whose_worker_is_gone(thread: Thread, model: ScriptedModel) -> None:
    lost = begin(thread, "First")
    silent_for(lost, 31)
    model.then("Good.")
    turn, _ = talk(thread, "Second")
    assert (row(lost).status, row(lost).error_code) == ("interrupted", "interrupted")
    assert (turn.number, row(turn).status) == (2, "done")
    # The lost turn may have sent events that no row counts.
    thread.refresh_from_db()
    assert thread.event_seq > rows.SEQ_JUMP


def test_only_turns_without_a_heartbeat_are_interrupted(thread: Thread, model: ScriptedModel, employee: User) -> None:
    other = Thread.objects.create(owner=employee, assistant="notes")
    alive, silent = begin(thread), begin(other)
    silent_for(alive, 29)
    silent_for(silent, 31)
    assert rows.interrupt(30) == 1
    assert (row(alive).status, row(silent).status) == ("running", "interrupted")
    assert rows.beat([(alive.id, 1), (silent.id, 1)]) == {alive.id: False}
    assert rows.interrupt(-1) == 1


def test_a_web_process_looks_for_dead_turns_as_soon_as_it_starts(
    thread: Thread, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledBeforeItsSecondLookError(Exception):
        pass

    def killed(_seconds: float) -> None:
        raise KilledBeforeItsSecondLookError

    silent = begin(thread)
    silent_for(silent, 31)
    monkeypatch.setattr(runs, "time", SimpleNamespace(sleep=killed))
    with pytest.raises(KilledBeforeItsSecondLookError):
        runs.sweep_forever()
    assert row(silent).status == "interrupted"


def test_an_interrupted_turn_keeps_its_words_and_can_be_retried(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread, "Do not lose me")
    rows.interrupt(-1)
    assert said(thread) == [("user", "Do not lose me")]
    model.then("I have them.")
    again, events = retry(turn)
    assert events[-1]["type"] == "RUN_FINISHED"
    assert said(thread)[-1] == ("assistant", "I have them.")
    assert again.attempt == 2


def test_a_runner_that_lost_its_lease_discards_what_it_has(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)

    def taken_over() -> list[TextDelta]:
        Turn.objects.filter(pk=turn.id).update(attempt=2)
        return say("Too late.")  # type: ignore[return-value]

    model.then(lambda request: taken_over())
    events = drain(turn)
    assert (events[-1]["type"], events[-1]["code"]) == ("RUN_ERROR", "lost_lease")
    assert said(thread) == [("user", "Hello")]
    assert (row(turn).status, row(turn).attempt, row(turn).output_tokens) == ("running", 2, 0)


def test_a_runner_that_lost_its_lease_runs_no_tools(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread)

    def interrupted() -> list[object]:
        rows.interrupt(-1)
        return [call("note", text="milk")]

    model.then(lambda request: interrupted())  # type: ignore[arg-type,return-value]
    events = drain(turn)
    assert events[-1]["code"] == "lost_lease"
    assert (notes_of(thread), calls_of(thread), row(turn).status) == ([], [], "interrupted")


def test_a_database_error_in_the_middle_fails_the_turn_and_a_retry_works(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: object) -> None:
        raise OperationalError("the server closed the connection unexpectedly")

    model.then(call("note", text="milk"), call("note", text="milk"), "Noted.")
    with monkeypatch.context() as patch:
        patch.setattr(rows, "save_calls", away)
        turn, events = talk(thread, "milk")
    assert (events[-1]["code"], row(turn).status) == ("database_unavailable", "failed")
    assert (notes_of(thread), AuditEntry.objects.count()) == ([], 0)
    retry(turn)
    assert (notes_of(thread), row(turn).status) == (["milk"], "done")


@pytest.mark.django_db(transaction=True)
def test_after_a_restart_of_the_server_many_dead_connections_delay_nobody_for_long() -> None:
    together = threading.Barrier(6)

    def hold() -> None:
        connection.ensure_connection()
        together.wait(30)
        connection.close()

    holders = [threading.Thread(target=hold) for _ in range(6)]
    for holder in holders:
        holder.start()
    for holder in holders:
        holder.join(30)
    cut_connections(all_of_them=True)
    with contextlib.suppress(OperationalError):
        cut_connections(all_of_them=False)
    connection.close()
    started = time.monotonic()
    assert Thread.objects.count() == 0
    assert time.monotonic() - started < 8


@pytest.mark.django_db(transaction=True)
def test_connections_that_are_cut_while_the_model_speaks_cost_nothing(thread: Thread, model: ScriptedModel) -> None:
    def cut(request: object) -> list[object]:
        cut_connections(all_of_them=True)
        with contextlib.suppress(OperationalError):
            cut_connections(all_of_them=False)
        connection.close()
        return [call("note", text="milk")]

    model.then(cut, "Noted.")  # type: ignore[arg-type]
    turn, events = talk(thread, "milk")
    assert (events[-1]["type"], row(turn).status) == ("RUN_FINISHED", "done")
    assert notes_of(thread) == ["milk"]


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_cut_in_a_tool_writes_nothing_by_halves(thread: Thread, model: ScriptedModel) -> None:
    model.then(
        [*say("I try."), call("note", text="whole"), call("explode", kind="cut")], call("note", text="milk"), "Noted."
    )
    turn, events = talk(thread, "milk")
    assert (events[-1]["code"], row(turn).status) == ("database_unavailable", "failed")
    assert (notes_of(thread), calls_of(thread), AuditEntry.objects.count()) == ([], [], 0)
    assert said(thread) == [("user", "milk"), ("assistant", "I try.")]
    retry(turn)
    assert (notes_of(thread), row(turn).status) == (["milk"], "done")


@pytest.mark.parametrize("silent_s", [29, 31])
def test_the_same_message_again_ends_a_turn_whose_worker_is_gone(
    thread: Thread, model: ScriptedModel, silent_s: int
) -> None:
    turn = begin(thread, "Hello", "c1")
    silent_for(turn, silent_s)
    known = run.claim_turn(thread.id, thread.owner_id, "Hello", "c1")
    assert isinstance(known, Turn)
    if silent_s < 30:
        assert (known.pk, known.status, known.error_code) == (turn.id, "running", "")
        return
    assert (known.pk, known.status, known.error_code) == (turn.id, "interrupted", "interrupted")
    model.then("Good.")
    retry(turn)
    assert said(thread) == [("user", "Hello"), ("assistant", "Good.")]


def test_other_words_under_the_id_of_a_dead_turn_end_nothing(thread: Thread, model: ScriptedModel) -> None:
    turn = begin(thread, "Hello", "c1")
    silent_for(turn, 31)
    with pytest.raises(TurnRefused) as refused:
        run.claim_turn(thread.id, thread.owner_id, "Something else", "c1")
    assert (refused.value.code, row(turn).status) == ("client_id_reused", "running")
