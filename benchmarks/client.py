"""The benchmarks' clients: a WebSocket and an HTTP connection with as little work of their own as there can be."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
import time
from dataclasses import dataclass

_ENDS = (b'"RUN_FINISHED"', b'"RUN_ERROR"')


@dataclass(frozen=True, slots=True)
class Timed:
    """One turn as its client saw it."""

    seconds: float
    frames: int


class TurnNotDone(Exception):
    """The server ended a turn in another way than done, or closed the connection. The text is its last frame."""


class Socket(asyncio.Protocol):
    """A WebSocket that sends `say` and waits for the end of the turn."""

    transport: asyncio.Transport

    def __init__(self, host: str, path: str, token: str) -> None:
        self._hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
            f"Authorization: Token {token}\r\n\r\n"
        ).encode()
        self._received = b""
        self._frames = 0
        self._waiter: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._open = False

    @classmethod
    async def connect(cls, port: int, path: str, token: str = "") -> Socket:
        loop = asyncio.get_running_loop()
        _, socket = await loop.create_connection(lambda: cls(f"127.0.0.1:{port}", path, token), "127.0.0.1", port)
        await socket._waiter
        return socket

    async def say(self, text: str) -> Timed:
        self._waiter = asyncio.get_running_loop().create_future()
        self._frames = 0
        started = time.perf_counter()
        self._send(0x81, json.dumps({"type": "say", "text": text, "client_id": os.urandom(8).hex()}).encode())
        ended = await self._waiter
        return Timed(ended - started, self._frames)

    def close(self) -> None:
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._hello)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._waiter.done():
            self._waiter.set_exception(TurnNotDone(f"the connection was closed ({error})"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._open:
            head, end, self._received = self._received.partition(b"\r\n\r\n")
            if not end:
                self._received = head
                return
            self._open = True
            if b" 101 " not in head.split(b"\r\n")[0]:
                self._waiter.set_exception(TurnNotDone(head.decode("latin-1")[:200]))
                return
            self._waiter.set_result(time.perf_counter())
        while (frame := self._frame()) is not None:
            self._take(*frame)

    def _frame(self) -> tuple[int, bytes] | None:
        received = self._received
        if len(received) < 2:
            return None
        length, start = received[1] & 0x7F, 2
        if length == 126:
            length, start = int.from_bytes(received[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(received[2:10], "big"), 10
        if len(received) < start + length:
            return None
        self._received = received[start + length :]
        return received[0] & 0x0F, received[start : start + length]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == 9:
            self._send(0x8A, payload)
        if kind != 1:
            return
        self._frames += 1
        if not self._waiter.done() and any(end in payload for end in _ENDS):
            if _ENDS[1] in payload:
                self._waiter.set_exception(TurnNotDone(payload.decode()[:300]))
            else:
                self._waiter.set_result(time.perf_counter())

    def _send(self, kind: int, payload: bytes) -> None:
        # The mask is all zeros: allowed, and the payload stays as it is.
        size = len(payload)
        head = bytes((kind, 0x80 | size)) if size < 126 else struct.pack("!BBH", kind, 0x80 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + payload)


class Http(asyncio.Protocol):
    """A kept-alive HTTP connection that posts JSON and waits for the whole answer."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self._received = b""
        self._waiter: asyncio.Future[bytes] | None = None

    @classmethod
    async def connect(cls, port: int) -> Http:
        _, http = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return http

    async def post(self, path: str, body: bytes, token: str = "") -> Timed:
        """Send the request, read the answer. Raises TurnNotDone for another status than 200."""
        self._waiter = asyncio.get_running_loop().create_future()
        started = time.perf_counter()
        self.transport.write(
            f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Authorization: Token {token}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        answer = await self._waiter
        taken = time.perf_counter() - started
        if b" 200 " not in answer[:16]:
            raise TurnNotDone(answer.decode("utf-8", "replace")[:400])
        return Timed(taken, 1)

    async def say(self, thread: str, text: str, token: str) -> Timed:
        body = json.dumps({"message": text, "client_id": os.urandom(8).hex()}).encode()
        return await self.post(f"/v1/threads/{thread}/turns/", body, token)

    def close(self) -> None:
        self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_exception(TurnNotDone(f"the connection was closed ({error})"))

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(b"\r\n\r\n")
        if not end or self._waiter is None or self._waiter.done():
            return
        lower = head.lower()
        length = lower.partition(b"content-length:")[2]
        complete = len(body) >= int(length.split(b"\r\n")[0]) if length else self._received.endswith(b"0\r\n\r\n")
        if complete:
            answer, self._received = self._received, b""
            self._waiter.set_result(answer)
