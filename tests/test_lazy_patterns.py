"""A pattern that is compiled when it is first used must be a right one all the same: each of them is compiled here."""

from __future__ import annotations

import importlib
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

from tests.environment import BASE_DIR
from wording.phrases import LazyPattern, lazy_pattern


def modules() -> Iterator[str]:
    """Every module of ours but the tests and the migrations."""
    own = [app.name for app in apps.get_app_configs() if Path(app.path).parent == BASE_DIR]
    for package in (*own, "dialogue", "wording"):
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not {"tests", "migrations", "__main__"} & set(module.name.split(".")):
                yield module.name


def lazy_in(value: object) -> Iterator[LazyPattern]:
    if isinstance(value, LazyPattern):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from lazy_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from lazy_in(inner)


def test_every_pattern_that_waits_can_be_compiled() -> None:
    for name in modules():
        importlib.import_module(name)
    waiting = {id(lazy): lazy for name in modules() for lazy in lazy_in(vars(sys.modules[name]))}
    assert len(waiting) > 300
    for lazy in waiting.values():
        assert lazy.flags & re.UNICODE, lazy


def test_it_does_what_the_compiled_one_does() -> None:
    lazy, compiled = lazy_pattern(r"(?P<many>\d+) shares", re.IGNORECASE), re.compile(r"(?P<many>\d+) shares", re.I)
    for text in ("Buy 20 Shares", "20 shares", "none"):
        assert str(lazy.search(text)) == str(compiled.search(text))
        assert str(lazy.match(text)) == str(compiled.match(text))
        assert str(lazy.fullmatch(text)) == str(compiled.fullmatch(text))
        assert lazy.sub("x", text) == compiled.sub("x", text)
        assert lazy.split(text) == compiled.split(text)
    assert (lazy.pattern, lazy.groupindex, lazy.flags) == (compiled.pattern, compiled.groupindex, compiled.flags)


def test_a_fault_is_told_when_it_is_used_and_what_no_pattern_has_is_refused() -> None:
    with pytest.raises(re.error):
        lazy_pattern("(").search("x")
    with pytest.raises(AttributeError, match="no 'find'"):
        _ = lazy_pattern("x").find  # type: ignore[attr-defined]
