"""A redis-server of a test's own, and a line to it whose answers come late and which can be cut."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

REDIS = shutil.which("redis-server")
needs_redis = pytest.mark.skipif(
    REDIS is None, reason="there is no redis-server; install it, as `make test` does where it may"
)


class Redis:
    """A redis-server on a free port that keeps nothing on disk. It may be stopped and started again."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.folder = folder
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(
            [str(REDIS), *options, "--dir", str(self.folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        deadline = time.monotonic() + 10
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
                return
            except OSError:
                assert time.monotonic() < deadline, "redis-server did not start"
                time.sleep(0.02)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(10)


class Line:
    """A line to a server; `url` is its near end. cut() ends what is open, and what comes next is connected anew."""

    def __init__(self, port: int, delay_s: float) -> None:
        self.far_port, self.delay_s = port, delay_s
        self.url = ""
        self._open: set[asyncio.StreamWriter] = set()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection: what is asked goes at once, what is answered comes `delay_s` later."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.far_port)
        ends = {writer, far_writer}
        self._open |= ends
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(self._pass(reader, far_writer, 0), self._pass(far_reader, writer, self.delay_s))
        self._open -= ends

    async def _pass(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, delay_s: float) -> None:
        try:
            while data := await source.read(65_536):
                await asyncio.sleep(delay_s)
                target.write(data)
        except OSError:
            pass  # The line was cut.
        target.close()

    def cut(self) -> None:
        for end in self._open:
            end.transport.abort()


@asynccontextmanager
async def slow_line(port: int, delay_s: float) -> AsyncIterator[Line]:
    """A line to the port of this machine, from here to the end of the block."""
    line = Line(port, delay_s)
    async with await asyncio.start_server(line.carry, "127.0.0.1", 0) as server:
        line.url = f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}/0"
        yield line
        line.cut()
