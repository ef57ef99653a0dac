"""What a turn costs a machine: processor time of each process, and bytes of PostgreSQL's log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil
import psycopg


@dataclass
class Cost:
    """Of one turn: milliseconds of the server process and of PostgreSQL, kB of its write-ahead log."""

    process_ms: float = 0.0
    postgres_ms: float = 0.0
    wal_kb: float = 0.0


@contextmanager
def costs(process: psutil.Process, conninfo: str, turns: int) -> Iterator[Cost]:
    """The cost of one of the `turns` that are taken inside, known at its end."""
    cost = Cost()
    with psycopg.connect(conninfo, autocommit=True) as connection:
        postgres = server_of(connection)
        before = own_seconds(process), with_children(postgres), _wal(connection)
        yield cost
        after = own_seconds(process), with_children(postgres), _wal(connection)
    own, server, log = (late - early for late, early in zip(after, before, strict=True))
    cost.process_ms, cost.postgres_ms, cost.wal_kb = own / turns * 1000, server / turns * 1000, log / turns / 1000


def server_of(connection: psycopg.Connection) -> psutil.Process:
    """PostgreSQL on this machine: the parent of whoever serves us."""
    postgres = psutil.Process(connection.info.backend_pid).parent()
    assert postgres is not None
    return postgres


def own_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def with_children(process: psutil.Process) -> float:
    """The seconds with those of its children, living and ended."""
    times = process.cpu_times()
    ended = float(times.children_user + times.children_system)
    return ended + sum(map(own_seconds, (process, *process.children())))


def _wal(connection: psycopg.Connection) -> float:
    """Bytes that were written to the log so far."""
    row = connection.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn").fetchone()
    assert row is not None
    return float(row[0])
