"""Turns in threads: a hundred at once, stop, heartbeat, shutdown, and two messages at the same moment."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from queue import Queue
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from rest_framework.authtoken.models import Token

from chat.access import SignIn, signed_in
from chat.errors import TurnRefused
from chat.live import consumers, runs
from chat.live.off_loop import in_thread
from chat.models import Allowance, Message, Thread, Turn
from chat.routing import websocket_application
from chat.tests.shared import begin, said, wait_until
from chat.turns import limits, rows, run as turns
from chat.turns.events import LAST, Event
from chat.turns.turn import TurnRun
from llm.interface import ModelError
from llm.testing import ScriptedModel, Stall, call, say
from llm.types import ModelRequest, TextDelta

pytestmark = pytest.mark.django_db(transaction=True)

POOL = 5
TURNS = 100


class Watched:
    """A turn in the pool, whose events are waited for and not slept for."""

    def __init__(self, thread: Thread, text: str = "Hello", client_id: str | None = None) -> None:
        self.thread = thread
        self.answers: Queue[TurnRun | Turn | TurnRefused] = Queue()
        self.events: Queue[Event] = Queue()
        runs.begin_in_pool(
            thread.id, thread.owner_id, text, client_id, answer=self.answers.put, listener=self.events.put
        )

    def until(self, *kinds: str) -> Event:
        while True:
            event = self.events.get(timeout=20)
            if event["type"] in kinds:
                return event

    @property
    def row(self) -> Turn:
        return Turn.objects.get(thread=self.thread)


@pytest.fixture
def _quick_heart(settings: Settings) -> None:
    """A heartbeat every 0.2 s."""
    settings.CHAT_TURN_LEASE_S = 0.6


@pytest.fixture
def small_pool() -> Iterator[None]:
    options = connection.settings_dict["OPTIONS"]["pool"]
    before = dict(options)
    connection.close()
    connection.close_pool()
    options.update(min_size=1, max_size=POOL, timeout=5)
    yield
    connection.close()
    connection.close_pool()
    options.update(before)


def test_a_hundred_turns_on_a_stalled_model_live_on_a_pool_of_five(
    small_pool: None, employee: User, model: ScriptedModel
) -> None:
    running_at_once: list[int] = []
    everyone_waits = threading.Barrier(TURNS, lambda: running_at_once.append(runs.running_count()))

    def stalled(request: ModelRequest) -> str:
        # Nobody goes on before all of them are here, so none may hold a connection.
        everyone_waits.wait(20)
        return "Good."

    model.then(*[stalled] * TURNS)
    threads = Thread.objects.bulk_create(Thread(owner=employee, assistant="notes") for _ in range(TURNS))
    watched = [Watched(thread) for thread in threads]
    assert [turn.until(*LAST)["type"] for turn in watched] == ["RUN_FINISHED"] * TURNS
    assert running_at_once == [TURNS]
    assert connection.pool.max_size == POOL
    assert set(Turn.objects.values_list("status", "error_code")) == {("done", "")}
    assert Message.objects.filter(role="assistant", content="Good.").count() == TURNS


def test_256_turns_run_at_once_by_default(settings: Settings) -> None:
    assert settings.CHAT_TURN_WORKERS == 256


@pytest.fixture
def running(thread: Thread, model: ScriptedModel) -> Iterator[Watched]:
    """A turn that has begun to speak and then stalls."""
    model.then([*say("I think"), Stall(30), TextDelta(" so.")])
    turn = Watched(thread)
    turn.until("TEXT_MESSAGE_CONTENT")
    yield turn
    runs.stop(thread.id)


def test_beyond_the_workers_a_turn_is_refused_as_busy(
    running: Watched, employee: User, client: Client, settings: Settings
) -> None:
    settings.CHAT_TURN_WORKERS = 1
    other = Thread.objects.create(owner=employee, assistant="notes")
    with pytest.raises(TurnRefused) as refused:
        Watched(other)
    assert (refused.value.code, refused.value.status) == ("busy", 503)
    client.force_login(employee)
    body = {"message": "Hello"}
    answer = client.post(f"/v1/threads/{other.id}/turns/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer["Retry-After"]) >= 1
    run = {"threadId": str(other.id), "runId": "r1", "messages": [{"role": "user", "id": "1", "content": "Hello"}]}
    answer = client.post("/v1/assistants/notes/ag-ui/", run, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert int(answer["Retry-After"]) >= 1
    assert not other.turns.exists()


@pytest.mark.asyncio
async def test_a_busy_server_tells_the_socket_and_stores_nothing(employee: User, settings: Settings) -> None:
    settings.CHAT_TURN_WORKERS = 0
    thread = await in_thread(lambda: Thread.objects.create(owner=employee, assistant="pa_dealing"))
    token = await in_thread(lambda: Token.objects.create(user=employee))
    headers = [(b"authorization", f"Token {token.key}".encode())]
    socket = WebsocketCommunicator(websocket_application, f"/ws/threads/{thread.id}/", headers)
    accepted, _ = await socket.connect()
    assert accepted
    await socket.send_json_to({"type": "say", "text": "Hello", "client_id": "c1"})
    event = await socket.receive_json_from(5)
    assert (event["type"], event["code"], event["runId"]) == ("RUN_ERROR", "busy", "c1")
    await socket.disconnect()
    assert not await in_thread(Turn.objects.exists)


def test_stop_ends_a_stalled_turn_at_once(running: Watched) -> None:
    started = time.monotonic()
    assert runs.stop(running.thread.id)
    ended = running.until(*LAST)
    assert time.monotonic() - started < 5
    assert ended["result"]["status"] == "stopped"
    assert said(running.thread) == [("user", "Hello"), ("assistant", "I think")]


def test_stop_of_another_turn_leaves_the_running_one_alone(running: Watched) -> None:
    other = Turn.objects.create(thread=running.thread, number=99, client_id="other", status="done")
    assert not runs.stop(running.thread.id, other.pk)
    assert runs.running(running.thread.id) is not None


@pytest.mark.usefixtures("_quick_heart")
def test_the_heartbeat_renews_the_lease_of_every_turn(running: Watched) -> None:
    long_ago = timezone.now() - timedelta(seconds=25)
    Turn.objects.update(heartbeat_at=long_ago)
    wait_until(lambda: running.row.heartbeat_at > long_ago + timedelta(seconds=20), 4)


@pytest.mark.usefixtures("_quick_heart")
def test_the_heartbeat_sees_a_stop_that_came_by_another_process(running: Watched) -> None:
    Turn.objects.update(stop_requested=True)
    assert running.until(*LAST)["result"]["status"] == "stopped"


@pytest.mark.usefixtures("_quick_heart")
def test_a_heartbeat_that_fails_once_beats_again(running: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    failed = threading.Event()
    real = runs.rows.beat

    def beat(held: Any) -> Any:
        if not failed.is_set():
            failed.set()
            raise OperationalError("gone")
        return real(held)

    monkeypatch.setattr(runs.rows, "beat", beat)
    assert failed.wait(4)
    Turn.objects.update(stop_requested=True)
    running.until(*LAST)


def test_shutdown_interrupts_what_runs_keeps_its_text_and_refuses_new_turns(running: Watched) -> None:
    assert runs.shutdown(4) == 0
    assert running.until(*LAST)["code"] == "interrupted"
    assert (running.row.status, running.row.error_code) == ("interrupted", "interrupted")
    assert said(running.thread)[-1] == ("assistant", "I think")
    with pytest.raises(TurnRefused) as refused:
        Watched(running.thread)
    assert refused.value.code == "busy"


def test_a_turn_may_be_retried_in_the_pool(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("unavailable", ""), "Good.")
    turn = Watched(thread)
    assert turn.until(*LAST)["code"] == "unavailable"
    wait_until(lambda: runs.running_count() == 0, 5)
    runs.start_retry(turn.row.pk, thread.owner_id)
    wait_until(lambda: turn.row.status == "done", 5)


def test_a_database_that_is_away_refuses_the_message(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*arguments: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(runs, "claim_turn", away)
    answer = Watched(thread).answers.get(timeout=5)
    assert isinstance(answer, TurnRefused)
    assert (answer.code, answer.status) == ("database_unavailable", 503)


def test_a_fault_of_ours_before_the_turn_begins_is_answered_too(
    thread: Thread, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise KeyError("a fault of ours")

    monkeypatch.setattr(runs, "claim_turn", broken)
    answer = Watched(thread).answers.get(timeout=5)
    assert isinstance(answer, TurnRefused)
    assert (answer.code, answer.status) == ("internal", 500)


def at_once(work: Callable[[], Any], times: int = 2) -> list[Any]:
    """What `times` threads got that did the same at the same moment, exceptions included."""
    ready, results = threading.Barrier(times), []

    def one() -> None:
        try:
            connection.ensure_connection()
            ready.wait(10)
            results.append(work())
        except Exception as error:
            results.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return results


def test_of_two_messages_at_once_on_one_thread_one_wins(employee: User, model: ScriptedModel) -> None:
    for _ in range(5):
        thread = Thread.objects.create(owner=employee, assistant="notes")
        got = at_once(
            lambda thread=thread: turns.claim_turn(thread.id, employee.pk, "Hello", turns.checked_client_id(""))
        )
        assert sorted(type(outcome).__name__ for outcome in got) == ["TurnRefused", "TurnRun"]
        assert {outcome.code for outcome in got if isinstance(outcome, TurnRefused)} == {"turn_in_progress"}
        assert Message.objects.filter(thread=thread).count() == 1


def test_of_one_message_sent_twice_at_once_one_turn_comes(employee: User, model: ScriptedModel) -> None:
    for _ in range(5):
        thread = Thread.objects.create(owner=employee, assistant="notes")
        got = at_once(lambda thread=thread: turns.claim_turn(thread.id, employee.pk, "Hello", "c1"), 4)
        assert sorted(type(turn).__name__ for turn in got) == ["Turn", "Turn", "Turn", "TurnRun"]
        assert len({turn.id for turn in got}) == 1


def test_of_two_retries_at_once_one_wins(thread: Thread, model: ScriptedModel) -> None:
    model.then(ModelError("unavailable", ""), call("note", text="a"), "Good.")
    turn = Watched(thread)
    turn.until(*LAST)
    turn_id = turn.row.pk
    got = at_once(lambda: turns.reclaim_turn(turn_id, thread.owner_id))
    assert sorted(type(outcome).__name__ for outcome in got) == ["TurnRefused", "TurnRun"]
    for won in got:
        if isinstance(won, TurnRun):
            list(turns.run_turn(won))
    assert turn.row.attempt == 2


@pytest.mark.parametrize("end", ["finish", "interrupt"])
def test_a_turn_that_ends_waits_for_its_thread_before_it_touches_the_turn(
    thread: Thread, model: ScriptedModel, end: str
) -> None:
    """A message that comes at that moment holds the thread and waits for the turn; both would wait for ever."""
    turn = begin(thread)
    Turn.objects.filter(pk=turn.id).update(heartbeat_at=timezone.now() - timedelta(days=1))
    ended: dict[str, Callable[[], object]] = {
        "finish": lambda: turns._save_end(turn, Turn.Status.DONE, ""),
        "interrupt": lambda: rows.interrupt(60, thread.id),
    }

    def work() -> None:
        try:
            ended[end]()
        finally:
            connection.close()

    other = threading.Thread(target=work)
    with transaction.atomic():
        Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
        other.start()
        wait_until(_waiting, 10)
        assert Turn.objects.select_for_update(nowait=True).get(pk=turn.id).status == "running"
    other.join(10)
    assert Turn.objects.get(pk=turn.id).status == {"finish": "done", "interrupt": "interrupted"}[end]


def test_a_turn_that_ends_while_the_next_message_is_claimed_waits_for_it_with_empty_hands(
    thread: Thread, model: ScriptedModel, settings: Settings
) -> None:
    settings.CHAT_TOKENS_PER_DAY = 1000
    limits.charge(thread.owner_id, "notes", 1)
    turn = begin(thread)
    turn.input_tokens = 100
    failures: list[Exception] = []

    def end() -> None:
        try:
            turns._save_end(turn, Turn.Status.INTERRUPTED, "interrupted")
        except OperationalError as failure:
            failures.append(failure)
        finally:
            connection.close()

    other = threading.Thread(target=end)
    with transaction.atomic():
        # A claim locks the thread first and then asks the allowance.
        Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
        other.start()
        wait_until(_waiting, 10)
        limits.admit(thread.owner_id, "notes")
    other.join(10)
    assert failures == []
    assert Turn.objects.get(pk=turn.id).status == "interrupted"
    assert Allowance.objects.get(user_id=thread.owner_id, kind="tokens").level < 900


def _waiting() -> bool:
    """Whether a connection of this database waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return cursor.fetchone() is not None


def test_messages_that_come_together_are_claimed_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    claims: list[Callable[[], object]] = []
    claimed: list[str] = []
    monkeypatch.setattr(runs, "begin_as_in_pool", lambda claim, *, answer: claims.append(claim))
    monkeypatch.setattr(consumers, "claim_turn", lambda thread, user, text, client: claimed.append(text))
    monkeypatch.setattr(signed_in, "is_good", lambda sign_in: True)
    socket = consumers.ThreadConsumer()
    socket.thread, socket.user_id, socket.language, socket.sign_in = Thread(), 1, "en-gb", SignIn(1, "key")

    async def say() -> None:
        for text in ("first", "second"):
            await socket.say({"text": text})

    asyncio.run(say())
    with ThreadPoolExecutor(2) as pool:
        second = pool.submit(claims[1])
        time.sleep(0.05)
        assert not claimed
        pool.submit(claims[0]).result(10)
        second.result(10)
    assert claimed == ["first", "second"]
