"""A server that answers as one quirk of a real server would, and the pieces that its answers are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from llm.tests.wire_server import Behaviour, Received, Step, WireServer, openai_chunk, openai_end, openai_text

FINAL = "Both are done."
LOOK, LIST = '{"name": "ASML"}', "{}"

# What is said before: nothing but the person's words, the two calls of an earlier turn, a call that our own code made,
# a turn that failed with its words unanswered, or behind its results.
History = Literal["words", "long_id", "by_code", "unanswered", "behind_results"]


@dataclass(frozen=True)
class Asked:
    """A request as it came, and the how manyth it is."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]
    number: int

    @property
    def messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = self.body.get("messages", [])
        return messages

    @property
    def is_second_round(self) -> bool:
        """Whether the last thing that was sent is a tool's result."""
        if self.messages:
            return bool(self.messages[-1]["role"] == "tool")
        last = (self.body.get("contents") or [{}])[-1]
        return any("functionResponse" in part for part in last.get("parts", ()))

    @property
    def called(self) -> list[dict[str, Any]]:
        """The messages of the history that carry calls."""
        return [message for message in self.messages if message.get("tool_calls")]


Answer = Callable[[Asked], Behaviour]


@dataclass(frozen=True)
class Quirk:
    """A quirk, and how a call must end: "done" with both tools called, "said", "cut", or an error's code.

    Of a forced call: "chosen", or "worded" where all that comes is words.
    """

    name: str
    answer: Answer
    ends: str = "done"
    remedy: str = ""
    wire: Literal["openai", "google"] = "openai"
    model: str = "some-model"
    base: str = "/v1"
    history: History = "words"


QUIRKS: dict[str, Quirk] = {}


def quirk(ends: str = "done", **more: Any) -> Callable[[Answer], Answer]:
    """Register a function as the quirk of its name."""

    def add(answer: Answer) -> Answer:
        QUIRKS[answer.__name__] = Quirk(answer.__name__, answer, ends, **more)
        return answer

    return add


class QuirkServer(WireServer):
    """Answers every request by the quirk that `quirk` names."""

    quirk = ""

    def begin(self, name: str) -> None:
        self.reset()
        self.quirk = name

    def next_behaviour(self, received: Received) -> Behaviour:
        with self.lock:
            self.received.append(received)
            number = len(self.received)
        return QUIRKS[self.quirk].answer(Asked(received.path, received.headers, received.body, number))


def call(name: str, arguments: str | None, call_id: str, index: int | None = 0, **more: Any) -> dict[str, Any]:
    """A call as a chunk of Chat Completions carries it."""
    given = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}, **more}
    return given if index is None else {**given, "index": index}


def both(ids: Sequence[str] = ("c1", "c2"), indexes: Sequence[int | None] = (0, 1), **more: Any) -> list[Step]:
    """Both calls, each whole in a chunk of its own."""
    calls = (call("look_up", LOOK, ids[0], indexes[0], **more), call("list_all", LIST, ids[1], indexes[1], **more))
    return [openai_chunk({"tool_calls": [each]}) for each in calls]


def ended(*steps: Step, finish: str = "tool_calls") -> Behaviour:
    """A stream of these steps, and its end."""
    return Behaviour([*steps, openai_chunk(finish=finish), *openai_end()])


def final(text: str = FINAL) -> Behaviour:
    """A reply of words alone."""
    return Behaviour(openai_text(*(f"{word} " for word in text.split()[:-1]), text.split()[-1]))


def choice(**more: Any) -> dict[str, Any]:
    """A chunk whose choice has something beside its delta."""
    return {**openai_chunk(), "choices": [{"index": 0, "delta": {}, "finish_reason": None, **more}]}
