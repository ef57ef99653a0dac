"""Somebody who talks and insists: each message has an id, and is sent again under it until its turn has ended.

They keep what they sent and what they were shown as taken; the accounts compare it with the database.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import random
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.chaos.scene import Person

# A turn has ended within its model's clocks; who hears nothing for so long opens the socket again.
PATIENCE_S = 15.0
TURNS_IN_A_THREAD = 15
AWAY = (OSError, EOFError, TimeoutError, ValueError, WebSocketException, http.client.HTTPException)
# Said of a message that was not taken: nothing of it is kept, and it is sent again.
NOT_TAKEN = {"busy", "turn_in_progress", "rate_limited", "lost_lease"}


@dataclass
class Sent:
    """One message, as its client knows it."""

    thread: str
    client_id: str
    text: str
    at: float
    # It was seen as taken: its turn had begun, or the conversation came with it.
    acknowledged: bool = False
    # Its turn has ended, one way or another; `seconds` after it was sent first.
    ended: bool = False
    seconds: float = 0.0


class Client:
    """One person at a socket, or at the REST API."""

    def __init__(self, port: int, person: Person, number: int, seed: int, *, by_rest: bool) -> None:
        self.port, self.person, self.number, self.by_rest = port, person, number, by_rest
        self.chance = random.Random(f"{seed} {number}")
        self.sent: list[Sent] = []
        self.ends: Counter[str] = Counter()
        self._socket: tuple[str, ClientConnection] | None = None

    async def talk(self, over: asyncio.Event) -> None:
        """One message after the other until `over`, each until it has ended."""
        while not over.is_set():
            count = len(self.sent)
            thread = self.person["threads"][count // TURNS_IN_A_THREAD % len(self.person["threads"])]
            text = f"I want to buy {1_000_000 * (self.number + 1) + count:,} shares"
            message = Sent(thread, f"{self.number}-{count}", text, time.monotonic())
            self.sent.append(message)
            while not message.ended:
                with suppress(*AWAY):
                    await (self._by_rest(message) if self.by_rest else self._by_socket(message))
                await asyncio.sleep(self.chance.uniform(0.05, 0.4))
            await asyncio.sleep(self.chance.uniform(0, 0.6))
        await self._close()

    async def _by_socket(self, message: Sent) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                socket = await self._open(message.thread)
                frame = {"type": "say", "text": message.text, "client_id": message.client_id}
                await socket.send(json.dumps(frame))
                while not self._heard(message, json.loads(await socket.recv())):
                    pass
        except AWAY:
            await self._close()
            raise
        if message.ended and self.chance.random() < 0.7:
            await self._retry(message)

    def _heard(self, message: Sent, event: dict[str, Any]) -> bool:
        """Take an event in; whether nothing more is to be waited for."""
        kind = event["type"]
        if kind == "MESSAGES_SNAPSHOT":
            message.acknowledged |= any(shown.get("content") == message.text for shown in event["messages"])
        if event.get("runId") != message.client_id:
            return False
        if kind == "RUN_STARTED":
            message.acknowledged = True
        elif kind == "RUN_FINISHED":
            self._ended(message, str(event["result"]["status"]))
        elif kind == "RUN_ERROR":
            code = str(event["code"])
            if code not in NOT_TAKEN and message.acknowledged:
                self._ended(message, code)
            return True
        return message.ended

    async def _by_rest(self, message: Sent) -> None:
        body = {"message": message.text, "client_id": message.client_id}
        status, answer = await self._post(f"/v1/threads/{message.thread}/turns/", body)
        if status == http.client.OK:
            message.acknowledged = True
            if answer["status"] != "running":
                self._ended(message, answer["error"]["code"] if answer.get("error") else answer["status"])
                await self._retry(message)
        else:
            self.ends[f"HTTP {status}"] += 1

    def _ended(self, message: Sent, how: str) -> None:
        message.acknowledged = message.ended = True
        message.seconds = time.monotonic() - message.at
        self.ends[how] += 1
        self._last_end = how

    async def _retry(self, message: Sent) -> None:
        """Press Retry where the turn did not come to its end. Nobody insists on that."""
        if self._last_end in ("done", "stopped"):
            return
        with suppress(*AWAY):
            turns = f"/v1/threads/{message.thread}/turns/"
            status, answer = await self._post(turns, {"message": message.text, "client_id": message.client_id})
            if status == http.client.OK:
                status, answer = await self._post(f"{turns}{answer['id']}/retry/", None)
                self.ends[f"retried: {answer['status'] if status == http.client.OK else status}"] += 1

    async def _post(self, path: str, body: Any) -> tuple[int, Any]:
        return await asyncio.to_thread(self._request, path, body)

    def _request(self, path: str, body: Any) -> tuple[int, Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        headers = {"Content-Type": "application/json", "Authorization": f"Token {self.person['token']}"}
        try:
            connection.request("POST", path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    async def _open(self, thread: str) -> ClientConnection:
        if self._socket is not None and self._socket[0] == thread:
            return self._socket[1]
        await self._close()
        headers = {"Authorization": f"Token {self.person['token']}"}
        address = f"ws://127.0.0.1:{self.port}/ws/threads/{thread}/"
        socket = await connect(address, additional_headers=headers, ping_interval=None, open_timeout=PATIENCE_S)
        self._socket = thread, socket
        return socket

    async def _close(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket[1], None
            socket.transport.abort()
