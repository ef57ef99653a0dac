"""The project's own files and modules, each read and parsed once, for the tests that look at the source itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ASSISTANTS = tuple(settings.ASSISTANTS)
_SKIPPED = {".git", ".venv", ".env", "var", "node_modules"}


def files() -> Iterator[Path]:
    """Every file of the project, without what was installed or made by a run."""
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            # In a second work tree ".git" is a file.
            if path.name in _SKIPPED or path.name.endswith(("_cache", "__pycache__")):
                continue
            if path.is_dir():
                folders.append(path)
            else:
                yield path


@cache
def sources() -> dict[Path, str]:
    """The text of every module of ours, by its path in the project."""
    return {path.relative_to(ROOT): path.read_text() for path in files() if path.suffix == ".py"}


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(sources()[path])


@cache
def modules() -> dict[Path, ast.Module]:
    """Every module of ours, parsed."""
    return {path: _parsed(path) for path in sources()}


@cache
def product() -> dict[Path, ast.Module]:
    """The modules that ship: no tests and no migrations."""
    return {path: _parsed(path) for path in sources() if not is_test(path) and "migrations" not in path.parts}


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything that stands in a piece of source, at every depth."""
    return tuple(ast.walk(tree))


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in nodes(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def is_test(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


@cache
def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


@cache
def module_names() -> frozenset[str]:
    return frozenset(map(dotted, modules()))


@cache
def module_named(name: str) -> str:
    """The module of ours that an imported name stands in: itself, or the one that defines it."""
    parts = name.split(".")
    prefixes = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in module_names()), "")


@cache
def imports(path: Path, tree: ast.Module) -> tuple[tuple[int, str], ...]:
    """The line and the full dotted name of everything that a module imports, inside functions too."""
    names: list[tuple[int, str]] = []
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            names += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = list(path.with_suffix("").parts[: -node.level]) if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            names += [(node.lineno, f"{base}.{alias.name}") for alias in node.names]
    return tuple(names)
