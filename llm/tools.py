"""@tool: a function's signature and docstring become a JSON schema, and a model's arguments are checked against it."""

from __future__ import annotations

import hashlib
import inspect
import json
import types
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, WithJsonSchema, create_model

from llm.text import clean_json
from llm.types import ToolCall

# A number with 40 digits is noise; it is refused before Decimal arithmetic can be made slow by it.
_MAX_MAGNITUDE = Decimal("1e18")


def refusal(code: str, error: str, advice: str) -> dict[str, Any]:
    """What a tool gives back that does not do what it was called for, and changes nothing.

    `error` is a sentence for the person: what is wrong, in their terms. `advice` tells the model what to do about it.
    """
    return {"status": "error", "code": code, "error": error, "advice": advice}


class ToolArgumentError(Exception):
    """The arguments do not fit the tool. The text tells the model which, what was given and what is expected."""


class BadTool(Exception):
    """A function cannot become a tool; raised at import, so that no model ever meets its schema."""


@dataclass(frozen=True, slots=True)
class Done:
    """A call that did what it was for."""

    name: str
    arguments: dict[str, Any]
    result: dict[str, Any]


PutsRight = Callable[[Done, Done], bool]


def another_value(done: Done, before: Done) -> bool:
    """Whether a call gives another value to an argument that the same tool was given before: that was put right."""
    if done.name != before.name:
        return False
    both = done.arguments.keys() & before.arguments.keys() - {"words", "quote"}
    pairs = [(done.arguments[name], before.arguments[name]) for name in both]
    return any(now != was for now, was in pairs if now is not None and was is not None)


@dataclass(frozen=True)
class Tool:
    """A function that a model may call. Its first parameter is bound by the server and is not in the schema.

    `prepare` takes the same arguments and runs before it: there the slow work is done, while nothing is locked.
    What a tool gives that `is_passing` is not sent again in later turns, as a list that stands in the prompt anyhow.
    `puts_right` tells whether a call of it puts an earlier one right; it is counted, and changes nothing.
    """

    name: str
    description: str
    function: Callable[..., dict[str, Any]]
    arguments: type[BaseModel]
    prepare: Callable[..., Any] | None = None
    is_passing: bool = False
    puts_right: PutsRight | None = None

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments, without titles, references inlined (Gemini reads no `$ref`)."""
        raw = self.arguments.model_json_schema()
        return typing.cast("dict[str, Any]", _plain(raw, raw.get("$defs", {})))

    def check(self, call: ToolCall) -> dict[str, Any]:
        """The checked keyword arguments of `call`. Raises ToolArgumentError with a sentence for the model."""
        try:
            given = call.parsed()
        except ValueError as error:
            problem = f"The arguments of {self.name} are not a JSON object ({error}). Send them again."
            raise ToolArgumentError(problem) from error
        try:
            checked = self.arguments.model_validate(clean_json(given))
        except ValidationError as error:
            raise ToolArgumentError(_explain(self.name, error)) from error
        except RecursionError:
            raise ToolArgumentError(f"The arguments of {self.name} nest too deep. Send them flat.") from None
        return {name: getattr(checked, name) for name in type(checked).model_fields}


@typing.overload
def tool(function: Callable[..., dict[str, Any]]) -> Tool: ...


@typing.overload
def tool(
    *, prepare: Callable[..., Any] | None = None, is_passing: bool = False, puts_right: PutsRight | None = None
) -> Callable[[Callable[..., dict[str, Any]]], Tool]: ...


def tool(
    function: Callable[..., dict[str, Any]] | None = None,
    *,
    prepare: Callable[..., Any] | None = None,
    is_passing: bool = False,
    puts_right: PutsRight | None = None,
) -> Tool | Callable[[Callable[..., dict[str, Any]]], Tool]:
    """Make `function(context, …)` a tool; `@tool(prepare=…)` names what runs before it, while nothing is locked.

    A parameter with no default is required; one with a default is optional. Raises BadTool for a missing docstring or
    annotation, and for a parameter that would be an object without properties, which Gemini refuses.
    """
    if function is None:
        return lambda decorated: replace(tool(decorated), prepare=prepare, is_passing=is_passing, puts_right=puts_right)
    name = function.__name__
    description = inspect.getdoc(function)
    if not description:
        raise BadTool(f"{name} has no docstring. Write one: it is what the model reads.")
    hints = typing.get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.name not in hints:
            raise BadTool(f"{name}: parameter {parameter.name!r} has no annotation.")
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (_strict(hints[parameter.name]), default)
    arguments = create_model(name, __config__=ConfigDict(extra="forbid", strict=False), **fields)
    made = Tool(name=name, description=description, function=function, arguments=arguments)
    _refuse_bare_objects(name, made.schema)
    return made


def tools_hash(tools: Iterable[Tool]) -> str:
    """The SHA-256 of the schemas and descriptions that a model was shown."""
    shown = [[item.name, item.description, item.schema] for item in tools]
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def _strict(annotation: Any) -> Any:
    """Give the scalar types our own checks, also in `X | None` and lists: a bool or a text is never a number."""
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return typing.Union[tuple(_strict(argument) for argument in arguments)]  # noqa: UP007
    if origin is Annotated:
        return Annotated[(_strict(arguments[0]), *arguments[1:])]
    if origin is list:
        return list[_strict(arguments[0])]  # type: ignore[misc]
    if annotation is Decimal:
        return Annotated[Decimal, BeforeValidator(_decimal), WithJsonSchema({"type": "number"})]
    checks = {int: _integer, bool: _boolean, str: _text, float: _number}
    if annotation in (int, bool, str, float):
        return Annotated[annotation, BeforeValidator(checks[annotation])]
    return annotation


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | Decimal | float):
        raise ValueError(f"{value!r} is not a number")
    number = Decimal(str(value)) if isinstance(value, float) else Decimal(value)
    if not number.is_finite() or abs(number) > _MAX_MAGNITUDE:
        raise ValueError(f"{value!s} is out of range")
    return number


def _number(value: object) -> float:
    return float(_decimal(value))


def _integer(value: object) -> int:
    number = _decimal(value)
    if number != number.to_integral_value():
        raise ValueError(f"{value!s} is not a whole number")
    return int(number)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not a text")
    return value


def _explain(name: str, error: ValidationError) -> str:
    lines = []
    for item in error.errors(include_url=False):
        where = ".".join(str(part) for part in item["loc"]) or "arguments"
        if item["type"] == "missing":
            lines.append(f"{where!r} is required and is missing")
        elif item["type"] == "extra_forbidden":
            lines.append(f"{where!r} is not a parameter")
        else:
            lines.append(f"{where!r}: {item['msg'].removeprefix('Value error, ')} (given {str(item['input'])[:80]!r})")
    return f"{name} was not called: {'; '.join(lines)}."


def _plain(node: Any, definitions: dict[str, Any]) -> Any:
    """Inline `$ref`, and drop the titles that pydantic adds and the null of what may be left out."""
    if isinstance(node, dict):
        if "$ref" in node:
            return _plain(definitions[node["$ref"].rsplit("/", 1)[1]], definitions)
        if "anyOf" in node and node.get("default", ...) is None:
            return _plain(_without_null(node), definitions)
        # "title" is dropped only where it is an annotation: a property may be called title.
        return {
            key: (
                {name: _plain(item, definitions) for name, item in value.items()}
                if key == "properties"
                else _plain(value, definitions)
            )
            for key, value in node.items()
            if key not in ("$defs", "title", "additionalProperties")
        }
    if isinstance(node, list):
        return [_plain(item, definitions) for item in node]
    return node


def _without_null(node: dict[str, Any]) -> dict[str, Any]:
    """What is optional as the type that it has when it is given: it is left out or that, and costs fewer tokens."""
    given = [item for item in node["anyOf"] if item.get("type") != "null"]
    rest = {key: value for key, value in node.items() if key not in ("anyOf", "default")}
    return {**given[0], **rest} if len(given) == 1 else {"anyOf": given, **rest}


def _refuse_bare_objects(name: str, schema: dict[str, Any]) -> None:
    for key, value in schema.get("properties", {}).items():
        for node in (value, value.get("items", {}), *value.get("anyOf", ())):
            if node.get("type") == "object" and not node.get("properties"):
                raise BadTool(f"{name}: parameter {key!r} is an object without properties. Give it a typed dict.")
            if node is not value and node.get("type") == "object":
                _refuse_bare_objects(name, node)
