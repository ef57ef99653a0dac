"""A mail server on loopback, and the notices whose mails the worker has to send: work that a killed worker leaves."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from contextlib import suppress

import psycopg

from benchmarks.chaos.scene import Scene

DELIVERY_S = 0.4
EVERY_S = 1.5
_NUMBER = re.compile(r"Notice number (\d+)\.")
_NOTICE = """
WITH notice AS (
    INSERT INTO chat_message (thread_id, role, content) VALUES (%(thread)s, 'notice', %(text)s) RETURNING id
)
INSERT INTO procrastinate_jobs (queue_name, task_name, args)
SELECT 'default', 'pa_dealing.mail_notice', jsonb_build_object('message_id', id) FROM notice
"""


class Mailbox:
    """What has come, by the number of the notice."""

    def __init__(self) -> None:
        self.mails: Counter[int] = Counter()
        self.port = 0
        self.delivering = asyncio.Event()

    async def open(self) -> None:
        server = await asyncio.start_server(self._visit, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            writer.write(b"220 here\r\n")
            while line := await reader.readline():
                if line.upper().startswith(b"DATA"):
                    writer.write(b"354 go on\r\n")
                    body = (await reader.readuntil(b"\r\n.\r\n")).decode("utf-8", "replace")
                    self.delivering.set()
                    await asyncio.sleep(DELIVERY_S)
                    self.mails.update(map(int, _NUMBER.findall(body)))
                    writer.write(b"250 kept\r\n")
                elif line.upper().startswith(b"QUIT"):
                    break
                else:
                    writer.write(b"250 yes\r\n")
        writer.close()


async def write_notices(scene: Scene, over: asyncio.Event) -> None:
    """A notice and the job that mails it, every second or so, until `over`. The database may be away meanwhile."""
    number = 0

    def write() -> None:
        with scene.connect() as connection:
            connection.execute(
                _NOTICE, {"thread": scene.people["reader"]["dealing"], "text": f"Notice number {number}."}
            )

    while not over.is_set():
        number += 1
        with suppress(psycopg.Error):
            await asyncio.to_thread(write)
        await asyncio.sleep(EVERY_S)
