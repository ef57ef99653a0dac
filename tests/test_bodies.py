"""A body goes to the application from the file that it came into, a block at a time."""

from __future__ import annotations

import asyncio
import io
from types import SimpleNamespace
from typing import Any

import pytest

from config.bounds import bodies


class Server:
    """What of Daphne's server hands a request to the application: it puts what the request holds into a queue at once."""

    def __init__(self, application: Any) -> None:
        self.application = application
        bodies.serve_by_blocks(self)

    def create_application(self, request: Any, scope: Any) -> Any:
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        queue.put_nowait({"type": "http.request", "body": request.content.read(), "more_body": False})
        queue.put_nowait({"type": "http.disconnect"})
        return self.application(scope=scope, receive=queue.get, send=None)

    def serve(self, file: io.BytesIO, kind: str = "http") -> None:
        async def served() -> None:
            await self.create_application(SimpleNamespace(content=file), {"type": kind})

        asyncio.run(served())


def received(file: io.BytesIO, kind: str = "http") -> list[dict[str, Any]]:
    """The messages that an application gets of a request."""
    messages: list[dict[str, Any]] = []

    async def reader(scope: dict[str, Any], receive: Any, send: Any) -> None:
        assert set(scope) == {"type"}
        while not messages or messages[-1]["type"] != "http.disconnect":
            messages.append(await receive())

    Server(reader).serve(file, kind)
    return messages


@pytest.mark.parametrize("length", [0, 1, 65_535, 65_536, 65_537, 1_000_000])
def test_a_body_comes_in_blocks_and_then_what_follows_it(length: int) -> None:
    body = bytes(number % 251 for number in range(length))
    file = io.BytesIO(body)
    *blocks, after = received(file)
    assert b"".join(block["body"] for block in blocks) == body
    assert [block["more_body"] for block in blocks] == [True] * (len(blocks) - 1) + [False]
    assert max(len(block["body"]) for block in blocks) <= 65_536
    assert after == {"type": "http.disconnect"}
    assert file.closed


def test_the_file_of_a_body_that_nobody_reads_is_closed() -> None:
    async def fails(scope: Any, receive: Any, send: Any) -> None:
        raise RuntimeError("a fault of ours")

    file = io.BytesIO(b"x" * 100_000)
    with pytest.raises(RuntimeError):
        Server(fails).serve(file)
    assert file.closed


def test_a_socket_gets_what_daphne_gives_it() -> None:
    assert received(io.BytesIO(b"first words"), kind="websocket")[0]["body"] == b"first words"
