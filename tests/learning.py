"""What the readers learn from examples is learnt once for a run, before a process of a test needs it."""

from __future__ import annotations

from functools import cache

from config.learning import packages
from dialogue import prepare


@cache
def learn_once() -> None:
    """What is learnt is kept, so that no web process learns it while a test measures something else or waits for it.

    The last comes first: where another process has begun to learn, it began with the first.
    """
    for package in reversed([*packages()]):
        prepare(package)
