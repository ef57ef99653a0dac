"""A web process that dies in the middle of a turn: the words are there, the turn says so, and a retry works."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end
from tests.web_process import Person, WebProcess, make_person

pytestmark = pytest.mark.slow

LEASE_S = 2


WEB = {"CHAT_TURN_LEASE_S": str(LEASE_S)}


@pytest.fixture(autouse=True)
def _fresh_script(wire: WireServer) -> Iterator[None]:
    """The process goes on from test to test, each of which kills it or stops it, and starts it again."""
    wire.reset()
    yield
    wire.reset()


@pytest.fixture
def employee(web: WebProcess) -> Person:
    return make_person(web.database_url, f"employee-{time.monotonic_ns()}")


def turn_in_the_middle(web: WebProcess, wire: WireServer, employee: Person) -> tuple[str, str]:
    """The thread and the turn of a message whose answer has begun: a tool has run, and the model stalls."""
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "show_preview", "arguments": "{}"}}
    wire.script += [
        Behaviour([openai_chunk({"tool_calls": [call]}), openai_chunk(finish="tool_calls"), *openai_end()]),
        Behaviour([openai_chunk({"content": "Half. An ans"}), Pause(60)]),
    ]
    thread = web.new_thread(employee)
    with web.open(thread, employee) as socket:
        socket.say("Do not lose these words", "c1")
        events = socket.until("TEXT_MESSAGE_CONTENT")
    return f"/v1/threads/{thread}/", f"/v1/threads/{thread}/turns/{events[0]['turnId']}/"


def shown(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in answer["messages"]]


def test_a_killed_process_loses_nothing_that_was_said_and_no_turn_of_it_stays_running(
    web: WebProcess, wire: WireServer, employee: Person
) -> None:
    retried, taken_over, unasked = (turn_in_the_middle(web, wire, employee) for _ in range(3))
    web.kill()
    web.start()
    # The words are there at once, and until its lease has run out the turn may still be somebody's.
    assert shown(web.request("GET", retried[0], person=employee)[1]) == [("user", "Do not lose these words")]
    asked_about_is_interrupted_and_retried(web, wire, employee, *retried)
    new_message_takes_over(web, employee, taken_over[0])
    unasked_is_interrupted_soon_after_its_lease(web, employee, unasked[1])


def asked_about_is_interrupted_and_retried(
    web: WebProcess, wire: WireServer, employee: Person, thread: str, turn: str
) -> None:
    deadline = time.monotonic() + LEASE_S + 5
    while (answer := web.request("GET", turn, person=employee)[1])["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert (answer["status"], answer["error"]["code"]) == ("interrupted", "interrupted")
    assert [call["name"] for call in answer["tool_calls"]] == ["show_preview"]
    wire.reset()
    status, retried = web.request("POST", f"{turn}retry/", person=employee)
    assert (status, retried["status"], retried["reply"]) == (200, "done", "Hello from the wire server.")
    # The round that was saved was history for the retry, and did not run again.
    [request] = wire.received
    assert [message["role"] for message in request.body["messages"]] == ["system", "user", "assistant", "tool"]
    assert [call["name"] for call in retried["tool_calls"]] == ["show_preview"]
    assert shown(web.request("GET", thread, person=employee)[1]) == [
        ("user", "Do not lose these words"),
        ("assistant", "Hello from the wire server."),
    ]


def new_message_takes_over(web: WebProcess, employee: Person, thread: str) -> None:
    deadline = time.monotonic() + LEASE_S + 5
    while (answer := web.request("POST", f"{thread}turns/", {"message": "Still there?"}, employee))[0] == 409:
        assert answer[1]["code"] == "turn_in_progress"
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert (answer[0], answer[1]["status"]) == (200, "done")


def unasked_is_interrupted_soon_after_its_lease(web: WebProcess, employee: Person, turn: str) -> None:
    """Nobody asked about it meanwhile: its row tells."""
    deadline = time.monotonic() + LEASE_S + 5
    with psycopg.connect(web.database_url, autocommit=True) as rows:
        while (
            status := rows.execute("SELECT status FROM chat_turn WHERE id = %s", [turn.split("/")[-2]]).fetchone()
        ) == ("running",):
            assert time.monotonic() < deadline
            time.sleep(0.1)
    assert status == ("interrupted",)
    # The same message again meets the turn that it was, and the retry is whole.
    again = web.request(
        "POST", turn.rsplit("/", 2)[0] + "/", {"message": "Do not lose these words", "client_id": "c1"}, employee
    )
    assert (again[0], again[1]["status"]) == (200, "interrupted")
    assert web.request("POST", f"{turn}retry/", person=employee)[1]["status"] == "done"


@pytest.mark.long
def test_a_process_that_is_asked_to_stop_saves_its_turns_first(
    web: WebProcess, wire: WireServer, employee: Person
) -> None:
    thread, turn = turn_in_the_middle(web, wire, employee)
    started = time.monotonic()
    assert web.stop() == 0
    assert time.monotonic() - started < 5
    web.start()
    answer = web.request("GET", turn, person=employee)[1]
    assert (answer["status"], answer["reply"]) == ("interrupted", "Half. An ans")
    assert shown(web.request("GET", thread, person=employee)[1])[-1] == ("assistant", "Half. An ans")
