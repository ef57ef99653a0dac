"""Quote: the words that a value was read from, and where they stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self


class NotInWords(Exception):
    """A value does not stand in the person's words. `error` tells them what does, `advice` the model what to do."""

    def __init__(self, error: str, advice: str = "Ask the person; try no other value.") -> None:
        super().__init__(error)
        self.error, self.advice = error, advice


@dataclass(frozen=True, slots=True)
class Quote:
    """The characters `start` to `end` of what somebody said or wrote; `text` is what they read.

    `source` says in what: the id of a message or the key of a passage. None is what a person typed into a form.
    """

    text: str
    source: str | int | None
    start: int = 0
    end: int = 0

    @classmethod
    def cut(cls, text: str, start: int, end: int, source: str | int | None = None) -> Self:
        """The quote of `text[start:end]`."""
        return cls(text[start:end], source, start, end)

    def to_json(self) -> dict[str, Any]:
        """The quote as rows keep it."""
        return {"quote": self.text, "message_id": self.source, "start": self.start, "end": self.end}
