"""One child process of the supervisor: started in a session of its own, restarted with a back-off, ended for good."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from config.environment import BASE_DIR

QUICK_DEATH_S = 10
MAX_QUICK_DEATHS = 4
PR_SET_PDEATHSIG = 1


class GaveUpError(Exception):
    """A child died at once several times in a row, so there is something that a restart does not mend."""


class Child:
    """A program of ours that shall run as long as the supervisor does."""

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self.name = name
        self.arguments = arguments
        self.process: subprocess.Popen[bytes] | None = None
        self.quick_deaths = 0
        self.began = 0.0
        self.restart_at = 0.0

    def start(self, stdout: IO[bytes] | int | None = None) -> subprocess.Popen[bytes]:
        self.began = time.monotonic()
        self.restart_at = 0.0
        self.process = subprocess.Popen(
            [sys.executable, *self.arguments],
            cwd=BASE_DIR,
            stdin=subprocess.DEVNULL,
            # Standard output is for the address and the link; whatever a child prints is a log.
            stdout=sys.stderr.fileno() if stdout is None else stdout,
            # Ctrl-C in a terminal goes to its whole group; the supervisor alone decides who stops when.
            start_new_session=True,
            preexec_fn=_die_with_parent if sys.platform == "linux" else None,
        )
        return self.process

    def watch(self) -> None:
        """Start it again after a death, later each time. Raises GaveUpError after several that came at once."""
        if self.process is None or self.process.poll() is None:
            return
        now = time.monotonic()
        if not self.restart_at:
            self.quick_deaths = self.quick_deaths + 1 if now - self.began < QUICK_DEATH_S else 1
            reason = f"The {self.name} ended with status {self.process.returncode}"
            if self.quick_deaths >= MAX_QUICK_DEATHS:
                raise GaveUpError(f"{reason}, {self.quick_deaths} times in a row. Its messages above say why.")
            delay = 2 ** (self.quick_deaths - 1)
            self.restart_at = now + delay
            print(f"{reason}. It starts again in {delay} s.", file=sys.stderr, flush=True)
        elif now >= self.restart_at:
            self.start()

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
