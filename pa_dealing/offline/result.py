"""What was read in one message: the tool calls it asks for, and what cannot be taken as it is."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Call = tuple[str, dict[str, Any]]


@dataclass(slots=True)
class MessageReading:
    """The calls that a message asks for, in order, and a complaint about what it holds but cannot be used."""

    calls: list[Call] = field(default_factory=list)
    complaint: str = ""

    def add(self, name: str, **arguments: Any) -> None:
        self.calls.append((name, arguments))

    def has(self, *names: str) -> bool:
        return any(name in names for name, _ in self.calls)
