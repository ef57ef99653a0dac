"""What a fresh clone lacks is made while the tests are collected, which leaves a core free: `python -m tests.beforehand`.

The server starts and gets its migrated database, and the readers learn from their examples. The server runs until
standard input ends.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def made_beside() -> Iterator[None]:
    """It is made by another process; what goes wrong there goes wrong in the tests too, which tell of it."""
    command = [sys.executable, "-m", "tests.beforehand"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
        yield


def main() -> None:
    # It sets the environment, by which settings are read.
    from tests import environment  # isort: skip
    from config.environment import load_program
    from config.learning import learn
    from config.postgres import embedded

    if not environment.EXTERNAL_URL:
        environment.migrated_template()
    try:
        load_program()
        learn()
        sys.stdin.read()
    finally:
        if not environment.EXTERNAL_URL:
            embedded.release(environment.DATA_DIR)


if __name__ == "__main__":
    main()
