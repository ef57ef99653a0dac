"""The embedded PostgreSQL: where it lives, whether it answers, who uses it, when it starts and stops.

Every process that uses the server holds a shared lock on one file; the kernel drops it however the process ends.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, NoReturn

NAME = "assistants"
USER = "postgres"
# A socket's path holds 107 bytes on Linux and 103 on macOS, and PostgreSQL appends `/.s.PGSQL.5432`.
MAX_SOCKET_DIR_BYTES = 85
# A recovery after a crash may replay a lot; it is waited for as long as the server says that it works.
START_PATIENCE_S = 600
DEAF_AFTER_S = 30

# These never read the database. Everything else gets a server.
COMMANDS_WITHOUT_DATABASE = {
    *("help", "version", "check", "collectstatic", "findstatic", "diffsettings", "makemessages"),
    *("compilemessages", "startapp", "startproject", "spectacular"),
}

# What this process started and what it holds; both end with the process.
_children: list[subprocess.Popen[bytes]] = []
_held: dict[Path, int] = {}


class Outcome(StrEnum):
    STARTED = "started"
    ATTACHED = "attached"


class State(StrEnum):
    READY = "ready"  # It takes connections.
    BUSY = "busy"  # It answers, but starts, recovers or stops.
    GONE = "gone"  # Nothing answers.


def database_settings(data_dir: Path) -> dict[str, Any]:
    """Django's settings of the server under `data_dir`. Starts nothing and touches no file."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": NAME,
        "USER": USER,
        "PASSWORD": "",
        "HOST": str(socket_dir(data_dir)),
        # Written out, because libpq would read PGPORT from the environment.
        "PORT": "5432",
    }


def socket_dir(data_dir: Path) -> Path:
    """Where the socket is: in the data folder, or under /tmp when that path is too long or has odd characters.

    It follows from the path alone, so every process finds it without asking, also after the folder was moved.
    """
    inside = data_dir / "postgres"
    if len(os.fsencode(inside)) <= MAX_SOCKET_DIR_BYTES and re.fullmatch(r"[\w./+-]+", str(inside), re.ASCII):
        return inside
    return Path("/tmp") / f"assistants-{hashlib.sha256(os.fsencode(inside)).hexdigest()[:16]}"  # noqa: S108


def conninfo(data_dir: Path, name: str = USER) -> str:
    return f"host={socket_dir(data_dir)} port=5432 user={USER} dbname={name} connect_timeout=3"


def state(data_dir: Path) -> State:
    """Ask the server itself, by a connection."""
    from psycopg import pq

    connection: Any = pq.PGconn
    answer = pq.Ping(connection.ping(conninfo(data_dir).encode()))
    return {pq.Ping.OK: State.READY, pq.Ping.REJECT: State.BUSY}.get(answer, State.GONE)


def ensure_running(data_dir: Path, options: Mapping[str, str] | None = None, *, durable: bool = True) -> Outcome:
    """Attach to the server of `data_dir` or start it, and hold it until `release`, `stop` or the process's end.

    `options` are server settings for a start. Raises PostgresError with the end of the server's log.
    """
    data_dir.mkdir(mode=0o711, parents=True, exist_ok=True)
    with _only_one(data_dir):
        outcome = _ensure_ready(data_dir, options or {}, durable=durable)
        _create_database(data_dir)
        if data_dir not in _held:
            _held[data_dir] = _open(data_dir / "postgres.users")
            fcntl.flock(_held[data_dir], fcntl.LOCK_SH)
    return outcome


def bury() -> None:
    """Wait for the servers that this process started and that are dead, so that none of them stays a zombie."""
    _children[:] = [child for child in _children if child.poll() is None]


def stop(data_dir: Path, patience: float = 3.0) -> None:
    """Stop the server, whoever uses it: fast, after `patience` seconds immediate. The supervisor's way."""
    from config.postgres import process as postgres_process

    if not data_dir.exists():
        return
    with _only_one(data_dir):
        process = postgres_process.running(data_dir) or postgres_process.just_launched(data_dir)
        if process:
            postgres_process.end(process, patience)
        if data_dir in _held:
            os.close(_held.pop(data_dir))


def release(data_dir: Path) -> bool:
    """Let go of the server; the last process that uses it stops it. Returns whether this one did."""
    held = _held.pop(data_dir, None)
    if held is None:
        return False
    try:
        with _only_one(data_dir):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            from config.postgres import process as postgres_process

            process = postgres_process.running(data_dir)
            if process:
                postgres_process.end(process)
    except BlockingIOError:
        return False
    finally:
        os.close(held)
    return True


@contextmanager
def server_for_process(needed: bool = True) -> Iterator[None]:
    """Around a program: its server runs, and stops with the last program that uses it, signals included."""
    from django.conf import settings

    if not (needed and settings.EMBEDDED_POSTGRES):
        yield
        return
    from config.postgres.process import PostgresError

    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        try:
            ensure_running(settings.DATA_DIR)
        except PostgresError as error:
            sys.exit(f"{error}")
        yield
    finally:
        # A second signal must not end the clean-up half way.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        _close_connections()
        release(settings.DATA_DIR)


def needs_database(argv: Sequence[str]) -> bool:
    words = list(argv[1:])
    asks_for_help = not words or words[0].startswith("-") or "--help" in words or "-h" in words
    # A receipt is checked by its file, also where no server can be started.
    by_file = words[:1] == ["verify_audit"] and any(word.partition("=")[0] == "--receipt" for word in words)
    return not asks_for_help and not by_file and words[0] not in COMMANDS_WITHOUT_DATABASE


def _ensure_ready(data_dir: Path, options: Mapping[str, str], *, durable: bool) -> Outcome:
    from config.postgres import process as process

    began = warned = deaf_since = time.monotonic()
    starts = 0
    while (condition := state(data_dir)) is not State.READY:
        now = time.monotonic()
        if now - began > START_PATIENCE_S:
            raise process.PostgresError(f"PostgreSQL does not answer. Its log says:\n{process.last_words(data_dir)}")
        if now - warned > 10:
            warned = now
            print(f"PostgreSQL is {condition}; waiting, as it may be recovering.", file=sys.stderr, flush=True)
        if condition is State.BUSY:
            deaf_since = now
        elif (server := process.running(data_dir)) is None:
            if starts == 2:
                raise process.PostgresError(f"PostgreSQL does not start:\n{process.last_words(data_dir)}")
            _start(data_dir, options, durable=durable)
            starts += 1
            deaf_since = now
        elif now - deaf_since > DEAF_AFTER_S:
            # It lives and nobody can reach it, as when something swept its socket out of /tmp.
            process.end(server)
        time.sleep(0.02)
    return Outcome.STARTED if starts else Outcome.ATTACHED


def _start(data_dir: Path, options: Mapping[str, str], *, durable: bool) -> None:
    from config.postgres import process as process

    process.prepare(data_dir, socket_dir(data_dir), durable=durable)
    process.clear_stale(data_dir, socket_dir(data_dir))
    child = process.launch(data_dir, socket_dir(data_dir), options)
    _children.append(child)
    # Until it answers or writes its postmaster.pid it cannot be told from one that is not there.
    while child.poll() is None and process.running(data_dir) is None:
        time.sleep(0.01)


def _create_database(data_dir: Path) -> None:
    import psycopg

    with psycopg.connect(conninfo(data_dir), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
            connection.execute(f"CREATE DATABASE {NAME}")


@contextmanager
def _only_one(data_dir: Path) -> Iterator[None]:
    """One process at a time starts, stops or lets go of the server of a folder."""
    lock = _open(data_dir / "postgres.lock")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _open(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _close_connections() -> None:
    """Give the pool's connections back before the server goes, or its threads report each as lost."""
    from django.db import connections

    for connection in connections.all(initialized_only=True):
        connection.close()
        close_pool = getattr(connection, "close_pool", None)
        if close_pool:
            close_pool()


def _exit_on_signal(number: int, _frame: object) -> NoReturn:
    sys.exit(128 + number)
