"""The rules of the project's design that a machine can read: who may import whom, sizes, and where things stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ASSISTANTS = set(settings.ASSISTANTS)
# Below the assistants: which of our packages each may import.
MAY_IMPORT = {
    "llm": set(),
    "wording": set(),
    "audit": set(),
    "retrieval": {"llm", "audit"},
    "chat": {"llm", "audit", "wording"},
    **{slug: {"chat", "llm", "audit", "wording", "retrieval"} for slug in ASSISTANTS},
    "config": {"chat", "llm", "audit", "wording", "retrieval", *ASSISTANTS},
}
PACKAGES = [name for name in MAY_IMPORT if (ROOT / name).is_dir()]
# Inside an app: whatever stands at a door calls actions, and actions write models.
DOORS = {"admin", "api", "tools", "views", "forms", "urls", "api_urls", "assistant", "jobs", "management"}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "services", "service", "common", "misc", "managers"}
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.contrib.auth.signals")
MAX_FILE, MAX_FUNCTION = 350, 60
SKIPPED = {".git", ".venv", "var", "node_modules"}
TEXTS = {".py", ".md", ".toml", ".in", ".txt", ".sh", ".html", ".css", ".js", ".yml", ".yaml", ".json", ".csv", ""}


def files() -> Iterator[Path]:
    """Every file of the project, without what was installed or made by a run."""
    folders = [ROOT]
    while folders:
        for path in sorted(folders.pop().iterdir()):
            if path.is_dir():
                if path.name not in SKIPPED and not path.name.endswith(("_cache", "__pycache__")):
                    folders.append(path)
            elif path.name != ".env":
                yield path


@cache
def modules() -> dict[Path, ast.Module]:
    """Every module of ours, parsed, by its path in the project."""
    return {path.relative_to(ROOT): ast.parse(path.read_text()) for path in files() if path.suffix == ".py"}


def is_test(path: Path) -> bool:
    return "tests" in path.parts or path.name == "conftest.py"


def product() -> dict[Path, ast.Module]:
    """The modules that ship: no tests and no migrations."""
    return {path: tree for path, tree in modules().items() if not is_test(path) and "migrations" not in path.parts}


def imports(path: Path, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the full dotted name of everything that a module imports, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = list(path.with_suffix("").parts[: -node.level]) if node.level else []
            base = ".".join([*package, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def wrong_arrows(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a module imports of ours that the design does not let it."""
    own = path.parts[0]
    if own not in MAY_IMPORT:
        return
    for line, name in imports(path, tree):
        other = name.split(".")[0]
        if other in MAY_IMPORT and other != own and other not in MAY_IMPORT[own]:
            # An app's tests may use what drives them; assistants never meet, not even there.
            if is_test(path) and not (own in ASSISTANTS and other in ASSISTANTS):
                continue
            yield f"{path}:{line} imports {name}"


def test_imports_follow_the_arrows_of_the_design() -> None:
    assert [wrong for path, tree in modules().items() for wrong in wrong_arrows(path, tree)] == []


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("llm/providers/openai.py", "import chat.models"),
        ("wording/amounts/numbers.py", "from llm import text"),
        ("audit/trail.py", "from chat.models import Thread"),
        ("chat/turns/run.py", "from pa_dealing import actions"),
        ("chat/turns/run.py", "from retrieval import search"),
        ("chat/turns/run.py", "from config import settings"),
        ("chat/turns/run.py", "def late():\n    from retrieval import search"),
    ],
)
def test_a_wrong_arrow_is_seen(path: str, source: str) -> None:
    assert len(list(wrong_arrows(Path(path), ast.parse(source)))) == 1


def test_every_package_has_its_place_in_the_arrows() -> None:
    known = {*MAY_IMPORT, "tests", "benchmarks", "scripts"}
    found = {path.parts[0] for path in modules() if len(path.parts) > 1}
    assert found <= known


def test_inside_an_app_doors_call_actions_and_actions_write_models() -> None:
    wrong = []
    for path, tree in product().items():
        app = path.parts[0]
        if len(path.parts) != 2 or path.stem not in ("models", "actions"):
            continue
        forbidden = DOORS | ({"actions"} if path.stem == "models" else set())
        for line, name in imports(path, tree):
            parts = name.split(".")
            if parts[0] == app and set(parts[1:]) & forbidden:
                wrong.append(f"{path}:{line} imports {name}")
    assert wrong == []


def test_no_module_is_a_drawer_for_anything() -> None:
    assert [str(path) for path in modules() if {path.stem, *path.parts[:-1]} & FORBIDDEN_NAMES] == []


def test_nothing_happens_by_a_signal() -> None:
    wrong = [
        f"{path}:{line} imports {name}"
        for path, tree in product().items()
        for line, name in imports(path, tree)
        if name.startswith(SIGNALS)
    ]
    assert wrong == []


def test_only_commands_print() -> None:
    """The supervisor prints the address, and a benchmark its table; everything else writes to its log."""
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in product().items()
        if path.parts[0] not in ("config", "benchmarks", "scripts") and "commands" not in path.parts
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert wrong == []


def test_files_are_short() -> None:
    lengths = {str(path): len((ROOT / path).read_text().splitlines()) for path in product()}
    assert {path: length for path, length in lengths.items() if length > MAX_FILE} == {}


def test_functions_are_short() -> None:
    long = [
        f"{path}:{node.lineno} {node.name} has {length} lines"
        for path, tree in product().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > MAX_FUNCTION
    ]
    assert long == []


def test_every_module_says_what_it_is() -> None:
    silent = [str(path) for path, tree in modules().items() if tree.body and not ast.get_docstring(tree)]
    assert [path for path in silent if "migrations" not in path] == []


def test_every_function_of_the_product_is_annotated() -> None:
    assert [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in product().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is None
    ] == []


def test_prompts_stand_in_their_folders_and_not_in_code() -> None:
    from chat.assistants import all_assistants

    for assistant in all_assistants():
        assert assistant.prompt.startswith(f"{assistant.slug}/prompts/")
        assert (ROOT / assistant.prompt).is_file()
    prompt = re.compile(r"You are (the|a|an) [\w -]*(assistant|model|expert|agent|classifier)", re.IGNORECASE)
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in product().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and prompt.search(node.value)
    ]
    assert wrong == []


def test_instructions_to_a_model_are_not_written_in_code() -> None:
    wrong = [
        f"{path}:{node.value.lineno}"
        for path, tree in product().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg == "instructions"
        if isinstance(node.value, ast.Constant | ast.JoinedStr) and len(ast.unparse(node.value)) > 100
    ]
    assert wrong == []


def test_nothing_names_a_folder_of_the_machine_that_it_was_written_on() -> None:
    foreign = re.compile(r"(?<![\w.])/(work|root)/|/home/\w+/")
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in files()
        if path.suffix in TEXTS and path != Path(__file__) and path.stat().st_size < 2_000_000
        if (found := foreign.search(path.read_text(errors="replace")))
    ]
    assert wrong == []


def test_nothing_is_loaded_from_another_origin() -> None:
    """Pages work with no network beyond the server's own."""
    loaded = re.compile(r"""(?:src|href)=["']https?://|@import\s+["']?(?:url\()?["']?https?://|url\(["']?https?://""")
    wrong = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in files()
        if path.suffix in (".html", ".css") and not is_test(path) and (found := loaded.search(path.read_text()))
    ]
    assert wrong == []
