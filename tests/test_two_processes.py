"""Two web processes and one Redis: any of them streams any thread, stops it, and survives Redis going away."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end
from tests import environment
from tests.redis_server import Redis, needs_redis
from tests.web_process import Person, WebProcess, make_person, text_of

pytestmark = [pytest.mark.slow, pytest.mark.long, needs_redis]
LAST = ("RUN_FINISHED", "RUN_ERROR")


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def pair(
    redis: Redis, wire: WireServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[WebProcess, WebProcess]]:
    name = f"run_{os.getpid()}_pair"
    url = environment.new_database(name)
    shared = {
        "OPENAI_BASE_URL": f"{wire.url}/v1",
        "REDIS_URL": redis.url,
        "LOG_LEVEL": "ERROR",
    }
    first, second = (WebProcess(url, tmp_path_factory.mktemp(n), **shared) for n in ("one", "two"))
    first.start()
    second.start()
    yield first, second
    first.stop()
    second.stop()
    environment.drop_database(name)


@pytest.fixture(scope="module")
def employee(pair: tuple[WebProcess, WebProcess]) -> Person:
    return make_person(pair[0].database_url, "employee")


def heard(events: list[dict[str, Any]]) -> str:
    """What a reader knows of the answer: the text of the newest snapshot, and the pieces that came after it."""
    text = ""
    for event in events:
        if event["type"] == "MESSAGES_SNAPSHOT":
            newest = event["messages"][-1] if event["messages"] else {"role": "", "content": ""}
            text = newest["content"] if newest["role"] == "assistant" else ""
        text += text_of([event])
    return text


def in_two_pieces(wire: WireServer, pause: float) -> None:
    wire.reset()
    chunks = [openai_chunk({"content": "Half. "}), Pause(pause), openai_chunk({"content": "Whole."})]
    wire.script.append(Behaviour([*chunks, openai_chunk(finish="stop"), *openai_end()]))


def test_a_page_on_one_process_sees_the_turn_that_another_runs(
    pair: tuple[WebProcess, WebProcess], wire: WireServer, employee: Person
) -> None:
    first, second = pair
    thread = first.new_thread(employee)
    in_two_pieces(wire, 0.3)
    with first.open(thread, employee) as speaker, second.open(thread, employee) as watcher:
        speaker.say("hello")
        spoken, watched = speaker.until(*LAST), watcher.until(*LAST)
    assert heard(watched) == heard(spoken) == "Half. Whole."
    # A page that joined a moment late begins with a snapshot; what comes after it is numbered alike everywhere.
    numbers, followed = (
        [event["seq"] for event in got if not event["type"].endswith("_SNAPSHOT")] for got in (spoken, watched)
    )
    assert followed
    assert numbers[-len(followed) :] == followed


def test_a_page_that_opens_on_the_other_process_gets_the_text_so_far_and_the_rest(
    pair: tuple[WebProcess, WebProcess], wire: WireServer, employee: Person
) -> None:
    first, second = pair
    thread = first.new_thread(employee)
    in_two_pieces(wire, 2.0)
    with first.open(thread, employee) as speaker:
        speaker.say("hello")
        speaker.until_text("Half. ")
        time.sleep(0.3)
        with second.open(thread, employee) as late:
            snapshot = late.until("MESSAGES_SNAPSHOT")[-1]
            assert snapshot["messages"][-1]["content"].startswith("Half")
            assert text_of(late.until(*LAST)) == "Whole."


def test_stop_on_one_process_ends_the_turn_of_the_other(
    pair: tuple[WebProcess, WebProcess], wire: WireServer, employee: Person
) -> None:
    first, second = pair
    thread = first.new_thread(employee)
    in_two_pieces(wire, 30)
    with first.open(thread, employee) as speaker, second.open(thread, employee) as other:
        speaker.say("hello")
        speaker.until_text("Half. ")
        asked = time.monotonic()
        other.send({"type": "stop"})
        end = speaker.until(*LAST)[-1]
        assert time.monotonic() - asked < 4
    assert end["result"]["status"] == "stopped"
    wire.reset()


def test_turns_are_saved_while_redis_is_away_and_stream_again_when_it_is_back(
    pair: tuple[WebProcess, WebProcess], redis: Redis, wire: WireServer, employee: Person
) -> None:
    first, second = pair
    thread = first.new_thread(employee)
    redis.stop()
    in_two_pieces(wire, 0.1)
    status, turn = first.request("POST", f"/v1/threads/{thread}/turns/", {"message": "while it is away"}, employee)
    assert (status, turn["status"], turn["reply"]) == (200, "done", "Half. Whole.")
    # A page that opens meanwhile is told to try again; that is no fault of ours.
    with first.open(thread, employee) as early, pytest.raises(ConnectionClosed):
        early.receive()
    assert early.connection.close_code == 4503
    assert "Exception inside application" not in first.log.read_text()
    redis.start()
    in_two_pieces(wire, 0.1)
    # The subscriber connections come back by themselves within seconds; pages try again meanwhile.
    time.sleep(5)
    with first.open(thread, employee) as speaker, second.open(thread, employee) as watcher:
        speaker.say("it is back")
        # A reader whose own connection to Redis came back a moment later has the beginning from a snapshot.
        assert heard(speaker.until(*LAST)) == "Half. Whole."
        assert heard(watcher.until(*LAST)) == "Half. Whole."
