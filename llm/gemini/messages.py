"""Our values in Gemini's words: the history as contents, tools as function declarations. Pure functions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from llm.cards import card_of
from llm.text import strict_json
from llm.types import Message, ModelRequest, ToolCall, ToolResult, ToolSchema
from llm.wire import FOREIGN_SIGNATURE, as_sent

# The Schema of the Gemini API; any other key is a 400. `default` and `title` are read by no model.
_KEPT = frozenset(
    {
        "type", "format", "description", "nullable", "enum", "items", "maxItems", "minItems", "properties",
        "required", "minLength", "maxLength", "pattern", "anyOf", "minimum", "maximum",
    }
)  # fmt: skip
_FORMATS = frozenset({"enum", "date-time", "int32", "int64", "float", "double"})


def contents(request: ModelRequest) -> list[dict[str, Any]]:
    """The history; the results of parallel calls are merged in one content, in the order of their calls."""
    wire: list[dict[str, Any]] = []
    card = request.card or card_of(f"google:{request.model.removeprefix('google:')}")
    needs_signature = "thought_signature" in card.must_come_back
    messages = iter(as_sent(request))
    message = next(messages, None)
    calls: tuple[ToolCall, ...] = ()
    while message is not None:
        if message.role == "tool":
            results: list[ToolResult] = []
            while message is not None and message.role == "tool":
                results.extend(message.results)
                message = next(messages, None)
            if results:
                wire.append({"role": "user", "parts": _responses(calls, results)})
            continue
        calls = message.calls
        parts = _parts(message, needs_signature)
        if parts:
            wire.append({"role": "model" if message.role == "assistant" else "user", "parts": parts})
        message = next(messages, None)
    return wire


def _parts(message: Message, needs_signature: bool) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [{"text": message.text}] if message.text else []
    for index, call in enumerate(message.calls):
        extra = call.extra or {}
        function: dict[str, Any] = {"name": call.name, "args": _arguments(call)}
        if "id" in extra:
            function["id"] = extra["id"]
        part: dict[str, Any] = {"functionCall": function}
        # Of parallel calls only the first carries a signature.
        if "thought_signature" in extra:
            part["thoughtSignature"] = extra["thought_signature"]
        elif needs_signature and index == 0:
            part["thoughtSignature"] = FOREIGN_SIGNATURE
        parts.append(part)
    return parts


def _arguments(call: ToolCall) -> dict[str, Any]:
    # A call with arguments that are no JSON was answered with an error; the history still has to be sent.
    try:
        arguments = strict_json(call.arguments or "{}")
    except ValueError:
        return {"invalid_json": call.arguments}
    return arguments if isinstance(arguments, dict) else {"invalid_json": call.arguments}


def _responses(calls: tuple[ToolCall, ...], results: Iterable[ToolResult]) -> list[dict[str, Any]]:
    order = {call.id: index for index, call in enumerate(calls)}
    extras: dict[str, Mapping[str, Any]] = {call.id: call.extra or {} for call in calls}
    parts = []
    for result in sorted(results, key=lambda result: order.get(result.call_id, len(order))):
        response: dict[str, Any] = {"name": result.name, "response": _object(result.content)}
        given_id = extras.get(result.call_id, {}).get("id")
        if given_id:
            response["id"] = given_id
        parts.append({"functionResponse": response})
    return parts


def _object(content: str) -> dict[str, Any]:
    try:
        value = json.loads(content)
    except ValueError:
        value = content
    return value if isinstance(value, dict) else {"result": value}


def function_declarations(tools: Iterable[ToolSchema]) -> list[dict[str, Any]]:
    """The tools with only what Gemini's Schema knows; a tool without parameters has no `parameters`."""
    declared = []
    for tool in tools:
        declaration: dict[str, Any] = {"name": tool.name, "description": tool.description}
        if tool.schema.get("properties"):
            declaration["parameters"] = gemini_schema(tool.schema)
        declared.append(declaration)
    return declared


def gemini_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema without `$ref` as a Gemini Schema: unknown keys dropped, `null` alternatives as nullable."""
    alternatives = schema.get("anyOf") or schema.get("oneOf")
    if alternatives:
        given = [item for item in alternatives if item.get("type") != "null"]
        rest = {key: value for key, value in schema.items() if key not in ("anyOf", "oneOf")}
        nullable = {"nullable": True} if len(given) < len(alternatives) else {}
        if len(given) == 1:
            return {**gemini_schema({**given[0], **rest}), **nullable}
        return {**gemini_schema(rest), "anyOf": [gemini_schema(item) for item in given], **nullable}
    if "const" in schema:
        schema = {**schema, "enum": [schema["const"]]}
    kept = {key: value for key, value in schema.items() if key in _KEPT}
    if "properties" in kept:
        kept["properties"] = {name: gemini_schema(item) for name, item in kept["properties"].items()}
    if kept.get("type") == "array":
        kept["items"] = gemini_schema(kept.get("items") or {"type": "string"})
    if "enum" in kept and not all(isinstance(value, str) for value in kept["enum"]):
        # An enum of numbers is refused; the model still reads it in words.
        values = ", ".join(str(value) for value in kept.pop("enum"))
        kept["description"] = f"{kept.get('description', '')} One of: {values}.".strip()
    if "enum" in kept:
        kept.setdefault("type", "string")
    if kept.get("format") not in _FORMATS:
        kept.pop("format", None)
    return kept
