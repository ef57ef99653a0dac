"""What a socket of the chat sends: everything as it stands, then each event once and in order."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import translation

from chat.errors import TurnRefused, sentence
from chat.live import blocks, broadcast, readers, runs, snapshots
from chat.live.broadcast import Frame
from chat.live.off_loop import in_thread
from chat.live.watch import TRY_AGAIN, WatchedConsumer
from chat.models import Thread, Turn
from chat.turns import dumps, events
from llm.text import clean_text

log = structlog.get_logger("chat")

POLL_S = 2.0


class ThreadFeed(WatchedConsumer):
    """The events of one thread, out to one reader; where a turn runs out of reach, its row is looked at."""

    thread: Thread
    # Of the page that opened it; events for programs are not translated.
    language: str

    def start_feed(self) -> None:
        """Nothing was sent yet, and nothing is heard."""
        self.joined, self.last_seq, self.open_run = False, 0, False
        self.poller: asyncio.Task[None] | None = None
        self.teller: asyncio.Task[None] | None = None
        self.closing: asyncio.Future[None] | None = None
        self.inbox: asyncio.Queue[readers.Message] | None = None
        self.blocks: blocks.BlockView | None = None
        # One teller at a time: a snapshot that is read while events go by would overtake them.
        self.telling, self.greeted = asyncio.Lock(), False

    def hear(self) -> None:
        """Keep what is told of the thread from now on, until it is told on."""
        self.inbox = readers.join(self.thread.id)

    def tell_on(self) -> None:
        """Send on what was heard, and what comes, in a task of its own."""
        self.teller = asyncio.ensure_future(self._tell_on())
        self.teller.add_done_callback(self._told)

    async def _tell_on(self) -> None:
        while self.inbox is not None:
            await self.dispatch(await self.inbox.get())

    def _told(self, teller: asyncio.Task[None]) -> None:
        if not teller.cancelled() and (error := teller.exception()) is not None:
            log.error("what came could not be told", error=type(error).__name__, exc_info=error)
            # The page opens another socket, and is told everything.
            self.closing = asyncio.ensure_future(self.close(TRY_AGAIN))

    def stop_feed(self) -> None:
        """Hear and tell nothing more."""
        if self.inbox is not None:
            readers.leave(self.thread.id, self.inbox)
            self.inbox = None
        for task in (self.poller, self.teller):
            if task is not None and task is not asyncio.current_task():
                task.cancel()

    async def catch_up(self, since: int | None) -> None:
        """Send what came after event `since`, or, where that is not known any more, everything as it stands."""
        async with self.telling:
            await self._catch_up(since)

    async def _catch_up(self, since: int | None) -> None:
        outlet = runs.running(self.thread.id)
        missed = outlet.since(since) if outlet is not None and since is not None else None
        if missed is not None and since is not None:
            self.last_seq = since
            await self.forward(missed)
            return
        await self.snapshot(outlet)

    async def snapshot(self, outlet: broadcast.Outlet | None) -> None:
        # What has ended stands in the rows; what runs is told by its events, and so not by its rows.
        if outlet is not None and outlet.ended:
            outlet = None
        try:
            streamed = outlet.turn.id if outlet else None
            seq, messages, state, running, so_far = await in_thread(self._read_rows, streamed)
        except DatabaseError:
            await self.refuse(TurnRefused("database_unavailable", 503, sentence("database_unavailable")), None)
            return
        frames = outlet.all() if outlet is not None else []
        self.last_seq = frames[0][0] - 1 if frames else seq
        await self.emit(self.last_seq, events.messages_snapshot(messages))
        await self.emit(self.last_seq, events.state_snapshot(state))
        if self.blocks is not None:
            for event in await in_thread(self.blocks.everything, running, so_far):
                await self.emit(self.last_seq, event)
        await self.forward(frames)
        self.greeted = True
        if running is not None and outlet is None:
            self.watch_rows()
        elif running is None and self.open_run:
            # This reader was told of a run and never of its end.
            self.open_run = False
            if (ended := await in_thread(self._newest_turn)) is not None:
                await self.emit(self.last_seq, self._ended(ended))

    def _newest_turn(self) -> Turn | None:
        return Turn.objects.filter(thread=self.thread).order_by("-number").first()

    def _ended(self, turn: Turn) -> events.Event:
        if turn.error_code:
            return events.run_error(turn.error_code, sentence(turn.error_code), turn.client_id)
        return events.run_finished(self.thread.id, turn.client_id, turn.id, {"status": turn.status})

    def _read_rows(self, streamed: UUID | None) -> tuple[int, list[dict[str, Any]], dict[str, Any], Turn | None, str]:
        thread = Thread.objects.get(pk=self.thread.id)
        running = snapshots.running_turn(thread.id)
        shared = broadcast.text_so_far(thread.id) if running is not None else None
        seq = max(thread.event_seq, int(str(shared["seq"]))) if shared else thread.event_seq
        messages, state = snapshots.agui_messages(thread, shared, streamed), snapshots.state_of(thread)
        return seq, messages, state, running, str(shared["text"]) if shared and streamed is None else ""

    def watch_rows(self) -> None:
        """A turn runs where its events cannot reach this socket: look at its row until it has ended."""
        self.open_run = True
        if self.poller is None or self.poller.done():
            self.poller = asyncio.ensure_future(self._poll())

    async def _poll(self) -> None:
        while True:
            await asyncio.sleep(POLL_S)
            if runs.running(self.thread.id) is not None:
                return
            try:
                running = await in_thread(snapshots.running_turn, self.thread.id)
            except DatabaseError:
                continue
            if running is None:
                async with self.telling:
                    if self.open_run:
                        await self.snapshot(None)
                return

    async def turn_frames(self, message: dict[str, Any]) -> None:
        """Frames that were heard. What is full, here or at Redis, drops silently: a gap asks for what was missed."""
        frames: list[Frame] = message["frames"]
        async with self.telling:
            if frames and frames[0][0] > self.last_seq + 1 and events.RUN_STARTED not in frames[0][1][:40]:
                await self._catch_up(self.last_seq)
            await self.forward(frames)

    async def forward(self, frames: list[Frame]) -> None:
        for seq, frame in frames:
            if seq <= self.last_seq or not self.joined:
                continue
            self.last_seq = seq
            self.note_run(frame)
            await self.base_send({"type": "websocket.send", "text": frame})
            if self.blocks is not None:
                await self.forward_blocks(seq, json.loads(frame))

    def note_run(self, frame: str) -> None:
        """Remember whether a run is open; one of another process is watched in its row too: Redis may go away."""
        start = frame[:40]
        if events.RUN_STARTED in start:
            self.open_run = True
            if settings.REDIS_URL and runs.running(self.thread.id) is None:
                self.watch_rows()
        elif any(kind in start for kind in events.LAST):
            self.open_run = False

    async def forward_blocks(self, seq: int, event: events.Event) -> None:
        assert self.blocks is not None
        if self.blocks.needs_rows(event):
            rendered = await in_thread(self.blocks.render, event)
        else:
            rendered = self.blocks.render(event)
        for custom in rendered:
            await self.emit(seq, custom)

    async def refuse(self, refusal: TurnRefused, client_id: object) -> None:
        """Say why a frame was not taken. The page keeps the words; nothing was stored."""
        known = clean_text(client_id)[:100] if isinstance(client_id, str) else ""
        if self.blocks is not None:
            with translation.override(self.language):
                value = {"code": refusal.code, "message": refusal.detail, "client_id": known}
            await self.emit(self.last_seq, events.custom("refused", value))
        else:
            await self.emit(self.last_seq, events.run_error(refusal.code, refusal.detail, known))

    async def emit(self, seq: int, event: events.Event) -> None:
        if not self.joined:
            return
        await self.base_send({"type": "websocket.send", "text": dumps({**event, "seq": seq})})
