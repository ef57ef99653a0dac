"""What is told to other processes: all of it, in order, in few messages."""

from __future__ import annotations

import asyncio
from typing import Any
from uuid import UUID

import pytest

from chat.live import relay

THREAD, OTHER = UUID(int=1), UUID(int=2)


class Layer:
    """A channel layer that keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, dict[str, Any]]] = []

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.sent.append((group, message))


def frames(*numbers: int) -> dict[str, Any]:
    return {"type": relay.FRAMES, "frames": [(number, f"{number}") for number in numbers]}


def told(monkeypatch: pytest.MonkeyPatch, *messages: tuple[UUID, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    """What the layer is sent of these."""
    layer = Layer()
    monkeypatch.setattr(relay, "get_channel_layer", lambda: layer)

    async def scenario() -> None:
        for message in messages:
            relay.relay(*message)
        await asyncio.sleep(3 * relay.GATHER_S)

    asyncio.run(scenario())
    return layer.sent


def test_frames_of_a_moment_travel_in_one_message_and_those_of_another_thread_in_theirs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent = told(monkeypatch, (THREAD, frames(1, 2)), (OTHER, frames(7)), (THREAD, frames(3)))
    by_group = {group: message["frames"] for group, message in sent}
    assert len(sent) == 2
    assert by_group[relay.group_of(THREAD)] == frames(1, 2, 3)["frames"]
    assert by_group[relay.group_of(OTHER)] == frames(7)["frames"]
    assert {message["by"] for _, message in sent} == {relay.OWN}


def test_what_is_no_frame_keeps_its_place_among_them(monkeypatch: pytest.MonkeyPatch) -> None:
    first, later, change = frames(1), frames(2), {"type": "access.changed"}
    sent = told(monkeypatch, (THREAD, first), (THREAD, change), (THREAD, later))
    assert [message["type"] for _, message in sent] == [relay.FRAMES, "access.changed", relay.FRAMES]
    # What the process's own readers were given is not changed by it.
    assert first == frames(1)
