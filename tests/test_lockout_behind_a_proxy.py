"""Signing in at a real Daphne through what looks like a proxy: declared, not declared, and under attack."""

from __future__ import annotations

import http.client
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlencode

import psycopg
import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tests import environment
from tests.web_process import WebProcess, make_person

pytestmark = [pytest.mark.slow, pytest.mark.long]
STRANGER, EMPLOYEE = "198.51.100.7", "203.0.113.9"
Start = Callable[..., WebProcess]


@pytest.fixture
def start(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    name = f"run_{os.getpid()}_lockout"
    started: list[WebProcess] = []

    def web(**settings: str) -> WebProcess:
        # Pages need no collected static files under DEBUG.
        settings = {"DEBUG": "1", **settings}
        process = WebProcess(environment.new_database(name), tmp_path_factory.mktemp("web"), **settings)
        process.start()
        started.append(process)
        make_person(process.database_url, "employee")
        password = PBKDF2PasswordHasher().encode("right", "salt", iterations=1)
        with psycopg.connect(process.database_url, autocommit=True) as rows:
            rows.execute("UPDATE auth_user SET password = %s", [password])
        return process

    yield web
    for process in started:
        assert process.stop() == 0
        assert "Traceback" not in process.log.read_text()
    environment.drop_database(name)


def sign_in(web: WebProcess, password: str, forwarded: str, name: str = "employee") -> int:
    """The status that the form is answered with, as a proxy on this machine gets it."""
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    token = "a" * 32
    headers = {"Cookie": f"csrftoken={token}", "Content-Type": "application/x-www-form-urlencoded"}
    if forwarded:
        headers["X-Forwarded-For"] = forwarded
    body = urlencode({"csrfmiddlewaretoken": token, "username": name, "password": password})
    connection.request("POST", "/accounts/login/", body, headers)
    status = connection.getresponse().status
    connection.close()
    return status


def test_behind_a_declared_proxy_the_lock_is_the_strangers_own(start: Start) -> None:
    web = start(TRUSTED_PROXIES="127.0.0.1")
    assert [sign_in(web, "wrong", STRANGER) for _ in range(6)] == [200] * 4 + [429] * 2
    assert sign_in(web, "right", STRANGER) == 429
    assert sign_in(web, "right", EMPLOYEE) == 302


def test_behind_one_that_nobody_declared_the_right_password_gets_in_and_wrong_ones_wait(start: Start) -> None:
    web = start()
    assert [sign_in(web, "wrong", f"{STRANGER}, 192.0.2.{number}") for number in range(8)] == [200] * 4 + [429] * 4
    assert sign_in(web, "right", EMPLOYEE) == 302


def test_many_at_once_are_slowed_and_hold_up_nobody_else(start: Start) -> None:
    web = start(DB_POOL_SIZE="2")
    for _ in range(5):
        sign_in(web, "wrong", STRANGER)
    started = time.monotonic()
    with ThreadPoolExecutor(12) as attackers:
        attacks = [attackers.submit(sign_in, web, "wrong", STRANGER) for _ in range(12)]
        time.sleep(1.5)
        asked = time.monotonic()
        assert web.request("GET", "/readyz")[0] == 200
        assert time.monotonic() - asked < 2
        assert {attack.result() for attack in attacks} == {429}
    # Of twelve, six are served, one a second, and six are told to try again.
    assert 4 < time.monotonic() - started < 15
    assert sign_in(web, "right", EMPLOYEE) == 302
