"""The channel layer of several processes: Channels' own for Redis, on connections that are made by one task at a time.

On the connection that listens, whoever opens a page subscribes while another task reads. When Redis comes back both
connect anew, and each takes answers that the other waits for: one fails with RuntimeError, or listens to nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.asyncio.connection import Connection, SSLConnection, UnixDomainSocketConnection, parse_url


class _MadeByOne:
    """Makes a connection in one task; whoever else would connect or read meanwhile waits until it stands."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._making = asyncio.Lock()
        self._maker: asyncio.Task[Any] | None = None

    @asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        """Until the end of the block no other task connects or reads; a task may enter again."""
        task = asyncio.current_task()
        if self._maker is task:
            yield
            return
        async with self._making:
            self._maker = task
            try:
                yield
            finally:
                self._maker = None

    async def connect(self) -> None:
        async with self._alone():
            await super().connect()  # type: ignore[misc]

    async def connect_check_health(self, *args: Any, **options: Any) -> None:
        async with self._alone():
            await super().connect_check_health(*args, **options)  # type: ignore[misc]

    async def read_response(self, *args: Any, **options: Any) -> Any:
        if self._maker is not asyncio.current_task():
            async with self._making:
                pass
        return await super().read_response(*args, **options)  # type: ignore[misc]


class _Plain(_MadeByOne, Connection):
    pass


class _Encrypted(_MadeByOne, SSLConnection):
    pass


class _Local(_MadeByOne, UnixDomainSocketConnection):
    pass


_MADE_BY_ONE = {Connection: _Plain, SSLConnection: _Encrypted, UnixDomainSocketConnection: _Local}


class RedisLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """The layer on the Redis at `url`: redis://, rediss:// or unix://. Raises ValueError for another scheme."""

    def __init__(self, *, url: str) -> None:
        options: dict[str, Any] = {**parse_url(url)}
        kind = _MADE_BY_ONE[options.pop("connection_class", Connection)]
        super().__init__(hosts=[{**options, "connection_class": kind}])
