"""Counts what went wrong lately, by key, in the cache: of one process without Redis, of all of them with it."""

from __future__ import annotations

import hashlib
import threading
import time
from contextlib import suppress

from django.core.cache import cache

from chat.errors import without_redis

_lock = threading.Lock()


def count(kind: str, *of: str, seconds: int) -> int:
    """Count one more; how many there were in this stretch of `seconds`. 1 when the cache is away."""
    key = _key(kind, *of)
    with without_redis():
        cache.add(key, 0, seconds)
        # It may have run out between the two.
        with suppress(ValueError):
            return int(cache.incr(key))
    return 1


def counted(kind: str, *of: str) -> int:
    """How many were counted in the running stretch."""
    with without_redis():
        return int(cache.get(_key(kind, *of), 0))
    return 0


def forget(kind: str, *of: str) -> None:
    """Begin to count anew."""
    with without_redis():
        cache.delete(_key(kind, *of))


def seconds_until_turn(kind: str, *of: str, pace_s: float, longest_s: float) -> float | None:
    """Take the next place in a queue that serves one every `pace_s`: the wait, or None when it would be too long."""
    key, now = _key(f"{kind}.queue", *of), time.time()
    with _lock, without_redis():
        place = max(now, float(cache.get(key, 0.0)))
        if place - now > longest_s:
            return None
        cache.set(key, place + pace_s, longest_s + pace_s + 1)
        return place - now
    return 0.0


def _key(kind: str, *of: str) -> str:
    return f"attempts.{kind}.{hashlib.sha256(chr(0).join(of).encode(errors='replace')).hexdigest()}"
