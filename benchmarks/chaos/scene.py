"""What runs in the chaos: PostgreSQL on a disk that can be full, Redis, the model, the web process, a worker.

What dies is started again at once, as a supervisor would after its pause.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import psycopg

from benchmarks.processes import BASE_DIR, end, free_port, production_environment, python
from config.postgres import PostgresError, embedded

# The disk holds the database, its log of writes and the files that people give.
DISK_MB = 900
POSTGRES = {"max_wal_size": "96MB", "min_wal_size": "32MB"}
LEASE_S = 4
READY_S = 60.0
# Short, so that a stalled model costs seconds; without Redis's address there is none.
SETTINGS = {
    "CHAT_TURN_LEASE_S": str(LEASE_S),
    "CHAT_FIRST_TOKEN_S": "3",
    "CHAT_IDLE_S": "2",
    "CHAT_TOTAL_S": "12",
    "MODEL_SLOTS": "0",
    "CHAT_MODEL": "offline",
    "LOG_LEVEL": "WARNING",
    # What a person may do in a second and a minute, as without any setting.
    **dict.fromkeys(("CHAT_FRAMES_PER_SECOND", "CHAT_TURNS_PER_MINUTE", "REQUESTS_PER_SECOND"), ""),
}

Person = dict[str, Any]


class Program:
    """A process that may be killed and is started again; its log goes on in one file."""

    def __init__(self, name: str, folder: Path, environment: dict[str, str], *command: str, port: int = 0) -> None:
        self.name, self.command, self.environment, self.port = name, command, environment, port
        self.log = folder / f"{name}.log"
        self.kills = self.starts = 0
        self.process: subprocess.Popen[bytes] | None = None
        # A program that is to be away for a while is not started again.
        self.away = False

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=BASE_DIR, env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self.starts += 1

    def kill(self) -> None:
        """SIGKILL: it can save nothing more."""
        if self.process is not None and self.process.poll() is None:
            self.kills += 1
            self.process.kill()
            self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            end(self.process)

    @property
    def ended_by_itself(self) -> int:
        return self.starts - 1 - self.kills


@dataclass
class Scene:
    """The processes and the people. Times are seconds."""

    folder: Path
    environment: dict[str, str]
    no_full_disk: str  # Why the disk cannot be filled; empty where it can.
    people: dict[str, Person] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)

    @property
    def data(self) -> Path:
        return Path(self.environment["DATA_DIR"])

    @property
    def web_port(self) -> int:
        return self.programs["web"].port

    def add(self, name: str, *command: str, port: int = 0) -> None:
        self.programs[name] = Program(name, self.folder, self.environment, *command, port=port)

    def connect(self) -> psycopg.Connection[Any]:
        """A connection of our own. Raises psycopg.OperationalError while the database is away."""
        return psycopg.connect(embedded.conninfo(self.data, embedded.NAME), autocommit=True)

    async def keep_running(self) -> None:
        """Start again what has ended, without an end."""
        while True:
            for program in self.programs.values():
                if program.process is not None and program.process.poll() is not None and not program.away:
                    program.start()
            await asyncio.sleep(0.3)

    async def ready(self, name: str) -> None:
        """Wait until a program listens at its port. Raises TimeoutError after a minute."""
        program = self.programs[name]
        deadline = time.monotonic() + READY_S
        while True:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", program.port)
                writer.close()
                return
            if time.monotonic() > deadline:
                raise TimeoutError(f"{name} did not come back:\n{program.log.read_text(errors='replace')[-2000:]}")
            await asyncio.sleep(0.05)

    async def tell_model(self, mode: str) -> None:
        """Let the model answer in that mode from now on."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.programs["model"].port)
        writer.write(f"GET /mode/{mode} HTTP/1.1\r\n\r\n".encode())
        await reader.readline()
        writer.close()

    def kill_postgres(self, chance: random.Random) -> None:
        """SIGKILL for the server, or for one of its processes, after which it ends all others and recovers."""
        with suppress(psutil.NoSuchProcess):
            number = (self.data / "postgres" / "postmaster.pid").read_text().splitlines()[0]
            server = psutil.Process(int(number))
            processes = [server, *server.children()]
            chance.choice([server, processes[-1]]).kill()

    async def postgres_again(self) -> None:
        """Start it where it is gone and wait until it takes connections. Raises PostgresError after a minute."""
        deadline = time.monotonic() + READY_S
        while True:
            try:
                await asyncio.to_thread(embedded.ensure_running, self.data, POSTGRES)
            except (PostgresError, OSError, psycopg.Error):
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.5)
            else:
                embedded.bury()
                return


@contextmanager
def scene(clients: int, threads: int, seed: int, mail_port: int) -> Iterator[Scene]:
    """Start everything; stop all of it and take its files away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        data = folder / "data"
        data.mkdir(mode=0o711)
        environment = production_environment(data)
        made = Scene(folder, environment, _mount(data, stack))
        embedded.ensure_running(data, POSTGRES)
        stack.callback(embedded.stop, data)
        _take_what_is_learnt(data)
        python("manage.py", "migrate", "--verbosity", "0", env=environment)
        python("manage.py", "collectstatic", "--no-input", "--verbosity", "0", env=environment)
        made.people = json.loads(python("-m", "benchmarks.chaos.people", str(clients), str(threads), env=environment))
        _begin(made, seed, mail_port, stack)
        yield made


def _take_what_is_learnt(data: Path) -> None:
    """What is learnt from examples is the same in every folder, and takes a while to learn."""
    learnt = Path(os.environ.get("DATA_DIR") or BASE_DIR / "var") / "dialogue"
    if learnt.is_dir():
        shutil.copytree(learnt, data / "dialogue")


def _begin(made: Scene, seed: int, mail_port: int, stack: ExitStack) -> None:
    web, model, redis = (free_port() for _ in range(3))
    made.environment |= SETTINGS | {
        "PORT": str(web),
        "OPENAI_BASE_URL": f"http://127.0.0.1:{model}/v1",
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": str(mail_port),
    }
    if server := shutil.which("redis-server"):
        made.environment["REDIS_URL"] = f"redis://127.0.0.1:{redis}/0"
        options = ("--port", str(redis), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        made.add("redis", server, *options, "--dir", str(made.folder), port=redis)
    made.add("model", sys.executable, "-m", "benchmarks.chaos.model", str(model), str(seed), port=model)
    made.add("web", sys.executable, "-m", "config.web", port=web)
    made.add("worker", sys.executable, "manage.py", "procrastinate", "worker", "--concurrency", "2")
    for program in made.programs.values():
        stack.callback(program.stop)
        program.start()


def _mount(data: Path, stack: ExitStack) -> str:
    """Put `data` on a small disk of its own. Returns why that cannot be, or ""."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "only root may mount a small disk here"
    options = f"size={DISK_MB}m,mode=711"
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "chaos", str(data)], capture_output=True, text=True)
    if done.returncode:
        return f"a small disk cannot be mounted here ({done.stderr.strip()})"
    stack.callback(subprocess.run, ["umount", "--lazy", str(data)], check=False)
    return ""
