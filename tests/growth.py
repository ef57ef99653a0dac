"""How the time of a piece of work grows with what it is given: a ratio, so that a slow machine fails no test."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 4  # How much more the longer text holds. Work in linear time takes four times as long, quadratic work sixteen.
ALLOWED = 10
CLOCK_S = 0.1  # What is shorter than this is counted as this much: too short to be compared.


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Fails when `work(size)` takes more than ten times the CPU of `work(size / 4)`.

    Where another process had the caches meanwhile, the longer one is run once more.
    """
    few = max(CLOCK_S, min(_cpu_s(work, size // TIMES), _cpu_s(work, size // TIMES)))
    many = _cpu_s(work, size)
    if many > ALLOWED * few:
        many = min(many, _cpu_s(work, size))
    assert many <= ALLOWED * few, f"four times as much takes {many / few:.1f} times as long"


def _cpu_s(work: Callable[[int], object], size: int) -> float:
    began = time.process_time()
    work(size)
    return time.process_time() - began
