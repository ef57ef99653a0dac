"""A test that hangs is told with what PostgreSQL waited for."""

from __future__ import annotations

import threading

import psycopg

from tests.environment import database_url, drop_database, new_database
from tests.hanging import sessions


def test_a_session_that_waits_is_told_with_the_one_that_it_waits_for() -> None:
    name = "hanging"
    new_database(name)
    try:
        with psycopg.connect(database_url(name)) as holder, psycopg.connect(database_url(name)) as waiting:
            holder.execute("LOCK TABLE auth_group IN ACCESS EXCLUSIVE MODE")
            reading = threading.Thread(target=waiting.execute, args=["SELECT count(*) FROM auth_group"])
            reading.start()
            try:
                lines = _until_blocked(holder.info.backend_pid)
            finally:
                holder.rollback()
                reading.join()
        assert "SELECT count(*) FROM auth_group" in lines
        assert "Lock | relation" in lines
    finally:
        drop_database(name)


def _until_blocked(holder: int) -> str:
    for _ in range(100):
        blocked = [line for line in sessions().splitlines() if f"[{holder}]" in line]
        if blocked:
            return "\n".join(blocked)
        threading.Event().wait(0.05)
    raise AssertionError(f"nobody waits for {holder}: {sessions()}")
