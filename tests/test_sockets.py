"""The chat's socket and the AG-UI stream against a real Daphne, with a model that speaks OpenAI's wire."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end, openai_text
from tests.web_process import Person, WebProcess, make_person, text_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quiet")]

LAST = ("RUN_FINISHED", "RUN_ERROR")
ANSWER = "Hello from the wire server."


@pytest.fixture(scope="module")
def employee(web: WebProcess) -> Person:
    return make_person(web.database_url, "employee")


@pytest.fixture(scope="module")
def outsider(web: WebProcess) -> Person:
    return make_person(web.database_url, "outsider")


@pytest.fixture
def thread(web: WebProcess, employee: Person) -> str:
    return web.new_thread(employee)


def stalls(*pieces: str, then: tuple[str, ...] = ()) -> Behaviour:
    """Says the pieces and stalls until the script is reset; then says the rest."""
    chunks = [openai_chunk({"content": piece}) for piece in pieces]
    rest = [openai_chunk({"content": piece}) for piece in then]
    return Behaviour([*chunks, Pause(30), *rest, openai_chunk(finish="stop"), *openai_end()])


def go_on(wire: WireServer) -> None:
    """End the stall."""
    wire.reset()


def numbers(events: list[dict[str, Any]]) -> list[int]:
    return [event["seq"] for event in events]


def test_a_message_is_answered_in_events_that_are_numbered_one_by_one(
    web: WebProcess, employee: Person, thread: str
) -> None:
    with web.open(thread, employee) as socket:
        socket.say("Hello", "c1")
        first = socket.until(*LAST)
        socket.say("Hello again", "c2")
        second = socket.until(*LAST)
    assert numbers(first + second) == list(range(1, len(first + second) + 1))
    for events, client_id in [(first, "c1"), (second, "c2")]:
        assert [events[0]["type"], events[-1]["type"]] == ["RUN_STARTED", "RUN_FINISHED"]
        assert events[0]["runId"] == events[-1]["runId"] == client_id
        assert text_of(events) == ANSWER


def test_numbers_go_on_without_a_gap_after_a_turn_that_was_stopped(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    with web.open(thread, employee) as socket:
        wire.script.append(stalls(*(f"{word}. " for word in ["Some", "words", "that", "come", "fast"])))
        socket.say("Hello")
        events = socket.until_text("Some. words. that. come. fast. ")
        socket.send({"type": "stop"})
        events += socket.until(*LAST)
        socket.say("And now?")
        events += socket.until(*LAST)
    assert numbers(events) == list(range(1, len(events) + 1))


def test_a_socket_resumes_after_the_last_event_that_it_saw(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    wire.script.append(stalls("One. ", then=("Two.",)))
    with web.open(thread, employee) as first:
        first.say("Hello")
        seen = first.until_text("One. ")
    with web.open(thread, employee) as second:
        second.until("TEXT_MESSAGE_CONTENT")
        second.send({"type": "resume", "since": seen[1]["seq"]})
        assert second.receive() == seen[2]
        go_on(wire)
        rest = second.until(*LAST)
    assert (text_of(rest), rest[-1]["type"]) == ("Two.", "RUN_FINISHED")
    assert numbers(rest) == list(range(seen[-1]["seq"] + 1, seen[-1]["seq"] + 1 + len(rest)))


@pytest.mark.parametrize("since", [-1, 10**12, None, True, "5", 1.5])
def test_a_socket_that_resumes_from_nowhere_gets_everything(
    web: WebProcess, employee: Person, thread: str, since: Any
) -> None:
    with web.open(thread, employee) as socket:
        socket.say("Hello")
        last = socket.until(*LAST)[-1]
        socket.send({"type": "resume", "since": since})
        snapshot, state = socket.receive(), socket.receive()
        assert [message["content"] for message in snapshot["messages"]] == ["Hello", ANSWER]
        assert state["type"] == "STATE_SNAPSHOT"
        assert numbers([snapshot, state]) == [last["seq"]] * 2
        socket.say("Still there?")
        assert text_of(socket.until(*LAST)) == ANSWER


def test_what_is_said_by_who_hangs_up_at_once_is_answered_all_the_same(
    web: WebProcess, employee: Person, thread: str
) -> None:
    with web.open(thread, employee) as socket:
        socket.say("I hang up")
    deadline = time.monotonic() + 30
    texts: list[tuple[str, str]] = []
    while texts[-1:] != [("assistant", ANSWER)]:
        assert time.monotonic() < deadline, texts
        time.sleep(0.1)
        detail = web.request("GET", f"/v1/threads/{thread}/", person=employee)[1]
        texts = [(message["role"], message["content"]) for message in detail["messages"]]
    assert texts == [("user", "I hang up"), ("assistant", ANSWER)]


def test_a_second_tab_sees_the_same_events(web: WebProcess, employee: Person, thread: str) -> None:
    with web.open(thread, employee) as tab, web.open(thread, employee) as other:
        tab.say("Hello")
        first, second = (
            [event for event in socket.until(*LAST) if not event["type"].endswith("_SNAPSHOT")]
            for socket in (tab, other)
        )
        # A page that joined a moment late has the beginning from a snapshot, and then the same events.
        count = min(len(first), len(second))
        assert count
        assert first[-count:] == second[-count:]


def test_a_reload_in_the_middle_of_an_answer_shows_all_of_it_once(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "show_preview", "arguments": "{}"}}
    looks = Behaviour(
        [
            openai_chunk({"content": "Let me look."}),
            openai_chunk({"tool_calls": [call]}),
            openai_chunk(finish="tool_calls"),
            *openai_end(),
        ]
    )
    wire.script += [looks, stalls("Still open. ", then=("And more.",))]
    with web.open(thread, employee) as first:
        first.say("Hello", "c1")
        first.until_text("Let me look.Still open. ")
    with web.open(thread, employee) as second:
        before = second.until("TEXT_MESSAGE_CONTENT")
        while not text_of(before).endswith("Still open. "):
            before.append(second.receive())
        snapshot = before[0]
        assert [(m["role"], m["content"]) for m in snapshot["messages"]] == [("user", "Hello")]
        assert text_of(before) == "Let me look.Still open. "
        assert [event["type"] for event in before].count("TOOL_CALL_RESULT") == 1
        go_on(wire)
        after = second.until(*LAST)
    assert text_of(after) == "And more."
    assert after[-1]["type"] == "RUN_FINISHED"
    with web.open(thread, employee) as third:
        third.send({"type": "resume"})
        messages = third.receive()["messages"]
    assert [m["content"] for m in messages] == ["Hello", "Let me look.", "Still open. And more."]


def test_stop_is_read_while_the_turn_runs_and_keeps_what_had_come(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    wire.script.append(stalls("So far. "))
    with web.open(thread, employee) as socket:
        socket.say("Hello")
        socket.until_text("So far. ")
        started = time.monotonic()
        socket.send({"type": "stop"})
        ended = socket.until(*LAST)[-1]
        assert time.monotonic() - started < 5
    assert ended["result"] == ended["result"] | {"status": "stopped", "reply": "So far. "}
    messages = web.request("GET", f"/v1/threads/{thread}/", person=employee)[1]["messages"]
    assert [message["content"] for message in messages] == ["Hello", "So far. "]


def test_a_second_message_while_a_turn_runs_is_refused_at_once(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    wire.script.append(stalls("So far. ", then=("And further.",)))
    with web.open(thread, employee) as socket:
        socket.say("Hello", "c1")
        socket.until_text("So far. ")
        socket.say("And this", "c2")
        refused = socket.receive()
        assert (refused["type"], refused["code"], refused["runId"]) == ("RUN_ERROR", "turn_in_progress", "c2")
        go_on(wire)
        assert text_of(socket.until("RUN_FINISHED")) == "And further."


def test_the_socket_drops_and_the_turn_goes_on(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    wire.script.append(stalls("Half. ", then=("And whole.",)))
    with web.open(thread, employee) as socket:
        socket.say("Hello")
        turn = socket.until_text("Half. ")[0]["turnId"]
        # Not even a close frame.
        socket.connection.socket.shutdown(2)
    go_on(wire)
    deadline = time.monotonic() + 10
    while (answer := web.request("GET", f"/v1/threads/{thread}/turns/{turn}/", person=employee)[1])[
        "status"
    ] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert (answer["status"], answer["reply"]) == ("done", "Half. And whole.")


def test_the_same_client_id_again_attaches_to_the_turn(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    wire.script.append(stalls("Half. ", then=("And whole.",)))
    with web.open(thread, employee) as first, web.open(thread, employee) as second:
        first.say("Hello", "c1")
        first.until_text("Half. ")
        second.until_text("Half. ")
        second.say("Hello", "c1")
        attached = second.until("TEXT_MESSAGE_CONTENT")
        assert attached[0]["type"] == "MESSAGES_SNAPSHOT"
        assert text_of(attached) == "Half. "
        go_on(wire)
        assert text_of(second.until("RUN_FINISHED")) == "And whole."
        # It has ended, and is still not run again.
        second.say("Hello", "c1")
        again = second.until(*LAST)
        assert [m["content"] for m in again[0]["messages"]] == ["Hello", "Half. And whole."]
        assert (again[-1]["type"], again[-1]["runId"]) == ("RUN_FINISHED", "c1")
        second.say("Something else", "c1")
        assert second.receive()["code"] == "client_id_reused"
    assert wire.received == []


GARBAGE: list[str | bytes] = ["", "{", "[]", "null", "5", '"say"', "{}", '{"type": 5}', '{"type": "shout"}']
GARBAGE += ['{"type": ["say"]}', b"\xff\xfe", "[" * 100_000, '{"type": "' + "x" * 5000 + '"}', '{"type": "\\ud800"}']


@pytest.mark.parametrize(
    "frame",
    GARBAGE,
    ids=lambda frame: repr(frame)[:20],
)
def test_a_garbage_frame_is_answered_and_the_socket_stays_open(
    web: WebProcess, employee: Person, thread: str, frame: str | bytes
) -> None:
    with web.open(thread, employee) as socket:
        socket.send(frame)
        refused = socket.receive()
        assert (refused["type"], refused["code"]) == ("RUN_ERROR", "bad_frame")
        assert len(refused["message"]) < 300
        socket.send({"type": "stop"})
        socket.send({"type": "resume"})
        assert socket.receive()["messages"] == []


@pytest.mark.parametrize(
    ("text", "client_id", "code"),
    [
        ("", "c1", "empty_message"),
        (" \n", "c1", "empty_message"),
        (None, "c1", "empty_message"),
        (5, "c1", "empty_message"),
        (["Hello"], "c1", "empty_message"),
        ("x" * 100_000, "c1", "message_too_long"),
        ("Hello", 5, "client_id_invalid"),
        ("Hello", "x" * 101, "client_id_invalid"),
        ("Hello", "\ud800", "client_id_invalid"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_message_that_cannot_be_taken_is_refused_on_the_socket(
    web: WebProcess, employee: Person, thread: str, text: Any, client_id: Any, code: str
) -> None:
    with web.open(thread, employee) as socket:
        socket.say(text, client_id)
        refused = socket.receive()
        assert (refused["type"], refused["code"]) == ("RUN_ERROR", code)
    assert web.request("GET", f"/v1/threads/{thread}/", person=employee)[1]["messages"] == []


def test_what_no_database_stores_is_replaced_in_a_message(web: WebProcess, employee: Person, thread: str) -> None:
    with web.open(thread, employee) as socket:
        socket.say("a\x00b\ud800 <script>")
        assert socket.until(*LAST)[-1]["type"] == "RUN_FINISHED"
        socket.send({"type": "resume"})
        assert socket.receive()["messages"][0]["content"] == "a\ufffdb\ufffd <script>"


def cookie(person: Person, before: str = "") -> dict[str, str]:
    return {"Cookie": f"{before}sessionid={person.session}"}


def test_a_page_of_our_own_gets_in_with_its_cookie(web: WebProcess, employee: Person, thread: str) -> None:
    # Other programs on this host may have set cookies that are no RFC's.
    for before in ("", 'a/b,c=1; q={"x": [1]}; broken; ', "csrftoken=x; "):
        with web.open(thread, headers=cookie(employee, before), origin=web.origin) as socket:
            socket.send({"type": "resume"})
            assert socket.receive()["type"] == "MESSAGES_SNAPSHOT"


def test_a_program_gets_in_with_a_token_and_no_origin(web: WebProcess, employee: Person, thread: str) -> None:
    with web.open(thread, headers=employee.headers) as socket:
        socket.say("Hello")
        assert socket.until(*LAST)[-1]["type"] == "RUN_FINISHED"


FOREIGN = ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "http://{host}.evil.example"]
FOREIGN += ["http://evil.example/{host}", "ftp://{host}", "http://user@{host}", "//{host}", "http://"]


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.every_case
def test_a_foreign_origin_is_refused_whoever_asks(web: WebProcess, employee: Person, thread: str, origin: str) -> None:
    origin = origin.replace("{host}", f"127.0.0.1:{web.port}")
    for headers in (cookie(employee), employee.headers):
        with pytest.raises(InvalidStatus) as refused, web.open(thread, headers=headers, origin=origin):
            pass
        assert refused.value.response.status_code in (400, 403)


def test_a_cookie_without_an_origin_is_refused(web: WebProcess, employee: Person, thread: str) -> None:
    with pytest.raises(InvalidStatus) as refused, web.open(thread, headers=cookie(employee)):
        pass
    assert refused.value.response.status_code == 403


def close_code(web: WebProcess, thread: str, **options: Any) -> int:
    with suppress(ConnectionClosed), web.open(thread, **options) as socket:
        socket.send({"type": "say", "text": "Hello", "client_id": "c1"})
        socket.receive()
        pytest.fail("the socket stayed open")
    return int(socket.connection.close_code or 0)


def test_nobody_gets_in_without_signing_in(web: WebProcess, employee: Person, thread: str) -> None:
    assert close_code(web, thread, headers={"Authorization": "Token " + "0" * 40}) == 4401
    assert close_code(web, thread, headers={}, origin=web.origin) == 4401
    assert close_code(web, thread, headers={"Cookie": "sessionid=" + "a" * 32}, origin=web.origin) == 4401
    # A wrong token is wrong, whatever the cookie says.
    both = {**cookie(employee), "Authorization": "Token " + "0" * 40}
    assert close_code(web, thread, headers=both, origin=web.origin) == 4401


def test_a_thread_of_somebody_else_or_of_nobody_is_not_found(
    web: WebProcess, employee: Person, outsider: Person, thread: str
) -> None:
    assert close_code(web, thread, person=outsider) == 4404
    assert close_code(web, str(uuid4()), person=employee) == 4404
    assert web.request("DELETE", f"/v1/threads/{thread}/", person=employee)[0] == 204
    assert close_code(web, thread, person=employee) == 4404


def test_an_address_that_is_none_opens_no_socket_and_harms_nothing(web: WebProcess, employee: Person) -> None:
    with pytest.raises(InvalidStatus) as refused, web.open("not-an-id", employee):
        pass
    assert refused.value.response.status_code in (403, 404)
    assert web.request("GET", "/healthz")[0] == 200


def test_a_page_gets_rendered_blocks_besides_the_events(web: WebProcess, employee: Person, thread: str) -> None:
    with web.open(thread, headers=cookie(employee), origin=web.origin, query="?blocks=1") as socket:
        socket.say("Hello")
        events = socket.until(*LAST)
        events.append(socket.receive())
        names = [event["name"] for event in events if event["type"] == "CUSTOM"]
        assert (names[0], names[-1]) == ("turn", "turn")
        assert "block" in names
        socket.say("")
        assert socket.receive()["name"] == "refused"


def test_the_first_event_of_a_stream_comes_before_the_last_by_the_models_delay(
    web: WebProcess, wire: WireServer, employee: Person, thread: str
) -> None:
    delay = 0.6
    wire.script.append(
        Behaviour(
            [
                Pause(delay),
                *openai_text("Late."),
            ]
        )
    )
    body = {"threadId": thread, "runId": "r1", "messages": [{"id": "1", "role": "user", "content": "Hello"}]}
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)
    connection.request("POST", "/v1/assistants/pa_dealing/ag-ui/", json.dumps(body), employee.headers)
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("Content-Type")) == (200, "text/event-stream")
    events, times = [], []
    for line in answer:
        if line.startswith(b"data: "):
            events.append(json.loads(line[6:]))
            times.append(time.monotonic())
    connection.close()
    assert (events[0]["type"], events[-1]["type"]) == ("RUN_STARTED", "RUN_FINISHED")
    assert delay * 0.9 < times[-1] - times[0] < delay + 5


def test_what_a_terminal_or_a_program_starts_is_seen_on_an_open_page(
    web: WebProcess, employee: Person, thread: str
) -> None:
    with web.open(thread, employee) as socket:
        # What is answered after a snapshot is heard from its first event on.
        socket.send({"type": "resume"})
        socket.until("MESSAGES_SNAPSHOT")
        status, turn = web.request("POST", f"/v1/threads/{thread}/turns/", {"message": "Hello"}, employee)
        assert (status, turn["status"]) == (200, "done")
        events = socket.until(*LAST)
    begun = next(event for event in events if event["type"] == "RUN_STARTED")
    assert (begun["turnId"], text_of(events)) == (turn["id"], ANSWER)
