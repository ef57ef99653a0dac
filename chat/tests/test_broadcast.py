"""Events on their way to readers: numbered without a gap, text merged, and whole for whoever comes late."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import Settings

from chat.live import broadcast, readers
from chat.live.broadcast import Frame, Outlet
from chat.turns import events

THREAD = uuid4()
TURN = uuid4()


def outlet(seq: int = 0) -> Outlet:
    turn: Any = SimpleNamespace(id=TURN, thread_id=THREAD, seq=seq, reply="")
    return Outlet(turn)


def a_turn(text: str) -> Iterator[events.Event]:
    """The events of a turn that says `text`, one character a delta."""
    yield events.run_started(THREAD, "c1", TURN)
    yield events.text_started("m")
    yield from (events.text_delta("m", letter) for letter in text)
    yield events.text_ended("m")
    yield from events.tool_called("k", "note", "{}", "m")
    yield events.tool_result("k", "{}", "r")
    yield events.state_snapshot({"notes": []})
    yield events.run_finished(THREAD, "c1", TURN, {})


def read(frames: list[Frame]) -> list[dict[str, Any]]:
    return [json.loads(frame) for _, frame in frames]


def text_of(frames: list[Frame]) -> str:
    return "".join(event["delta"] for event in read(frames) if event["type"] == events.TEXT_CONTENT)


def assert_contiguous(frames: list[Frame], first: int) -> None:
    assert [seq for seq, _ in frames] == list(range(first, first + len(frames)))
    assert [event["seq"] for event in read(frames)] == [seq for seq, _ in frames]


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A server's event loop, running in a thread."""
    server = asyncio.new_event_loop()
    thread = threading.Thread(target=server.run_forever)
    thread.start()
    asyncio.run_coroutine_threadsafe(_attach(), server).result(5)
    yield server
    broadcast._loop = None
    # What was scheduled last is sent before the loop ends.
    asyncio.run_coroutine_threadsafe(asyncio.sleep(2 * broadcast.MERGE_S), server).result(5)
    server.call_soon_threadsafe(server.stop)
    thread.join(5)
    server.close()


async def _attach() -> None:
    broadcast.attach_loop()


def test_numbers_go_on_from_the_last_turns_without_a_gap() -> None:
    sent = outlet(seq=41)
    for event in a_turn("Hello"):
        sent.put(event)
    sent.close()
    assert_contiguous(sent.all(), 42)
    assert sent.turn.seq == sent.all()[-1][0]


def test_text_that_comes_fast_is_merged_and_none_of_it_is_lost(loop: asyncio.AbstractEventLoop) -> None:
    sent = outlet()
    text = "The quick brown fox jumps over the lazy dog. " * 20
    for event in a_turn(text):
        sent.put(event)
    sent.close()
    assert text_of(sent.all()) == text
    assert len(sent.all()) < 30
    assert_contiguous(sent.all(), 1)
    assert read(sent.all())[2]["delta"] == "T", "the first words wait for nothing"


def test_a_pause_in_the_text_holds_nothing_back(loop: asyncio.AbstractEventLoop) -> None:
    sent = outlet()
    received = _listen(loop)
    for letter in "Hello":
        sent.put(events.text_delta("m", letter))
    # No more events come, and still all of the text arrives.
    got = ""
    while got != "Hello":
        got += "".join(event["delta"] for event in received(5))
    sent.close()


def _listen(loop: asyncio.AbstractEventLoop) -> Any:
    """A function that waits for the next message to a reader of the thread and gives its events."""

    async def join() -> asyncio.Queue[readers.Message]:
        return readers.join(THREAD)

    inbox = asyncio.run_coroutine_threadsafe(join(), loop).result(5)

    def receive(seconds: float) -> list[dict[str, Any]]:
        return read(asyncio.run_coroutine_threadsafe(inbox.get(), loop).result(seconds)["frames"])

    return receive


@pytest.fixture(autouse=True)
def _nobody_reads() -> Iterator[None]:
    yield
    readers._inboxes.clear()


def test_a_reader_whose_inbox_is_full_misses_a_message_and_the_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> tuple[list[int], list[int]]:
        monkeypatch.setattr(readers, "MOST_WAITING", 1)
        slow, quick = readers.join(THREAD), readers.join(THREAD)
        got = []
        for number in range(3):
            readers.hand_out(THREAD, {"type": "turn.frames", "n": number})
            got.append((await quick.get())["n"])
        return got, [slow.get_nowait()["n"] for _ in range(slow.qsize())]

    assert asyncio.run(scenario()) == ([0, 1, 2], [0])


def test_who_has_left_is_told_nothing_and_a_thread_that_nobody_reads_is_forgotten() -> None:
    async def scenario() -> tuple[bool, bool, int]:
        inbox = readers.join(THREAD)
        before = readers.are_there(THREAD)
        for _ in range(2):
            readers.leave(THREAD, inbox)
        readers.hand_out(THREAD, {"type": "turn.frames"})
        return before, readers.are_there(THREAD), inbox.qsize()

    assert asyncio.run(scenario()) == (True, False, 0)


def test_every_reader_of_a_thread_gets_every_event_in_order(loop: asyncio.AbstractEventLoop) -> None:
    readers = [_listen(loop), _listen(loop)]
    sent = outlet()
    for event in a_turn("Hello there"):
        sent.put(event)
    sent.close()
    for receive in readers:
        got: list[dict[str, Any]] = []
        while not got or got[-1]["type"] != events.RUN_FINISHED:
            got += receive(5)
        assert [event["seq"] for event in got] == list(range(1, len(got) + 1))
        assert got == read(sent.all())


def test_a_call_and_its_result_travel_in_one_message(loop: asyncio.AbstractEventLoop) -> None:
    receive = _listen(loop)
    sent = outlet()
    for event in [*events.tool_called("k", "note", "{}", "m"), events.tool_result("k", "{}", "r")]:
        sent.put(event)
    sent.put(events.state_snapshot({}))
    assert len(receive(5)) == 5


def test_a_late_reader_gets_all_of_it() -> None:
    sent = outlet(seq=10)
    for event in a_turn("Hello"):
        sent.put(event)
    assert sent.since(10) == sent.all()
    assert sent.since(15) == sent.all()[5:]
    assert sent.since(sent.turn.seq) == []


@pytest.mark.parametrize("seq", [-1, 0, 9, 10_000])
def test_a_number_that_the_turn_does_not_know_asks_for_everything(seq: int) -> None:
    sent = outlet(seq=10)
    for event in a_turn("Hello"):
        sent.put(event)
    assert sent.since(seq) is None


def test_an_outlet_that_has_said_nothing_knows_no_number() -> None:
    assert outlet(seq=10).since(10) is None


def test_text_that_waits_to_be_merged_is_given_to_a_late_reader(loop: asyncio.AbstractEventLoop) -> None:
    sent = outlet()
    for letter in "Hello":
        sent.put(events.text_delta("m", letter))
    assert text_of(sent.all()) == "Hello"
    sent.close()


def test_a_turn_goes_on_when_the_servers_loop_is_closed(loop: asyncio.AbstractEventLoop) -> None:
    closed = asyncio.new_event_loop()
    closed.close()
    broadcast._loop = closed
    sent = outlet()
    for event in a_turn("Hello"):
        sent.put(event)
    sent.close()
    assert text_of(sent.all()) == "Hello"


def test_the_text_so_far_is_shared_only_with_several_processes(settings: Settings) -> None:
    sent = outlet()
    sent.put(events.text_delta("m", "Hello"))
    assert broadcast.text_so_far(THREAD) is None
    settings.REDIS_URL = "redis://localhost:1"
    sent.put(events.text_delta("m", "!"))
    assert broadcast.text_so_far(THREAD) == {"turn": str(TURN), "seq": 2, "text": "Hello!"}
    sent.close()
    assert broadcast.text_so_far(THREAD) is None
