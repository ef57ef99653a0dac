"""A model that answers so many calls at once: the others stand in line, know their place, and can leave it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from uuid import uuid4

import pytest

from llm.interface import Stopped, StopSignal
from llm.slots import Slot, waiting_for


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


class Caller(threading.Thread):
    """Stands in line and keeps the slot until it is let go."""

    def __init__(self, model: str, slots: int = 1) -> None:
        super().__init__(daemon=True)
        self.stop, self.places, self.left = StopSignal(), list[int](), threading.Event()
        self.model, self.slots, self.has, self.stopped = model, slots, False, False
        self.start()

    def run(self) -> None:
        try:
            slot = Slot(self.model, self.slots, self.stop).take(self.places.append)
        except Stopped:
            self.stopped = True
            return
        self.has = True
        self.left.wait(10)
        slot.free()

    def leave(self) -> None:
        self.left.set()
        self.join(10)


def test_who_comes_too_many_is_told_the_place_and_comes_in_turn() -> None:
    model = uuid4().hex
    callers: list[Caller] = []
    for number in range(3):
        callers.append(Caller(model))
        until(lambda number=number: callers[-1].has or waiting_for(model) == number)  # type: ignore[misc]
    first, second, third = callers
    until(lambda: (second.places, third.places) == ([1], [2]))
    assert first.has
    assert first.places == []
    first.leave()
    until(lambda: second.has and third.places == [2, 1])
    assert not third.has
    second.leave()
    until(lambda: third.has)
    third.leave()


def test_stop_ends_the_wait_and_the_next_moves_up() -> None:
    model = uuid4().hex
    first = Caller(model)
    until(lambda: first.has)
    second = Caller(model)
    until(lambda: waiting_for(model) == 1)
    third = Caller(model)
    until(lambda: third.places == [2])
    second.stop.set()
    second.join(10)
    assert second.stopped
    until(lambda: third.places == [2, 1])
    first.leave()
    until(lambda: third.has)
    third.leave()
    assert waiting_for(model) == 0


def test_a_model_without_a_limit_has_no_line() -> None:
    model = uuid4().hex
    callers = [Caller(model, slots=0) for _ in range(5)]
    until(lambda: all(caller.has for caller in callers))
    for caller in callers:
        caller.leave()


def test_a_reader_that_goes_away_leaves_the_line() -> None:
    model = uuid4().hex
    held = Slot(model, 1, None).take(lambda place: None)
    places = Slot(model, 1, None).places()
    assert next(places) == 1
    places.close()  # type: ignore[attr-defined]
    assert waiting_for(model) == 0
    held.free()
    held.free()
    assert list(Slot(model, 1, None).places()) == []


def test_who_was_stopped_before_never_waits() -> None:
    stop = StopSignal()
    stop.set()
    with pytest.raises(Stopped):
        Slot(uuid4().hex, 1, stop).take(lambda place: None)
