"""`make chaos`, or `python -m benchmarks.chaos [--seed N] [--minutes M] [--kills WEB,WORKER,POSTGRES] [--others N]`.

Loopback alone, everything in a folder of its own. Exit 1 when an account is not 0, a disturbance did not fit into the
time, or a process ended by itself that should not.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.chaos.accounts import figures, jobs_left, settle_up
from benchmarks.chaos.clients import Client
from benchmarks.chaos.mail import Mailbox, write_notices
from benchmarks.chaos.scene import LEASE_S, Scene, scene
from benchmarks.chaos.script import Disturber, Kills, script
from benchmarks.processes import python

CLIENTS, THREADS = 10, 40
# After the last disturbance: for the clients to hear of their messages, and for the jobs of killed workers.
SETTLE_S, JOBS_S, WORKER_GONE_S = 60.0, 120.0, 31.0
# The supervisor starts a worker again that lost its database.
MAY_END = {"worker"}
BEGAN = time.monotonic()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=25, help="the disturbances end by then")
    parser.add_argument("--kills", default="100,20,10", help="of the web process, the worker, PostgreSQL")
    parser.add_argument("--others", type=int, default=3, help="how often each of the other disturbances comes")
    parser.add_argument("--keep", default="", help="a folder for the logs of the processes")
    options = parser.parse_args()
    # Whoever ends it early leaves no server behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    kills = Kills(*map(int, options.kills.split(",")), others=options.others)
    return asyncio.run(_run(options.seed, options.minutes * 60, kills, options.keep))


async def _run(seed: int, seconds: float, kills: Kills, keep: str) -> int:
    mailbox = Mailbox()
    await mailbox.open()
    with scene(CLIENTS, THREADS, seed, mailbox.port) as made:
        clients = [
            Client(made.web_port, made.people[f"client{number}"], number, seed, by_rest=number % 3 == 2)
            for number in range(CLIENTS)
        ]
        disturber, planned = Disturber(made, mailbox, seed), script(seed, kills)
        left = await _chaos(made, clients, mailbox, disturber, planned, seconds)
        if keep:
            _keep_logs(made, Path(keep))
        sent = [message for client in clients for message in client.sent]
        return _report(made, clients, settle_up(made, sent, mailbox), disturber, planned, left)


async def _chaos(
    made: Scene, clients: Sequence[Client], mailbox: Mailbox, disturber: Disturber, planned: list[str], seconds: float
) -> list[str]:
    """Let the clients talk while the plan is done, then until all have heard. Returns what of it did not fit."""
    over = asyncio.Event()
    keeper = asyncio.ensure_future(made.keep_running())
    await made.ready("web")
    talking = [asyncio.ensure_future(client.talk(over)) for client in clients]
    writing = asyncio.ensure_future(write_notices(made, over))
    await asyncio.sleep(2)
    left, deadline = list(planned), time.monotonic() + seconds
    while left and time.monotonic() < deadline:
        _say(f"{clock()} {len(planned) - len(left) + 1}/{len(planned)} {left[0]}")
        await disturber.disturb(left[0])
        del left[0]
    over.set()
    _say(f"{clock()} The clients end their talk.")
    await asyncio.wait([*talking, writing], timeout=SETTLE_S)
    for talk in talking:
        talk.cancel()
    await asyncio.gather(*talking, return_exceptions=True)
    _say(f"{clock()} What is left comes to its end.")
    await asyncio.sleep(LEASE_S * 2)
    await _jobs_done(made)
    keeper.cancel()
    return left


async def _jobs_done(made: Scene) -> None:
    """Wait until no job is left; those of a killed worker are put back as an operator does, once its time is over."""
    began, helped = time.monotonic(), False
    while time.monotonic() < began + JOBS_S and await asyncio.to_thread(jobs_left, made):
        if not helped and time.monotonic() > began + WORKER_GONE_S:
            helped = True
            await asyncio.to_thread(python, "manage.py", "retry_stalled_jobs", env=made.environment)
        await asyncio.sleep(0.5)


def _report(
    made: Scene,
    clients: Sequence[Client],
    accounts: dict[str, int],
    disturber: Disturber,
    planned: list[str],
    left: list[str],
) -> int:
    """Print everything. Returns the exit status."""
    accounts["disturbances that did not fit into the time"] = len(left)
    for name, program in made.programs.items():
        if name not in MAY_END:
            accounts[f"{name}: ended by itself"] = program.ended_by_itself
    sent = [message for client in clients for message in client.sent]
    done = Counter(planned[: len(planned) - len(left)])
    waits = sorted((message.seconds, message.at, message.thread) for message in sent if message.ended)
    _say("")
    _say("Done: " + ", ".join(f"{count} x {kind}" for kind, count in sorted(done.items())))
    for kind, reason in disturber.skipped.items():
        _say(f"Skipped: {kind}, because {reason}.")
    ends = sum((client.ends for client in clients), Counter[str]())
    _say("Turns as the clients heard of them: " + ", ".join(f"{count} x {end}" for end, count in ends.most_common()))
    if waits:
        _say(f"From a message to its end: median {median(wait for wait, *_ in waits):.1f} s; the longest:")
        for wait, at, thread in waits[-5:]:
            _say(f"  {wait:.1f} s, sent at {clock(at)} in {thread}")
    _say(", ".join(f"{name} {number:,}" for name, number in figures(made).items()))
    for name in sorted(made.programs):
        log = made.programs[name].log.read_text(encoding="utf-8", errors="replace")
        _say(f"Log of {name}: {len(log):,} characters, {log.count('Traceback')} tracebacks.")
    _say("")
    for name, number in accounts.items():
        _say(f"{'ok ' if number == 0 else 'BAD'} {number:>6}  {name}")
    return int(any(accounts.values()))


def _keep_logs(made: Scene, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for program in made.programs.values():
        shutil.copy(program.log, folder)


def clock(at: float | None = None) -> str:
    """A moment of the monotonic clock, by default now, as minutes and seconds since the start."""
    minutes, seconds = divmod(int((time.monotonic() if at is None else at) - BEGAN), 60)
    return f"{minutes:02}:{seconds:02}"


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
