"""A turn in the hands of its runner, as a value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from audit.trail import Actor
from chat.assistants import Assistant, Said
from chat.models import Turn
from chat.turns import rows
from llm import types as llm
from llm.interface import StopSignal


def _nobody(event: dict[str, Any]) -> None:
    """Nobody watches."""


@dataclass(slots=True)
class TurnRun:
    """A claimed turn in the hands of its runner: what it knows, and what it has to save at the end."""

    id: UUID
    thread_id: UUID
    user_id: int
    assistant: Assistant
    client_id: str
    number: int
    message_id: int
    text: str
    asked_before: str
    attempt: int = 1
    # The number of the last event given out; whoever hands the events to readers counts it up.
    seq: int = 0
    stop: StopSignal = field(default_factory=StopSignal)
    # Gives an event to whoever watches, from where none can be yielded.
    tell: Callable[[dict[str, Any]], None] = _nobody
    record: Any = None
    state: dict[str, Any] = field(default_factory=dict)
    messages: list[llm.Message] = field(default_factory=list)
    # The row of each of them, and before which row results of tools are left out.
    ids: list[int] = field(default_factory=list)
    bare_before: int = 0
    said: list[Said] = field(default_factory=list)
    # What of it no record holds, and the model is reminded of.
    recalled: Sequence[Said] = ()
    first_id: int = 0
    pending: rows.Spoken | None = None
    # What tools asked the model while they were prepared, since the last saved round.
    asks: list[dict[str, Any]] = field(default_factory=list)
    # What the saved rounds of an earlier attempt have said.
    said_before: list[str] = field(default_factory=list)
    model: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    model_ms: int = 0
    texts: list[str] = field(default_factory=list)
    calls: list[dict[str, Any]] = field(default_factory=list)
    status: str = Turn.Status.RUNNING
    # Whether it takes from the person's allowance and adds to the figures; one that is replayed does not.
    counted: bool = True
    error_code: str = ""
    # Why a model is not set up, for who can set it right.
    error_detail: str = ""
    # The tool whose call of one of the two turns before it this turn has put right.
    corrected: str = ""
    # What the message does: `dialogue.Act`, each once.
    acts: Sequence[str] = ()

    @property
    def by(self) -> Actor:
        return Actor(self.user_id, self.thread_id, self.id)

    @property
    def reply(self) -> str:
        return "\n\n".join(text for text in self.texts if text)

    def usage(self) -> dict[str, int]:
        return {"input_tokens": self.input_tokens, "output_tokens": self.output_tokens, "model_ms": self.model_ms}
