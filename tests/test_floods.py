"""A person who sends too much, or reads nothing, on the sockets and streams of a real web process."""

from __future__ import annotations

import itertools
import json
import socket as sockets
import string
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from typing import Any

import psutil
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from chat.turns.limits import FLOOD_PAUSE_S
from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end
from tests.test_bounds import rss, rss_at_rest
from tests.web_process import Person, Socket, WebProcess, make_person, running, text_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240), pytest.mark.usefixtures("quiet")]
RATE = 5
BURST = 15 * RATE
# A reply has a limit of its own, which would end these first.
WEB = {"CHAT_FRAMES_PER_SECOND": str(RATE), "CHAT_MAX_OUTPUT_TOKENS": "2000000"}


@pytest.fixture
def make(web: WebProcess) -> Callable[[str], Person]:
    return lambda name: make_person(web.database_url, name)


def closed_with(socket: Socket) -> tuple[Counter[str], int]:
    """What comes until the other side closes: the codes and types of the events, and the close code."""
    seen: Counter[str] = Counter()
    with suppress(ConnectionClosed):
        while True:
            event = socket.receive(20)
            seen[event.get("code") or event["type"]] += 1
    return seen, int(socket.connection.close_code or 0)


def pour(socket: Socket, frame: dict[str, Any], count: int) -> None:
    with suppress(ConnectionClosed):
        for number in range(count):
            socket.send(json.dumps({**frame, "client_id": f"c{number}"}))


def test_a_flood_of_messages_is_told_once_and_closed_and_few_of_it_reach_the_database(
    web: WebProcess, wire: WireServer, make: Callable[[str], Person]
) -> None:
    person = make("flooder")
    wire.script.append(Behaviour([openai_chunk({"content": "Wait"}), Pause(20), *openai_end()]))
    with web.open(web.new_thread(person), person) as socket:
        pour(socket, {"type": "say", "text": "Hello"}, 2000)
        seen, code = closed_with(socket)
    wire.reset()
    assert (seen["rate_limited"], code) == (1, 4429)
    # A message asks the database, so it counts for more than another frame.
    assert seen["turn_in_progress"] <= BURST // 2


@pytest.mark.long
def test_a_flood_over_many_sockets_is_one_person_s(web: WebProcess, make: Callable[[str], Person]) -> None:
    person, other = make("octopus"), make("neighbour")
    thread, theirs = web.new_thread(person), web.new_thread(other)
    with ExitStack() as stack:
        arms = [stack.enter_context(web.open(thread, person)) for _ in range(8)]
        for arm in arms:
            pour(arm, {"type": "shout"}, 300)
        ends = [closed_with(arm) for arm in arms]
    assert {code for _, code in ends} == {4429}
    assert sum(seen["bad_frame"] for seen, _ in ends) <= 3 * BURST
    with web.open(theirs, other) as socket:
        socket.say("Hello")
        assert socket.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"


@pytest.mark.long
def test_after_a_flood_no_socket_of_that_sign_in_opens_for_a_moment_and_then_it_goes_on(
    web: WebProcess, make: Callable[[str], Person]
) -> None:
    person = make("hasty")
    thread = web.new_thread(person)
    with web.open(thread, person) as socket:
        pour(socket, {"type": "shout"}, 2000)
        assert closed_with(socket)[1] == 4429
    with web.open(thread, person) as socket:
        assert closed_with(socket) == (Counter(), 4429)
    time.sleep(FLOOD_PAUSE_S)
    with web.open(thread, person) as socket:
        socket.say("Hello")
        assert socket.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"


@pytest.mark.long
def test_frames_that_come_faster_than_they_are_taken_wait_and_none_is_lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("unbounded")
    with running("unbounded", folder, CHAT_MODEL="offline", CHAT_FRAMES_PER_SECOND="0") as (web,):
        person = make_person(web.database_url, "typist")
        with web.open(web.new_thread(person), person) as socket:
            pour(socket, {"type": "shout"}, 3000)
            seen = Counter(socket.receive(20)["code"] for _ in range(3000))
    assert seen == {"bad_frame": 3000}


@pytest.mark.long
def test_everything_again_and_again_counts_for_more(web: WebProcess, make: Callable[[str], Person]) -> None:
    person = make("forgetful")
    with web.open(web.new_thread(person), person) as socket:
        pour(socket, {"type": "resume"}, 200)
        seen, code = closed_with(socket)
    assert (seen["rate_limited"], code) == (1, 4429)
    assert seen["MESSAGES_SNAPSHOT"] <= BURST


@pytest.mark.parametrize("megabytes", [1, 64])
def test_a_frame_that_is_too_large_is_closed_with_its_code_and_costs_no_memory(
    web: WebProcess, make: Callable[[str], Person], megabytes: int
) -> None:
    person = make(f"large-{megabytes}")
    with web.open(web.new_thread(person), person) as socket:
        before = rss_at_rest(web)
        with suppress(ConnectionClosed):
            socket.send("x" * megabytes * 1_000_000)
        _, code = closed_with(socket)
    assert code == 1009
    assert rss(web) - before < 5_000_000


@pytest.mark.long
def test_a_frame_that_is_too_large_and_comes_slowly_is_closed_with_its_code_too(
    web: WebProcess, make: Callable[[str], Person]
) -> None:
    person = make("slow")
    with web.open(web.new_thread(person), person) as socket:
        # A frame of text by a client, masked, of 64 MB, of which three seconds' worth comes.
        socket.connection.socket.sendall(b"\x81\xff" + (64_000_000).to_bytes(8, "big") + bytes(4))
        for _ in range(30):
            socket.connection.socket.sendall(b"x" * 1000)
            time.sleep(0.1)
        assert closed_with(socket)[1] == 1009


def prose(length: int) -> str:
    """Sentences of so many characters in all, which never go round in a circle; of long words, soon read."""
    letters = itertools.chain.from_iterable(itertools.product(string.ascii_lowercase, repeat=6))
    words = iter(lambda: "".join(itertools.islice(letters, 60)), "")
    text = " ".join(f"{' '.join(itertools.islice(words, 9))}." for _ in range(length // (9 * 61 + 1) + 1))
    return text[: length - 1] + "."


def long_answer() -> Behaviour:
    """Twelve megabytes, in pieces that a page gets one by one, and then a pause."""
    text = prose(12_000_000)
    steps: list[Any] = []
    for start in range(0, len(text), 100_000):
        steps += [openai_chunk({"content": text[start : start + 100_000]}), Pause(0.05)]
    return Behaviour([*steps, Pause(170), *openai_end()])


@pytest.mark.long
def test_what_is_longer_than_a_frame_may_be_still_goes_out(
    web: WebProcess, wire: WireServer, make: Callable[[str], Person]
) -> None:
    person = make("reader")
    wire.script.append(Behaviour([openai_chunk({"content": prose(1_500_000)}), *openai_end()]))
    with web.open(web.new_thread(person), person, max_size=None) as socket:
        socket.say("Hello")
        events = socket.until("RUN_FINISHED", "RUN_ERROR")
        assert len(text_of(events)) == 1_500_000
        socket.send({"type": "resume"})
        assert len(socket.receive()["messages"][-1]["content"]) == 1_500_000


def narrow(web: WebProcess) -> sockets.socket:
    """A connection that takes little before somebody reads it."""
    connection = sockets.socket()
    connection.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", web.port))
    return connection


@pytest.mark.long
def test_a_slow_reader_of_long_events_is_waited_for(
    web: WebProcess, wire: WireServer, make: Callable[[str], Person]
) -> None:
    person = make("slow-reader")
    wire.script.append(Behaviour([openai_chunk({"content": prose(1_500_000)}), *openai_end()]))
    with web.open(web.new_thread(person), person, sock=narrow(web), max_size=None) as socket:
        socket.say("Hello")
        socket.until("RUN_FINISHED", "RUN_ERROR")
        with socket.connection.recv_flow_control:
            for _ in range(2):
                socket.send({"type": "resume"})
            time.sleep(2)
        for _ in range(2):
            snapshot = socket.until("MESSAGES_SNAPSHOT")[-1]
            assert len(snapshot["messages"][-1]["content"]) == 1_500_000


def serves(web: WebProcess, port: int) -> bool:
    """Whether the web process still holds the connection that comes from `port`."""
    assert web.process is not None
    return any(c.raddr and c.raddr.port == port for c in psutil.Process(web.process.pid).net_connections("tcp"))


def is_let_go(web: WebProcess, port: int) -> bool:
    deadline = time.monotonic() + 150
    while serves(web, port):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True


def status_of_turn(web: WebProcess) -> str:
    with psycopg.connect(web.database_url) as connection:
        row = connection.execute("SELECT status FROM chat_turn ORDER BY created_at DESC LIMIT 1").fetchone()
    return str(row[0]) if row else ""


@pytest.mark.long
def test_a_page_that_does_not_read_is_let_go_while_its_turn_goes_on(
    web: WebProcess, wire: WireServer, make: Callable[[str], Person]
) -> None:
    person = make("sleeper")
    wire.script.append(long_answer())
    connection = narrow(web)
    with web.open(web.new_thread(person), person, sock=connection, max_queue=1) as socket:
        port = connection.getsockname()[1]
        socket.say("Hello")
        assert is_let_go(web, port)
        assert status_of_turn(web) == "running"
    wire.reset()


@pytest.mark.long
def test_a_program_that_does_not_read_its_stream_is_let_go(
    web: WebProcess, wire: WireServer, make: Callable[[str], Person]
) -> None:
    person = make("stream")
    wire.script.append(long_answer())
    body = json.dumps(
        {
            "threadId": web.new_thread(person),
            "runId": "r1",
            "messages": [{"id": "m1", "role": "user", "content": "Hello"}],
        }
    )
    with closing(narrow(web)) as connection:
        head = f"POST /v1/assistants/pa_dealing/ag-ui/ HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Token {person.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        connection.sendall(head.encode())
        assert connection.recv(12) == b"HTTP/1.1 200"
        assert is_let_go(web, connection.getsockname()[1])
        assert status_of_turn(web) == "running"
    wire.reset()
