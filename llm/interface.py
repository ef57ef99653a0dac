"""What every model can do, how it fails, and how it is stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Protocol

from llm.types import Clocks, ModelRequest, StreamItem

ErrorCode = Literal[
    "rate_limited", "busy", "unavailable", "timeout", "not_configured", "refused", "malformed", "context_full"
]
EmbeddingTask = Literal["document", "query"]


class ModelError(Exception):
    """A model call that gave no answer. `code` says which kind, `detail` why, in words for a log, without secrets.

    `retry_after` is in seconds, where the provider named it.
    """

    def __init__(self, code: ErrorCode, detail: str, *, retry_after: float | None = None) -> None:
        super().__init__(f"{code}: {detail}")
        self.code: ErrorCode = code
        self.detail = detail
        self.retry_after = retry_after


class Stopped(Exception):
    """The call was ended by its StopSignal. What had come before it has been yielded."""


class StopSignal:
    """Ends a model call from another thread, at once, also while it waits for the network."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._callbacks: list[Callable[[], None]] = []
        self._set = False
        self.reason = ""

    def is_set(self) -> bool:
        return self._set

    def set(self, reason: str = "stopped") -> None:
        """Stop. The first reason stands; calling again does nothing."""
        with self._lock:
            if self._set:
                return
            self._set, self.reason = True, reason
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def on_set(self, callback: Callable[[], None]) -> None:
        """Call `callback` when the signal is set, or now if it is. It may run in any thread."""
        with self._lock:
            if not self._set:
                self._callbacks.append(callback)
                return
        callback()

    def forget(self, callback: Callable[[], None]) -> None:
        """The call that registered `callback` is over."""
        with self._lock:
            if callback in self._callbacks:
                self._callbacks.remove(callback)


class ChatModel(Protocol):
    """A model that answers. `stream` blocks between items; it raises ModelError or Stopped, nothing else."""

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]: ...


class Embedder(Protocol):
    """Turns texts into vectors of one space (a model and a dimension).

    `embed` gives one vector of length 1 a text, in their order; it raises ModelError or Stopped, nothing else. A
    provider is asked in batches; `clocks` bound each of these requests by their total.
    """

    space: str
    dimension: int

    def embed(
        self, texts: Sequence[str], task: EmbeddingTask, *, stop: StopSignal | None = None, clocks: Clocks | None = None
    ) -> list[list[float]]: ...
