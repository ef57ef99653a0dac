"""How a model call is ended from outside."""

from __future__ import annotations

import threading
from collections.abc import Callable


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
