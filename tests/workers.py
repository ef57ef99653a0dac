"""The tests on several cores: collected once, by a process that then forks. Each worker knows all tests, takes the next
share of them that nobody has, and sends what it would report to the first process, which reports it.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from multiprocessing.sharedctypes import Synchronized
from typing import Any

import pytest

from tests.scheduling import shares

_fork = multiprocessing.get_context("fork")
Shares = Sequence[Sequence[pytest.Item]]
# What `_next` of all shares is once no other shall be begun.
STOPPED = -1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=1, help="so many processes run the tests")


def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """In the place of pytest's own, where there is work for more than one."""
    work = shares(session.items)
    count = min(session.config.getoption("workers"), len(work))
    if count < 2 or session.config.option.collectonly or session.testsfailed:
        return None
    _First(session).run(work, count)
    return True


class _First:
    """The process that collected: it starts the workers and reports what they send."""

    def __init__(self, session: pytest.Session) -> None:
        self._session = session
        self._next: Synchronized[int] = _fork.Value("i", 0)
        self._workers: dict[Connection, ForkProcess] = {}
        self._running: dict[Connection, str] = {}

    def run(self, work: Shares, count: int) -> None:
        # A thread would not be there in a worker, and what it had locked would stay so.
        assert threading.active_count() == 1, f"threads began while tests were collected: {threading.enumerate()}"
        try:
            for _ in range(count):
                self._start(work)
            while self._workers:
                for connection in wait(list(self._workers)):
                    assert isinstance(connection, Connection)
                    self._hear(connection)
        finally:
            self._next.value = STOPPED
            for connection, process in self._workers.items():
                connection.close()
                process.join()
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)
        if self._session.shouldstop:
            raise self._session.Interrupted(self._session.shouldstop)

    def _start(self, work: Shares) -> None:
        here, there = _fork.Pipe(duplex=False)
        worker = _Worker(self._session, there, self._next, work)
        process = _fork.Process(target=worker.run, name=f"tests-{len(self._workers)}")
        process.start()
        there.close()
        self._workers[here] = process

    def _hear(self, connection: Connection) -> None:
        try:
            hook, values = connection.recv()
        except EOFError:
            process = self._workers.pop(connection)
            process.join()
            if process.exitcode:
                self._session.shouldfail = (
                    f"A worker ended with {process.exitcode} in {self._running.get(connection, 'its beginning')}"
                )
        else:
            if hook == "pytest_runtest_logstart":
                self._running[connection] = values["nodeid"]
            if "report" in values:
                values["report"] = self._config.hook.pytest_report_from_serializable(
                    config=self._config, data=values["report"]
                )
            reporting = getattr(self._config.hook, hook)
            reporting.call_historic(kwargs=values) if reporting.is_historic() else reporting(**values)
        if self._session.shouldfail or self._session.shouldstop:
            self._next.value = STOPPED

    @property
    def _config(self) -> pytest.Config:
        return self._session.config


class _Worker:
    """A process that runs tests, and its plugin in the place of the one that writes to the terminal."""

    def __init__(
        self, session: pytest.Session, connection: Connection, following: Synchronized[int], work: Shares
    ) -> None:
        self._session, self._connection, self._next, self._work = session, connection, following, work
        self._config, self._hook = session.config, session.config.hook
        # Plugins write by it what is to be seen with a test.
        self._tw = self._config.get_terminal_writer()

    def run(self) -> None:
        self._take_the_place_of_the_first()
        try:
            items = self._items()
            item = next(items, None)
            while item is not None and self._next.value != STOPPED:
                following = next(items, None)
                self._hook.pytest_runtest_protocol(item=item, nextitem=following)
                item = following
        except (KeyboardInterrupt, BrokenPipeError):
            # The first process was interrupted, and tells of it.
            sys.exit(pytest.ExitCode.INTERRUPTED)
        finally:
            self._hook.pytest_sessionfinish(session=self._session, exitstatus=self._session.exitstatus)
            self._hook.pytest_unconfigure(config=self._config)

    def _take_the_place_of_the_first(self) -> None:
        plugins = self._config.pluginmanager
        # By this plugins know a worker.
        self._config.workerinput = {"workerid": f"worker{os.getpid()}"}  # type: ignore[attr-defined]
        plugins.get_plugin("junitxml").pytest_unconfigure(self._config)  # type: ignore[union-attr]
        plugins.unregister(name="terminalreporter")
        plugins.register(self, "terminalreporter")
        # The file that takes what is written would be one for all.
        capture = plugins.get_plugin("capturemanager")
        capture.stop_global_capturing()  # type: ignore[union-attr]
        capture.start_global_capturing()  # type: ignore[union-attr]
        capture.suspend_global_capture()  # type: ignore[union-attr]

    def _items(self) -> Iterator[pytest.Item]:
        while (number := self._take()) is not None:
            yield from self._work[number]

    def _take(self) -> int | None:
        with self._next.get_lock():
            number = self._next.value
            if not 0 <= number < len(self._work):
                return None
            self._next.value = number + 1
            return number

    def _send(self, hook: str, **values: Any) -> None:
        self._connection.send((hook, values))

    def pytest_runtest_logstart(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._send("pytest_runtest_logstart", nodeid=nodeid, location=location)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._hook.pytest_report_to_serializable(config=self._config, report=report)
        self._send("pytest_runtest_logreport", report=data)

    def pytest_runtest_logfinish(self, nodeid: str, location: tuple[str, int | None, str]) -> None:
        self._send("pytest_runtest_logfinish", nodeid=nodeid, location=location)

    def pytest_warning_recorded(
        self, warning_message: warnings.WarningMessage, when: str, nodeid: str, location: tuple[str, int, str] | None
    ) -> None:
        # Those of the collection are told to every plugin that is registered, and the first process had them.
        if when == "runtest":
            text, kind = str(warning_message.message), warning_message.category
            bare = warnings.WarningMessage(text, kind, warning_message.filename, warning_message.lineno)
            self._send("pytest_warning_recorded", warning_message=bare, when=when, nodeid=nodeid, location=location)
