"""What the readers learn from examples is learnt beside the web process: `python -m config.learning`.

Learning takes some twenty seconds of a core the first time after an installation or after a change of the examples. In
the process that answers people it would hold up every one of them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from config.environment import load_program

__all__ = ["BESIDE", "learn", "learn_beside", "main"]

# Whoever talks comes first.
_NICE = 5
BESIDE = "--beside"


def learn_beside() -> None:
    """Make ready what the first messages need: the models, and what another process learns where it is not kept yet."""
    from chat import models_in_use
    from dialogue import kept, learnt

    models_in_use.load()
    if not all(map(kept, packages())):
        with subprocess.Popen([sys.executable, "-m", "config.learning", BESIDE], stdin=subprocess.PIPE) as learner:
            learner.wait()
    learnt()


def learn() -> None:
    """Learn what is not kept yet."""
    from dialogue import prepare

    for package in packages():
        prepare(package)


def packages() -> Iterator[str]:
    """`dialogue`, and each room of our apps that has examples."""
    from django.apps import apps
    from django.conf import settings

    yield "dialogue"
    for app in apps.get_app_configs():
        # What is installed beside the project may have a folder of that name too.
        if Path(app.path).parent == settings.BASE_DIR:
            for folder in sorted(Path(app.path).glob("*/examples")):
                yield f"{app.name}.{folder.parent.name}"


def main() -> None:
    """Learn; beside another process with less of the machine, and no longer than that one lives."""
    if BESIDE in sys.argv[1:]:
        # Ctrl-C is for that process, whose end closes the pipe.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.nice(_NICE)
        threading.Thread(target=_end_with_parent, daemon=True).start()
    load_program()
    learn()


def _end_with_parent() -> None:
    # Not by sys.stdin, whose lock this thread would hold when the interpreter ends.
    while os.read(sys.stdin.fileno(), 1):
        pass
    os._exit(0)
