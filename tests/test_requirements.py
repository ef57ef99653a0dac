"""Dependencies are told truly: what is imported is declared, with its reason, pinned, and in the list of who needs it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import packages_distributions

import pytest

from tests.source_tree import ROOT, imports, is_test, modules

FILES = ("requirements", "requirements-dev")
_NAME = re.compile(r"[A-Za-z][\w.-]*")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@cache
def names_in(file: str) -> frozenset[str]:
    """The distributions that a list of requirements names, written alike."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return frozenset(normal(match[0]) for line in lines if (match := _NAME.match(line)))


def undeclared(declared: frozenset[str], *, tests: bool) -> Iterator[str]:
    """What modules import from outside that stands in no list of theirs."""
    ours = {path.parts[0].removesuffix(".py") for path in modules()}
    distributions = packages_distributions()
    for path, tree in modules().items():
        if (is_test(path) or path.parts[0] == "benchmarks") != tests:
            continue
        for line, name in imports(path, tree):
            package = name.split(".")[0]
            if package in sys.stdlib_module_names or package in ours:
                continue
            if not {normal(name) for name in distributions.get(package, [package])} & declared:
                yield f"{path}:{line} imports {package}"


def test_the_product_declares_what_it_imports() -> None:
    assert list(undeclared(names_in("requirements.in"), tests=False)) == []


def test_tests_and_benchmarks_declare_what_they_import() -> None:
    declared = names_in("requirements.in") | names_in("requirements-dev.in")
    assert list(undeclared(declared, tests=True)) == []


def test_an_undeclared_import_is_seen() -> None:
    assert any("imports django" in wrong for wrong in undeclared(frozenset(), tests=False))


@pytest.mark.parametrize("file", FILES)
def test_every_requirement_has_its_reason_or_stands_under_one(file: str) -> None:
    wrong, reason_above = [], False
    for line in (ROOT / f"{file}.in").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("-c"):
            reason_above = False
        elif line.startswith("#"):
            reason_above = True
        elif "#" not in line and not reason_above:
            wrong.append(line)
    assert wrong == []


@pytest.mark.parametrize("file", FILES)
def test_every_requirement_is_pinned(file: str) -> None:
    lines = (ROOT / f"{file}.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal(match[1]) for line in lines if (match := re.match(r"([\w.-]+)(\[[\w,-]+\])?==", line))}
    assert names_in(f"{file}.in") - pinned == set()


def test_what_only_tests_need_is_not_in_the_product() -> None:
    tools = {"pytest", "playwright", "mypy", "ruff", "schemathesis", "django-stubs"}
    assert names_in("requirements.txt") & tools == set()
