"""Requests of one client at a real web process: beyond a rate they are refused before anybody is asked who sends them."""

from __future__ import annotations

import http.client
import json
import socket
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from tests.web_process import Person, WebProcess, make_person, running

pytestmark = pytest.mark.slow
RATE = 5
BURST = 4 * RATE
PROXY, NEIGHBOUR = "198.51.100.7", "203.0.113.9"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    # Pages need no collected static files under DEBUG.
    settings = {"REQUESTS_PER_SECOND": str(RATE), "CHAT_MODEL": "offline", "TRUSTED_PROXIES": "127.0.0.1", "DEBUG": "1"}
    with running(__name__, tmp_path_factory.mktemp("web"), **settings) as (process,):
        yield process
    assert "Traceback" not in process.log.read_text()


def get(web: WebProcess, path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    with closing(connection):
        connection.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read().decode()


def codes_of(web: WebProcess, count: int, path: str, *senders: dict[str, str]) -> Counter[int]:
    """The statuses of `count` requests at once, of the senders in turn."""
    with ThreadPoolExecutor(30) as pool:
        sent = [pool.submit(get, web, path, **senders[number % len(senders)]) for number in range(count)]
        return Counter(each.result()[0] for each in sent)


def refusal(web: WebProcess, path: str, sender: dict[str, str]) -> tuple[dict[str, str], str]:
    """The headers and the text of the first answer that says 429."""
    for _ in range(10 * BURST):
        status, headers, text = get(web, path, **sender)
        if status == 429:
            return headers, text
    pytest.fail("Nothing was refused.")


def cookie(person: Person) -> dict[str, str]:
    return {"Cookie": f"sessionid={person.session}"}


@pytest.mark.parametrize("by", ["session", "token"])
def test_what_one_person_sends_beyond_the_rate_is_refused_and_another_person_is_served(
    web: WebProcess, by: str
) -> None:
    flooder, other = make_person(web.database_url, f"flooder-{by}"), make_person(web.database_url, f"other-{by}")
    sender = cookie(flooder) if by == "session" else flooder.headers
    codes = codes_of(web, 10 * BURST, "/v1/threads/", {**sender, "X-Forwarded-For": f"192.0.2.{len(by)}"})
    assert set(codes) == {200, 429}
    assert BURST <= codes[200] <= 3 * BURST
    assert get(web, "/v1/threads/", **cookie(other))[0] == 200


def test_a_person_s_page_with_what_belongs_to_it_is_served(web: WebProcess) -> None:
    person = make_person(web.database_url, "reader")
    assert codes_of(web, 12, "/v1/threads/", cookie(person)) == {200: 12}


def test_a_program_reads_the_refusal_as_json_and_a_browser_as_a_page(web: WebProcess) -> None:
    sender = {**make_person(web.database_url, "curious").headers, "Accept": "text/html", "Accept_Language": "en"}
    headers, body = refusal(web, "/v1/threads/", sender)
    assert (headers["retry-after"], json.loads(body)["code"]) == ("1", "too_many_requests")
    headers, page = refusal(web, "/", sender)
    assert (headers["retry-after"], headers["content-type"]) == ("1", "text/html; charset=utf-8")
    assert "<p>Too many requests came from you at once." in page


@pytest.mark.long
def test_what_is_sent_along_with_a_refused_request_does_not_lose_the_refusal(web: WebProcess) -> None:
    person = make_person(web.database_url, "sender")
    body = b"x" * 20_000
    head = f"POST /v1/threads/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid={person.session}\r\n"
    answers = set()
    for _ in range(3 * BURST):
        with socket.create_connection(("127.0.0.1", web.port), timeout=20) as connection:
            connection.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answers.add(connection.makefile("rb").readline()[9:12])
    assert answers == {b"403", b"429"}


def test_who_says_nothing_of_themselves_is_counted_by_the_address(web: WebProcess) -> None:
    codes = codes_of(web, 5 * BURST, "/healthz", {"X-Forwarded-For": PROXY})
    assert codes[429] >= BURST
    assert get(web, "/healthz", X_Forwarded_For=NEIGHBOUR)[0] == 200


@pytest.mark.long
def test_made_up_sessions_are_their_address_s_and_a_session_in_use_is_not(web: WebProcess) -> None:
    known = {**cookie(make_person(web.database_url, "known")), "X-Forwarded-For": "192.0.2.77"}
    assert get(web, "/v1/threads/", **known)[0] == 200
    made_up = [{"Cookie": f"sessionid={number:032d}", "X-Forwarded-For": "192.0.2.77"} for number in range(5 * BURST)]
    codes = codes_of(web, 5 * BURST, "/healthz", *made_up)
    assert codes[429] >= BURST
    assert get(web, "/v1/threads/", **known)[0] == 200
