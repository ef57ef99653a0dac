"""What the tests of both adapters share: requests, a tool, and how a call is stopped or timed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llm.interface import ChatModel, ModelError, Stopped, StopSignal
from llm.tools import tool
from llm.types import Clocks, Message, ModelRequest, StreamItem, TextDelta, ToolCall, Usage

# Long enough to be told apart from the work of a call, short enough for a quick suite; in seconds.
SHORT = 0.2


@tool
def look_up(context: Any, name: str, limit: int = 5) -> dict[str, Any]:
    """Look a security up by its name."""
    return {}


@tool
def list_all(context: Any) -> dict[str, Any]:
    """List everything."""
    return {}


def request(*messages: Message, **more: Any) -> ModelRequest:
    """A request that says hello, unless given messages."""
    given = {"model": "some-model", "instructions": "Be brief.", **more}
    return ModelRequest(messages=messages or (Message("user", "Hello"),), **given)


def text_of(items: list[StreamItem]) -> str:
    return "".join(item.text for item in items if isinstance(item, TextDelta))


def calls_of(items: list[StreamItem]) -> list[ToolCall]:
    return [item for item in items if isinstance(item, ToolCall)]


def usage_of(items: list[StreamItem]) -> Usage:
    """The usage, which is the last item and the only one of its kind."""
    assert [item for item in items if isinstance(item, Usage)] == items[-1:]
    last = items[-1]
    assert isinstance(last, Usage)
    return last


def fail(model: ChatModel, asked: ModelRequest) -> tuple[ModelError, list[StreamItem]]:
    """The error of a call that must fail, and what came before it."""
    items: list[StreamItem] = []
    try:
        for item in model.stream(asked):
            items.append(item)
    except ModelError as error:
        return error, items
    raise AssertionError(f"the call did not fail: {items}")


def first_token(seconds: float) -> Clocks:
    return Clocks(first_token=seconds, idle=20, total=20)


def idle(seconds: float) -> Clocks:
    return Clocks(first_token=20, idle=seconds, total=20)


def total(seconds: float) -> Clocks:
    return Clocks(first_token=20, idle=20, total=seconds)


@contextmanager
def takes(at_least: float, at_most: float) -> Iterator[None]:
    """Fails when the block takes less or more, in seconds."""
    started = time.monotonic()
    yield
    taken = time.monotonic() - started
    assert at_least <= taken <= at_most, f"it took {taken:.2f} s"


def stopped_items(model: ChatModel, *, after: float = SHORT) -> list[StreamItem]:
    """What came before Stop, which is given `after` seconds; fails unless the call ends within a second of it."""
    stop, items = StopSignal(), []
    timer = threading.Timer(after, stop.set)
    try:
        with takes(after * 0.9, after + 1):
            timer.start()
            try:
                for item in model.stream(request(stop=stop)):
                    items.append(item)
            except Stopped:
                return items
    finally:
        timer.cancel()
    raise AssertionError(f"the call was not stopped: {items}")
