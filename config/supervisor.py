"""`make run`: one process that owns PostgreSQL, the web server and the worker of jobs, and takes all of them along."""

from __future__ import annotations

import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, NoReturn
from urllib.parse import urlsplit

import psycopg
from django.core.exceptions import ImproperlyConfigured

from config import environment
from config.child import Child, Pauses
from config.postgres import PostgresError, embedded

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Everything is gone within 8 s of a signal: the children have this long, PostgreSQL the rest.
CHILDREN_STOP_S = 4.5
POSTGRES_STOP_S = 1.5
WEB_START_S = 90
# An earlier run that was killed may hold the port for as long as its web server takes to save its turns.
PORT_WAIT_S = 6
# A web server that dies so often before it ever answered does not start at all.
MOST_DEATHS_AT_START = 4
POSTGRES_LOOK_S = 2
# What a signal raised and the interpreter lost is raised again after so long.
REPEAT_S = 1.0
# A log that is larger at a start is set aside, in the place of the one before it.
LARGE_LOG = 20_000_000


class CannotRunError(Exception):
    """The start failed. The message says why and what to do."""


class ShutDown(BaseException):
    """A signal asked to stop. Raised in the main thread, wherever it is."""


def _log_file(chosen: str, data_dir: Path) -> Path | None:
    """Where the log goes: the file that was chosen; one beside the data in a terminal; else standard error."""
    if chosen == "-" or (not chosen and not sys.stderr.isatty()):
        return None
    path = Path(chosen) if chosen else data_dir / "assistants.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        if path.stat().st_size > LARGE_LOG:
            path.replace(path.with_name(f"{path.name}.1"))
    path.touch(mode=0o600)
    return path


class Supervisor:
    def __init__(self) -> None:
        from django.conf import settings

        self.settings = settings
        self.data_dir: Path = settings.DATA_DIR
        self.postgres_pauses, self.postgres_due, self.look_at = Pauses(), False, 0.0
        self.prepare = Child("preparation of the database", ["-m", "config.prepare"])
        self.web = Child("web server", ["-m", "config.web"])
        self.worker = Child(
            "worker", ["manage.py", "procrastinate", "worker", "--shutdown-graceful-timeout", "3", "--concurrency", "2"]
        )

    def run(self) -> int:
        for number in SIGNALS:
            signal.signal(number, _stop_on_signal)
        try:
            with _only_supervisor(self.data_dir):
                try:
                    self._start()
                    self._watch()
                finally:
                    self._stop()
                    _say("Stopped.")
        except ShutDown:
            signal.setitimer(signal.ITIMER_REAL, 0)
            return 0
        except (CannotRunError, PostgresError) as error:
            print(error, file=sys.stderr)
            return 1

    def _start(self) -> None:
        self._wait_for_port()
        if self.settings.EMBEDDED_POSTGRES:
            _say(f"Starting PostgreSQL in {self.data_dir} …")
            embedded.ensure_running(self.data_dir)
        _say("Preparing the database …")
        # Only now: the log of a run that is under way is not set aside by a second one.
        log = self.web.log = self.worker.log = _log_file(environment.text("LOG_FILE"), self.data_dir)
        # What takes longest is to load the program.
        self.web.start(waits=True)
        links = self._run_prepare()
        self.web.go()
        self._wait_for_web()
        self.worker.start()
        _say(f"Ready at {self.settings.ADDRESS}/")
        if log:
            _say(f"The log is {log}; LOG_FILE=- shows it here.")
        if links:
            _say("Another link, or another user: .venv/bin/python manage.py sign_in_link --user investor")
            _say("Sign in as a demo user; each link works once, within an hour:")
        for link in links:
            _say(f"  {link}")
        _say("Ctrl-C stops everything.")

    def _run_prepare(self) -> list[str]:
        """Migrate and so on. Returns the demo users' one-time links, each after its name; none without DEBUG."""
        process = self.prepare.start(stdout=subprocess.PIPE)
        output, _ = process.communicate()
        if process.returncode:
            raise CannotRunError("The database could not be prepared. The message above says why.")
        return output.decode().splitlines()

    def _watch(self) -> NoReturn:
        self.postgres_pauses.began()
        while True:
            self.web.watch()
            self.worker.watch()
            if self.settings.EMBEDDED_POSTGRES and time.monotonic() >= self.look_at:
                self.look_at = time.monotonic() + POSTGRES_LOOK_S
                self._watch_postgres()
            _bury({child.process.pid for child in (self.web, self.worker) if child.process})
            time.sleep(0.2)

    def _watch_postgres(self) -> None:
        """Start PostgreSQL again when it is gone: at once, and later each time when it goes again soon."""
        embedded.bury()
        if embedded.state(self.data_dir) is not embedded.State.GONE:
            self.postgres_due = False
            return
        delay = 0 if self.postgres_due else self.postgres_pauses.died() - 1
        self.postgres_due = True
        if delay:
            self.look_at = time.monotonic() + delay
            _warn(f"PostgreSQL is gone. It starts again in {delay} s.")
            return
        _warn("PostgreSQL is gone. It starts again.")
        try:
            embedded.ensure_running(self.data_dir)
        except (PostgresError, OSError, psycopg.Error) as error:
            delay = self.postgres_pauses.died()
            self.look_at = time.monotonic() + delay
            _warn(f"{error}\nPostgreSQL is tried again in {delay} s.")
        else:
            self.postgres_due = False
            self.postgres_pauses.began()

    def _stop(self) -> None:
        """End the children, by force after a while, and then the database they save to."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number in SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        children = [self.web, self.worker, self.prepare]
        for child in children:
            child.ask_to_stop()
        _wait_until(lambda: not any(child.alive for child in children), CHILDREN_STOP_S)
        for child in children:
            child.kill()
        if self.settings.EMBEDDED_POSTGRES:
            embedded.stop(self.data_dir, POSTGRES_STOP_S)

    def _wait_for_port(self) -> None:
        bind, port = self.settings.BIND, self.settings.PORT
        if not _wait_until(lambda: _is_free(bind, port), PORT_WAIT_S):
            raise CannotRunError(f"Port {port} of {bind} is taken. Set PORT to another one: make run PORT={port + 1}")

    def _wait_for_web(self) -> None:
        deadline = time.monotonic() + WEB_START_S
        while not self._web_is_healthy():
            if time.monotonic() > deadline:
                raise CannotRunError(f"The web server did not answer /healthz within {WEB_START_S} s.")
            self.web.watch()
            if self.web.pauses.quick_deaths >= MOST_DEATHS_AT_START:
                raise CannotRunError("The web server does not start. Its messages above say why.")
            time.sleep(0.05)

    def _web_is_healthy(self) -> bool:
        host = next((name.lstrip(".") for name in self.settings.ALLOWED_HOSTS if name != "*"), "localhost")
        address = urlsplit(self.settings.ADDRESS)
        connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=5)
        try:
            connection.request("GET", "/healthz", headers={"Host": host})
            return connection.getresponse().status == http.client.OK
        except OSError:
            return False
        finally:
            connection.close()


@contextmanager
def _only_supervisor(data_dir: Path) -> Iterator[None]:
    """Hold the data folder, so that a second `make run` says so instead of stopping the first one's database."""
    data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
    with (data_dir / "supervisor.lock").open("a+") as file:
        if not _wait_until(lambda: _lock(file), 1):
            file.seek(0)
            pid = file.read().strip() or "unknown"
            raise CannotRunError(f"It already runs with {data_dir}, as process {pid}. Stop that, or set DATA_DIR.")
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _lock(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _wait_until(condition: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.03)
    return True


def _bury(own: set[int]) -> None:
    """Wait for dead processes that are nobody's: as the first process of a container, orphans are ours."""
    if not hasattr(os, "waitid"):
        return
    with suppress(ChildProcessError):
        look = os.WEXITED | os.WNOHANG
        while (dead := os.waitid(os.P_ALL, 0, look | os.WNOWAIT)) and dead.si_pid not in own:
            os.waitid(os.P_PID, dead.si_pid, look)


def _warn(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _stop_on_signal(_number: int, _frame: object) -> NoReturn:
    """Raise ShutDown until it is heard: what is raised in a hook of the interpreter, as at a fork, is lost."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _stop_on_signal)
    signal.setitimer(signal.ITIMER_REAL, REPEAT_S)
    raise ShutDown


def main() -> int:
    if environment.write_dotenv():
        _say(f"Wrote {environment.dotenv_path()} with settings for development.")
    environment.read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        supervisor = Supervisor()
    except ImproperlyConfigured as error:
        print(error, file=sys.stderr)
        return 1
    return supervisor.run()


if __name__ == "__main__":
    sys.exit(main())
