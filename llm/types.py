"""The values that pass between a conversation and a model: frozen dataclasses, no behaviour beyond reading."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Any, Literal, Protocol

from llm.cards import Card
from llm.stop import StopSignal

Role = Literal["user", "assistant", "tool"]


class ToolSchema(Protocol):
    """What a model is told of a tool; `llm.tools.Tool` is one."""

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...

    @property
    def schema(self) -> dict[str, Any]: ...


def _exact(number: str) -> Decimal:
    if not isfinite(float(number)):
        return Decimal("Infinity")
    try:
        return Decimal(number)
    except InvalidOperation:
        return Decimal("NaN")


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to call a tool. `arguments` is the JSON text as the model wrote it, which may be invalid.

    `extra` is opaque to everyone but the adapter that made it: it is stored and sent back unchanged
    (Gemini's thought signatures).
    """

    id: str
    name: str
    arguments: str
    extra: Mapping[str, Any] | None = None

    def parsed(self) -> dict[str, Any]:
        """The arguments as a dict, numbers with a point as Decimal. Raises ValueError when they are no JSON object.

        A number with which nobody can count is none: infinite, or NaN. No tool takes these.
        """
        try:
            value = json.loads(self.arguments or "{}", parse_float=_exact)
        except RecursionError:
            raise ValueError("they nest too deep") from None
        if not isinstance(value, dict):
            raise ValueError(f"the arguments are {type(value).__name__}, not a JSON object")
        return value


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave back, as the JSON text that the model reads."""

    call_id: str
    name: str
    content: str

    def parsed(self) -> dict[str, Any]:
        """The result as a dict; an empty one where it is no JSON object."""
        try:
            value = json.loads(self.content)
        except (ValueError, RecursionError):
            return {}
        return value if isinstance(value, dict) else {}

    @property
    def status(self) -> str:
        """success, pending or error, as `status_of` reads it."""
        return status_of(self.parsed())


def status_of(result: Mapping[str, Any]) -> str:
    """What a tool's result says of itself: success, pending or error. One that says nothing has succeeded."""
    return str(result.get("status") or "success")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the history. An assistant's message may carry calls; a tool message carries their results."""

    role: Role
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    # Its tokens, once they have been counted (llm.tokens).
    tokens: int = field(default=-1, init=False, compare=False, repr=False)
    # As a wire has sent it before, which knows what it stands for: every call sends the history again.
    wire: Any = field(default=None, init=False, compare=False, repr=False)


def newest_words(messages: Sequence[Message]) -> str:
    """What the person said last."""
    return next((message.text for message in reversed(messages) if message.role == "user"), "")


def replies_in(messages: Sequence[Message]) -> list[str]:
    """What the assistant has said, the newest last; a message that only called tools says nothing."""
    return [message.text for message in messages if message.role == "assistant" and message.text]


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the reply's text, as it comes.

    `takes_back`: the text of the reply before it was a thought after all, and no answer.
    """

    text: str
    takes_back: bool = False


def text_in(items: Iterable[StreamItem]) -> str:
    """The text of a reply, without what was taken back."""
    text = ""
    for item in items:
        if isinstance(item, TextDelta):
            text = item.text if item.takes_back else text + item.text
    return text


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one model call, and the id of the model that answered, as the provider names it."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    model: str = ""
    finish_reason: str = ""


# Why a reply ended of which nothing could be done: the message was not understood.
NOT_UNDERSTOOD = "not_understood"

StreamItem = TextDelta | ToolCall | Usage


@dataclass(frozen=True, slots=True)
class Clocks:
    """How long a call may take, in seconds. They count model data: a keep-alive comment resets none of them."""

    first_token: float = 60.0
    idle: float = 30.0
    total: float = 300.0


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """Everything that one model call needs.

    `instructions` are the same in every call of an assistant, so that a provider's cache and a local server's hit;
    `background` is the same as long as a conversation lasts, and goes out before the first message that is sent;
    `situation` is what changes, and goes out beside the person's newest message.

    `tool_choice` is "auto", "none" or the name of the one tool that must be called. `state` is for the
    offline rules and opaque to everyone else: an adapter never sends it, and nothing keeps it. Without a `card` the
    shipped one of the model's name holds.
    """

    model: str
    instructions: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSchema, ...] = ()
    tool_choice: str = "auto"
    clocks: Clocks = field(default_factory=Clocks)
    stop: StopSignal | None = None
    state: Mapping[str, Any] = field(default_factory=dict)
    max_output_tokens: int | None = None
    background: str = ""
    situation: str = ""
    card: Card | None = None
