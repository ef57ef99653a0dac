"""Turns a minute and tokens a day, by user and assistant: one token bucket in PostgreSQL for every door and process.

Frames of sockets have a bucket in memory, so that a flood costs no query; and the first tenth of an allowance has one.
"""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext

from chat.access import stamp
from chat.errors import TurnRefused

# The bucket fills by `rate` a second up to `capacity`. Looking and taking are one statement, so two doors at once
# cannot both take the last turn.
_FILLED = "least(%(capacity)s, bucket.level + %(rate)s * extract(epoch FROM clock_timestamp() - bucket.updated_at))"
_TAKE = f"""
INSERT INTO chat_allowance AS bucket (user_id, assistant, kind, level, granted, updated_at)
VALUES (%(user)s, %(assistant)s, %(kind)s, %(capacity)s - %(cost)s, true, clock_timestamp())
ON CONFLICT (user_id, assistant, kind) DO UPDATE
   SET granted = {_FILLED} >= %(needed)s,
       level = {_FILLED} - CASE WHEN {_FILLED} >= %(needed)s THEN %(cost)s ELSE 0 END,
       updated_at = clock_timestamp()
RETURNING level, granted
"""  # noqa: S608 - both parts are constants; every value is a parameter.


class _Refill(NamedTuple):
    """How fast a bucket fills, by the second, and up to what."""

    rate: float
    capacity: int


# What a person's frames may come to at once, in seconds of their rate.
_BURST_S = 15
# This part of an allowance is counted here, so that an ordinary turn asks the database nothing.
_PART_IN_MEMORY = 10


class Buckets:
    """Token buckets in the memory of this process, each filling by `rate` a second up to `capacity`."""

    _MOST = 20_000

    def __init__(self) -> None:
        self._levels: dict[object, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def __contains__(self, key: object) -> bool:
        """Whether something was taken from this bucket lately."""
        return key in self._levels

    def level(self, key: object, rate: float, capacity: float) -> float:
        """What is in a bucket now; one that nothing was taken from lately is full."""
        now = time.monotonic()
        level, at = self._levels.get(key, (capacity, now))
        return min(capacity, level + rate * (now - at))

    def take(self, key: object, rate: float, capacity: float, cost: float = 1) -> bool:
        """Take `cost` from a bucket that holds as much; whether it did."""
        with self._lock:
            level = self.level(key, rate, capacity)
            granted = level >= cost
            self._keep(key, level - cost if granted else level)
        return granted

    def empty(self, key: object) -> None:
        """Take all that is in a bucket."""
        with self._lock:
            self._keep(key, 0.0)

    def _keep(self, key: object, level: float) -> None:
        self._levels.pop(key, None)
        if len(self._levels) >= self._MOST:
            # Of those that were used longest ago most are full again.
            for known in list(self._levels)[: self._MOST // 2]:
                del self._levels[known]
        self._levels[key] = (level, time.monotonic())


_buckets = Buckets()
FLOOD_PAUSE_S = 4.0


def take_frames(user_id: int, cost: int = 1) -> bool:
    """Whether a person's sockets may take one more frame, which counts for `cost`. Asks no database."""
    rate = settings.CHAT_FRAMES_PER_SECOND
    return not rate or _buckets.take(("frames", user_id), rate, rate * _BURST_S, cost)


def close_for_a_while(claim: str) -> None:
    """Open no further socket of this session or token for FLOOD_PAUSE_S: too much came by one of them.

    A session or token and not a person, because only a query knows who a request is from.
    """
    _buckets.empty(("pause", claim))


def is_closed(claim: str) -> bool:
    """Whether sockets of this session or token are not opened now. Asks no database."""
    return _buckets.level(("pause", claim), 1 / FLOOD_PAUSE_S, 1) < 1


def limit_of(kind: str, assistant: str) -> int:
    """The setting for this assistant, else the one for all; 0 is no limit. `kind` is turns or tokens."""
    own, everyone = {
        "turns": (settings.ASSISTANT_TURNS_PER_MINUTE, settings.CHAT_TURNS_PER_MINUTE),
        "tokens": (settings.ASSISTANT_TOKENS_PER_DAY, settings.CHAT_TOKENS_PER_DAY),
    }[kind]
    given = own.get(assistant, -1)
    return int(everyone if given < 0 else given)


def admit(user_id: int, assistant: str) -> None:
    """Take one turn from the person's allowance, in the caller's transaction. Raises TurnRefused with the time."""
    if turns := limit_of("turns", assistant):
        _admit_one(user_id, assistant, "turns", turns, gettext("%(turns)s turns a minute") % {"turns": turns})
    if tokens := limit_of("tokens", assistant):
        level, granted = _take(user_id, assistant, "tokens", _Refill(tokens / 86_400, tokens), cost=0, needed=1)
        if not granted:
            _refuse(gettext("%(tokens)s tokens a day") % {"tokens": f"{tokens:,}"}, (1 - level) / (tokens / 86_400))


def admit_upload(user_id: int, assistant: str) -> None:
    """Take one upload from the person's allowance. Raises TurnRefused with the time."""
    if most := settings.UPLOADS_PER_MINUTE:
        _admit_one(user_id, assistant, "uploads", most, gettext("%(uploads)s uploads a minute") % {"uploads": most})


def _admit_one(user_id: int, assistant: str, kind: str, a_minute: int, limit: str) -> None:
    rate, part = a_minute / 60, a_minute // _PART_IN_MEMORY
    if part and _buckets.take((kind, user_id, assistant), rate / _PART_IN_MEMORY, part):
        return
    level, granted = _take(user_id, assistant, kind, _Refill(rate, a_minute), cost=1, needed=1)
    if not granted:
        _refuse(limit, (1 - level) / rate)


def charge(user_id: int, assistant: str, tokens: int) -> None:
    """Take what a turn has really used; the allowance may fall below nothing, and then fills up again."""
    limit = limit_of("tokens", assistant)
    if limit and tokens:
        _take(user_id, assistant, "tokens", _Refill(limit / 86_400, limit), cost=tokens, needed=-(10**15))


def _take(user_id: int, assistant: str, kind: str, refill: _Refill, *, cost: int, needed: int) -> tuple[float, bool]:
    values: dict[str, Any] = {"user": user_id, "assistant": assistant, "kind": kind, "rate": refill.rate}
    values |= {"capacity": float(refill.capacity), "cost": float(cost), "needed": float(needed)}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, values)
        level, granted = cursor.fetchone()
    return float(level), bool(granted)


def _refuse(limit: str, seconds: float) -> None:
    opens = datetime.now(UTC) + timedelta(seconds=seconds)
    text = gettext("You have used your allowance of %(limit)s. It opens again on %(time)s. Nothing was sent.")
    text %= {"limit": limit, "time": stamp(opens, seconds=seconds < 3600)}
    raise TurnRefused("limit_reached", 429, text, retry_after=max(1, round(seconds)))
