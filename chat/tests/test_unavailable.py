"""A database that is away is told as such: a page, JSON or a plain text, with the time to try again."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from psycopg_pool import PoolTimeout

from chat.pages import home


@pytest.fixture
def away(client: Client, employee: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    """A person's browser that meets a pool without a connection to spare."""

    def fail(*_: object, **__: object) -> None:
        raise OperationalError from PoolTimeout("couldn't get a connection")

    client.force_login(employee)
    monkeypatch.setattr(home, "_listed", fail)
    return client


@pytest.mark.parametrize(
    ("headers", "kind", "words"),
    [
        ({"Accept": "text/html,*/*;q=0.8"}, "text/html", "<p>The database cannot be reached."),
        ({"Accept": "text/html", "HX-Request": "true"}, "text/plain", "The database cannot be reached."),
        ({"Accept": "text/*"}, "application/json", "The database cannot be reached."),
    ],
)
def test_a_page_without_a_database_says_when_to_try_again(
    away: Client, headers: dict[str, str], kind: str, words: str
) -> None:
    answer = away.get("/", headers=headers)
    assert answer.status_code == 503
    assert answer["Content-Type"].startswith(kind)
    assert answer["Retry-After"] == "2"
    assert answer.content.decode().count(words) == 1


def test_a_database_that_goes_outside_a_view_is_told_the_same(
    client: Client, employee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise OperationalError("gone")

    client.force_login(employee)
    client.raise_request_exception = False
    monkeypatch.setattr("django.middleware.clickjacking.XFrameOptionsMiddleware.process_response", fail)
    answer = client.get("/", headers={"Accept": "text/html"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Not right now" in answer.content.decode()


def test_a_fault_of_ours_stays_one(client: Client, employee: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("wrong")

    client.force_login(employee)
    client.raise_request_exception = False
    monkeypatch.setattr(home, "_listed", fail)
    answer = client.get("/", headers={"Accept": "text/html"})
    assert answer.status_code == 500
    assert "Something went wrong" in answer.content.decode()


@pytest.mark.parametrize("error", [ValueError("wrong"), OperationalError("gone")])
def test_a_fault_whose_page_cannot_be_made_is_still_answered(
    client: Client, employee: User, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    client.force_login(employee)
    client.raise_request_exception = False
    monkeypatch.setattr("django.templatetags.static.StaticNode.url", fail)
    for address in ("/", "/nothing-here/"):
        answer = client.get(address, headers={"Accept": "text/html"})
        assert answer.status_code == 500
        assert answer.content.decode().startswith("Something went wrong on our side.")
