"""Looks a path up in a state, and says whether what stands there is what a scenario expects.

A path goes by dots: a name, the number of an element, `*` for every element, or `key=value` for those that have it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import Any

# What an expected value is when nothing may stand there.
NONE = "<none>"
_COUNT = "count:"


def holds(state: Any, path: str, expected: Any) -> bool:
    """Whether a value at `path` is as expected: equal, one of a list, `~` and a pattern that is found, or none."""
    if path.startswith(_COUNT):
        return bool(len(list(values_at(state, path.removeprefix(_COUNT)))) == expected)
    values = list(values_at(state, path))
    wanted = expected if isinstance(expected, list) else [expected]
    if not values:
        return NONE in wanted
    return any(_fits(value, single) for value in values for single in wanted)


def values_at(state: Any, path: str) -> Iterator[Any]:
    """What stands at a path, as far as anything does."""
    return _values(state, path.split("."))


def _values(value: Any, steps: list[str]) -> Iterator[Any]:
    if not steps:
        yield value
        return
    step, *rest = steps
    if isinstance(value, dict):
        if step == "*":
            for item in value.values():
                yield from _values(item, rest)
        elif step in value:
            yield from _values(value[step], rest)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            if step in ("*", str(number)) or _has(item, step):
                yield from _values(item, rest)


def _has(item: Any, step: str) -> bool:
    key, equals, wanted = step.partition("=")
    return bool(equals) and isinstance(item, dict) and str(item.get(key)) == wanted


def _fits(value: Any, wanted: Any) -> bool:
    if wanted == NONE:
        return value in (None, "", [])
    if isinstance(wanted, str) and wanted.startswith("~"):
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return bool(re.search(wanted[1:], text, re.IGNORECASE))
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    try:
        return Decimal(str(value)) == Decimal(str(wanted))
    except InvalidOperation:
        return str(value) == str(wanted)
