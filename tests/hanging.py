"""What PostgreSQL did while a test hung: the sessions of the server, told with the failure of the test."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator

import psycopg
import pytest

from config.postgres import embedded
from tests.environment import DATA_DIR, EXTERNAL_URL

# Seconds: before the timeout of pyproject.toml ends the test, which frees what it waits for.
HANGS_S = 100.0
EVERY_S = 5.0
SESSIONS = """
SELECT pid, backend_type, datname, state, wait_event_type, wait_event, pg_blocking_pids(pid),
       round(extract(epoch FROM clock_timestamp() - query_start), 1), left(query, 200)
FROM pg_stat_activity WHERE state IS DISTINCT FROM 'idle' AND pid <> pg_backend_pid() ORDER BY query_start
"""


class Watch:
    """Knows which test runs and since when. One thread looks at it; the test's own does nothing but note its start."""

    def __init__(self) -> None:
        self._running = ("", 0.0)
        self._seen: dict[str, str] = {}
        self._thread: threading.Thread | None = None

    def starts(self, test: str) -> None:
        self._running = (test, time.monotonic())
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="hanging tests", daemon=True)
            self._thread.start()

    def ends(self) -> None:
        self._running = ("", 0.0)

    def seen_during(self, test: str) -> str:
        """What was seen while `test` hung; "" where it did not. Told once."""
        return self._seen.pop(test, "")

    def _look(self) -> None:
        while True:
            time.sleep(EVERY_S)
            test, since = self._running
            if test and test not in self._seen and time.monotonic() - since > HANGS_S:
                self._seen[test] = sessions()


def sessions() -> str:
    """A line for each session of the test server that is not idle, and for its background processes."""
    try:
        with psycopg.connect(EXTERNAL_URL or embedded.conninfo(DATA_DIR), connect_timeout=5) as connection:
            return "\n".join(" | ".join(map(str, row)) for row in connection.execute(SESSIONS))
    except psycopg.Error as error:
        return f"The server does not say: {error}"


_watch = Watch()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    _watch.starts(item.nodeid)
    try:
        return (yield)
    finally:
        _watch.ends()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed and (seen := _watch.seen_during(item.nodeid)):
        report.sections.append(("PostgreSQL while the test hung", seen))
    return report
