"""The clock of a replay: in it a turn runs at the time at which it was said, so that "today" means the same.

It never goes back: a turn that takes longer than it took does not end after what the next one does.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.utils import timezone

_behind: ContextVar[timedelta | None] = ContextVar("replay_behind", default=None)
# When the last `at` of a `shifted_clock` ended; the next one does not begin before it.
_ended: ContextVar[datetime | None] = ContextVar("replay_ended", default=None)
_now = timezone.now
# Branches are made side by side: the last that ends puts the clock back.
_counting = threading.Lock()
_open = 0


def _shifted() -> datetime:
    behind = _behind.get()
    return _now() if behind is None else _now() - behind


@contextmanager
def shifted_clock() -> Iterator[None]:
    """`timezone.now()` and the days that Django makes of it go by `at` in this block.

    Other threads of the process keep the right time: what is shifted belongs to the context.
    """
    global _open
    with _counting:
        _open += 1
        timezone.now = _shifted
    token = _ended.set(None)
    try:
        yield
    finally:
        _ended.reset(token)
        with _counting:
            _open -= 1
            if not _open:
                timezone.now = _now


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """In this block it is `moment`, or the end of the block before where that is later, and time goes on from there."""
    token = _behind.set(_now() - max(moment, _ended.get() or moment))
    try:
        yield
    finally:
        _ended.set(_shifted())
        _behind.reset(token)
