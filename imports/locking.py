"""One import of a kind at a time, by an advisory lock of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


class ImportRunningError(Exception):
    """Another process is importing the same kind of material. Wait until it has ended."""


@contextmanager
def only_one(lock: int, what: str) -> Iterator[None]:
    """Holds the advisory lock while the import of `what` runs: two would take each other's row locks.

    Raises ImportRunningError.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock])
        if not cursor.fetchone()[0]:
            raise ImportRunningError(f"Another import of {what} is running. Start this one when it has ended.")
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])
