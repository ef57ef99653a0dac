"""Turns a minute and tokens a day, by user and assistant: one token bucket in PostgreSQL for every door and process."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext

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
        level, granted = _take(user_id, assistant, "turns", rate=turns / 60, capacity=turns, cost=1, needed=1)
        if not granted:
            _refuse(gettext("%(turns)s turns a minute") % {"turns": turns}, (1 - level) / (turns / 60))
    if tokens := limit_of("tokens", assistant):
        level, granted = _take(user_id, assistant, "tokens", rate=tokens / 86_400, capacity=tokens, cost=0, needed=1)
        if not granted:
            _refuse(gettext("%(tokens)s tokens a day") % {"tokens": f"{tokens:,}"}, (1 - level) / (tokens / 86_400))


def charge(user_id: int, assistant: str, tokens: int) -> None:
    """Take what a turn has really used; the allowance may fall below nothing, and then fills up again."""
    limit = limit_of("tokens", assistant)
    if limit and tokens:
        _take(user_id, assistant, "tokens", rate=limit / 86_400, capacity=limit, cost=tokens, needed=-(10**15))


def _take(
    user_id: int, assistant: str, kind: str, *, rate: float, capacity: int, cost: int, needed: int
) -> tuple[float, bool]:
    values: dict[str, Any] = {"user": user_id, "assistant": assistant, "kind": kind, "rate": rate}
    with connection.cursor() as cursor:
        cursor.execute(_TAKE, {**values, "capacity": float(capacity), "cost": float(cost), "needed": float(needed)})
        level, granted = cursor.fetchone()
    return float(level), bool(granted)


def _refuse(limit: str, seconds: float) -> None:
    opens = datetime.now(UTC) + timedelta(seconds=seconds)
    shown = f"{opens:%H:%M:%S}" if seconds < 3600 else f"{opens:%H:%M on %d %B}"
    text = gettext("You have used your allowance of %(limit)s. It opens again at %(time)s UTC. Nothing was sent.")
    text %= {"limit": limit, "time": shown}
    raise TurnRefused("limit_reached", 429, text, retry_after=max(1, round(seconds)))
