"""What this process has read of the threads that were talked in last, for the next turn; never for longer than that.

An erasure drops it here at once. Other processes give it up by time, because nobody asks them for that thread again.
"""

from __future__ import annotations

import threading
import time
from typing import Any
from uuid import UUID

# Threads that are kept, and the seconds that one is kept after it was last read.
MOST, KEEP_S = 64, 300.0

_lock = threading.Lock()
_contents: dict[UUID, tuple[float, Any]] = {}
_timer: threading.Timer | None = None


def get(thread_id: UUID) -> Any:
    """What was kept of a thread, or None."""
    entry = _contents.get(thread_id)
    return entry[1] if entry and entry[0] > time.monotonic() else None


def put(thread_id: UUID, content: Any) -> None:
    """Keep this in place of what was kept; the thread that was read longest ago gives way."""
    with _lock:
        _contents.pop(thread_id, None)
        _contents[thread_id] = (time.monotonic() + KEEP_S, content)
        while len(_contents) > MOST:
            del _contents[next(iter(_contents))]
        _wake()


def forget(thread_id: UUID) -> None:
    """Keep nothing of a thread: it is erased."""
    with _lock:
        _contents.pop(thread_id, None)


def sweep() -> None:
    """Give up what nobody has read for KEEP_S seconds."""
    global _timer
    with _lock:
        _timer = None
        now = time.monotonic()
        for thread_id in [pk for pk, (until, _) in _contents.items() if until <= now]:
            del _contents[thread_id]
        _wake()


def _wake() -> None:
    """Sweep in time while anything is kept; the lock is held."""
    global _timer
    if _contents and _timer is None:
        _timer = threading.Timer(KEEP_S, sweep)
        _timer.daemon = True
        _timer.start()
