"""What a request may cost a real web process before it is read: bodies, headers, and connections that are half open."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import closing, suppress

import psutil
import psycopg
import pytest

from tests.web_process import Person, WebProcess, make_person, running

pytestmark = pytest.mark.slow
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    settings = {"REQUEST_HEADERS_S": "1", "CHAT_MODEL": "offline", "DB_POOL_SIZE": "4"}
    with running(__name__, tmp_path_factory.mktemp("web"), **settings) as (process,):
        yield process
    assert "Traceback" not in process.log.read_text()


@pytest.fixture(scope="module")
def employee(web: WebProcess) -> Person:
    return make_person(web.database_url, "employee")


def rss(web: WebProcess) -> int:
    assert web.process is not None
    return int(psutil.Process(web.process.pid).memory_info().rss)


def rss_at_rest(web: WebProcess) -> int:
    """Its memory when it has read what it reads in the background after its start."""
    latest, deadline = rss(web), time.monotonic() + 30
    while time.monotonic() < deadline:
        time.sleep(0.5)
        before, latest = latest, rss(web)
        if latest - before < MEGABYTE / 10:
            break
    return latest


class Raw:
    """A connection on which a test writes what it likes."""

    def __init__(self, web: WebProcess) -> None:
        self.socket = socket.create_connection(("127.0.0.1", web.port), timeout=20)

    def head(self, request: str, **headers: object) -> None:
        given = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        self.socket.sendall(f"{request} HTTP/1.1\r\nHost: 127.0.0.1\r\n{given}\r\n".encode())

    def pour(self, most: int, piece: bytes = b"x" * 65536) -> int:
        """Send until the other side ends the connection or answers; how many bytes went out."""
        sent = 0
        with suppress(OSError):
            while sent < most and not self.readable():
                self.socket.sendall(piece)
                sent += len(piece)
        return sent

    def readable(self, seconds: float = 0) -> bool:
        self.socket.settimeout(max(seconds, 0.0001))
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK)) or True
        except TimeoutError:
            return False
        finally:
            self.socket.settimeout(20)

    def status(self) -> int:
        """The status of the answer; 0 where the connection was just ended."""
        with suppress(OSError):
            line = self.socket.makefile("rb").readline()
            return int(line.split()[1]) if line else 0
        return 0

    def is_ended(self, seconds: float = 20, drip: bytes = b"") -> bool:
        """Whether the other side ends it, while `drip` is sent again and again."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            try:
                self.socket.settimeout(0.2)
                if not self.socket.recv(65536):
                    return True
            except TimeoutError:
                pass
            except OSError:
                return True
            with suppress(OSError):
                if drip:
                    self.socket.sendall(drip)
        return False


@pytest.fixture
def raw(web: WebProcess) -> Iterator[Raw]:
    connection = Raw(web)
    with closing(connection.socket):
        yield connection


@pytest.mark.parametrize(
    "path",
    ["/accounts/login/", "/v1/threads/", "/nowhere", "/pursuit/threads/00000000-0000-4000-8000-000000000000/material/"],
)
@pytest.mark.every_case
def test_a_large_body_of_a_stranger_is_refused_by_its_announcement(web: WebProcess, raw: Raw, path: str) -> None:
    raw.head(f"POST {path}", Content_Length=400 * MEGABYTE)
    assert raw.status() == 413


@pytest.mark.parametrize("chunked", [False, True])
def test_a_stranger_who_pours_a_body_costs_no_memory(web: WebProcess, chunked: bool) -> None:
    before = rss_at_rest(web)
    # Only now: a connection that says nothing meanwhile is closed.
    raw = Raw(web)
    piece = b"x" * 65536
    if chunked:
        raw.head("POST /accounts/login/", Transfer_Encoding="chunked")
        raw.pour(400 * MEGABYTE, b"%x\r\n%s\r\n" % (len(piece), piece))
    else:
        raw.head("POST /accounts/login/", Content_Length=400 * MEGABYTE)
        raw.pour(400 * MEGABYTE, piece)
    assert raw.status() in (413, 0)
    assert rss(web) - before < 5 * MEGABYTE
    raw.socket.close()


@pytest.mark.long
def test_many_strangers_with_bodies_at_once_cost_little(web: WebProcess) -> None:
    before = rss_at_rest(web)
    connections = [Raw(web) for _ in range(30)]
    for number, raw in enumerate(connections):
        raw.head("POST /v1/threads/", Content_Length=90_000 if number % 2 else 2 * MEGABYTE, Cookie="sessionid=made-up")
        raw.pour(80_000)
    assert rss(web) - before < 10 * MEGABYTE
    for raw in connections:
        raw.socket.close()


def request(web: WebProcess, path: str, body: bytes, kind: str, person: Person | None) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=30)
    try:
        session = f"sessionid={person.session}; " if person is not None else ""
        headers = {"Content-Type": kind, "Cookie": f"{session}csrftoken={'c' * 32}", "X-CSRFToken": "c" * 32}
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def form(size: int, name: str = "notes.txt") -> bytes:
    words = (b"The fee schedule is reviewed each year by the payer.\n" * (size // 52 + 1))[:size]
    return (
        b'--b\r\nContent-Disposition: form-data; name="file"; filename="%s"\r\nContent-Type: text/plain\r\n\r\n%s\r\n--b--\r\n'
        % (name.encode(), words)
    )


FORM = "multipart/form-data; boundary=b"


def new_thread(web: WebProcess, person: Person) -> str:
    status, made = web.request("POST", "/v1/threads/", {"assistant": "pursuit"}, person)
    assert status == 201, made
    return str(made["id"])


@pytest.mark.long
def test_files_of_a_signed_in_person_have_a_bound_of_their_own(web: WebProcess, employee: Person) -> None:
    path = f"/pursuit/threads/{new_thread(web, employee)}/material/"
    status, page = request(web, path, form(3 * MEGABYTE), FORM, employee)
    assert status == 200, page[:500]
    assert request(web, path, form(3 * MEGABYTE), FORM, None)[0] == 413
    assert request(web, path, form(60 * MEGABYTE), FORM, employee)[0] == 413
    assert request(web, path, form(1000), FORM, None)[0] == 302


@pytest.mark.long
def test_many_uploads_of_one_person_at_once_bring_no_fault_and_others_are_served(
    web: WebProcess, employee: Person
) -> None:
    path = f"/pursuit/threads/{new_thread(web, employee)}/material/"
    other = make_person(web.database_url, "other")
    with ThreadPoolExecutor(60) as pool:
        sent = [pool.submit(request, web, path, form(200_000, f"{n}.txt"), FORM, employee) for n in range(60)]
        looked = [web.request("GET", "/v1/threads/", person=other)[0] for _ in range(5)]
        answers = [each.result() for each in sent]
    assert set(looked) == {200}
    codes = Counter(status for status, _ in answers)
    assert set(codes) <= {200, 429, 503}, codes
    assert codes[200] >= 1
    assert codes[429] >= 20
    assert json.loads(next(text for status, text in answers if status == 429))["code"] == "too_many_uploads"


def test_uploads_beyond_a_client_s_places_are_refused_without_asking_who_sends_them(
    web: WebProcess, employee: Person
) -> None:
    path = f"/pursuit/threads/{new_thread(web, employee)}/material/"
    with psycopg.connect(web.database_url) as rows, ThreadPoolExecutor(20) as pool:
        # Nobody learns who it is as long as this transaction lasts.
        rows.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
        sent = [pool.submit(request, web, path, form(1000, f"{n}.txt"), FORM, employee) for n in range(20)]
        answered = [each.result()[0] for each in itertools.islice(as_completed(sent, timeout=20), 16)]
        assert answered == [429] * 16
        rows.rollback()
        assert {each.result()[0] for each in sent} == {200, 429}
    assert request(web, path, form(1000, "later.txt"), FORM, employee)[0] == 200


@pytest.mark.long
def test_an_upload_that_waits_for_the_database_is_not_called_slow(web: WebProcess, employee: Person) -> None:
    path = f"/pursuit/threads/{new_thread(web, employee)}/material/"
    with psycopg.connect(web.database_url) as rows, ThreadPoolExecutor(1) as pool:
        rows.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
        sent = pool.submit(request, web, path, form(1000), FORM, employee)
        # A body has three seconds here.
        time.sleep(5)
        rows.rollback()
        assert sent.result()[0] == 200


def test_a_large_request_of_a_program_is_read_when_it_is_known_who_sends_it(web: WebProcess, employee: Person) -> None:
    body = {"assistant": "pa_dealing", "about": "x" * MEGABYTE}
    assert web.request("POST", "/v1/threads/", body, employee)[0] == 201
    status, refused = web.request("POST", "/v1/threads/", body)
    assert (status, refused["code"]) == (413, "too_large")
    assert "at most 100 kB" in refused["detail"]
    body["about"] = "x" * 5 * MEGABYTE
    assert web.request("POST", "/v1/threads/", body, employee)[0] == 413


def test_a_browser_reads_the_refusal_as_a_page_in_its_language(web: WebProcess, raw: Raw) -> None:
    raw.head("POST /accounts/login/", Content_Length=400 * MEGABYTE, Accept="text/html", Accept_Language="en")
    answer = raw.socket.makefile("rb").read().decode()
    assert "text/html" in answer
    assert "<p>The request is too large" in answer


def test_headers_that_drip_are_ended(web: WebProcess, raw: Raw) -> None:
    raw.socket.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    assert raw.is_ended(drip=b"X-More: 1\r\n")


def test_a_connection_that_says_nothing_is_ended(web: WebProcess, raw: Raw) -> None:
    assert raw.is_ended()


def test_a_body_that_drips_is_ended(web: WebProcess, raw: Raw) -> None:
    raw.head("POST /accounts/login/", Content_Length=1000)
    assert raw.is_ended(drip=b"x")


@pytest.mark.long
def test_the_connections_of_a_slow_headers_attack_are_gone_and_others_are_served(web: WebProcess) -> None:
    assert web.process is not None
    process = psutil.Process(web.process.pid)
    before = process.num_fds()
    opened = [Raw(web) for _ in range(150)]
    for raw in opened:
        # The first may be gone before the last is open.
        with suppress(OSError):
            raw.socket.sendall(b"GET / HTTP/1.1\r\n")
    assert web.request("GET", "/healthz")[0] == 200
    deadline = time.monotonic() + 30
    while process.num_fds() > before + 20 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert process.num_fds() <= before + 20
    for raw in opened:
        raw.socket.close()


@pytest.mark.long
def test_a_connection_that_is_kept_alive_may_rest_longer_than_its_headers_may_take(web: WebProcess) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=20)
    connection.auto_open = False
    connection.connect()
    with closing(connection):
        for rest in (2, 0):
            connection.request("GET", "/healthz")
            assert json.loads(connection.getresponse().read()) == {"status": "ok"}
            time.sleep(rest)
