"""The sockets of this process that read a thread. What is told of it is put into each one's inbox, in order.

One process needs no channel layer: a task, two futures and a look at the channel's name for every message and reader
cost more than the turn that is told of. Other processes hear of it through Redis (chat.live.broadcast).
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any
from uuid import UUID

Message = dict[str, Any]
# Who does not take what waits misses the next, and asks for it when it sees the gap.
MOST_WAITING = 500

_inboxes: dict[UUID, set[asyncio.Queue[Message]]] = {}


def join(thread_id: UUID) -> asyncio.Queue[Message]:
    """An inbox for what is told of the thread from now on. In the event loop, as all here but `are_there`."""
    inbox: asyncio.Queue[Message] = asyncio.Queue(MOST_WAITING)
    _inboxes.setdefault(thread_id, set()).add(inbox)
    return inbox


def leave(thread_id: UUID, inbox: asyncio.Queue[Message]) -> None:
    """Put nothing more into this inbox; one that has left already may leave again."""
    inboxes = _inboxes.get(thread_id, set())
    inboxes.discard(inbox)
    if not inboxes:
        _inboxes.pop(thread_id, None)


def are_there(thread_id: UUID) -> bool:
    """Whether a socket of this process reads the thread. May be asked in any thread."""
    return thread_id in _inboxes


def hand_out(thread_id: UUID, message: Message) -> None:
    """Put a message into every inbox of the thread that has room."""
    for inbox in _inboxes.get(thread_id, ()):
        with contextlib.suppress(asyncio.QueueFull):
            inbox.put_nowait(message)
