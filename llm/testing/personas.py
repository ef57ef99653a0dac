"""Models of known character, made of the calls that a competent model makes: what is refused them, and what is not."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llm.interface import ModelError
from llm.testing.lies import FALSE_CLAIMS, lied
from llm.types import ModelRequest, StreamItem, TextDelta, ToolCall, ToolResult, Usage, newest_words

KINDS: Mapping[str, str] = {
    "competent": "the right calls, all that a message asks for in one reply",
    "one_call": "the right calls, one a reply",
    "paraphraser": "the right calls in another order and in other words where words are free",
    "chatty": "the right calls, with text beside them and quotations",
    "forgetful": "leaves out three of ten calls, and makes them when the person says it again or it is reminded",
    "liar": "half of the calls with an argument that is false, and replies that claim what is not so",
}
_LEFT_OUT, _LIED, _RECALLED, _SHOWN = 0.3, 0.5, 0.7, 160


@dataclass(frozen=True, slots=True)
class HonestCall:
    """A call that a competent model makes for a message.

    `other` are arguments that say the same in other words. `after` is a pattern that must be found in a result of
    this turn before the call is made, so that it is of a later round; "" is of the first.
    """

    tool: str
    arguments: Mapping[str, Any]
    other: Mapping[str, Any] | None = None
    after: str = ""


@dataclass
class Persona:
    """A ChatModel of one of the `KINDS`. Not thread-safe: it holds one conversation.

    `cues(request)` are the calls that its newest message asks for, `forced(request)` the arguments of the one tool
    that must be called, or None, and `say(request, results)` is the text after the calls. `untouched` names arguments
    that no lie is told of. `lies` are the ids of the calls that were lies.
    """

    kind: str
    cues: Callable[[ModelRequest], Sequence[HonestCall]]
    say: Callable[[ModelRequest, Sequence[ToolResult]], str]
    forced: Callable[[ModelRequest], Mapping[str, Any] | None] = lambda request: None
    untouched: Sequence[str] = ()
    seed: str = ""
    lies: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"{self.kind!r} is no persona. There are: {', '.join(KINDS)}.")
        # The same seed forgets and lies alike in every run.
        self._chance = random.Random(f"{self.kind} {self.seed}")  # noqa: S311
        self._left: list[HonestCall] = []
        self._forgotten: set[str] = set()
        self._forgotten_cues: list[tuple[HonestCall, str]] = []

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """Calls while there are any to make, then a text."""
        usage = Usage(1, 1, model=f"persona:{self.kind}", finish_reason="stop")
        if request.tool_choice not in ("auto", "none"):
            yield self._forced_call(request)
            yield usage
            return
        results = _results_of_the_turn(request)
        if request.messages and request.messages[-1].role == "user":
            self._left = self._planned(request)
        elif self.kind == "forgetful":
            self._left += self._recalled(request)
        due = [] if request.tool_choice == "none" else [cue for cue in self._left if _is_due(cue, results)]
        due = due[:1] if self.kind == "one_call" else due
        self._left = [cue for cue in self._left if cue not in due]
        if due and self.kind == "chatty":
            yield TextDelta(f'You said "{newest_words(request.messages)}". Let me note that. ')
        for cue in due:
            yield self._call(cue, request)
        if not due:
            yield TextDelta(self._text(request, results))
        yield usage

    def _planned(self, request: ModelRequest) -> list[HonestCall]:
        cues = list(self.cues(request))
        if self.kind == "paraphraser":
            self._chance.shuffle(cues)
        if self.kind != "forgetful":
            return cues
        newest, kept = newest_words(request.messages), self._recalled(request)
        for cue in cues:
            name = f"{cue.tool} {json.dumps(cue.arguments, sort_keys=True, default=str)}"
            if name not in self._forgotten and self._chance.random() < _LEFT_OUT:
                self._forgotten.add(name)
                self._forgotten_cues.append((cue, newest))
            else:
                kept.append(cue)
        return kept

    def _recalled(self, request: ModelRequest) -> list[HonestCall]:
        due = [(cue, words) for cue, words in self._forgotten_cues if _is_recalled(cue, words, request)]
        self._forgotten_cues = [pair for pair in self._forgotten_cues if pair not in due]
        return [cue for cue, _ in due]

    def _call(self, cue: HonestCall, request: ModelRequest) -> ToolCall:
        call_id = f"call_{uuid.uuid4().hex[:12]}"
        schema = next((tool.schema for tool in request.tools if tool.name == cue.tool), {})
        arguments = dict(cue.arguments)
        if self.kind == "paraphraser":
            arguments = {name: _reworded(value) for name, value in {**arguments, **(cue.other or {})}.items()}
        if self.kind == "liar" and self._chance.random() < _LIED:
            false = lied(arguments, schema, self.untouched, self._chance)
            if not _says_the_same(false, {**arguments, **(cue.other or {})}, arguments):
                self.lies.add(call_id)
                arguments = false
        return ToolCall(call_id, cue.tool, json.dumps(arguments, default=float, ensure_ascii=False))

    def _forced_call(self, request: ModelRequest) -> ToolCall:
        arguments = self.forced(request)
        if arguments is None:
            raise ModelError("malformed", f"nothing says what this persona answers to {request.tool_choice!r}")
        return ToolCall(f"call_{uuid.uuid4().hex[:12]}", request.tool_choice, json.dumps(arguments, default=float))

    def _text(self, request: ModelRequest, results: Sequence[ToolResult]) -> str:
        text = self.say(request, results)
        if self.kind == "chatty":
            return f'Thank you for telling me "{newest_words(request.messages)}". {text}'
        return f"{text} {self._chance.choice(FALSE_CLAIMS)}" if self.kind == "liar" else text


def _is_due(cue: HonestCall, results: Sequence[ToolResult]) -> bool:
    return not cue.after or any(re.search(cue.after, result.content) for result in results)


def _is_recalled(cue: HonestCall, words: str, request: ModelRequest) -> bool:
    """Whether a reminder of the situation holds the words that a forgotten call quotes or was for, or most of them."""
    reminded = request.situation.partition("in no record")[2].casefold()
    quoted = str(cue.arguments.get("words") or cue.arguments.get("quote") or words[:_SHOWN]).casefold().split()
    return bool(reminded and quoted) and sum(word in reminded for word in quoted) >= _RECALLED * len(quoted)


def _says_the_same(false: Mapping[str, Any], other: Mapping[str, Any], true: Mapping[str, Any]) -> bool:
    """Whether each argument is the true one, or its other way to be put: what says the same is no lie."""
    return all(value in (true.get(name), other.get(name)) for name, value in false.items())


def _results_of_the_turn(request: ModelRequest) -> list[ToolResult]:
    newest = max((n for n, message in enumerate(request.messages) if message.role == "user"), default=0)
    return [result for message in request.messages[newest:] for result in message.results]


def _reworded(value: Any) -> Any:
    """Words as somebody else types them: without the last mark and the first capital. Names and codes stay."""
    if isinstance(value, list):
        return [_reworded(item) for item in value]
    if not isinstance(value, str) or " " not in value.strip():
        return value
    text = value.strip().rstrip(".!")
    return f"{text[0].lower()}{text[1:]}" if text[1:2].islower() else text
