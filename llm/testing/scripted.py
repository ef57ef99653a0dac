"""ScriptedModel: answers from a script and fails loudly on a call that nobody scripted. For every app's tests."""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from llm.interface import ChatModel, ModelError, Stopped
from llm.registry import register_model
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, Usage


@dataclass(frozen=True)
class Stall:
    """Among the items of a reply: nothing comes for `seconds`, unless Stop or a clock of the request ends it."""

    seconds: float


ScriptItem = StreamItem | Stall | Exception
Reply = str | ScriptItem | Sequence[ScriptItem] | Callable[[ModelRequest], Iterable[ScriptItem] | str]


class ScriptedModel:
    """A ChatModel that gives the replies of `script` in order, one a call. Thread-safe.

    A reply is a text; one item or several (TextDelta, ToolCall, Usage, `Stall`, or an exception, which is raised
    there); or a function of the request that returns such. `requests` are the requests so far.
    A Usage is added at the end of a reply that has none.
    """

    def __init__(self, script: Iterable[Reply] = ()) -> None:
        self._script = list(script)
        self._lock = threading.Lock()
        self.requests: list[ModelRequest] = []

    def then(self, *replies: Reply) -> ScriptedModel:
        """Add replies to the script."""
        with self._lock:
            self._script.extend(replies)
        return self

    def assert_used_up(self) -> None:
        """Raises AssertionError when replies are left that no call has asked for."""
        with self._lock:
            left = list(self._script)
        if left:
            raise AssertionError(
                f"{len(left)} scripted replies were never asked for, after {len(self.requests)} calls; "
                f"the next is {left[0]!r}"
            )

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """The next reply. Raises AssertionError, which quotes the request, when the script is at its end."""
        with self._lock:
            self.requests.append(request)
            if not self._script:
                raise AssertionError(f"call {len(self.requests)} was not scripted: {_quote(request)}")
            reply = self._script.pop(0)
        return self._play(reply, request)

    def _play(self, reply: Reply, request: ModelRequest) -> Iterator[StreamItem]:
        started = time.monotonic()
        counted, shown = False, False
        for item in _items(reply, request):
            if request.stop is not None and request.stop.is_set():
                raise Stopped
            if isinstance(item, Exception):
                raise item
            if isinstance(item, Stall):
                _stall(item.seconds, request, started, shown)
                continue
            counted, shown = counted or isinstance(item, Usage), True
            yield item
        if not counted:
            yield Usage(input_tokens=1, output_tokens=1, model="scripted", finish_reason="stop")


def say(text: str, *, chunks: int = 1) -> list[ScriptItem]:
    """A reply of `text` in that many pieces."""
    size = max(1, -(-len(text) // chunks))
    return [TextDelta(text[start : start + size]) for start in range(0, len(text), size)]


def call(name: str, /, **arguments: Any) -> ToolCall:
    """A call of the tool `name`. Decimals are written as JSON numbers."""
    return ToolCall(f"call_{uuid.uuid4().hex[:12]}", name, json.dumps(arguments, default=float))


def _items(reply: Reply, request: ModelRequest) -> Iterable[ScriptItem]:
    if isinstance(reply, TextDelta | ToolCall | Usage | Stall | Exception):
        return [reply]
    given = reply(request) if callable(reply) else reply
    return say(given) if isinstance(given, str) else given


def _stall(seconds: float, request: ModelRequest, started: float, shown: bool) -> None:
    """Wait as a real model would: ended by Stop at once, and by whichever clock runs out first."""
    clocks, now = request.clocks, time.monotonic()
    limits = [
        ("idle", clocks.idle, now + clocks.idle)
        if shown
        else ("first token", clocks.first_token, started + clocks.first_token),
        ("total", clocks.total, started + clocks.total),
    ]
    clock, limit, ends_at = min(limits, key=lambda entry: entry[2])
    stopped = threading.Event()
    if request.stop is not None:
        request.stop.on_set(stopped.set)
    try:
        if stopped.wait(min(seconds, max(ends_at - now, 0.0))):
            raise Stopped
    finally:
        if request.stop is not None:
            request.stop.forget(stopped.set)
    if now + seconds > ends_at:
        raise ModelError("timeout", f"the {clock} clock of {limit:g} s ran out")


def _quote(request: ModelRequest) -> str:
    last = request.messages[-1] if request.messages else None
    tools = ", ".join(tool.name for tool in request.tools) or "none"
    return (
        f"model {request.model!r}, tool choice {request.tool_choice!r}, tools {tools}, "
        f"{len(request.messages)} messages, the last {last!r}, instructions {request.instructions[:200]!r}"
    )


M = TypeVar("M", bound=ChatModel)


@contextmanager
def registered(name: str, model: M) -> Iterator[M]:
    """The model answers to `name`, as "openai:scripted", inside the block."""
    register_model(name, model)
    try:
        yield model
    finally:
        register_model(name, None)
