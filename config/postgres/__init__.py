"""The embedded PostgreSQL: its process, its start and end, and the pool of connections."""

from __future__ import annotations

from config.postgres import embedded, pool
from config.postgres.embedded import needs_database, server_for_process
from config.postgres.process import BINARIES, PostgresError

__all__ = ["BINARIES", "PostgresError", "embedded", "needs_database", "pool", "server_for_process"]
