"""The channel layer of a single process delivers in order, loses nothing but what does not fit, and forgets the unread."""

from __future__ import annotations

import asyncio

import pytest

from chat.live import channel_layer
from chat.live.channel_layer import LocalChannelLayer


def test_every_reader_of_a_group_gets_the_messages_in_their_order() -> None:
    async def scenario() -> list[list[int]]:
        layer = LocalChannelLayer()
        readers = [await layer.new_channel() for _ in range(3)]
        for reader in readers:
            await layer.group_add("thread.a", reader)
        for number in range(5):
            await layer.group_send("thread.a", {"type": "turn.frames", "n": number})
        return [[(await layer.receive(reader))["n"] for _ in range(5)] for reader in readers]

    assert asyncio.run(scenario()) == [[0, 1, 2, 3, 4]] * 3


def test_a_reader_whose_channel_is_full_misses_a_message_and_the_others_do_not() -> None:
    async def scenario() -> list[int]:
        layer = LocalChannelLayer(capacity=1)
        slow, quick = await layer.new_channel(), await layer.new_channel()
        for reader in (slow, quick):
            await layer.group_add("thread.a", reader)
        got = []
        for number in range(3):
            await layer.group_send("thread.a", {"type": "turn.frames", "n": number})
            got.append((await layer.receive(quick))["n"])
        return [*got, (await layer.receive(slow))["n"]]

    assert asyncio.run(scenario()) == [0, 1, 2, 0]


def test_what_nobody_fetched_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_layer, "CLEAN_EVERY_S", 0)

    async def scenario() -> tuple[int, int]:
        layer = LocalChannelLayer(expiry=0)
        await layer.send(await layer.new_channel(), {"type": "turn.frames"})
        before = len(layer.channels)
        await asyncio.sleep(0.01)
        await layer.group_send("thread.a", {"type": "turn.frames"})
        return before, len(layer.channels)

    assert asyncio.run(scenario()) == (1, 0)
