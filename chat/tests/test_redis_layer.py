"""The channel layer of several processes: one connection, on which several ask and one listens, is made once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from redis.exceptions import RedisError

from chat.live.redis_layer import RedisLayer
from tests.redis_server import Redis, needs_redis, slow_line

pytestmark = needs_redis


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    server = Redis(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


async def opened(layer: Any) -> str:
    """The channel of a page that opens, and tries again as pages do when Redis is away."""
    while True:
        try:
            return str(await layer.new_channel())
        except RedisError:
            await asyncio.sleep(0.01)


async def heard_after_cuts(layer: Any, line: Any) -> list[int]:
    """Pages open while the line is cut and made again, over and over; what each of them is told at the end."""
    pages: list[str] = [await opened(layer)]
    for _ in range(4):
        line.cut()
        for pause in (0, 0.02, 0.05, 0.08):
            await asyncio.sleep(pause)
            pages.append(await opened(layer))
    for page in pages:
        await layer.group_add("thread.a", page)
    await asyncio.sleep(0.3)
    await layer.group_send("thread.a", {"type": "turn.frames", "n": 1})
    frames = [(await asyncio.wait_for(layer.receive(page), 5))["n"] for page in pages]
    await layer.flush()
    return frames


def test_pages_that_open_while_redis_comes_back_are_all_served(redis: Redis, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> list[int]:
        async with slow_line(redis.port, 0.03) as line:
            return await heard_after_cuts(RedisLayer(url=line.url), line)

    assert asyncio.run(scenario()) == [1] * 17
    assert "readuntil" not in caplog.text
