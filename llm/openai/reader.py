"""Puts one reply of Chat Completions together from its chunks, in the dialects that servers speak."""

from __future__ import annotations

import json
import secrets
import string
from collections.abc import Iterable, Iterator
from typing import Any

from llm.interface import ModelError
from llm.openai.messages import MOST_ID, THOUGHT_ID, short_id
from llm.types import StreamItem, TextDelta, ToolCall, ToolSchema, Usage
from llm.wire import (
    CutShortError,
    SlipError,
    TaggedText,
    Written,
    count_of,
    error_in_stream,
    is_shallow,
    list_of,
    object_of,
    text_of,
)

# What must go back to the model beside its calls; more characters than these are not kept.
_LONGEST_THOUGHTS = 50_000
_LONGEST_ARGUMENTS = 200_000
_LETTERS = string.ascii_letters + string.digits


class _Call:
    """A tool call whose fragments are still coming."""

    __slots__ = ("arguments", "extra", "id", "name")

    def __init__(self) -> None:
        self.id, self.name, self.arguments = "", "", ""
        self.extra: dict[str, Any] = {}


class OpenAIReader:
    """A `llm.wire.http.ReplyReader` of one reply. A whole reply (`message` instead of `delta`) reads like one chunk."""

    def __init__(self, tools: Iterable[ToolSchema] = (), *, begins_inside: bool = False) -> None:
        self.finished = self.withdrawn = False
        self._tags = TaggedText(tools, begins_inside=begins_inside)
        self._text = self._refused = False
        # By index; several with one index are calls of a server that gives every call the same.
        self._calls: dict[int, list[_Call]] = {}
        self._reasoning: list[str] = []
        self._details: list[Any] = []
        self._finish_reason = self._model = ""
        self._usage: dict[str, Any] = {}

    def feed(self, event: dict[str, Any]) -> str | None:
        """See `llm.wire.http.ReplyReader`. Raises ModelError."""
        if isinstance(event.get("usage"), dict):
            self._usage = event["usage"]
        choices = list_of(event.get("choices"), "the choices")
        if not choices:
            return None
        choice = object_of(choices[0], "a choice")
        if choice.get("error"):
            raise error_in_stream({"error": choice["error"]}, model=self._model)
        if reason := text_of(choice.get("finish_reason"), "the finish reason"):
            self._finish_reason, self.finished = reason, True
            self._model = event["model"] if isinstance(event.get("model"), str) else ""
        delta = object_of(choice.get("delta") or choice.get("message"), "a delta")
        if not delta:
            return "" if self.finished else None
        return self._read(delta)

    def _read(self, delta: dict[str, Any]) -> str | None:
        content, refusal = _content(delta.get("content")), text_of(delta.get("refusal"), "the refusal")
        self._refused = self._refused or bool(refusal)
        calls = list_of(delta.get("tool_calls"), "the tool calls")
        for position, fragment in enumerate(calls):
            self._merge(object_of(fragment, "a tool call"), position)
        thoughts = self._think(delta)
        text = self._tags.feed(content) + refusal
        if self._tags.withdrawn:
            self._tags.withdrawn, self.withdrawn, self._text = False, True, False
        self._text = self._text or bool(text)
        # Servers of thinking models send their thoughts beside the content: the model is at work, nothing is shown.
        return text if content or refusal or calls or thoughts or self.finished else None

    def _think(self, delta: dict[str, Any]) -> bool:
        thought, details = delta.get("reasoning_content"), delta.get("reasoning_details")
        if isinstance(thought, str):
            self._reasoning.append(thought)
        if isinstance(details, list):
            self._details += details
        if thought or delta.get("reasoning"):
            self._tags.open_up()
        return bool(thought or details or delta.get("reasoning"))

    def _merge(self, fragment: dict[str, Any], position: int) -> None:
        function = object_of(fragment.get("function"), "the function of a call")
        call_id = fragment["id"] if isinstance(fragment.get("id"), str) else ""
        name = text_of(function.get("name"), "the name of a call")
        arguments = function.get("arguments")
        if isinstance(arguments, dict):
            arguments = _dumped(arguments)
        call = self._call_of(fragment.get("index"), call_id, name)
        call.id, call.name = call.id or call_id, call.name or name
        call.arguments += text_of(arguments, "the arguments of a call")
        if len(call.arguments) > _LONGEST_ARGUMENTS:
            raise ModelError(
                "malformed", f"the arguments of {call.name} have more than {_LONGEST_ARGUMENTS} characters"
            )
        if isinstance(fragment.get("extra_content"), dict):
            call.extra["extra_content"] = fragment["extra_content"]

    def _call_of(self, index: object, call_id: str, name: str) -> _Call:
        """The call that a fragment belongs to, which it may begin."""
        if not isinstance(index, int):
            # Some compatible servers send whole calls with no index: a new id, or a name, begins a new call.
            begins = call_id or name or not self._calls
            index = max(self._calls, default=-1) + 1 if begins else max(self._calls)
        same = self._calls.setdefault(index, [])
        if not same or (name and same[-1].name and self._is_another(same[-1], call_id)):
            same.append(_Call())
        return same[-1]

    def _is_another(self, call: _Call, call_id: str) -> bool:
        """Whether a named fragment of the same index begins another call: its id differs, or `call` is complete."""
        return bool(call_id and call.id and call_id != call.id) or _is_object(call.arguments)

    def finish(self) -> Iterable[StreamItem]:
        """See `llm.wire.http.ReplyReader`. Arguments that are no JSON are passed on: the loop answers the model."""
        if self._finish_reason == "content_filter" or self._refused:
            reason = "the model refused" if self._refused else "the provider's content filter ended the reply"
            raise ModelError("refused", reason)
        if self._finish_reason == "error":
            raise ModelError("unavailable", "the provider ended the reply with an error")
        if rest := self._tags.close(is_cut=self._finish_reason == "length"):
            self._text = True
            yield TextDelta(rest)
        calls = [*self._whole_calls()]
        if not self._text and not calls:
            kind = CutShortError if self._finish_reason == "length" else SlipError
            raise kind("malformed", f"the reply was empty (finish reason {self._finish_reason!r})")
        yield from calls
        details = self._usage.get("prompt_tokens_details")
        yield Usage(
            input_tokens=count_of(self._usage.get("prompt_tokens")),
            output_tokens=count_of(self._usage.get("completion_tokens")),
            cached_tokens=count_of(details.get("cached_tokens")) if isinstance(details, dict) else 0,
            model=self._model,
            finish_reason=self._finish_reason,
        )

    def _whole_calls(self) -> Iterator[ToolCall]:
        given = [call for index in sorted(self._calls) for call in self._calls[index]]
        given += [call for call in map(_written, self._tags.calls) if not any(_is_same(call, each) for each in given)]
        known: set[str] = set()
        beside = self._beside()
        for call in given:
            if not call.name:
                raise ModelError("malformed", "a tool call came without a name")
            if self._finish_reason == "length" and not _is_object(call.arguments or "{}"):
                raise CutShortError("malformed", f"the token limit cut the call of {call.name} in its arguments")
            # A call's result is found by its id, so two calls never share one.
            call_id = call.id if call.id and call.id not in known else "".join(map(secrets.choice, [_LETTERS] * 9))
            known.add(call_id)
            extra, beside = {**call.extra, **beside}, {}
            if len(call_id) > MOST_ID:
                # The id of LiteLLM carries a signature, and must come back whole; a row has no room for it.
                extra |= {"call_id": call_id} if THOUGHT_ID in call_id else {}
                call_id = short_id(call_id)
            kept = {"provider": "openai", **extra} if extra and is_shallow(extra) else None
            yield ToolCall(call_id, call.name, call.arguments, kept)

    def _beside(self) -> dict[str, Any]:
        """What goes back with the first call."""
        thoughts = {"reasoning_content": "".join(self._reasoning), "reasoning_details": self._details}
        return {key: value for key, value in thoughts.items() if value and len(str(value)) <= _LONGEST_THOUGHTS}


def _content(content: object) -> str:
    """The text of a content; some servers send a list of blocks, among them thoughts."""
    if not isinstance(content, list):
        return text_of(content, "the content")
    blocks = [object_of(block, "a block of the content") for block in content]
    return "".join(text_of(block.get("text"), "a block's text") for block in blocks if block.get("type") == "text")


def _written(written: Written) -> _Call:
    """A call that a model wrote into its text."""
    call = _Call()
    call.name, call.arguments = written
    return call


def _is_same(call: _Call, other: _Call) -> bool:
    """Whether a server that reads the calls of a text has left that text where it was."""
    if call.name != other.name:
        return False
    try:
        return bool(json.loads(call.arguments) == json.loads(other.arguments or "{}"))
    except (ValueError, RecursionError):
        return False


def _dumped(arguments: Any) -> str:
    try:
        return json.dumps(arguments)
    except RecursionError:
        raise ModelError("malformed", "the arguments of a call nest too deep") from None


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
