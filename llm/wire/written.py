"""Reads calls that a model wrote into its text, in the forms that chat templates teach. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from llm.types import ToolSchema

# The name of a tool and the text of its arguments.
Written = tuple[str, str]

_NAMES = ("name", "function", "tool", "tool_name", "action")
_ARGUMENTS = ("arguments", "parameters", "args", "input", "action_input")
# What may stand beside the name and the arguments of a call.
_BESIDE = {"id", "type", "index"}
# <function=NAME> with JSON or parameters up to its end, which may be missing.
_FUNCTION = re.compile(r"<function=(?P<name>[^<>]{1,80})>(?P<inside>.*?)(?:</function>|(?=<function=)|\Z)", re.DOTALL)
_PARAMETER = re.compile(
    r"<parameter=(?P<name>[^<>]{1,80})>\n?(?P<value>.*?)\n?(?:</parameter>|(?=<parameter=)|\Z)", re.DOTALL
)
# Mistral's templates put the name before the arguments, some with [ARGS] between them.
_NAME_BEFORE = re.compile(r"\s*(?P<name>[A-Za-z_][\w.-]{0,79})\s*(?:\[ARGS\])?\s*(?=\{)")
_BETWEEN = re.compile(r"(?:[\s;,]|\[TOOL_CALLS\])*")
_BEGUN = re.compile(r'"(?:name|function|tool|tool_name|action)"\s*:\s*"(?P<name>[^"]*)"')
_JSON = json.JSONDecoder()


class WrittenCalls:
    """What a text calls of the tools that were offered."""

    def __init__(self, tools: Iterable[ToolSchema]) -> None:
        self._tools = {tool.name: tool for tool in tools}

    def __bool__(self) -> bool:
        return bool(self._tools)

    def marked(self, text: str) -> list[Written]:
        """The calls between the marks of calls, of whatever name; what cannot be read is none."""
        if "<function=" in text:
            return list(self._functions(text))
        return list(self._listed(text))

    def unmarked(self, text: str, *, is_alone: bool) -> list[Written]:
        """The calls of JSON that no mark names as one: each has the name of an offered tool.

        `is_alone`: nothing was said before it, so that what has the form of a call and another name is one, too.
        """
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            return []
        items = list(_flat(value))
        calls = [call for item in items if (call := self._of(item)) is not None]
        whole = bool(calls) and len(calls) == len(items)
        return calls if whole and (is_alone or all(name in self._tools for name, _ in calls)) else []

    def is_begun(self, text: str) -> bool:
        """Whether JSON that broke off was to become a call of an offered tool."""
        begun = _BEGUN.search(text)
        return begun is not None and begun["name"] in self._tools

    def _functions(self, text: str) -> Iterator[Written]:
        for function in _FUNCTION.finditer(text):
            name, inside = function["name"].strip(), function["inside"].strip()
            if "<parameter=" in inside:
                given = {each["name"].strip(): each["value"] for each in _PARAMETER.finditer(inside)}
                yield name, json.dumps({key: self._typed(name, key, value) for key, value in given.items()})
            elif (arguments := _object_text(inside or "{}")) is not None:
                yield name, arguments

    def _typed(self, tool: str, parameter: str, value: str) -> Any:
        """A parameter's text as the value that the tool takes there."""
        schema = self._tools[tool].schema if tool in self._tools else {}
        if schema.get("properties", {}).get(parameter, {}).get("type") == "string":
            return value
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value

    def _listed(self, text: str) -> Iterator[Written]:
        """The calls of JSON values one after the other, each perhaps behind its name."""
        place = _BETWEEN.match(text).end()  # type: ignore[union-attr]
        while place < len(text):
            named = _NAME_BEFORE.match(text, place)
            try:
                value, place = _JSON.raw_decode(text, named.end() if named else place)
            except (ValueError, RecursionError):
                return
            if named:
                yield named["name"], json.dumps(value)
            else:
                yield from (call for item in _flat(value) if (call := self._of(item)) is not None)
            place = _BETWEEN.match(text, place).end()  # type: ignore[union-attr]

    def _of(self, value: object) -> Written | None:
        """A JSON value as a call; None where it has not the form of one."""
        if not isinstance(value, dict):
            return None
        if isinstance(inner := value.get("function"), dict):
            return self._of(inner)
        keys = [key for key in _NAMES if isinstance(value.get(key), str)]
        key = next((key for key in keys if value[key] in self._tools), keys[0] if keys else "")
        if not key:
            name, given = next(iter(value.items()), ("", None))
            is_call = len(value) == 1 and name in self._tools and isinstance(given, dict)
            return (name, json.dumps(given)) if is_call else None
        rest = {other: given for other, given in value.items() if other != key and other not in _BESIDE}
        if len(rest) == 1 and (only := next(iter(rest))) in _ARGUMENTS:
            arguments = _object_text(rest[only])
            return None if arguments is None else (value[key], arguments)
        return (value[key], json.dumps(rest)) if self._takes(value[key], rest) else None

    def _takes(self, name: str, given: Mapping[str, Any]) -> bool:
        """Whether what stands beside a name are arguments of the tool of that name."""
        tool = self._tools.get(name)
        return tool is not None and given.keys() <= tool.schema.get("properties", {}).keys()


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, dict) and isinstance(value.get("tool_calls"), list):
        value = value["tool_calls"]
    yield from value if isinstance(value, list) else [value]


def _object_text(given: object) -> str | None:
    """Arguments as the text of a JSON object, which they may be already; None where they are no object."""
    if isinstance(given, str):
        try:
            return given if isinstance(json.loads(given), dict) else None
        except (ValueError, RecursionError):
            return None
    return json.dumps(given or {}) if isinstance(given or {}, dict) else None
