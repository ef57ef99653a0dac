"""A socket ends with its sign-in, on a real Daphne without Redis: whoever was signed out says nothing more."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk, openai_end
from tests.web_process import Person, Socket, WebProcess, make_person, running

pytestmark = pytest.mark.slow

# What the product promises, and what a loaded machine adds.
WITHIN_S = 5.0


@pytest.fixture(scope="module")
def two(wire: WireServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[WebProcess, WebProcess]]:
    """Two processes with one database, and no Redis between them."""
    folders = [tmp_path_factory.mktemp(folder) for folder in ("one", "other")]
    with running(__name__, *folders, OPENAI_BASE_URL=f"{wire.url}/v1", LOG_LEVEL="ERROR") as (first, other):
        yield first, other


@pytest.fixture
def web(two: tuple[WebProcess, WebProcess]) -> WebProcess:
    return two[0]


@pytest.fixture
def employee(web: WebProcess, request: pytest.FixtureRequest) -> Person:
    return make_person(web.database_url, f"employee-{time.monotonic_ns()}")


@pytest.fixture(autouse=True)
def _quiet(wire: WireServer, two: tuple[WebProcess, WebProcess]) -> Iterator[None]:
    wire.reset()
    before = [web.log.stat().st_size for web in two]
    yield
    wire.reset()
    for web, size in zip(two, before, strict=True):
        assert "Traceback" not in web.log.read_text()[size:]


def execute(web: WebProcess, statement: str, *values: object) -> None:
    with psycopg.connect(web.database_url, autocommit=True) as rows:
        assert rows.execute(statement, values).rowcount == 1


def sign_out(web: WebProcess, person: Person) -> None:
    """As the button does it."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)
    token = "a" * 32
    headers = {
        "Cookie": f"sessionid={person.session}; csrftoken={token}",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    connection.request("POST", "/accounts/logout/", urlencode({"csrfmiddlewaretoken": token}), headers)
    assert connection.getresponse().status == 302
    connection.close()


def deactivate(web: WebProcess, person: Person) -> None:
    execute(web, "UPDATE auth_user SET is_active = false WHERE username = %s", person.username)


def change_password(web: WebProcess, person: Person) -> None:
    execute(web, "UPDATE auth_user SET password = 'another' WHERE username = %s", person.username)


def end_session(web: WebProcess, person: Person) -> None:
    execute(web, "DELETE FROM django_session WHERE session_key = %s", person.session)


def let_session_expire(web: WebProcess, person: Person) -> None:
    execute(web, "UPDATE django_session SET expire_date = now() WHERE session_key = %s", person.session)


def delete_token(web: WebProcess, person: Person) -> None:
    execute(web, "DELETE FROM authtoken_token WHERE key = %s", person.token)


Act = Callable[[WebProcess, Person], None]
OF_SESSIONS: list[Act] = [sign_out, deactivate, change_password, end_session, let_session_expire]
OF_TOKENS: list[Act] = [deactivate, delete_token]


def by_cookie(web: WebProcess, person: Person) -> dict[str, Any]:
    return {"headers": {"Cookie": f"sessionid={person.session}"}, "origin": web.origin}


def closed_within(connection: Any, seconds: float) -> int:
    """The close code of a socket that is closed in time, whatever it still says."""
    deadline = time.monotonic() + seconds
    try:
        while time.monotonic() < deadline:
            connection.recv(max(0.01, deadline - time.monotonic()))
    except ConnectionClosed:
        return int(connection.close_code or 0)
    except TimeoutError:
        pass
    return 0


def turns_of(web: WebProcess, thread: str) -> int:
    with psycopg.connect(web.database_url) as rows:
        row = rows.execute("SELECT count(*) FROM chat_turn WHERE thread_id = %s", [thread]).fetchone()
        assert row is not None
        return int(row[0])


@pytest.mark.parametrize("act", OF_SESSIONS, ids=lambda act: act.__name__)
def test_every_socket_of_a_session_ends_with_it_in_every_process(
    two: tuple[WebProcess, WebProcess], employee: Person, act: Act
) -> None:
    here, other = two
    thread = here.new_thread(employee)
    with (
        here.open(thread, **by_cookie(here, employee)) as first,
        other.open(thread, **by_cookie(other, employee)) as second,
    ):
        first.say("Hello")
        first.until("RUN_FINISHED")
        act(here, employee)
        started = time.monotonic()
        assert closed_within(first.connection, WITHIN_S) == 4401
        assert closed_within(second.connection, WITHIN_S - (time.monotonic() - started)) == 4401
    assert turns_of(here, thread) == 1


@pytest.mark.parametrize("act", OF_TOKENS, ids=lambda act: act.__name__)
def test_a_socket_of_a_token_ends_with_it(web: WebProcess, employee: Person, act: Act) -> None:
    thread = web.new_thread(employee)
    with web.open(thread, employee) as socket:
        act(web, employee)
        assert closed_within(socket.connection, WITHIN_S) == 4401
    assert turns_of(web, thread) == 0


@pytest.mark.parametrize("act", [sign_out, change_password], ids=lambda act: act.__name__)
@pytest.mark.long
def test_a_token_outlives_the_sessions_of_its_owner(web: WebProcess, employee: Person, act: Act) -> None:
    thread = web.new_thread(employee)
    with web.open(thread, employee) as socket:
        act(web, employee)
        assert closed_within(socket.connection, WITHIN_S) == 0
        socket.say("Hello")
        assert socket.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"


def test_nobody_elses_socket_ends(web: WebProcess, employee: Person) -> None:
    colleague = make_person(web.database_url, f"colleague-{time.monotonic_ns()}")
    thread = web.new_thread(colleague)
    with web.open(thread, **by_cookie(web, colleague)) as socket:
        sign_out(web, employee)
        assert closed_within(socket.connection, WITHIN_S) == 0
        socket.say("Hello")
        assert socket.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"


@pytest.mark.long
def test_what_is_said_after_the_sign_out_starts_no_turn(web: WebProcess, employee: Person) -> None:
    thread = web.new_thread(employee)
    with web.open(thread, **by_cookie(web, employee)) as socket:
        end_session(web, employee)
        deadline = time.monotonic() + WITHIN_S
        with suppress(ConnectionClosed):
            while time.monotonic() < deadline:
                socket.say("Still here")
                time.sleep(0.05)
        assert socket.connection.close_code == 4401
    assert turns_of(web, thread) == 0


@pytest.mark.parametrize("act", [end_session, deactivate, change_password], ids=lambda act: act.__name__)
def test_what_is_said_in_the_moment_after_the_sign_out_starts_no_turn(
    web: WebProcess, employee: Person, act: Act
) -> None:
    thread = web.new_thread(employee)
    with web.open(thread, **by_cookie(web, employee)) as socket:
        socket.say("Hello")
        socket.until("RUN_FINISHED")
        act(web, employee)
        socket.say("Still here")
        assert closed_within(socket.connection, WITHIN_S) == 4401
    assert turns_of(web, thread) == 1


@pytest.mark.long
def test_a_turn_that_runs_goes_on_and_its_end_is_not_told(web: WebProcess, wire: WireServer, employee: Person) -> None:
    half = [openai_chunk({"content": "Half. "}), Pause(30), openai_chunk({"content": "And whole."})]
    wire.script.append(Behaviour([*half, openai_chunk(finish="stop"), *openai_end()]))
    thread = web.new_thread(employee)
    with web.open(thread, **by_cookie(web, employee)) as socket:
        socket.say("Hello")
        turn = socket.until_text("Half. ")[0]["turnId"]
        end_session(web, employee)
        assert closed_within(socket.connection, WITHIN_S) == 4401
    wire.reset()
    deadline = time.monotonic() + 10
    path = f"/v1/threads/{thread}/turns/{turn}/"
    while (answer := web.request("GET", path, person=employee)[1])["status"] == "running":
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert (answer["status"], answer["reply"]) == ("done", "Half. And whole.")


@pytest.mark.parametrize("act", [sign_out, deactivate, delete_token], ids=lambda act: act.__name__)
def test_the_socket_of_the_tax_dossier_ends_too(web: WebProcess, employee: Person, act: Act) -> None:
    if act is delete_token:
        options: dict[str, Any] = {"additional_headers": employee.headers}
    else:
        options = {"additional_headers": {"Cookie": f"sessionid={employee.session}"}, "origin": web.origin}
    with connect(f"ws://127.0.0.1:{web.port}/ws", ping_interval=None, **options) as socket:
        # The handshake is over a moment before the server knows who it was.
        time.sleep(0.8)
        act(web, employee)
        time.sleep(0.6)
        # It may be closed already.
        with suppress(ConnectionClosed):
            Socket(socket).send({"message": "What is a dwelling?"})
        message = json.loads(socket.recv(WITHIN_S))
        assert (message["status"], message["code"]) == ("error", "not_signed_in")
        assert closed_within(socket, 2) == 4401
    with psycopg.connect(web.database_url) as rows:
        owned = "SELECT count(*) FROM chat_turn JOIN auth_user ON author_id = auth_user.id WHERE username = %s"
        assert rows.execute(owned, [employee.username]).fetchone() == (0,)


@pytest.mark.long
def test_an_idle_socket_of_the_tax_dossier_is_closed(web: WebProcess, employee: Person) -> None:
    headers = {"Cookie": f"sessionid={employee.session}"}
    address = f"ws://127.0.0.1:{web.port}/ws"
    with connect(address, additional_headers=headers, origin=web.origin, ping_interval=None) as socket:
        time.sleep(0.3)
        end_session(web, employee)
        assert closed_within(socket, WITHIN_S) == 4401
