"""Where the product reaches into a library or replaces a part of one, each with the test that fails when it changes.

Decision 0019 says why each is there and what replaces it.
"""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.source_tree import ROOT, dotted, product, sources

DECISION = ROOT / "docs" / "decisions" / "0019-private-members.md"
# File and name: the test that fails when the library changes it.
KNOWN = {
    ("chat/replay/clock.py", "now"): "chat/tests/test_replay.py::test_a_turn_runs_at_the_time_at_which_it_was_said",
    ("config/bounds/unread.py", "_tempDataLen"): "tests/test_floods.py::test_a_page_that_does_not_read_is_let_go_while_its_turn_goes_on",
    ("config/postgres/pool.py", "_pool"): "chat/tests/test_retries.py::test_after_a_restart_of_the_server_many_dead_connections_delay_nobody_for_long",
    ("config/postgres/pool.py", "check_connection"): "chat/tests/test_retries.py::test_after_a_restart_of_the_server_many_dead_connections_delay_nobody_for_long",
    ("config/web.py", "HTTPFactory"): "tests/test_bounds.py::test_headers_that_drip_are_ended",
    ("config/web.py", "WebSocketFactory"): "tests/test_floods.py::test_a_frame_that_is_too_large_is_closed_with_its_code_and_costs_no_memory",
    ("llm/gemini/client.py", "_api_client"): "llm/tests/test_gemini.py::test_the_request_is_what_the_wire_asks_for",
    ("llm/gemini/client.py", "_build_request"): "llm/tests/test_gemini.py::test_the_request_is_what_the_wire_asks_for",
    ("pdf/drawing.py", "_plain_reshaper"): "investor_review/tests/test_pdf.py::test_scripts_are_drawn_with_embedded_fonts_and_nothing_is_replaced",
    ("pdf/drawing.py", "canvas_basefontname"): "pdf/tests/test_page.py::test_papers_drawn_side_by_side_keep_their_fonts",
}  # fmt: skip
# Names that begin with an underscore and stand in the documentation of their libraries: Django's models, named tuples,
# the operating system, and the type of lxml's elements.
DOCUMENTED = {"_meta", "_default_manager", "_state", "_replace", "_asdict", "_fields", "_exit", "_Element"}
OWN = {path.parts[0] for path in sources()}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def reached_into(tree: ast.Module) -> Iterator[str]:
    """Private names that a module takes from objects and packages not its own, and attributes of theirs that it sets."""
    foreign = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] not in OWN:
            foreign |= {alias.asname or alias.name for alias in node.names}
            yield from filter(is_private, [*(node.module or "").split("."), *(alias.name for alias in node.names)])
        elif isinstance(node, ast.Import):
            foreign |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
            yield from (part for alias in node.names for part in alias.name.split(".") if is_private(part))
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls")):
                continue
            case ast.Attribute(attr=name) if is_private(name):
                yield name
            case ast.Attribute(value=ast.Name(id=owner), attr=name, ctx=ast.Store()) if owner in foreign - {"settings"}:
                yield name
            case ast.Call(func=ast.Name(id="getattr" | "setattr"), args=[_, ast.Constant(value=str(name)), *_]):
                if is_private(name):
                    yield name


def inherited(path: Path, tree: ast.Module) -> Iterator[str]:
    """Private names of a library's class that a class of ours overrides or calls on itself."""
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        names = {inner.name for inner in node.body if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef)}
        names |= {
            inner.attr
            for inner in ast.walk(node)
            if isinstance(inner, ast.Attribute) and isinstance(inner.value, ast.Name) and inner.value.id == "self"
        }
        private = set(filter(is_private, names))
        if not private or not node.bases:
            continue
        bases = getattr(importlib.import_module(dotted(path)), node.name).__mro__[1:]
        theirs = [base for base in bases if base.__module__.split(".")[0] not in OWN]
        yield from sorted(name for name in private if any(name in vars(base) for base in theirs))


def shipped() -> dict[Path, ast.Module]:
    """What runs on a server: a benchmark may look into whatever it measures."""
    return {path: tree for path, tree in product().items() if path.parts[0] not in ("benchmarks", "scripts")}


def test_every_private_member_that_is_used_is_known_and_none_is_left_over() -> None:
    used = {
        (path.as_posix(), name)
        for path, tree in shipped().items()
        for name in (*reached_into(tree), *inherited(path, tree))
    }
    assert used == set(KNOWN)


def test_every_known_one_has_a_test_and_stands_in_the_decision() -> None:
    decision = DECISION.read_text(encoding="utf-8")
    for (file, name), test in KNOWN.items():
        path, function = test.split("::")
        tree = ast.parse(sources()[Path(path)])
        assert any(isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body), test
        assert f"`{name}`" in decision
        assert f"`{file}`" in decision


@pytest.mark.parametrize(
    "source",
    [
        "from openai import _client",
        "from openai._client import SyncAPIClient",
        "import httpx._models",
        "def late(client):\n    return client._api_client",
        "def late(connection):\n    return getattr(connection, '_pool', None)",
        "from psycopg_pool import ConnectionPool\nConnectionPool.check_connection = None",
        "import reportlab\nreportlab.rl_config = None",
        "class Own(Base):\n    def get(self):\n        return super()._get()",
    ],
)
def test_a_planted_one_is_seen(source: str) -> None:
    assert list(reached_into(ast.parse(source)))


def test_a_planted_override_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    source = "import string\nclass Own(string.Formatter):\n    def _vformat(self) -> None: ..."
    planted = ModuleType("planted")
    exec(source, vars(planted))
    monkeypatch.setitem(sys.modules, "planted", planted)
    assert list(inherited(Path("planted.py"), ast.parse(source))) == ["_vformat"]
