"""The processes of a run: PostgreSQL in a folder of its own, the model, the web server and the floor."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import psutil

from config.postgres import embedded

BASE_DIR = Path(__file__).resolve().parent.parent
# Settings of the developer's that would change what is measured.
_FORGET = ("_API_KEY", "_BASE_URL", "_MODEL", "_PER_MINUTE", "_PER_SECOND", "_PER_DAY")
_FORGET_PREFIXES = ("CHAT_", "PA_DEALING_", "DB_", "LOG_", "REDIS_", "DATABASE_", "ALLOWED_")


@dataclass
class Stage:
    """Everything that runs during a measurement, with its addresses."""

    model_port: int
    web_port: int
    floor_port: int
    web: psutil.Process
    floor: psutil.Process
    conninfo: str
    token: str
    threads: list[str]
    request: dict[str, Any] = field(repr=False)

    def latency(self, milliseconds: int) -> None:
        """Let every answer of the model wait that long from now on."""
        with urlopen(f"http://127.0.0.1:{self.model_port}/latency/{milliseconds}", timeout=5):
            pass


@contextmanager
def database() -> Iterator[dict[str, str]]:
    """A migrated database on a server of its own, with the settings of production: its environment."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    data = folder / "data"
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        embedded.ensure_running(data)
        stack.callback(embedded.stop, data)
        environment = production_environment(data)
        python("manage.py", "migrate", "--verbosity", "0", env=environment)
        # Nothing that is measured shares the machine with the learning of a fresh folder.
        python("-m", "config.learning", env=environment)
        yield environment


@contextmanager
def stage(threads: int) -> Iterator[Stage]:
    """Start everything with that many threads of one user; stop all of it at the end."""
    with ExitStack() as stack:
        environment = stack.enter_context(database())
        data = Path(environment["DATA_DIR"])
        model, web, floor = (free_port() for _ in range(3))
        environment |= {"PORT": str(web), "OPENAI_BASE_URL": f"http://127.0.0.1:{model}/v1", "MODEL_SLOTS": "0"}
        made = json.loads(python("-m", "benchmarks.people", str(threads), env=environment))
        request = data.parent / "request.json"
        request.write_text(json.dumps(made["request"]))
        start = Starter(stack, data.parent)
        start("model", model, environment, "-m", "benchmarks.model_server", str(model))
        ours = start("web", web, environment, "-m", "config.web")
        conninfo = embedded.conninfo(data, embedded.NAME)
        theirs = environment | {"DATABASE_URL": conninfo}
        bare = start("floor", floor, theirs, "-m", "benchmarks.floor", str(floor), str(request))
        yield Stage(model, web, floor, ours, bare, conninfo, made["token"], made["threads"], made["request"])


def production_environment(data: Path) -> dict[str, str]:
    """The settings of production, for the embedded server under `data`; nothing of the developer's."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.endswith(_FORGET) and not name.startswith(_FORGET_PREFIXES)
    }
    server = quote(str(embedded.socket_dir(data)), safe="")
    return kept | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DOTENV": os.devnull,
        "DEBUG": "0",
        "HTTPS": "0",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DATA_DIR": str(data),
        "DATABASE_URL": f"postgres://{embedded.USER}@{server}:5432/{embedded.NAME}",
        "OPENAI_API_KEY": "bench",
        # The key is of a model server that has no vectors.
        "EMBEDDING_MODEL": "offline",
        "PA_DEALING_MODEL": "openai:bench",
        # One person stands for many here.
        "CHAT_TURNS_PER_MINUTE": "0",
        "CHAT_FRAMES_PER_SECOND": "0",
        "REQUESTS_PER_SECOND": "0",
    }


@dataclass
class Starter:
    stack: ExitStack
    folder: Path

    def __call__(self, name: str, port: int, environment: dict[str, str], *command: str) -> psutil.Process:
        log = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        process = subprocess.Popen(
            [sys.executable, *command], cwd=BASE_DIR, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL
        )
        self.stack.callback(end, process)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    return psutil.Process(process.pid)
            time.sleep(0.05)
        raise RuntimeError(f"{name} did not start:\n{(self.folder / f'{name}.log').read_text()[-2000:]}")


def end(process: subprocess.Popen[bytes]) -> None:
    """SIGTERM, and SIGKILL after eight seconds."""
    process.terminate()
    try:
        process.wait(8)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def python(*arguments: str, env: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, *arguments], cwd=BASE_DIR, env=env, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed:\n{done.stderr[-2000:]}")
    return done.stdout


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
