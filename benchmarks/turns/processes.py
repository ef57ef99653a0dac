"""Turns a second of one web process, of one with Redis, and of two with Redis: `python -m benchmarks.turns.processes`.

Everything is on one machine, the model and the client too, so two processes can give no more than its cores have time
for: the processor time of a turn, summed over all who work on it, tells how many turns a second that is. Whoever asks
whether a second process serves a machine of more cores reads what of it is the web's alone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil
import psycopg

from benchmarks.client import Socket
from benchmarks.processes import Starter, database, free_port, python
from benchmarks.turns.costs import own_seconds, server_of, with_children
from benchmarks.turns.parts import message
from config.postgres import embedded

THREADS = 50
# What is compared: which of the web processes the threads are spread over.
WAYS: dict[str, tuple[str, ...]] = {
    "one process, no Redis": ("alone",),
    "one process, Redis": ("first",),
    "two processes, Redis": ("first", "second"),
}


@dataclass
class Machine:
    """What runs: web processes by name with their ports, and everybody who works on a turn."""

    ports: dict[str, int]
    workers: dict[str, psutil.Process]
    threads: list[str]
    token: str


@dataclass
class Rate:
    """Turns a second, and the processor's milliseconds a turn of each who worked on it."""

    turns_s: float
    cpu_ms: dict[str, float]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--turns", type=int, default=4, help="of each of the 50 threads, in each repeat")
    options = parser.parse_args()
    if (redis := shutil.which("redis-server")) is None:
        parser.error("redis-server is not on the PATH. Install it (apt-get install redis-server) to compare with it.")
    with machine(redis) as running:
        measured = asyncio.run(_measured(running, options.repeats, options.turns))
    print(_table(measured))
    return 0


@contextmanager
def machine(redis_server: str) -> Iterator[Machine]:
    """PostgreSQL, Redis, the model and three web processes, of which one knows no Redis; gone at the end."""
    with ExitStack() as stack:
        environment = stack.enter_context(database())
        data = Path(environment["DATA_DIR"])
        model, redis, *web = (free_port() for _ in range(5))
        environment |= {"OPENAI_BASE_URL": f"http://127.0.0.1:{model}/v1", "MODEL_SLOTS": "0"}
        made = json.loads(python("-m", "benchmarks.people", str(3 * THREADS), env=environment))
        start = Starter(stack, data.parent)
        store = [redis_server, "--port", str(redis), "--bind", "127.0.0.1", "--save", "", "--dir", str(data.parent)]
        workers = {
            "model": start("model", model, environment, "-m", "benchmarks.model_server", str(model)),
            "Redis": start("redis", redis, environment, "-c", f"import os; os.execv({redis_server!r}, {store!r})"),
            "client": psutil.Process(),
        }
        ports = dict(zip(("alone", "first", "second"), web, strict=True))
        shared = {"REDIS_URL": f"redis://127.0.0.1:{redis}/0"}
        for name, port in ports.items():
            own = environment | {"PORT": str(port)} | ({} if name == "alone" else shared)
            workers[name] = start(name, port, own, "-m", "config.web")
        with psycopg.connect(embedded.conninfo(data, embedded.NAME)) as connection:
            workers["PostgreSQL"] = server_of(connection)
        yield Machine(ports, workers, made["threads"], made["token"])


async def _measured(running: Machine, repeats: int, turns: int) -> dict[str, Rate]:
    """The ways by turns, so that all meet the same noise; the first round of each warms up."""
    sockets: dict[str, list[Socket]] = {}
    for place, (way, names) in enumerate(WAYS.items()):
        threads = running.threads[place * THREADS : (place + 1) * THREADS]
        sockets[way] = [
            await Socket.connect(running.ports[names[n % len(names)]], f"/ws/threads/{thread}/", running.token)
            for n, thread in enumerate(threads)
        ]
    rates: dict[str, list[Rate]] = {way: [] for way in WAYS}
    for repeat in range(repeats + 1):
        for way in WAYS:
            rate = await _rate(sockets[way], running.workers, turns)
            if repeat:
                rates[way].append(rate)
    return {way: _middle(of_way) for way, of_way in rates.items()}


async def _rate(sockets: Sequence[Socket], workers: Mapping[str, psutil.Process], turns: int) -> Rate:
    before, started = _seconds(workers), time.perf_counter()

    async def talk(socket: Socket) -> None:
        for _ in range(turns):
            await socket.say(message())

    await asyncio.gather(*map(talk, sockets))
    taken, after = time.perf_counter() - started, _seconds(workers)
    turns_said = len(sockets) * turns
    return Rate(turns_said / taken, {name: (after[name] - before[name]) / turns_said * 1000 for name in workers})


def _seconds(workers: Mapping[str, psutil.Process]) -> dict[str, float]:
    """The processor's seconds of each worker; PostgreSQL works in its children."""
    return {
        name: with_children(process) if name == "PostgreSQL" else own_seconds(process)
        for name, process in workers.items()
    }


def _middle(rates: Sequence[Rate]) -> Rate:
    names = rates[0].cpu_ms
    return Rate(median(rate.turns_s for rate in rates), {name: median(r.cpu_ms[name] for r in rates) for name in names})


def _table(measured: Mapping[str, Rate]) -> str:
    cores, first = os.cpu_count() or 1, next(iter(measured.values())).turns_s
    lines = [f"{cores} cores; processor time in ms a turn", ""]
    for way, rate in measured.items():
        web = sum(rate.cpu_ms[name] for name in WAYS[way])
        others = {name: rate.cpu_ms[name] for name in ("PostgreSQL", "Redis", "model", "client")}
        total = web + sum(others.values())
        spent = ", ".join(f"{name} {value:.1f}" for name, value in {"web": web, **others}.items())
        lines.append(
            f"{way:22} {rate.turns_s:6.1f} turns/s ({rate.turns_s / first:.2f} x); {spent}; in all {total:.1f}, "
            f"so at most {cores * 1000 / total:.0f} turns/s here"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
