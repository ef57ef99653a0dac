"""Hands a turn's events to every reader: numbered, text merged, here and over Redis, never waiting for either."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from channels.layers import get_channel_layer
from django.conf import settings
from django.core.cache import cache

from chat.errors import without_redis
from chat.live import readers
from chat.turns import Event, dumps, events

if TYPE_CHECKING:
    from chat.turns import TurnRun

# Text that comes faster than this is merged, in seconds: a browser paints no faster.
MERGE_S = 0.04
# How often the text so far is written where other processes can read it, in seconds.
SHARE_S = 0.25
# For how long it stands there, in seconds, when nobody takes it away.
_SHARED_FOR_S = 900
# Events that are followed by more at once.
_NEVER_LAST = ("TOOL_CALL", events.TEXT_START, events.TEXT_END)

# By this the process knows, of what comes over Redis, what it said itself.
OWN = uuid4().hex
# The number of an event and its JSON.
Frame = tuple[int, str]

_loop: asyncio.AbstractEventLoop | None = None


def attach_loop() -> None:
    """Remember the server's event loop; called inside it when a connection opens. Cheap to repeat."""
    global _loop
    _loop = asyncio.get_running_loop()


def group_of(thread_id: UUID) -> str:
    """The channel group of those who watch a thread in other processes."""
    return f"thread.{thread_id.hex}"


def tell(thread_id: UUID, event: Event, seq: int) -> None:
    """Send one event that belongs to no turn, such as a notice, to every open page of the thread."""
    _send(thread_id, [(seq, _text(event, seq))])


def _text(event: Event, seq: int) -> str:
    """The event with its number, as JSON."""
    if isinstance(snapshot := event.get("snapshot"), events.Encoded):
        return f'{{"type":{dumps(event["type"])},"snapshot":{snapshot.text()},"seq":{seq}}}'
    return dumps({**event, "seq": seq})


def access_changed(thread_id: UUID) -> None:
    """Have every open page of the thread look whether its person may still see it."""
    _to_group(thread_id, {"type": "access.changed"})


def _send(thread_id: UUID, frames: list[Frame]) -> None:
    if frames:
        _to_group(thread_id, {"type": "turn.frames", "frames": frames})


def _to_group(thread_id: UUID, message: dict[str, Any]) -> None:
    loop = _loop
    if loop is None or loop.is_closed():
        return
    if readers.are_there(thread_id):
        loop.call_soon_threadsafe(readers.hand_out, thread_id, message)
    if settings.REDIS_URL:
        asyncio.run_coroutine_threadsafe(_relay(thread_id, {**message, "by": OWN}), loop)


async def _relay(thread_id: UUID, message: dict[str, Any]) -> None:
    """Tell the other processes."""
    layer = get_channel_layer()
    if layer is not None:
        with without_redis():
            await layer.group_send(group_of(thread_id), message)


class Outlet:
    """The events of one running turn on their way to readers. `frames` are all of them so far, for a late reader."""

    def __init__(self, turn: TurnRun) -> None:
        self.turn = turn
        self.frames: list[Frame] = []
        self.ended = False
        self._lock = threading.Lock()
        self._text: Event | None = None
        self._held: list[Frame] = []
        self._last_text = 0.0
        self._shared_at = 0.0
        # The text of the message that comes, as far as it has been numbered.
        self._said = ""
        self._timer: asyncio.TimerHandle | None = None

    def put(self, event: Event) -> None:
        """Take an event from the turn's thread. Text waits up to MERGE_S for more; the rest goes at once."""
        with self._lock:
            if event["type"] == events.TEXT_CONTENT and self._merged(event):
                return
            self._settle()
            self._number(event)
            # What is followed at once by more (a call, its result, the end of a text) travels in one message.
            if event["type"].startswith(_NEVER_LAST):
                return
            held, self._held = self._held, []
            shared = self._to_share()
        _send(self.turn.thread_id, held)
        if shared is not None:
            with without_redis():
                cache.set(_cache_key(self.turn.thread_id), shared, timeout=_SHARED_FOR_S)

    def _merged(self, event: Event) -> bool:
        """Whether the text waits for more. The first words go out at once; the lock is held."""
        if self._text is not None:
            self._text["delta"] += event["delta"]
            return True
        if _loop is None or _loop.is_closed() or time.monotonic() - self._last_text >= MERGE_S:
            self._last_text = time.monotonic()
            return False
        self._text = dict(event)
        _loop.call_soon_threadsafe(self._flush_later)
        return True

    def since(self, seq: int) -> list[Frame] | None:
        """The frames after `seq`, oldest first; None when this turn does not know that number."""
        with self._lock:
            self._settle()
            if not self.frames or not self.frames[0][0] - 1 <= seq <= self.frames[-1][0]:
                return None
            return [frame for frame in self.frames if frame[0] > seq]

    def all(self) -> list[Frame]:
        """Every frame so far."""
        with self._lock:
            self._settle()
            return list(self.frames)

    def close(self) -> None:
        """The turn is over: send what is left and drop what was shared."""
        with self._lock:
            self._settle()
            held, self._held = self._held, []
        _send(self.turn.thread_id, held)
        if settings.REDIS_URL:
            with without_redis():
                cache.delete(_cache_key(self.turn.thread_id))

    def _flush_later(self) -> None:
        if _loop is not None and self._timer is None:
            self._timer = _loop.call_later(MERGE_S, self._flush)

    def _flush(self) -> None:
        self._timer = None
        with self._lock:
            self._settle()
            held, self._held = self._held, []
        _send(self.turn.thread_id, held)

    def _settle(self) -> None:
        """Number the merged text; the lock is held."""
        if self._text is not None:
            text, self._text = self._text, None
            self._last_text = time.monotonic()
            self._number(text)

    def _number(self, event: Event) -> None:
        self.turn.seq += 1
        frame = (self.turn.seq, _text(event, self.turn.seq))
        self.frames.append(frame)
        self.ended = self.ended or event["type"] in events.LAST
        if event["type"] == events.TEXT_START:
            self._said = ""
        elif event["type"] == events.TEXT_CONTENT:
            self._said += event["delta"]
        self._held.append(frame)

    def _to_share(self) -> dict[str, object] | None:
        """What other processes may read now, once per SHARE_S: the text so far, up to a number. The lock is held."""
        if not settings.REDIS_URL or not self._said or time.monotonic() - self._shared_at < SHARE_S:
            return None
        self._shared_at = time.monotonic()
        return {"turn": str(self.turn.id), "seq": self.turn.seq, "text": self._said}


def text_so_far(thread_id: UUID) -> dict[str, object] | None:
    """What a turn in another process has said so far: {"turn", "seq", "text"}."""
    shared: dict[str, object] | None = None
    if settings.REDIS_URL:
        with without_redis():
            shared = cache.get(_cache_key(thread_id))
    return shared


def _cache_key(thread_id: UUID) -> str:
    return f"turn-text:{thread_id.hex}"
