"""Where one pooled connection is found dead, the others are looked at as well, and the dead ones replaced at once.

A restart of the server ends them all. psycopg_pool finds them one by one and waits 1, 2, 4 and 8 seconds in between, so
that a request beside five idle connections would end without one.

A connection that was ended has something to read, its end; one on which nothing came is as good as it was. So a turn,
which takes a connection some ten times, asks the server nothing to know that it is there.
"""

from __future__ import annotations

import select
from typing import Any

from psycopg_pool import ConnectionPool

_check_one = ConnectionPool.check_connection


def _check_all(connection: Any) -> None:
    try:
        if _has_something_to_read(connection):
            _check_one(connection)
    except Exception:
        # A connection names its pool while it is lent, so that those that check() itself looks at end here.
        if (pool := getattr(connection, "_pool", None)) is not None:
            pool.check()
        raise


def _has_something_to_read(connection: Any) -> bool:
    """Whether anything came over an idle connection: its end, or a notice. One that is closed already has, too."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    return bool(waiting.poll(0))


def install() -> None:
    """Let every pool that is made from now on check so. Django offers no setting for the check of its pool."""
    ConnectionPool.check_connection = staticmethod(_check_all)  # type: ignore[assignment]
