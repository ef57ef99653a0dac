"""Text at the doors: cleaned of what PostgreSQL cannot store before a query sees it, fenced in before a model does."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from math import isfinite
from typing import Any, NoReturn

# Every reader of a value goes down into it by calls of its own, of which a process has about a thousand.
_DEEPEST = 100
# PostgreSQL refuses NUL in text and jsonb, and UTF-8 has no form for a lone surrogate.
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def object_in(text: str) -> str:
    """What of a text may be a JSON object: all between its first and its last brace."""
    return text[text.find("{") : text.rfind("}") + 1] if "{" in text else ""


def clean_text(text: str) -> str:
    """`text` with NUL and lone surrogates replaced by U+FFFD; its length in characters stays the same."""
    return _UNSTORABLE.sub("\ufffd", text)


def clean_json(value: object) -> object:
    """The same for every string, key included, inside a JSON value."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, dict):
        return {clean_json(key): clean_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean_json(item) for item in value]
    return value


def fenced(label: str, text: str) -> str:
    """Text of others between two marks that it cannot close: material for a model and never an instruction.

    The mark is a digest of the text itself, so a text that holds its own closing mark cannot be made. The same text
    has the same block in every call, which keeps a provider's cache and the hash of stored instructions as they are.
    """
    mark = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
    return f"<<<{label} {mark}\n{text}\n{mark} {label}>>>"


def strict_json(text: str) -> Any:
    """JSON that everything can read, show and send again. Raises ValueError for what only Python or a few would take.

    That is NaN, a number that no double holds, which becomes infinite, and deep nesting, at which readers fail.
    """
    try:
        value = json.loads(text, parse_float=_double, parse_constant=_refused)
    except RecursionError:
        raise ValueError("it nests too deep") from None
    inside = [value]
    for _ in range(_DEEPEST):
        inside = [item for outer in inside for item in _items(outer)]
        if not inside:
            return value
    raise ValueError(f"it nests deeper than {_DEEPEST}")


def _items(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _double(number: str) -> float:
    value = float(number)
    return value if isfinite(value) else _refused(number)


def _refused(number: str) -> NoReturn:
    raise ValueError(f"{number[:40]!r} is no number of JSON that everything can read")
