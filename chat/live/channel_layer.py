"""The channel layer of a single process: Channels' own, without its walk over every open channel for each message."""

from __future__ import annotations

import contextlib
import time
from typing import Any

from channels.exceptions import ChannelFull
from channels.layers import InMemoryChannelLayer

# How often messages that nobody fetched are dropped, in seconds. They expire after a minute.
CLEAN_EVERY_S = 5.0


class LocalChannelLayer(InMemoryChannelLayer):
    """Delivers in the order of sending, within this process. A reader whose channel is full misses the message."""

    _cleaned_at = 0.0

    def _clean_expired(self) -> None:
        now = time.monotonic()
        if now - self._cleaned_at >= CLEAN_EVERY_S:
            self._cleaned_at = now
            super()._clean_expired()

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self._clean_expired()
        for channel in list(self.groups.get(group, ())):
            with contextlib.suppress(ChannelFull):
                await self.send(channel, message)
