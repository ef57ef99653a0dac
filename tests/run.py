"""Runs the suite once, on every core, its files in a random order; what fails has failed. The last line says how long.

`TEST_SEED=n` repeats the order of a run, which its first line names. `-m long` takes the long tests instead of the others,
and of tests with many cases those that a run of everything leaves out (tests/sampling.py).
"""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import time
from contextlib import nullcontext

from tests import sampling
from tests.beforehand import made_beside

# One more than there are cores: what starts processes often waits for them.
WORKERS = (os.cpu_count() or 1) + 1
OPTIONS = ("-rfEs", "-m", "not long")


def workers(arguments: list[str]) -> int:
    """How many processes run the tests: no more than files are named, which one worker takes at a time."""
    files = [argument for argument in arguments if argument.partition("::")[0].endswith(".py")]
    return min(len(files) or WORKERS, WORKERS)


def main(arguments: list[str]) -> int:
    seed = os.environ.get("TEST_SEED") or str(secrets.randbelow(100_000))
    print(f"TEST_SEED={seed}", flush=True)
    begun = time.monotonic()
    command = [sys.executable, "-m", "pytest", "--workers", str(workers(arguments)), *OPTIONS, *arguments]
    is_whole = sampling.is_whole(arguments)
    chosen = {"TEST_SEED": seed} | ({sampling.SAMPLED: "1"} if is_whole else {})
    with made_beside() if is_whole else nullcontext():
        code = subprocess.run(command, check=False, env={**os.environ, **chosen}).returncode
    print(f"{'passed' if code == 0 else 'FAILED'} in {time.monotonic() - begun:.0f} s, TEST_SEED={seed}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
