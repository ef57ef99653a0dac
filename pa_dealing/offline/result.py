"""What was read in one message: the tool calls it asks for, and what cannot be taken as it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from wording.phrases import patterns

# What stands beside a trade and is none of it.
BESIDE = patterns(Path(__file__).with_name("beside.txt"), re.IGNORECASE)
Call = tuple[str, dict[str, Any]]


@dataclass(slots=True)
class MessageReading:
    """The calls that a message asks for, in order, and a complaint about what it holds but cannot be used."""

    calls: list[Call] = field(default_factory=list)
    complaint: str = ""

    def add(self, name: str, **arguments: Any) -> None:
        """Add a call; an amount is given as a JSON number, the shortest, which the tools read back as a Decimal."""
        self.calls.append((name, {key: _json_number(value) for key, value in arguments.items()}))

    def searched(self) -> list[str]:
        """The securities that are searched for."""
        return [str(arguments["search_term"]) for name, arguments in self.calls if name == "set_security"]

    def has(self, *names: str) -> bool:
        return any(name in names for name, _ in self.calls)


def _json_number(value: Any) -> Any:
    if not isinstance(value, Decimal):
        return value
    return int(value) if value == value.to_integral_value() else float(value)
