"""A request of HTTP/1.1 as bytes, and its reply as it comes, read by llhttp. What is held unread is bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import httpcore2
import httptools

Headers = Sequence[tuple[bytes, bytes]]
# Of a head, of what stands behind a body and of what frames a chunk; a server that sends more of it sends no reply.
_MOST_UNREAD = 100_000
_FRAMES = {b"content-length", b"transfer-encoding"}
# Small servers end lines with LF alone, fill the length of a chunk up with spaces, and give both a length and chunks.
_TAKEN = {
    "lenient_optional_cr_before_lf": True,
    "lenient_spaces_after_chunk_size": True,
    "lenient_chunked_length": True,
}


class WireRequest(NamedTuple):
    """What is sent to a server. `target` is a path with its query."""

    method: bytes
    target: bytes
    headers: Headers
    body: bytes = b""

    def encoded(self) -> bytes:
        """All of it, to be one write. Raises LocalProtocolError where a header or the target would be read as two."""
        lines = [b"%b %b HTTP/1.1" % (self.method, self.target), *(b"%b: %b" % header for header in self.headers)]
        if len(self.target.split()) != 1 or any(b"\n" in line or b"\r" in line for line in lines):
            raise httpcore2.LocalProtocolError("a header or the target has a character that cannot be sent")
        return b"\r\n".join([*lines, b"", self.body])


class WireReply:
    """One reply. Made when its head has come; the pieces of its body are what iterating gives, once.

    Raises RemoteProtocolError for what is no reply and for one that breaks off, and what `receive` raises.
    """

    def __init__(self, receive: Callable[[], bytes]) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        # Whether all of it has come, and whether the server takes another request behind it.
        self.is_whole = self.keeps_alive = False
        self._receive = receive
        self._pieces: list[bytes] = []
        self._fault: Exception | None = None
        self._unread = 0
        self._parser = httptools.HttpResponseParser(self)
        self._parser.set_dangerous_leniencies(**_TAKEN)
        while not self.status:
            self._read()

    def __iter__(self) -> Iterator[bytes]:
        while True:
            if self._pieces:
                pieces, self._pieces = self._pieces, []
                yield pieces[0] if len(pieces) == 1 else b"".join(pieces)
            elif self.is_whole:
                return
            else:
                self._read()

    def _read(self) -> None:
        """Read on. What came before a fault is given first."""
        if self._fault is not None:
            raise self._fault
        data = self._receive()
        if not data:
            self._end()
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._fail(str(error))
        self._unread = 0 if self._pieces else self._unread + len(data)
        if self._unread > _MOST_UNREAD:
            self._fail(f"{self._unread} bytes came that are no part of a body")

    def _end(self) -> None:
        """The server has closed the connection, which is how a body without a length ends."""
        if not self.status:
            self._fail("the server closed the connection and sent no reply")
        elif _FRAMES.isdisjoint(name.lower() for name, _ in self.headers):
            self.is_whole = True
        else:
            self._fail("the server closed the connection within the body")

    def _fail(self, why: str) -> None:
        self.keeps_alive = False
        if self.is_whole:
            return
        self._fault = httpcore2.RemoteProtocolError(why)
        if not self.status:
            raise self._fault

    # What llhttp calls.

    def on_message_begin(self) -> None:
        # One that only says that the reply will come has gone before; behind the reply nothing may.
        self.keeps_alive = False
        if not self.is_whole:
            self.headers.clear()

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self.status:
            self.headers.append((name, value))

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if status >= 200 and not self.status:
            self.status = status

    def on_body(self, piece: bytes) -> None:
        if not self.is_whole:
            self._pieces.append(piece)

    def on_message_complete(self) -> None:
        if self.status and not self.is_whole:
            self.is_whole, self.keeps_alive = True, self._parser.should_keep_alive()
