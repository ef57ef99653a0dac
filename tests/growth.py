"""How the time of a piece of work grows with what it is given: a ratio, so that a slow machine fails no test."""

from __future__ import annotations

import time
from collections.abc import Callable

TIMES = 4  # How much more the longer text holds. Work in linear time takes four times as long, quadratic work sixteen.
ALLOWED = 10
CLOCK_S = 0.02  # What is shorter than this is counted as this much: too short to be compared.


def assert_linear(work: Callable[[int], object], size: int) -> None:
    """Fails when `work(size)` takes more than ten times the CPU of `work(size / 4)`; each is run until it is sure.

    One second try is given to work that seems to grow too fast, since another process may have had the caches.
    """
    ratios = [_ratio(work, size)]
    if ratios[0] > ALLOWED:
        ratios.append(_ratio(work, size))
    assert min(ratios) <= ALLOWED, f"four times as much takes {min(ratios):.1f} times as long"


def _ratio(work: Callable[[int], object], size: int) -> float:
    few = max(CLOCK_S, min(_cpu_s(work, size // TIMES), _cpu_s(work, size // TIMES)))
    return _cpu_s(work, size) / few


def _cpu_s(work: Callable[[int], object], size: int) -> float:
    began = time.process_time()
    work(size)
    return time.process_time() - began
