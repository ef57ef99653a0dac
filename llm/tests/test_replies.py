"""A request as bytes and a reply from bytes: what servers send otherwise than they should, and where it ends."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import httpcore2
import pytest

from llm.tests.wire_server import WireServer
from llm.types import Clocks
from llm.wire import NETWORK_ERRORS, Connection, Origin, Watch, WireReply, WireRequest

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
LONG = b"x" * 60_000


def reply_of(*pieces: bytes) -> WireReply:
    """The reply that comes in these pieces, behind which the connection is closed."""
    coming = iter(pieces)
    return WireReply(lambda: next(coming, b""))


def body_of(reply: WireReply) -> bytes:
    return b"".join(reply)


def until_it_breaks(reply: WireReply) -> Iterator[bytes]:
    """What came, and at its end the fault, which is looked for."""
    with pytest.raises(httpcore2.RemoteProtocolError):
        yield from reply


@pytest.mark.parametrize(
    ("pieces", "body", "keeps_alive"),
    [
        ([OK + b"Content-Length: 3\r\n\r\nabc"], b"abc", True),
        ([OK + b"Content-Length: 3\r\n", b"\r\na", b"b", b"c"], b"abc", True),
        ([CHUNKED + b"3\r\nabc\r\n", b"0\r\nTrailer: x\r\n\r\n"], b"abc", True),
        ([CHUNKED + b"3;of=it\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"], b"abcde", True),
        ([OK + b"X-Empty:\r\nContent-Length: 0\r\n\r\n"], b"", True),
        ([b"HTTP/1.1 204 No Content\r\n\r\n"], b"", True),
        ([b"HTTP/1.1 200\r\nContent-Length: 1\r\n\r\na"], b"a", True),
        ([b"HTTP/1.1 100 Continue\r\nX: 1\r\n\r\n", OK + b"Content-Length: 1\r\n\r\na"], b"a", True),
        ([OK + b"\r\nabc", b"def"], b"abcdef", False),
        ([b"HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na"], b"a", False),
        ([OK + b"Connection: close\r\nContent-Length: 1\r\n\r\na"], b"a", False),
        ([OK + b"Connection: close\r\nContent-Length: 1\r\n\r\na and more"], b"a", False),
        ([OK + b"Content-Length: 1\r\n\r\na" + OK + b"Content-Length: 1\r\n\r\nb"], b"a", False),
        ([OK + b"Content-Length: 1\r\n\r\na and more"], b"a", False),
        ([b"HTTP/1.1 200 OK\nContent-Length: 1\n\na"], b"a", True),
        ([CHUNKED + b"3  \r\nabc\r\n0\r\n\r\n"], b"abc", True),
        ([OK + b"Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"], b"a", True),
    ],
    ids=lambda given: repr(given)[:60],
)
def test_a_reply_has_its_body_and_says_whether_another_may_follow(
    pieces: list[bytes], body: bytes, keeps_alive: bool
) -> None:
    reply = reply_of(*pieces)
    assert body_of(reply) == body
    assert reply.is_whole
    assert reply.keeps_alive is keeps_alive


def test_the_head_is_that_of_the_reply_and_not_of_what_came_before_or_behind() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
    reply = reply_of(early + CHUNKED.replace(b"200", b"503") + b"1\r\na\r\n0\r\nBehind: y\r\n\r\n")
    assert (reply.status, body_of(reply)) == (503, b"a")
    assert reply.headers == [(b"Transfer-Encoding", b"chunked")]


@pytest.mark.parametrize(
    "pieces",
    [
        [],
        [b"hello\r\n\r\n"],
        [OK + b"A: b"],
        [b"HTTP/2 200 OK\r\n\r\n"],
        [b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"],
        [OK + b"Content-Length: -1\r\n\r\n"],
        [OK + b"A B: c\r\n\r\n"],
        [b"HTTP/1.1 100 Continue\r\n\r\n" * 3000] * 9,
        [OK, *[b"A: " + LONG + b"\r\n"] * 9],
        [OK + b"A: ", *[LONG] * 9],
    ],
    ids=lambda given: repr(given)[:60],
)
def test_what_is_no_reply_or_has_no_end_before_its_body_is_an_error_of_the_network(pieces: list[bytes]) -> None:
    with pytest.raises(NETWORK_ERRORS):
        reply_of(*pieces)


@pytest.mark.parametrize(
    "behind",
    [
        [b""],
        [b"zz\r\n"],
        [b"0\r\nA: ", *[LONG] * 9],
        [b"1;", *[LONG] * 9],
        [b"ffffffffffffffffff\r\n"],
    ],
    ids=lambda given: repr(given)[:60],
)
def test_what_came_before_a_body_breaks_is_given_first(behind: list[bytes]) -> None:
    reply = reply_of(CHUNKED + b"3\r\nabc\r\n" + behind[0], *behind[1:])
    assert b"".join(until_it_breaks(reply)) == b"abc"
    assert not reply.keeps_alive
    assert not reply.is_whole


def test_a_body_shorter_than_its_length_is_cut() -> None:
    assert b"".join(until_it_breaks(reply_of(OK + b"Content-Length: 9\r\n\r\nabc"))) == b"abc"


def test_a_request_is_one_write() -> None:
    asked = WireRequest(b"POST", b"/v1?x=y", [(b"Host", b"model.test"), (b"Content-Length", b"2")], b"{}")
    assert asked.encoded() == b"POST /v1?x=y HTTP/1.1\r\nHost: model.test\r\nContent-Length: 2\r\n\r\n{}"


@pytest.mark.parametrize(
    ("target", "header"), [(b"/a b", b"x"), (b"/a\r\nX: y", b"x"), (b"/", b"x\r\nX: y"), (b"/", b"x\ny"), (b"", b"x")]
)
def test_what_would_be_read_as_two_is_not_sent(target: bytes, header: bytes) -> None:
    with pytest.raises(httpcore2.LocalProtocolError):
        WireRequest(b"GET", target, [(b"Host", header)]).encoded()


def test_a_server_that_answers_before_it_has_read_all_is_heard() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, Watch(Clocks(5, 5, 5), None) as watch:
        connection = Connection(Origin("127.0.0.1", listening.getsockname()[1], None))
        connection._socket = ours = socket.create_connection(listening.getsockname())
        theirs, _ = listening.accept()
        theirs.send(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        ours.shutdown(socket.SHUT_WR)
        reply = connection.send(WireRequest(b"POST", b"/", [], b"x" * 100), watch)
        assert reply.status == 413
        assert connection.leave(reply)
        theirs.close()
        assert connection.is_dead()
        connection.close()


def test_a_connection_whose_reply_was_not_read_to_its_end_serves_no_other(server: WireServer) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    connection = Connection(Origin(host, int(port), None))
    asked = WireRequest(b"POST", b"/v1/chat/completions", [(b"Host", b"x"), (b"Content-Length", b"2")], b"{}")
    with Watch(Clocks(5, 5, 5), None) as watch:
        reply = connection.send(asked, watch)
        assert body_of(reply)
        assert connection.leave(reply)
        assert not connection.leave(None)
        assert connection.is_dead()
