"""What a page shows of a running turn, from the events of its socket: all that was said, whatever else is told meanwhile."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token

from chat.live import blocks, runs
from chat.live.consumers import in_thread
from chat.models import Thread
from chat.routing import websocket_application
from chat.tests.shared import wait_until
from llm.testing import ScriptedModel
from llm.types import ModelRequest, TextDelta

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]

_BLOCK = re.compile(r'<div class="block" data-index="(\d+)"[^>]*>(.*?)</div>', re.DOTALL)


@pytest.fixture
def thread(employee: User, model: ScriptedModel) -> Thread:
    """A conversation with an assistant that has a page; the scripted model answers for it."""
    return Thread.objects.create(owner=employee, assistant="pa_dealing")


class Page:
    """Places what comes as static/chat.js does, for the newest turn."""

    def __init__(self, socket: WebsocketCommunicator) -> None:
        self.socket = socket
        self.blocks: dict[int, str] = {}
        self.seen: list[dict[str, Any]] = []

    @property
    def shown(self) -> str:
        return re.sub(r"<[^>]+>", "", "".join(html for _, html in sorted(self.blocks.items()))).strip()

    async def until(self, words: str, seconds: float = 5) -> None:
        """Read events until the page shows `words`."""
        while words not in self.shown:
            self.place(await self.socket.receive_json_from(seconds))

    async def rest(self, seconds: float = 0.5) -> None:
        """Read what still comes."""
        while not await self.socket.receive_nothing(seconds, 0.02):
            self.place(await self.socket.receive_json_from(1))

    def place(self, event: dict[str, Any]) -> None:
        self.seen.append(event)
        if event["type"] != "CUSTOM":
            return
        value = event["value"]
        if event["name"] in ("transcript", "turn"):
            self.blocks = {int(index): html for index, html in _BLOCK.findall(value["html"])}
        elif event["name"] == "block":
            self.blocks[value["index"]] = value["html"]


class Gates:
    """Each word of the reply waits for its gate."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.open = [threading.Event() for _ in words]

    def reply(self, request: ModelRequest) -> Iterator[TextDelta]:
        for word, gate in zip(self.words, self.open, strict=True):
            assert gate.wait(20)
            yield TextDelta(word)


@asynccontextmanager
async def page_of(thread: Thread, user: User) -> AsyncIterator[Page]:
    token, _ = await in_thread(lambda: Token.objects.get_or_create(user=user))
    headers = [(b"authorization", f"Token {token.key}".encode())]
    socket = WebsocketCommunicator(websocket_application, f"/ws/threads/{thread.id}/?blocks=1", headers)
    accepted, _ = await socket.connect()
    assert accepted
    yield Page(socket)
    await socket.disconnect()


def told(thread: Thread, words: str) -> bool:
    """Whether the running turn has given these words to its readers."""
    outlet = runs.running(thread.id)
    return outlet is not None and any(words in frame for _, frame in outlet.all())


async def test_a_message_that_is_sent_twice_does_not_empty_the_answer(
    thread: Thread, employee: User, model: ScriptedModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates = Gates("First. ", "Second. ", "Third.")
    model.then(gates.reply)
    asked, go_on = threading.Event(), threading.Event()
    real = blocks.BlockView.everything

    def slow(self: blocks.BlockView, *arguments: Any) -> Any:
        asked.set()
        assert go_on.wait(20)
        return real(self, *arguments)

    async with page_of(thread, employee) as page:
        gates.open[0].set()
        await page.socket.send_json_to({"type": "say", "text": "Hello", "client_id": "c1"})
        await page.until("First")
        monkeypatch.setattr(blocks.BlockView, "everything", slow)
        await page.socket.send_json_to({"type": "say", "text": "Hello", "client_id": "c1"})
        # A server that tells everything again is held while it reads; one that need not is not.
        await in_thread(asked.wait, 1)
        gates.open[1].set()
        await in_thread(wait_until, lambda: told(thread, "Second"), 5)
        await asyncio.sleep(0.3)
        go_on.set()
        await page.rest()
        assert page.shown == "First. Second."
        gates.open[2].set()
        await page.until("Third.")
        assert page.shown == "First. Second. Third."


async def test_a_page_that_comes_back_in_the_middle_shows_the_answer_once(
    thread: Thread, employee: User, model: ScriptedModel
) -> None:
    gates = Gates("First. ", "Second. ", "Third.")
    model.then(gates.reply)
    gates.open[0].set()
    async with page_of(thread, employee) as before:
        await before.socket.send_json_to({"type": "say", "text": "Hello", "client_id": "c1"})
        await before.until("First")
        gates.open[1].set()
        await before.until("Second")
        since = next(event["seq"] for event in before.seen if event["type"] == "TEXT_MESSAGE_CONTENT")
    async with page_of(thread, employee) as page:
        # As the page does when its socket opens: with the number of the last event that it saw.
        await page.socket.send_json_to({"type": "resume", "since": since})
        await page.until("Second")
        await page.rest()
        assert page.shown == "First. Second."
        assert [event["name"] for event in page.seen if event["type"] == "CUSTOM"].count("transcript") == 1
        gates.open[2].set()
        await page.until("Third.")
        assert page.shown == "First. Second. Third."


async def test_a_page_that_missed_something_is_told_everything_again(
    thread: Thread, employee: User, model: ScriptedModel
) -> None:
    gates = Gates("First. ", "Second.")
    model.then(gates.reply)
    gates.open[0].set()
    async with page_of(thread, employee) as page:
        await page.socket.send_json_to({"type": "say", "text": "Hello", "client_id": "c1"})
        await page.until("First")
        page.blocks = {}
        await page.socket.send_json_to({"type": "resume"})
        await page.until("First")
        gates.open[1].set()
        await page.until("Second.")
        assert page.shown == "First. Second."
