"""Tells the other processes of a thread, over Redis: what follows within a moment travels in one message."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID, uuid4

from channels.layers import get_channel_layer

from chat.errors import without_redis

# What is told within this of the first goes with it, in seconds: to publish each event takes the processor of a third
# of a turn, and nobody sees a hundredth of a second.
GATHER_S = 0.01
FRAMES = "turn.frames"

# By this the process knows, of what comes over Redis, what it said itself.
OWN = uuid4().hex

_waiting: dict[UUID, list[dict[str, Any]]] = {}
# Running tasks, which nothing else refers to.
_publishing: set[asyncio.Task[None]] = set()


def group_of(thread_id: UUID) -> str:
    """The channel group of those who watch a thread in other processes."""
    return f"thread.{thread_id.hex}"


def relay(thread_id: UUID, message: dict[str, Any]) -> None:
    """Tell the other processes soon, in the order in which this is called. In the event loop."""
    waiting = _waiting.get(thread_id)
    if waiting is None:
        _waiting[thread_id] = [message]
        asyncio.get_running_loop().call_later(GATHER_S, _publish_later, thread_id)
    elif message["type"] == waiting[-1]["type"] == FRAMES:
        waiting[-1] = {**message, "frames": [*waiting[-1]["frames"], *message["frames"]]}
    else:
        waiting.append(message)


def _publish_later(thread_id: UUID) -> None:
    task = asyncio.ensure_future(_publish(thread_id, _waiting.pop(thread_id)))
    _publishing.add(task)
    task.add_done_callback(_publishing.discard)


async def _publish(thread_id: UUID, messages: list[dict[str, Any]]) -> None:
    layer = get_channel_layer()
    for message in messages if layer is not None else ():
        with without_redis():
            await layer.group_send(group_of(thread_id), {**message, "by": OWN})
