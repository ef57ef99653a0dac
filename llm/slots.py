"""How many calls a model is given at once by this process; who comes too many stands in line and knows the place."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator

from llm.interface import Stopped, StopSignal


class _Queue:
    """The calls to one model: those that it answers, and those that wait, the first in front."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.busy = 0
        self.waiting: deque[Slot] = deque()

    def wake(self) -> None:
        with self.changed:
            self.changed.notify_all()


_lines: dict[str, _Queue] = {}
_making = threading.Lock()


class Slot:
    """One call's place at a model that answers `slots` calls at once, 0 for any number.

    No clock of the call runs while it stands in line; Stop ends the wait.
    """

    def __init__(self, model: str, slots: int, stop: StopSignal | None) -> None:
        with _making:
            self._line = _lines.setdefault(model, _Queue())
        self._slots, self._stop = slots, stop
        self._held = False

    def places(self) -> Iterator[int]:
        """The place in line, 1 for the next, whenever it changes, until the slot is held. Raises Stopped."""
        if not self._slots:
            return
        line, shown = self._line, 0
        with line.changed:
            line.waiting.append(self)
        if self._stop is not None:
            self._stop.on_set(line.wake)
        try:
            while place := self._place(shown):
                shown = place
                yield place
        finally:
            if self._stop is not None:
                self._stop.forget(line.wake)
            with line.changed:
                line.waiting.remove(self)
                line.changed.notify_all()

    def _place(self, shown: int) -> int:
        """The next place that is not the one shown; 0 when the slot is held."""
        line = self._line
        with line.changed:
            while True:
                if self._stop is not None and self._stop.is_set():
                    raise Stopped
                place = line.waiting.index(self) + 1
                if place == 1 and line.busy < self._slots:
                    line.busy += 1
                    self._held = True
                    return 0
                if place != shown:
                    return place
                line.changed.wait()

    def take(self, tell: Callable[[int], None]) -> Slot:
        """Wait for the slot; `tell` is called with each place in line. Raises Stopped."""
        for place in self.places():
            tell(place)
        return self

    def free(self) -> None:
        """The call is over: the next in line has the slot."""
        if self._held:
            self._held = False
            with self._line.changed:
                self._line.busy -= 1
                self._line.changed.notify_all()


def waiting_for(model: str) -> int:
    """How many calls stand in line for a model."""
    line = _lines.get(model)
    return len(line.waiting) if line is not None else 0
