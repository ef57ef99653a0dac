"""Reads the JSON that a provider sent: each piece is of the kind that a reader needs, or the reply is malformed."""

from __future__ import annotations

from typing import Any

from llm.interface import ModelError

# What fits every integer column; a count beyond it is no count.
_MOST = 2**31 - 1
# Deeper than anything that a provider attaches to a call; our own readers of JSON are recursive.
_DEEPEST = 30


def object_of(value: object, what: str) -> dict[str, Any]:
    """`value` as a JSON object; an absent one is empty. Raises ModelError("malformed")."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise _misshapen(value, what, "an object")
    return value


def list_of(value: object, what: str) -> list[Any]:
    """`value` as a JSON array; an absent one is empty. Raises ModelError("malformed")."""
    if value is None:
        return []
    if not isinstance(value, list):
        raise _misshapen(value, what, "an array")
    return value


def text_of(value: object, what: str) -> str:
    """`value` as a text; an absent one is empty. Raises ModelError("malformed")."""
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _misshapen(value, what, "a text")
    return value


def count_of(value: object) -> int:
    """`value` as a number of tokens; what is none counts as 0, because no answer is worth less for its bill."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST else 0


def is_shallow(value: object, depth: int = _DEEPEST) -> bool:
    """Whether a JSON value nests at most so deep that every reader of ours gets to its end."""
    if isinstance(value, dict):
        return depth > 0 and all(is_shallow(item, depth - 1) for item in value.values())
    if isinstance(value, list):
        return depth > 0 and all(is_shallow(item, depth - 1) for item in value)
    return True


def excerpt(value: object) -> str:
    """The beginning of a JSON value as a text for a log; what nests too deep to be written is only named."""
    return str(value)[:200] if is_shallow(value) else "(nested deep)"


def _misshapen(value: object, what: str, wanted: str) -> ModelError:
    return ModelError("malformed", f"{what} should be {wanted}, and is {type(value).__name__} {excerpt(value)!r}")
