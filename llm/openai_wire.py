"""Our values in the words of Chat Completions: the history as messages, tools as functions. Pure functions."""

from __future__ import annotations

import hashlib
import json
from typing import Any, NoReturn

from llm.alternation import alternated
from llm.tools import Tool
from llm.types import Message, ModelRequest, ToolCall

# OpenAI refuses an id that is longer.
MOST_ID = 40
# What stands in an id of LiteLLM that carries a signature.
THOUGHT_ID = "__thought__"
# Calls that our own code made; Mistral refuses their ids, and any that has not nine letters and digits.
_BY_CODE = "words-"


def wire_messages(request: ModelRequest) -> list[dict[str, Any]]:
    """The instructions and the history, in an order and a form that the strictest template takes."""
    wire: list[dict[str, Any]] = []
    if request.instructions:
        wire.append({"role": "system", "content": request.instructions})
    for message in alternated(request.messages):
        if message.role == "tool":
            wire.extend(
                {"role": "tool", "tool_call_id": wire_id(result.call_id), "content": result.content}
                for result in message.results
            )
        elif message.calls:
            wire.append(_assistant_with_calls(message))
        else:
            wire.append({"role": message.role, "content": message.text})
    return wire


def wire_tool(tool: Tool) -> dict[str, Any]:
    """A tool as the wire declares it."""
    function = {"name": tool.name, "description": tool.description, "parameters": tool.schema}
    return {"type": "function", "function": function}


def wire_id(call_id: str) -> str:
    """The id of a call as every server takes it; the same for the call and for its result."""
    if len(call_id) <= MOST_ID and not call_id.startswith(_BY_CODE):
        return call_id
    return hashlib.sha256(call_id.encode()).hexdigest()[:9]


def object_text(arguments: str) -> str:
    """The arguments of a call as the text of a JSON object; what is none is carried in one.

    A call with such arguments was answered with an error. The history still has to be sent, and servers that read
    the arguments refuse all of it for one call.
    """
    try:
        # Strict, unlike Python: NaN is no JSON, and another parser refuses it.
        value = json.loads(arguments or "{}", parse_constant=_refused)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return arguments or "{}"
    return json.dumps({"invalid_json": arguments}, ensure_ascii=False)


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _assistant_with_calls(message: Message) -> dict[str, Any]:
    # Some servers refuse a content that is null or left out; all of them take an empty text.
    return {"role": "assistant", "content": message.text, "tool_calls": [_wire_call(call) for call in message.calls]}


def _wire_call(call: ToolCall) -> dict[str, Any]:
    function = {"name": call.name, "arguments": object_text(call.arguments)}
    return {"id": wire_id(call.id), "type": "function", "function": function}
