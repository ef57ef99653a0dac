"""Whether the database can be written: a full disk and a standby answer to reading, and nobody is served by that."""

from __future__ import annotations

import shutil

from django.conf import settings
from django.db import connection

# PostgreSQL takes room for its log in pieces of this size.
LEAST_FREE_BYTES = 16 * 1024 * 1024


def why_not() -> str:
    """A sentence why nothing can be written; "" where it can. Raises DatabaseError."""
    if settings.EMBEDDED_POSTGRES:
        free = shutil.disk_usage(settings.DATA_DIR).free
        if free < LEAST_FREE_BYTES:
            return f"The disk of the database is full: {free / 1e6:.0f} MB are free. Make room on it."
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
        (read_only,) = cursor.fetchone()
    return "The database takes no writes: it is a standby, or set to read only." if read_only else ""
