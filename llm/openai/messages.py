"""Our values in the words of Chat Completions: the history as messages, tools as functions. Pure functions."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Set
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from llm.text import strict_json
from llm.types import Message, ModelRequest, ToolCall, ToolSchema
from llm.wire import FOREIGN_SIGNATURE, Concession, alternated, as_sent

# OpenAI refuses an id that is longer.
MOST_ID = 40
# What stands in an id of LiteLLM that carries a signature.
THOUGHT_ID = "__thought__"
# Calls that our own code made; Mistral refuses their ids, and any that has not nine letters and digits.
_BY_CODE = "words-"
# Arguments of earlier calls, which every request sends again.
_KEPT_CHARS, _KEPT_CALLS = 500, 2_048
_NINE_LETTERS = re.compile(r"[A-Za-z0-9]{9}")


def wire_messages(request: ModelRequest, conceded: Set[Concession] = frozenset()) -> list[dict[str, Any]]:
    """The instructions and the history, in an order and a form that the strictest template takes."""
    wire = _instructions(request)
    ids: dict[str, str] = {}
    for message in alternated(as_sent(request)):
        parts, ids = _wire_message(message, ids, conceded)
        if message.role == "tool" and "one_call" in conceded and len(parts) > 1:
            parts = _one_by_one(wire.pop(), parts)
        wire += parts
    return wire


def messages_json(request: ModelRequest, conceded: frozenset[Concession] = frozenset()) -> str:
    """`wire_messages` as JSON. A message that was sent before is not written anew."""
    if "one_call" in conceded:
        return json.dumps(wire_messages(request, conceded))
    texts = [json.dumps(message) for message in _instructions(request)]
    ids: dict[str, str] = {}
    for message in alternated(as_sent(request)):
        written = message.wire
        if not isinstance(written, _Written) or (written.conceded, written.ids_before) != (conceded, ids):
            parts, after = _wire_message(message, ids, conceded)
            written = _Written(conceded, ids, after, ", ".join(map(json.dumps, parts)))
            # Frozen, and the same for whoever compares it.
            object.__setattr__(message, "wire", written)
        texts.append(written.text)
        ids = written.ids
    return f"[{', '.join(texts)}]"


class _Written(NamedTuple):
    """A message as JSON, which depends on what the server takes and on the ids of the calls before it."""

    conceded: frozenset[Concession]
    ids_before: Mapping[str, str]
    ids: dict[str, str]
    text: str


def _instructions(request: ModelRequest) -> list[dict[str, Any]]:
    return [{"role": "system", "content": request.instructions}] if request.instructions else []


def _wire_message(
    message: Message, ids: dict[str, str], conceded: Set[Concession]
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """A message on the wire, results one by one, and how the ids of the newest calls are sent."""
    if message.role == "tool":
        return [
            {"role": "tool", "tool_call_id": ids.get(result.call_id, result.call_id), "content": result.content}
            for result in message.results
        ], ids
    if message.calls:
        ids = {call.id: _id_of(call, conceded) for call in message.calls}
        return [_assistant_with_calls(message, ids, conceded)], ids
    return [{"role": message.role, "content": message.text}], ids


def asked_in_json(request: ModelRequest) -> ModelRequest:
    """The request without its tools: a forced call is asked for as one JSON object in the words of the reply."""
    tool = next(tool for tool in request.tools if tool.name == request.tool_choice)
    form = f"Answer with one JSON object and nothing else. Its JSON schema:\n{json.dumps(tool.schema)}"
    messages = tuple(_in_words(message) for message in request.messages)
    instructions = f"{request.instructions}\n\n{tool.description}\n\n{form}".strip()
    return replace(request, instructions=instructions, messages=messages, tools=(), tool_choice="auto")


def _in_words(message: Message) -> Message:
    """What was called, and what came of it, as words."""
    if message.calls:
        return Message("assistant", "\n".join(call.arguments for call in message.calls))
    if message.results:
        return Message("user", "\n".join(result.content for result in message.results))
    return message


def wire_choice(choice: str, conceded: Set[Concession]) -> str | dict[str, Any]:
    """The tool choice as far as the server takes one."""
    if choice in ("auto", "none"):
        return choice
    if "auto_choice" in conceded:
        return "auto"
    if "required_choice" in conceded:
        return "required"
    return {"type": "function", "function": {"name": choice}}


def wire_tool(tool: ToolSchema) -> dict[str, Any]:
    """A tool as the wire declares it."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
    return {"type": "function", "function": function}


def short_id(call_id: str) -> str:
    """An id that every server takes, the same for the same id."""
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]


def _id_of(call: ToolCall, conceded: Set[Concession]) -> str:
    """The id of a call as this server takes it."""
    whole = _given(call).get("call_id")
    if isinstance(whole, str):
        return whole
    fits = len(call.id) <= MOST_ID and not call.id.startswith(_BY_CODE)
    if "nine_letters" in conceded:
        fits = _NINE_LETTERS.fullmatch(call.id) is not None
    return call.id if fits else short_id(call.id)


def _given(call: ToolCall) -> Mapping[str, Any]:
    """What a server of this wire attached to the call; another provider's attachments mean nothing here."""
    return call.extra if call.extra and call.extra.get("provider") == "openai" else {}


def object_text(arguments: str) -> str:
    """The arguments as `_object_text` writes them; short ones are read once, as every request sends them again."""
    return _object_text(arguments) if len(arguments) <= _KEPT_CHARS else _object_text.__wrapped__(arguments)


@lru_cache(_KEPT_CALLS)
def _object_text(arguments: str) -> str:
    """The arguments of a call as the text of a JSON object; what is none is carried in one.

    A call with such arguments was answered with an error. The history still has to be sent, and servers that read
    the arguments refuse all of it for one call.
    """
    try:
        value = strict_json(arguments or "{}")
    except ValueError:
        value = None
    if isinstance(value, dict):
        return arguments or "{}"
    return json.dumps({"invalid_json": arguments}, ensure_ascii=False)


def _assistant_with_calls(message: Message, ids: Mapping[str, str], conceded: Set[Concession]) -> dict[str, Any]:
    calls = [_wire_call(call, ids[call.id]) for call in message.calls]
    if "signature" in conceded:
        # Of parallel calls only the first carries one.
        calls[0].setdefault("extra_content", {"google": {"thought_signature": FOREIGN_SIGNATURE}})
    # Some servers refuse a content that is null or left out; all of them take an empty text.
    wire = {"role": "assistant", "content": message.text, "tool_calls": calls}
    beside = _given(message.calls[0])
    if "reasoning_details" in beside:
        wire["reasoning_details"] = beside["reasoning_details"]
    if "reasoning" in conceded:
        # Of a call that our own code made there were no thoughts, and an empty text is refused.
        wire["reasoning_content"] = beside.get("reasoning_content") or "(none)"
    return wire


def _wire_call(call: ToolCall, call_id: str) -> dict[str, Any]:
    function = {"name": call.name, "arguments": object_text(call.arguments)}
    extra = {key: value for key, value in _given(call).items() if key == "extra_content"}
    return {"id": call_id, "type": "function", "function": function, **extra}


def _one_by_one(asked: dict[str, Any], results: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The calls of one message as a message each, every one followed by its result."""
    wire = []
    for number, (call, result) in enumerate(zip(asked["tool_calls"], results, strict=True)):
        wire += [{**asked, "content": "" if number else asked["content"], "tool_calls": [call]}, result]
    return wire
