"""One child process of the supervisor: started in a session of its own, restarted with a back-off, ended for good."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from config.environment import BASE_DIR

QUICK_DEATH_S = 10
LONGEST_PAUSE_S = 60
PR_SET_PDEATHSIG = 1
# With this argument a program does all that it can without the database, and then waits for a line.
WAITS = "--waits"


class Pauses:
    """How long to wait before another start: longer after each death that came soon, up to a minute."""

    def __init__(self) -> None:
        self.quick_deaths = 0
        self._began = 0.0

    def began(self) -> None:
        self._began = time.monotonic()

    def died(self) -> int:
        """Seconds until the next start."""
        self.quick_deaths = self.quick_deaths + 1 if time.monotonic() - self._began < QUICK_DEATH_S else 1
        return int(min(2 ** (self.quick_deaths - 1), LONGEST_PAUSE_S))


class Child:
    """A program of ours that shall run as long as the supervisor does."""

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self.name = name
        # What it prints is added to this file; without one it goes where the supervisor's own sentences go.
        self.log: Path | None = None
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.pauses = Pauses()
        self.restart_at = 0.0

    def start(self, stdout: IO[bytes] | int | None = None, *, waits: bool = False) -> subprocess.Popen[bytes]:
        """Start it; where it `waits`, it goes on at go()."""
        self.pauses.began()
        self.restart_at = 0.0
        with ExitStack() as opened:
            log: IO[bytes] | int = opened.enter_context(self.log.open("ab")) if self.log else sys.stderr.fileno()
            self.process = self._launch(log, stdout, waits)
        return self.process

    def go(self) -> None:
        """Let it go on that waits. One that has died is found dead by watch()."""
        assert self.process is not None
        assert self.process.stdin is not None
        with suppress(BrokenPipeError), self.process.stdin as pipe:
            pipe.write(b"go\n")

    def _launch(self, log: IO[bytes] | int, stdout: IO[bytes] | int | None, waits: bool) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, *self.arguments, *([WAITS] if waits else [])],
            cwd=BASE_DIR,
            stdin=subprocess.PIPE if waits else subprocess.DEVNULL,
            # Standard output is for the address and the link; whatever a child prints is a log.
            stdout=log if stdout is None else stdout,
            stderr=log,
            # Ctrl-C in a terminal goes to its whole group; the supervisor alone decides who stops when.
            start_new_session=True,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )

    def watch(self) -> None:
        """Start it again after a death, later each time. It is never given up: whoever reads the log may mend it."""
        if self.process is None or self.process.poll() is None:
            return
        if not self.restart_at:
            delay = self.pauses.died()
            self.restart_at = time.monotonic() + delay
            reason = f"The {self.name} ended with status {self.process.returncode}"
            print(f"{reason}. It starts again in {delay} s.", file=sys.stderr, flush=True)
        elif time.monotonic() >= self.restart_at:
            self._start_again()

    def _start_again(self) -> None:
        try:
            self.start()
        except OSError as error:
            # The machine has no room for a process now.
            delay = self.pauses.died()
            self.restart_at = time.monotonic() + delay
            sentence = f"The {self.name} cannot be started ({error.strerror}). It is tried again in {delay} s."
            print(sentence, file=sys.stderr, flush=True)

    def ask_to_stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it and what it started, whatever they are doing."""
        if self.process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


def _die_with_parent() -> None:
    """Have the kernel send SIGTERM when the supervisor is gone, also after its SIGKILL."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
