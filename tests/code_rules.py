"""What a module may look like: its size, its names, and no table of words written as a pattern."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from tests.source_tree import ASSISTANTS, functions, nodes

Rule = Callable[[Path, ast.Module, str], Iterator[str]]
_MAX_FILE, _MAX_FUNCTION, _MAX_PARAMETERS, _MAX_PATTERN = 300, 40, 6, 120
# Names that say nothing of what they hold.
_HOLLOW = {"one", "found", "told", "said"}
# A statement of the database: its "||" joins texts, and parts no alternatives.
_SQL = re.compile(r"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE)\b")
_PATTERN_SIGNS = re.compile(r"\(\?|\\[bwdsWDS]")
_ALTERNATIVES = 6
# Django looks for classes of these names, each in its place.
_DJANGO_NAMES = {"Command", "Meta", "Migration", "Media"}
_MEASURES = {"benchmarks", "scripts"}
# A row of the conversation has the name of what goes to and comes from a model: they are the same thing at two ends.
_AT_TWO_ENDS = {"Message", "ToolCall", "Usage"}


def long_files(path: Path, _tree: ast.Module, source: str) -> Iterator[str]:
    length = len(source.splitlines())
    if length > _MAX_FILE:
        yield f"{path} has {length} lines"


def long_functions(path: Path, tree: ast.Module, _source: str) -> Iterator[str]:
    for function in functions(tree):
        length = (function.end_lineno or 0) - function.lineno + 1
        if length > _MAX_FUNCTION:
            yield f"{path}:{function.lineno} {function.name} has {length} lines"


def many_parameters(path: Path, tree: ast.Module, _source: str) -> Iterator[str]:
    """A tool may have more: its parameters are its schema, flat because every provider reads those."""
    for function in functions(tree):
        if any(ast.unparse(decorator).partition("(")[0] == "tool" for decorator in function.decorator_list):
            continue
        arguments = function.args
        names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        count = len(names) - (names[:1] in (["self"], ["cls"]))
        if count > _MAX_PARAMETERS:
            yield f"{path}:{function.lineno} {function.name} has {count} parameters"


def hollow_names(path: Path, tree: ast.Module, _source: str) -> Iterator[str]:
    """Variables and parameters of functions, comprehensions included, that do not say what they hold.

    A field is read with the name of its class before it, and the field of a model is a column besides.
    """
    fields = {id(target) for node in nodes(tree) if isinstance(node, ast.ClassDef) for target in _fields(node)}
    for node in nodes(tree):
        if isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            name = node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            name = node.attr
        else:
            continue
        if name in _HOLLOW:
            yield f"{path}:{node.lineno} {name}"


def _fields(node: ast.ClassDef) -> Iterator[ast.expr]:
    """What a class annotates, and what a model has as columns."""
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign):
            yield statement.target
        elif isinstance(statement, ast.Assign) and _is_model(node):
            yield from statement.targets


def _is_model(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) == "models.Model" for base in node.bases)


def long_patterns(path: Path, tree: ast.Module, _source: str) -> Iterator[str]:
    """Literals that are a pattern or a table of alternatives, longer than a line, and no statement of the database."""
    inside = {id(value) for node in nodes(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in nodes(tree):
        if isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in inside:
            text = _literal(node)
            is_pattern = _PATTERN_SIGNS.search(text) or text.count("|") >= _ALTERNATIVES
            if len(text) > _MAX_PATTERN and is_pattern and not _SQL.match(text):
                yield f"{path}:{node.lineno} a pattern of {len(text)} characters"


def _literal(node: ast.AST) -> str:
    """What is written of a text; a value put into it counts for nothing."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(_literal(value) for value in node.values) if isinstance(node, ast.JoinedStr) else ""


CODE_RULES: tuple[Rule, ...] = (long_files, long_functions, many_parameters, hollow_names, long_patterns)


def _rank(package: str) -> int:
    """Who keeps a name: what the assistants stand on before the assistants, and these before what only measures them."""
    return 1 if package in ASSISTANTS else 2 if package in _MEASURES else 0


def shared_class_names(trees: Mapping[Path, ast.Module]) -> Iterator[tuple[Path, str]]:
    """Classes with the name of a class in another package, of those at the margin of a module.

    A class inside another is called by both names (`SubObjective.Status`). A model keeps its name, which is that of its
    table, in each app; of others the packages below the assistants keep theirs, or the first.
    """
    places: dict[str, list[tuple[Path, bool]]] = defaultdict(list)
    for path, tree in trees.items():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and node.name not in _DJANGO_NAMES | _AT_TWO_ENDS:
                places[node.name].append((path, _is_model(node)))
    for name, classes in sorted(places.items()):
        keeper = min((not model, _rank(path.parts[0]), path.parts[0]) for path, model in classes)[-1]
        for path, model in classes:
            if path.parts[0] != keeper and not model:
                yield path, f"{path} class {name} is also one of {keeper}"
