"""The real web server as a process with a database of its own, and people in it, for tests from outside."""

from __future__ import annotations

import http.client
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.sync.client import ClientConnection, connect

from tests import environment
from tests.learning import learn_once

START_S = 180


@dataclass(frozen=True)
class Person:
    """Somebody in the process's database, with a token and a session."""

    username: str
    token: str
    session: str

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Token {self.token}"}


class WebProcess:
    """One `python -m config.web`. `settings` are environment variables; start() may be called again after a kill."""

    def __init__(self, database_url: str, folder: Path, **settings: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.database_url = database_url
        self.log = folder / "web.log"
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, **settings: str) -> None:
        self.settings |= settings
        learn_once()
        # The model on loopback answers any number of calls at once, and reads as fast as it is sent.
        fast = {"MODEL_SLOTS": "0", "MODEL_PROMPT_TOKENS_S": "0"}
        own = {"DATABASE_URL": self.database_url, "PORT": str(self.port), **fast, **self.settings}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "config.web"],
                cwd=environment.BASE_DIR,
                env={**os.environ, **own},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + START_S
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"The web server did not start:\n{self.log.read_text()[-3000:]}")
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return self.request("GET", "/healthz")[0] == 200
        except OSError:
            return False

    def kill(self) -> None:
        """SIGKILL: it can save nothing more."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def request(
        self, method: str, path: str, body: Any = None, person: Person | None = None, timeout: float = 30
    ) -> tuple[int, Any]:
        """An HTTP request; its status and its JSON."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        headers = {"Content-Type": "application/json", **(person.headers if person else {})}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            text = answer.read()
            is_json = "json" in (answer.getheader("Content-Type") or "")
            return answer.status, json.loads(text) if is_json else text.decode()
        finally:
            connection.close()

    def new_thread(self, person: Person) -> str:
        status, made = self.request("POST", "/v1/threads/", {"assistant": "pa_dealing"}, person)
        assert status == 201, made
        return str(made["id"])

    @contextmanager
    def open(self, thread_id: str, person: Person | None = None, **options: Any) -> Iterator[Socket]:
        """A socket of the thread, or of another `path`, signed in with the person's token."""
        headers = options.pop("headers", person.headers if person else {})
        path = options.pop("path", f"/ws/threads/{thread_id}/")
        address = f"ws://127.0.0.1:{self.port}{path}{options.pop('query', '')}"
        # A test that is slow on a busy machine must not be ended by the client's own pings.
        with connect(address, additional_headers=headers, ping_interval=None, **options) as connection:
            yield Socket(connection)


@contextmanager
def running(name: str, *folders: Path, **settings: str) -> Iterator[list[WebProcess]]:
    """A web process for each folder, with one database between them, from their start to an end in order."""
    database = f"run_{os.getpid()}_{name.rpartition('.')[2].removeprefix('test_')}"
    url = environment.new_database(database)
    processes = [WebProcess(url, folder, **settings) for folder in folders]
    for process in processes:
        process.start()
    yield processes
    assert [process.stop() for process in processes] == [0] * len(processes)
    environment.drop_database(database)


class Socket:
    """One open page or program."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send(self, frame: Any) -> None:
        self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def say(self, text: Any, client_id: Any = None) -> None:
        self.send({"type": "say", "text": text, "client_id": client_id or secrets.token_hex(8)})

    def receive(self, seconds: float = 60) -> dict[str, Any]:
        event: dict[str, Any] = json.loads(self.connection.recv(seconds))
        return event

    def until(self, *kinds: str) -> list[dict[str, Any]]:
        """The events up to the first of one of these types."""
        got = [self.receive()]
        while got[-1]["type"] not in kinds:
            got.append(self.receive())
        return got

    def until_text(self, text: str) -> list[dict[str, Any]]:
        """The events until all of `text` has come."""
        got = [self.receive()]
        while text_of(got) != text:
            got.append(self.receive())
        return got


def text_of(events: list[dict[str, Any]]) -> str:
    return "".join(event["delta"] for event in events if event["type"] == "TEXT_MESSAGE_CONTENT")


def make_person(database_url: str, username: str) -> Person:
    """A user with a token and a session, written as rows: a test from outside uses no ORM."""
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    password, token, key = secrets.token_hex(16), secrets.token_hex(20), secrets.token_hex(16)
    with psycopg.connect(database_url, autocommit=True) as connection:
        user = connection.execute(
            "INSERT INTO auth_user (password, is_superuser, username, first_name, last_name, email, is_staff, is_active,"
            " date_joined) VALUES (%s, false, %s, '', '', '', false, true, now()) RETURNING id",
            (password, username),
        ).fetchone()
        assert user is not None
        connection.execute(
            "INSERT INTO authtoken_token (key, created, user_id) VALUES (%s, now(), %s)", (token, user[0])
        )
        session = {
            "_auth_user_id": str(user[0]),
            "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
            "_auth_user_hash": User(pk=user[0], password=password).get_session_auth_hash(),
        }
        connection.execute(
            "INSERT INTO django_session (session_key, session_data, expire_date)"
            " VALUES (%s, %s, now() + interval '1 hour')",
            (key, SessionStore().encode(session)),
        )
    return Person(username, token, key)
