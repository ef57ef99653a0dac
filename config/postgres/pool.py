"""Where one pooled connection is found dead, the others are looked at as well, and the dead ones replaced at once.

A restart of the server ends them all. psycopg_pool finds them one by one and waits 1, 2, 4 and 8 seconds in between, so
that a request beside five idle connections would end without one.
"""

from __future__ import annotations

from typing import Any

from psycopg_pool import ConnectionPool

_check_one = ConnectionPool.check_connection


def _check_all(connection: Any) -> None:
    try:
        _check_one(connection)
    except Exception:
        # A connection names its pool while it is lent, so that those that check() itself looks at end here.
        if (pool := getattr(connection, "_pool", None)) is not None:
            pool.check()
        raise


def install() -> None:
    """Let every pool that is made from now on check so. Django offers no setting for the check of its pool."""
    ConnectionPool.check_connection = staticmethod(_check_all)  # type: ignore[assignment]
