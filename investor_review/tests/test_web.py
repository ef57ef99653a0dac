"""A review through the real web server: documents of any size, and a page that is shut out at once."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from typing import Any

import psutil
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from investor_review.tests.shared import nitpick, payload
from tests.web_process import Person, WebProcess, make_person, running

pytestmark = pytest.mark.slow

START = "/v1/reviews/sessions/{}/start"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebProcess]:
    with running("reviews", tmp_path_factory.mktemp("web"), LOG_LEVEL="ERROR") as (process,):
        yield process


def in_group(web: WebProcess, username: str, group: str) -> Person:
    made = make_person(web.database_url, username)
    with psycopg.connect(web.database_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO auth_user_groups (user_id, group_id) SELECT auth_user.id, auth_group.id"
            " FROM auth_user, auth_group WHERE username = %s AND name = %s",
            (username, group),
        )
    return made


@pytest.fixture(scope="module")
def upstream(web: WebProcess) -> Person:
    return in_group(web, "upstream", "upstream")


@pytest.fixture(scope="module")
def investor(web: WebProcess) -> Person:
    return make_person(web.database_url, "investor")


def document(megabytes: int, chunks: int | None = None, size: int = 1200) -> dict[str, Any]:
    """A start whose full text has so many megabytes: cut into chunks whole, or only its first `chunks` of them."""
    clause = (
        "The Supplier measures emission number {:06} of site {:03} and has an auditor check it within {:03} days.\n"
    )
    text = "".join(clause.format(n, n * 7 % 1000, n * 13 % 365) for n in range(megabytes * 1_000_000 // 99))
    starts = list(range(0, len(text), size))[:chunks]
    return {
        "full_document_text": text,
        "document_chunks": [
            {"chunk_id": f"c{n:06}", "text": text[start : start + size], "source_name": "Large", "citations": [f"p{n}"]}
            for n, start in enumerate(starts)
        ],
        "nitpicks": [nitpick(citations=["c000001"])],
    }


def resident_mb(web: WebProcess) -> float:
    assert web.process is not None
    return float(psutil.Process(web.process.pid).memory_info().rss) / 1_000_000


@pytest.mark.parametrize(("megabytes", "chunks"), [(3, 300), pytest.param(60, 200, marks=pytest.mark.long)])
def test_a_document_of_any_size_starts_a_session(
    web: WebProcess, upstream: Person, megabytes: int, chunks: int
) -> None:
    """What a document takes to start is given back; benchmarks.reviews measures whole documents, chunks and all."""
    before = resident_mb(web)
    session_id = f"large-{megabytes}"
    sent = payload(session_id, **document(megabytes, chunks))
    status, body = web.request("POST", START.format(session_id), sent, upstream, timeout=90)
    assert status == 201, body
    assert body["counters"]["chunks"] == chunks
    status, whole = web.request("GET", f"/v1/reviews/sessions/{session_id}/document", None, upstream, timeout=90)
    assert status == 200
    assert whole["full_document_text"] == sent["full_document_text"]
    status, again = web.request("POST", START.format(session_id), sent, upstream, timeout=90)
    assert (status, again["identical"]) == (409, True)
    assert resident_mb(web) - before < 100 + 12 * megabytes
    message = {"message": "What was found?"}
    status, answer = web.request("POST", f"/v1/reviews/sessions/{session_id}/chat", message, upstream)
    assert (status, answer["status"]) == (200, "done")


def test_other_requests_keep_their_limit(web: WebProcess, upstream: Person) -> None:
    """Only a start may be of any size."""
    assert web.request("POST", START.format("small"), payload("small"), upstream)[0] == 201
    large = {"message": "x" * 3_000_000}
    status, _ = web.request("POST", "/v1/reviews/sessions/small/chat", large, upstream)
    assert status == 413


def test_a_body_that_breaks_off_starts_nothing(web: WebProcess, upstream: Person) -> None:
    text = json.dumps(payload("broken")).encode()
    head = (
        f"POST {START.format('broken')} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Token {upstream.token}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", web.port), timeout=10) as connection:
        connection.sendall(head.encode() + text[: len(text) // 2])
    status, _ = web.request("GET", "/v1/reviews/sessions/broken", None, upstream)
    assert status == 404
    assert web.request("POST", START.format("broken"), payload("broken"), upstream)[0] == 201


def test_whoever_is_shut_out_sees_nothing_more_of_an_open_page(
    web: WebProcess, upstream: Person, investor: Person
) -> None:
    _, made = web.request("POST", START.format("socket"), payload("socket"), upstream)
    share = "/v1/reviews/sessions/socket/share"
    assert web.request("POST", share, {"user": "investor"}, upstream)[0] == 200
    with web.open(made["thread"], investor) as page, web.open(made["thread"], upstream) as owner:
        page.say("What was found?")
        assert page.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"
        assert owner.until("RUN_FINISHED")
        assert web.request("DELETE", share, {"user": "investor"}, upstream)[0] == 200
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
        owner.say("Go on")
        assert owner.until("RUN_FINISHED", "RUN_ERROR")[-1]["type"] == "RUN_FINISHED"


def test_a_reader_stops_nobodys_answer(web: WebProcess, upstream: Person) -> None:
    reviewer = in_group(web, "reviewer", "reviewers")
    _, made = web.request("POST", START.format("read"), payload("read"), upstream)
    with web.open(made["thread"], reviewer) as page:
        for frame in ({"type": "stop"}, {"type": "say", "text": "Hello", "client_id": "c1"}):
            page.send(frame)
            refused = page.receive()
            assert (refused["type"], refused["code"]) == ("RUN_ERROR", "read_only")
    assert web.request("GET", "/v1/reviews/sessions/read", None, reviewer)[0] == 200
