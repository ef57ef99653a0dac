"""Three clocks and Stop are one watchdog: it ends a blocked model call by shutting the call's socket.

Closing a response from another thread does not wake its reader; `shutdown` does, also while it connects.
"""

from __future__ import annotations

import contextlib
import math
import os
import socket
import threading
import time
from types import TracebackType

from llm.interface import ModelError, Stopped, StopSignal
from llm.types import Clocks

# A shut that came in the moment between two sockets is repeated until the call has noticed, in seconds.
_AGAIN = 0.2
# The thread never sleeps less than this, so that clocks that end close together cost one wake-up, in seconds.
_GRAIN = 0.02


class Watch:
    """One model call under watch. A context manager; `wait` and `raise_if_ended` are called by the call's thread.

    The clocks count model data only: `data` is called for a piece of an answer, never for a keep-alive comment.
    """

    __slots__ = (
        "_clocks",
        "_due",
        "_end",
        "_ended",
        "_lock",
        "_socket",
        "_started",
        "_stop",
        "_wake",
        "shown",
    )

    def __init__(self, clocks: Clocks, stop: StopSignal | None) -> None:
        now = time.monotonic()
        self._clocks = clocks
        self._stop = stop
        self._started = False
        self.shown = False  # Whether the reader of the stream has seen a piece: then no attempt is made anew.
        self._end = now + clocks.total
        self._due = min(now + clocks.first_token, self._end)
        self._ended = ""
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._wake: threading.Event | None = None

    def __enter__(self) -> Watch:
        _watchdog.add(self)
        if self._stop is not None:
            self._stop.on_set(self.stop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()
        if self._stop is not None:
            self._stop.forget(self.stop)
        _watchdog.remove(self)

    @property
    def ended(self) -> bool:
        """Whether a clock or Stop has ended the call. What the network says afterwards means nothing."""
        return bool(self._ended)

    @property
    def left(self) -> float:
        """The seconds until the next clock ends the call."""
        return self._due - time.monotonic()

    def data(self) -> None:
        """A piece of the answer has come: the idle clock starts anew."""
        self._started = True
        due = time.monotonic() + self._clocks.idle
        self._due = due if due < self._end else self._end

    def hold(self) -> None:
        """The piece is with the reader of the stream; its time is not the model's. Ends with the next `data`."""
        self._started = self.shown = True
        self._due = self._end

    def attach(self, connection: socket.socket) -> None:
        """From now on the call hangs on this socket. It is shut at once when the call has already ended."""
        with self._lock:
            self._socket = connection
            if self._ended:
                _shut(connection)

    def release(self) -> None:
        """The socket is no longer this call's: it may now go back to the pool and serve another."""
        with self._lock:
            self._socket = None

    def wait(self, seconds: float) -> None:
        """Sleep between two attempts. Raises Stopped or ModelError("timeout") as soon as the call ends."""
        with self._lock:
            self._wake = wake = threading.Event()
            if self._ended:
                wake.set()
        wake.wait(seconds)
        self.raise_if_ended()

    def raise_if_ended(self) -> None:
        """Raises Stopped when Stop ended the call, ModelError("timeout") with the clock's name when a clock did."""
        if not self._ended:
            return
        if self._ended == "stop":
            raise Stopped
        seconds: float = getattr(self._clocks, self._ended)
        raise ModelError("timeout", f"the {self._ended.replace('_', ' ')} clock of {seconds:g} s ran out")

    def stop(self) -> None:
        """End the call because the person said Stop. May be called from any thread."""
        self._shut_for("stop")
        _watchdog.nudge()

    def check(self, now: float) -> float:
        """End the call when a clock has run out; the latest time by which to check again. For the watchdog."""
        if self._ended:
            self._shut_for(self._ended)
            return now + _AGAIN
        due = self._due
        if now < due:
            return min(due, now + self._clocks.idle)
        clock = "total" if due >= self._end else "idle" if self._started else "first_token"
        self._shut_for(clock)
        return now + _AGAIN

    def _shut_for(self, reason: str) -> None:
        with self._lock:
            # The first reason stands, so that a call that was stopped never reports a clock.
            self._ended = self._ended or reason
            if self._socket is not None:
                _shut(self._socket)
            if self._wake is not None:
                self._wake.set()


def _shut(connection: socket.socket) -> None:
    # SSLSocket.shutdown would take the TLS object away under the reader's feet; the plain one only shuts the fd.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class _Watchdog:
    """One thread a process. It sleeps until the earliest clock, and without end while no call runs."""

    def __init__(self) -> None:
        self._condition = threading.Condition(threading.Lock())
        self._watches: set[Watch] = set()
        self._thread: threading.Thread | None = None
        self._wakes_at = 0.0

    def add(self, watch: Watch) -> None:
        first_check = watch.check(time.monotonic())
        with self._condition:
            self._watches.add(watch)
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="model-watchdog", daemon=True)
                self._wakes_at = 0.0
                self._thread.start()
            elif first_check < self._wakes_at:
                self._condition.notify()

    def remove(self, watch: Watch) -> None:
        with self._condition:
            self._watches.discard(watch)

    def nudge(self) -> None:
        with self._condition:
            self._condition.notify()

    def _run(self) -> None:
        with self._condition:
            while True:
                now = time.monotonic()
                self._wakes_at = min((watch.check(now) for watch in self._watches), default=math.inf)
                self._condition.wait(max(self._wakes_at - now, _GRAIN) if self._watches else None)


_watchdog = _Watchdog()


def _start_anew() -> None:
    global _watchdog
    _watchdog = _Watchdog()


# A forked child inherits neither the thread nor, perhaps, a free lock.
os.register_at_fork(after_in_child=_start_anew)
