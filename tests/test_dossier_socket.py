"""`/ws` against a real Daphne: one question a connection, the answer saved before it is sent, errors in a sentence."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from websockets import ClientProtocol, Frame, State
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end
from tests.web_process import Person, WebProcess, make_person

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quiet")]
WEB = {"CHAT_TURN_WORKERS": "2", "CHAT_MAX_MESSAGE_CHARS": "200"}


@pytest.fixture(scope="module")
def employee(web: WebProcess) -> Person:
    return make_person(web.database_url, "employee")


@pytest.fixture(scope="module")
def colleague(web: WebProcess) -> Person:
    return make_person(web.database_url, "colleague")


@contextmanager
def opened(web: WebProcess, person: Person | None, **options: Any) -> Iterator[ClientConnection]:
    headers = options.pop("headers", person.headers if person else {})
    with connect(f"ws://127.0.0.1:{web.port}/ws", additional_headers=headers, ping_interval=None, **options) as socket:
        yield socket


def ask(web: WebProcess, person: Person | None, frame: Any, **options: Any) -> tuple[dict[str, Any], int]:
    """One frame in, one out, and the code with which the server closed."""
    with opened(web, person, **options) as socket:
        socket.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))
        answer: dict[str, Any] = json.loads(socket.recv(20))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(20)
        return answer, closed.value.rcvd.code if closed.value.rcvd else 0


def rows(web: WebProcess, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(web.database_url) as connection:
        return connection.execute(sql, values).fetchall()


def messages(web: WebProcess, person: Person, dossier_id: str) -> list[tuple[str, str]]:
    return [
        (role, content)
        for role, content in rows(
            web,
            "SELECT m.role, m.content FROM chat_message m JOIN tax_dossier_dossier d USING (thread_id)"
            " JOIN auth_user u ON u.id = d.owner_id WHERE u.username = %s AND d.dossier_id = %s ORDER BY m.id",
            person.username,
            dossier_id,
        )
    ]


def waits() -> Behaviour:
    """A model that begins and then stalls until the script is reset."""
    return Behaviour([openai_chunk({"content": "Een"}), Pause(30), openai_chunk(finish="stop"), *openai_end()])


def test_a_question_is_answered_in_the_specified_form_and_the_connection_closes(
    web: WebProcess, employee: Person
) -> None:
    answer, code = ask(web, employee, {"message": "Hallo", "dossier_id": "dos-1"})
    assert set(answer) == {"status", "response", "dossier_id"}
    assert (answer["status"], answer["dossier_id"], code) == ("success", "dos-1", 1000)
    assert answer["response"]
    saved = messages(web, employee, "dos-1")
    assert [saved[0], saved[-1]] == [("user", "Hallo"), ("assistant", answer["response"])]
    turns = "SELECT status FROM chat_turn JOIN tax_dossier_dossier USING (thread_id) WHERE dossier_id = 'dos-1'"
    assert rows(web, turns) == [("done",)]


def test_a_second_question_goes_on_in_the_same_dossier(web: WebProcess, employee: Person) -> None:
    for text in ("Eerste vraag", "Tweede vraag"):
        ask(web, employee, {"message": text, "dossier_id": "dos-2"})
    assert [text for role, text in messages(web, employee, "dos-2") if role == "user"] == [
        "Eerste vraag",
        "Tweede vraag",
    ]
    counted = rows(web, "SELECT count(*) FROM tax_dossier_dossier WHERE dossier_id = 'dos-2'")
    assert counted == [(1,)]


@pytest.mark.parametrize(
    "frame", [{"message": "Hallo"}, {"message": "Hallo", "dossier_id": None}, {"message": "Hallo", "dossier_id": ""}]
)
def test_a_dossier_without_an_id_is_given_one(web: WebProcess, employee: Person, frame: dict[str, Any]) -> None:
    answer, _ = ask(web, employee, frame)
    assert answer["status"] == "success"
    assert messages(web, employee, answer["dossier_id"])[0] == ("user", "Hallo")


def test_the_id_of_another_person_gives_a_dossier_of_ones_own(
    web: WebProcess, employee: Person, colleague: Person
) -> None:
    ask(web, employee, {"message": "Geheim van de een", "dossier_id": "dos-shared"})
    answer, _ = ask(web, colleague, {"message": "Vraag van de ander", "dossier_id": "dos-shared"})
    assert (answer["status"], answer["dossier_id"]) == ("success", "dos-shared")
    assert "Geheim" not in json.dumps(messages(web, colleague, "dos-shared"))
    assert [text for role, text in messages(web, employee, "dos-shared") if role == "user"] == ["Geheim van de een"]


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("{niet af", "bad_json"),
        (b"\x00\x01", "bad_json"),
        ("[" * 5000, "bad_json"),
        ('["message"]', "bad_request"),
        ("7", "bad_request"),
        ("{}", "no_message"),
        ('{"message": 7}', "no_message"),
        ('{"message": null}', "no_message"),
        ('{"message": "   "}', "empty_message"),
        (json.dumps({"message": "x" * 201}), "message_too_long"),
        ('{"message": "Hallo", "dossier_id": 7}', "dossier_id_invalid"),
        ('{"message": "Hallo", "dossier_id": {"a": 1}}', "dossier_id_invalid"),
        ('{"message": "Hallo", "dossier_id": "met spatie"}', "dossier_id_invalid"),
        ('{"message": "Hallo", "dossier_id": "../../etc"}', "dossier_id_invalid"),
        (json.dumps({"message": "Hallo", "dossier_id": "d" * 65}), "dossier_id_invalid"),
    ],
)
def test_a_wrong_frame_is_answered_with_a_sentence_and_nothing_is_stored(
    web: WebProcess, employee: Person, frame: str | bytes, code: str
) -> None:
    before = rows(web, "SELECT count(*) FROM tax_dossier_dossier")
    answer, closed = ask(web, employee, frame)
    assert (answer["status"], answer["code"], closed) == ("error", code, 1000)
    assert len(answer["message"].split()) > 3
    assert rows(web, "SELECT count(*) FROM tax_dossier_dossier") == before


def test_while_an_answer_is_made_the_dossier_says_so_and_the_first_answer_arrives(
    web: WebProcess, wire: WireServer, employee: Person
) -> None:
    wire.script.append(waits())
    with opened(web, employee) as first:
        first.send(json.dumps({"message": "Duurt lang", "dossier_id": "dos-busy"}))
        while not rows(web, "SELECT 1 FROM chat_turn WHERE status = 'running'"):
            time.sleep(0.02)
        answer, _ = ask(web, employee, {"message": "Nog een", "dossier_id": "dos-busy"})
        assert (answer["code"], answer["dossier_id"]) == ("turn_in_progress", "dos-busy")
        wire.reset()
        assert json.loads(first.recv(20))["status"] in ("success", "error")
    assert [text for role, text in messages(web, employee, "dos-busy") if role == "user"] == ["Duurt lang"]


def test_who_is_slow_to_read_gets_the_answer_whole(web: WebProcess, employee: Person) -> None:
    protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{web.port}/ws"))
    request = protocol.connect()
    request.headers.update(employee.headers)
    with socket.create_connection(("127.0.0.1", web.port), timeout=20) as wire:
        protocol.send_request(request)
        wire.sendall(b"".join(protocol.data_to_send()))
        while protocol.state is State.CONNECTING:
            protocol.receive_data(wire.recv(4096))
        protocol.events_received()
        protocol.send_text(b'{"message": "Ik lees traag", "dossier_id": "dos-slow"}')
        wire.sendall(b"".join(protocol.data_to_send()))
        while [role for role, _ in messages(web, employee, "dos-slow")][-1:] != ["assistant"]:
            time.sleep(0.05)
        time.sleep(2.5)
        protocol.receive_data(wire.recv(65536))
        frames = [event for event in protocol.events_received() if isinstance(event, Frame)]
        # A socket that was reset can be written to no more.
        for part in protocol.data_to_send():
            wire.sendall(part)
    assert json.loads(frames[0].data)["status"] == "success"
    assert protocol.close_rcvd is not None
    assert protocol.close_rcvd.code == 1000


def test_when_every_worker_is_busy_the_answer_says_so(web: WebProcess, wire: WireServer, employee: Person) -> None:
    wire.script += [waits(), waits()]
    with opened(web, employee) as first, opened(web, employee) as second:
        first.send(json.dumps({"message": "Een", "dossier_id": "dos-one"}))
        second.send(json.dumps({"message": "Twee", "dossier_id": "dos-two"}))
        while rows(web, "SELECT count(*) FROM chat_turn WHERE status = 'running'") != [(2,)]:
            time.sleep(0.02)
        answer, _ = ask(web, employee, {"message": "Drie"})
        assert answer["code"] == "busy"
        wire.reset()
        first.recv(20), second.recv(20)


def test_a_turn_whose_caller_hangs_up_is_saved_all_the_same(web: WebProcess, employee: Person) -> None:
    with opened(web, employee) as socket:
        socket.send(json.dumps({"message": "Ik hang op", "dossier_id": "dos-gone"}))
    while [role for role, _ in messages(web, employee, "dos-gone")][-1:] != ["assistant"]:
        time.sleep(0.02)
    assert messages(web, employee, "dos-gone")[0] == ("user", "Ik hang op")


def test_a_model_that_fails_is_told_with_its_code_and_the_question_is_kept(
    web: WebProcess, wire: WireServer, employee: Person
) -> None:
    wire.script += [Behaviour([], status=401, content_type="application/json")]
    answer, _ = ask(web, employee, {"message": "Lukt dit?", "dossier_id": "dos-fail"})
    assert (answer["status"], answer["code"], answer["dossier_id"]) == ("error", "not_configured", "dos-fail")
    assert messages(web, employee, "dos-fail")[0] == ("user", "Lukt dit?")


def test_who_is_not_signed_in_is_told_and_a_foreign_page_is_refused(web: WebProcess, employee: Person) -> None:
    with opened(web, None, headers={"Authorization": "Token wrong"}) as socket:
        assert json.loads(socket.recv(10))["code"] == "not_signed_in"
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(10)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
    cookie = {"Cookie": f"sessionid={employee.session}"}
    for options in ({"headers": cookie, "origin": "https://evil.example"}, {"headers": cookie}, {"headers": {}}):
        with pytest.raises(InvalidStatus), opened(web, None, **options):
            time.sleep(0.02)


def test_a_page_of_our_own_may_ask_with_its_cookie(web: WebProcess, employee: Person) -> None:
    cookie = {"Cookie": f"sessionid={employee.session}"}
    answer, _ = ask(web, None, {"message": "Hallo"}, headers=cookie, origin=web.origin)
    assert answer["status"] == "success"


def test_a_program_that_asks_for_json_is_told_of_the_socket_without_signing_in(web: WebProcess) -> None:
    import http.client

    def get(accept: str) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
        connection.request("GET", "/", headers={"Accept": accept})
        answer = connection.getresponse()
        return answer.status, answer.getheader("Content-Type") or "", answer.read()

    status, kind, body = get("application/json")
    info = json.loads(body)
    assert (status, kind, info["name"], info["websocket"]) == (200, "application/json", "TESS", "/ws")
    assert info["version"]
    assert set(info["request"]) == {"message", "dossier_id"}
    assert set(info["response"]) == {"status", "response", "dossier_id"}
    for accept in (
        "*/*",
        "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "text/html, application/json",
    ):
        assert get(accept)[0] == 302


def test_an_address_next_to_the_socket_is_none(web: WebProcess, employee: Person) -> None:
    for path in ("/ws/", "/wsx", "/ws/other"):
        with (
            pytest.raises(InvalidStatus),
            connect(f"ws://127.0.0.1:{web.port}{path}", additional_headers=employee.headers),
        ):
            time.sleep(0.02)


def test_the_terminal_is_a_client_of_it_and_goes_on_with_the_same_dossier(web: WebProcess, employee: Person) -> None:
    def chat(text: str) -> str:
        out = StringIO()
        url = f"ws://127.0.0.1:{web.port}/ws"
        token = employee.headers["Authorization"].removeprefix("Token ")
        call_command(
            *("chat", "tax_dossier", "--url", url, "--token", token, "--dossier", "dos-terminal", "--message", text),
            stdout=out,
        )
        return out.getvalue()

    # It begins over the socket of a program, and goes on in the terminal by its name.
    answer, _ = ask(web, employee, {"dossier_id": "dos-terminal", "message": "Goedemiddag"})
    assert answer
    assert chat("Dank u wel").strip()
    kept = [content for role, content in messages(web, employee, "dos-terminal") if role == "user"]
    assert kept == ["Goedemiddag", "Dank u wel"]
