"""The web search: its answers, and a sentence for each way in which it fails. The server is real, on loopback."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User

from llm.testing import registered
from pursuit.lookups import searxng
from pursuit.lookups.searxng import WebPage, WebSearchFailed, read_pages, search_web
from pursuit.tests.shared import Talk, store_policies
from pursuit.tests.test_with_a_model import SCRIPTED, Clerk, drafted, planned
from retrieval.links.fetch import Fetched

Answer = bytes | Callable[[socket.socket], None]


class Search:
    """A server that gives one answer to whatever is asked; `asked` holds the requests' first lines."""

    def __init__(self) -> None:
        self.answer: Answer = b""
        self.asked: list[str] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/search"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._reply, args=(connection,), daemon=True).start()

    def _reply(self, connection: socket.socket) -> None:
        with suppress(OSError), connection:
            self.asked.append(connection.recv(65_536).decode().splitlines()[0])
            if callable(self.answer):
                self.answer(connection)
            else:
                connection.sendall(self.answer)

    def close(self) -> None:
        self._listener.close()


def http(body: bytes, status: str = "200 OK", kind: str = "application/json") -> bytes:
    return (
        f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode()
        + body
    )


@pytest.fixture
def server(settings: object) -> Iterator[Search]:
    made = Search()
    settings.WEB_SEARCH_URL = made.url  # type: ignore[attr-defined]
    yield made
    made.close()


def failed(**limits: float) -> WebSearchFailed:
    with pytest.raises(WebSearchFailed) as caught:
        search_web("telehealth", **limits)  # type: ignore[arg-type]
    assert str(caught.value).endswith(".")
    return caught.value


def test_results_come_in_their_order_each_address_once_and_only_of_the_web(server: Search) -> None:
    rows = [
        {"url": "https://a.example/1", "title": "One\0", "content": "first  words"},
        {"url": "javascript:alert(1)", "title": "no"},
        {"url": "https://a.example/1", "title": "again"},
        {"url": "file:///etc/passwd"},
        {"url": "https://b.example/", "title": None},
        "nonsense",
    ]
    server.answer = http(json.dumps({"results": rows}).encode())
    results = search_web("visits & limits?")
    assert [result.url for result in results] == ["https://a.example/1", "https://b.example/"]
    assert "\0" not in results[0].title
    asked = parse_qs(urlsplit(server.asked[0].split()[1]).query)
    assert asked == {"q": ["visits & limits?"], "format": ["json"]}


def test_without_an_address_it_says_that_it_is_not_configured(settings: object) -> None:
    settings.WEB_SEARCH_URL = ""  # type: ignore[attr-defined]
    failure = failed()
    assert failure.code == "not_configured"
    assert "WEB_SEARCH_URL" in str(failure)


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (http(b"<html>Hello</html>", kind="text/html"), "not_json"),
        (http(b'{"query": "x"}'), "not_json"),
        (http(b"[1, 2]"), "not_json"),
        (http(b"[" * 100_000), "not_json"),
        (http(b'{"results": []}'), "empty"),
        (http(b'{"results": null}'), "empty"),
        (http(b"no", "429 Too Many Requests"), "status"),
        (http(b"no", "500 Internal Server Error"), "status"),
        (b"", "unreachable"),
        (b"\x00\x01 nonsense\r\n\r\n", "unreachable"),
        (http(b"x" * 3_000_000), "not_json"),
    ],
)
def test_an_answer_that_is_none_is_a_sentence(server: Search, answer: bytes, code: str) -> None:
    server.answer = answer
    assert failed().code == code


def test_a_search_that_breaks_off_is_a_sentence(server: Search) -> None:
    server.answer = http(b'{"results": []}').replace(b"Content-Length: 15", b"Content-Length: 900")
    assert failed().code == "unreachable"


def test_a_search_that_never_answers_or_drips_ends_in_time(server: Search) -> None:
    server.answer = lambda connection: time.sleep(3)
    started = time.monotonic()
    assert failed(seconds=0.5).code == "timeout"

    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        for _ in range(30):
            connection.sendall(b" ")
            time.sleep(0.1)

    server.answer = drip
    assert failed(seconds=0.5).code == "timeout"
    assert time.monotonic() - started < 3


def test_nobody_there_is_a_sentence(server: Search) -> None:
    server.close()
    assert failed(seconds=1).code in ("unreachable", "timeout")


def test_pages_on_this_machine_are_not_read(server: Search) -> None:
    (page,) = read_pages([server.url])
    assert page.document is None
    assert "Public pages are on ports 80 and 443." in page.problem
    assert read_pages([]) == []
    assert isinstance(page, WebPage)
    assert server.asked == []
    assert searxng.PAGES < searxng.RESULTS


FEES = "The reimbursement rate for cochlear implants is 31,000 dollars for Harbor Health in Florida."


def pages(urls: list[str], stop: object = None) -> list[Fetched]:
    """Each address as a page that tells the fees."""
    return [Fetched(url, url, "text/html", f"<p>{FEES}</p>".encode()) for url in urls]


@pytest.mark.django_db(transaction=True)
def test_what_the_policies_do_not_hold_is_answered_from_a_page_of_the_web(
    server: Search, employee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_policies()
    server.answer = http(json.dumps({"results": [{"url": "https://rates.example/fees", "title": "Fees"}]}).encode())
    monkeypatch.setattr(searxng, "fetch_all", pages)
    talk = Talk(employee)
    reply = talk.say("What is the reimbursement rate for cochlear implants of Harbor Health in Florida?")
    assert "search_web" in talk.calls
    assert "31,000 dollars" in reply
    assert "https://rates.example/fees" in reply
    assert talk.record.parts[0].answered_by == "web"
    assert talk.record.parts[0].citations[0]["read_at"]


@pytest.mark.django_db(transaction=True)
def test_a_web_search_that_fails_is_no_answer_is_said_and_is_tried_again(
    server: Search, employee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_policies()
    server.answer = http(b"<html>", kind="text/html")
    talk = Talk(employee)
    reply = talk.say("What is the reimbursement rate for cochlear implants of Harbor Health in Florida?")
    assert talk.statuses == ["failed"]
    assert talk.record.parts[0].stuck_reason == "tool_failed"
    assert "Do you have a direct link" in reply
    # A search that failed is no attempt: the same query goes out again.
    server.answer = http(json.dumps({"results": [{"url": "https://rates.example/fees", "title": "Fees"}]}).encode())
    monkeypatch.setattr(searxng, "fetch_all", pages)
    assert "31,000 dollars" in talk.say("try again")
    assert server.asked[0] == server.asked[-1]


@pytest.mark.django_db(transaction=True)
def test_a_model_words_what_a_page_of_the_web_says(
    server: Search, employee: User, monkeypatch: pytest.MonkeyPatch, settings: object
) -> None:
    settings.CHAT_MODEL = SCRIPTED  # type: ignore[attr-defined]
    server.answer = http(json.dumps({"results": [{"url": "https://rates.example/fees", "title": "Fees"}]}).encode())
    monkeypatch.setattr(searxng, "fetch_all", pages)
    asks = "What does Harbor Health in Florida give a surgeon for a cochlear implant?"
    with registered(SCRIPTED, Clerk()) as clerk:
        clerk.plans = [planned((asks, asks))]
        clerk.answers = {"surgeon": drafted("It pays 31000 dollars.", FEES)}
        talk = Talk(employee)
        reply = talk.say(asks)
    assert "It pays 31000 dollars." in reply
    assert talk.record.parts[0].answered_by == "web"
    assert talk.record.parts[0].citations[0]["url"] == "https://rates.example/fees"
