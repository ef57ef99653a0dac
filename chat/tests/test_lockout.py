"""Wrong passwords and wrong tokens: what is locked, what is slowed, and who is never refused."""

from __future__ import annotations

from ipaddress import ip_network
from types import SimpleNamespace
from typing import Any

import pytest
from axes.utils import reset
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings
from rest_framework.authtoken.models import Token

from chat.access import attempts, lockout
from chat.access.proxy import address_of, believe_trusted_proxies

pytestmark = pytest.mark.django_db
STRANGER, EMPLOYEE = "198.51.100.7", "203.0.113.9"


@pytest.fixture(autouse=True)
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Time stands still; waiting takes none, and is written down."""
    waits: list[float] = []
    monkeypatch.setattr(lockout, "time", SimpleNamespace(sleep=waits.append))
    monkeypatch.setattr(attempts, "time", SimpleNamespace(time=lambda: 1_000_000.0))
    reset()
    return waits


@pytest.fixture
def proxy(settings: Settings) -> None:
    """The proxy at 10.0.0.2 is declared."""
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.2")]


def sign_in(name: str, password: str, *, peer: str = "10.0.0.2", forwarded: str = "", path: str = "") -> Any:
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    body = {"username": name, "password": password}
    return Client().post(path or "/accounts/login/", body, headers=headers, REMOTE_ADDR=peer)


def fail(times: int, name: str = "employee", **where: Any) -> list[int]:
    return [sign_in(name, "wrong", **where).status_code for _ in range(times)]


@pytest.mark.usefixtures("proxy")
def test_a_strangers_wrong_passwords_lock_the_name_at_their_address_only(employee: User) -> None:
    assert fail(5, forwarded=STRANGER) == [200, 200, 200, 200, 429]
    assert sign_in("employee", "employee-password", forwarded=STRANGER).status_code == 429
    assert sign_in("employee", "employee-password", forwarded=EMPLOYEE).status_code == 302


@pytest.mark.usefixtures("proxy")
@pytest.mark.parametrize("path", ["/accounts/login/", "/admin/login/"])
def test_a_name_longer_than_anybody_s_is_one_more_wrong_password(path: str) -> None:
    assert fail(6, "x" * 5000, forwarded=STRANGER, path=path) == [200, 200, 200, 200, 429, 429]
    assert fail(1, "x" * 150, forwarded=STRANGER, path=path) == [200]


@pytest.mark.usefixtures("proxy")
def test_what_a_client_writes_before_the_proxys_word_does_not_move_the_lock(employee: User) -> None:
    for number in range(5):
        fail(1, forwarded=f"192.0.2.{number}, {STRANGER}")
    assert sign_in("employee", "employee-password", forwarded=STRANGER).status_code == 429


@pytest.mark.usefixtures("proxy")
def test_somebody_who_passes_the_proxy_by_is_not_believed(employee: User) -> None:
    for number in range(5):
        fail(1, peer=STRANGER, forwarded=f"192.0.2.{number}")
    assert sign_in("employee", "employee-password", peer=STRANGER, forwarded="192.0.2.99").status_code == 429
    assert sign_in("employee", "employee-password", peer=EMPLOYEE).status_code == 302


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "X-Forwarded-Proto"])
@pytest.mark.parametrize("path", ["/accounts/login/", "/admin/login/"])
def test_behind_a_proxy_that_nobody_declared_the_right_password_is_never_refused(
    admin: User, path: str, header: str
) -> None:
    where = {"REMOTE_ADDR": "10.0.0.2", "headers": {header: STRANGER}}
    wrong = {"username": "admin", "password": "wrong"}
    codes = [Client().post(path, wrong, **where).status_code for _ in range(8)]
    assert codes == [200] * 4 + [429] * 4
    right = {"username": "admin", "password": "admin-password", "next": "/admin/"}
    assert Client().post(path, right, **where).status_code == 302


def test_behind_such_a_proxy_guesses_are_served_one_a_second(employee: User, waited: list[float]) -> None:
    fail(10, forwarded=STRANGER)
    # Each place in the queue is a second after the one before.
    assert waited == [0, 1, 2, 3, 4]
    paced = sign_in("employee", "wrong", forwarded=EMPLOYEE)
    assert (paced.status_code, paced["Retry-After"]) == (429, "5")
    assert "Wait a few seconds" in paced.content.decode()


def test_a_direct_client_is_locked_at_its_address(employee: User) -> None:
    assert fail(5, peer=STRANGER)[-1] == 429
    locked = sign_in("employee", "employee-password", peer=STRANGER)
    assert (locked.status_code, locked["Retry-After"]) == (429, "900")
    assert "15 minutes" in locked.content.decode()
    assert sign_in("employee", "employee-password", peer=EMPLOYEE).status_code == 302


@pytest.mark.parametrize("forwarded", ["", "198.51.100.7"])
def test_many_names_from_one_address_are_slowed_and_told_so(
    employee: User, waited: list[float], forwarded: str
) -> None:
    codes = [fail(1, f"name-{number}", peer=STRANGER, forwarded=forwarded)[0] for number in range(22)]
    assert codes == [200] * 19 + [429] * 3
    assert len(waited) == 2
    assert sign_in("employee", "employee-password", peer=STRANGER, forwarded=forwarded).status_code == 302
    assert sign_in("somebody", "wrong", peer=EMPLOYEE).status_code == 200


def test_what_is_refused_unseen_counts_as_no_wrong_password(employee: User) -> None:
    for number in range(40):
        fail(1, f"name-{number}", peer=STRANGER)
    assert sign_in("employee", "employee-password", peer=STRANGER).status_code == 429
    assert sign_in("employee", "employee-password", peer=EMPLOYEE).status_code == 302
    attempts.forget("address.queue", STRANGER)
    assert sign_in("employee", "employee-password", peer=STRANGER).status_code == 302


def test_the_right_password_begins_the_count_of_a_name_anew(employee: User) -> None:
    for _ in range(3):
        assert fail(4, forwarded=STRANGER) == [200] * 4
        assert sign_in("employee", "employee-password", forwarded=STRANGER).status_code == 302


def test_an_ipv6_network_is_one_address(employee: User) -> None:
    for number in range(5):
        fail(1, peer=f"2001:db8:1:2::{number}")
    assert sign_in("employee", "employee-password", peer="2001:db8:1:2::99").status_code == 429
    assert sign_in("employee", "employee-password", peer="2001:db8:1:3::99").status_code == 302


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.2", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "1.1.1.1, 203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
        ("10.0.0.2", "203.0.113.9:4711", "203.0.113.9"),
        ("10.0.0.2", "[2001:db8::1]:4711", "2001:db8::"),
        ("::ffff:10.0.0.2", "203.0.113.9", "203.0.113.9"),
        ("10.0.0.2", "", "10.0.0.2"),
        ("10.0.0.2", "1.1.1.1, unknown", "10.0.0.2"),
        ("203.0.113.9", "1.1.1.1", "203.0.113.9"),
        ("", "1.1.1.1", ""),
    ],
)
@pytest.mark.usefixtures("proxy")
@pytest.mark.every_case
def test_the_address_is_the_nearest_that_a_trusted_proxy_vouches_for(peer: str, forwarded: str, address: str) -> None:
    seen: list[str] = []

    def view(request: Any) -> HttpResponse:
        seen.append(address_of(request))
        return HttpResponse()

    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    believe_trusted_proxies(view)(RequestFactory().get("/", headers=headers, REMOTE_ADDR=peer))
    assert seen == [address]


def test_tls_is_believed_of_a_trusted_proxy_only(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_PROXY_SSL_HEADER = True, ("HTTP_X_FORWARDED_PROTO", "https")
    headers = {"headers": {"X-Forwarded-Proto": "https"}, "REMOTE_ADDR": "10.0.0.2"}
    assert Client().get("/accounts/login/", **headers).status_code == 301
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]
    assert Client().get("/accounts/login/", **headers).status_code == 200
    assert Client().get("/accounts/login/", **{**headers, "REMOTE_ADDR": STRANGER}).status_code == 301


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/v1/assistants/", "/v1/assistants/pa_dealing/ag-ui/"])
def test_wrong_tokens_are_told_to_wait_and_the_right_one_gets_in(employee: User, path: str) -> None:
    ask = Client().post if path.endswith("ag-ui/") else Client().get
    wrong = [
        ask(path, headers={"Authorization": f"Token {number:040}"}, REMOTE_ADDR=STRANGER).status_code
        for number in range(40)
    ]
    assert wrong == [401] * 30 + [429] * 10
    token = Token.objects.create(user=employee).key
    right = ask(path, headers={"Authorization": f"Token {token}"}, REMOTE_ADDR=STRANGER)
    assert right.status_code not in (401, 429)
    assert ask(path, headers={"Authorization": "Token x"}, REMOTE_ADDR=EMPLOYEE).status_code == 401


def test_a_throttled_program_is_told_when_to_come_back(employee: User) -> None:
    for _ in range(31):
        answer = Client().get("/v1/threads/", headers={"Authorization": "Token x"})
    assert (answer.status_code, answer.json()["code"], answer["Retry-After"]) == (429, "throttled", "60")
