"""The rules of the project's design that a machine can read: who may import whom, sizes, and where things stand."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from django.conf import settings

Rule = Callable[[Path, ast.Module], Iterator[str]]
ROOT = Path(settings.BASE_DIR)
ASSISTANTS = set(settings.ASSISTANTS)
# Below the assistants: which of our packages each may import.
MAY_IMPORT = {
    "llm": set(),
    "wording": set(),
    "audit": set(),
    "imports": set(),
    "papers": set(),
    "retrieval": {"llm", "audit", "wording"},
    "chat": {"llm", "audit", "wording"},
    **{slug: {"chat", "llm", "audit", "wording", "retrieval", "imports", "papers"} for slug in ASSISTANTS},
    "config": {"chat", "llm", "audit", "wording", "retrieval", *ASSISTANTS},
}
PACKAGES = [name for name in MAY_IMPORT if (ROOT / name).is_dir()]
# Inside an app: what stands at an entrance calls actions, and actions write models.
ENTRANCES = {"admin", "api", "pages", "management", "tools", "offline", "assistant", "jobs", "evaluations"}
# Folders of an app that are no rooms: Django looks there, or people and programs come in there.
NO_ROOMS = {"admin", "api", "pages", "management", "migrations", "tests"}
# Who may ask the reader that stands in for a model.
READS_OFFLINE = {"assistant", "evaluations"}
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "services", "service", "common", "misc", "managers"}
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.contrib.auth.signals")
MAX_FILE, MAX_FUNCTION, MAX_IN_FOLDER = 350, 60, 16
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


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("llm/openai.py", "import chat.models"),
        ("wording/amounts/numbers.py", "from llm import text"),
        ("audit/trail.py", "from chat.models import Thread"),
        ("imports/table.py", "from pursuit.models import Code"),
        ("papers/page.py", "from llm.text import clean_text"),
        ("retrieval/index/folder.py", "from imports import only_one"),
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
    packages = {path.parts[0] for path in modules() if len(path.parts) > 1}
    assert packages <= known


def room_of(name: str) -> str:
    """The room that a module stands in or is, such as "pursuit.answers"; empty at the root of its package."""
    parts = name.split(".")
    room = ".".join(parts[:2])
    is_room = len(parts) > 1 and parts[1] not in NO_ROOMS and Path(*parts[:2], "__init__.py") in modules()
    return room if is_room and parts[0] in MAY_IMPORT else ""


def dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def module_named(name: str) -> str:
    """The module of ours that an imported name stands in: itself, or the one that defines it."""
    known = {dotted(path) for path in modules()}
    parts = name.split(".")
    return next((module for n in range(len(parts), 0, -1) if (module := ".".join(parts[:n])) in known), "")


def wrong_ways(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a module of an app imports against the order inside it: entrances -> actions -> models, rooms below pages."""
    app, *rest = dotted(path).split(".")
    if app not in ASSISTANTS or not rest:
        return
    kind = "room" if room_of(dotted(path)) and rest[0] != "offline" else rest[0]
    forbidden = {
        "models": ENTRANCES | {"actions"},
        "actions": ENTRANCES,
        "room": {"pages", "api", "admin", "management", "assistant"},
    }.get(kind, set())
    for line, name in imports(path, tree):
        parts = name.split(".")
        if parts[0] == app and len(parts) > 1 and parts[1] in forbidden:
            yield f"{path}:{line} imports {name}"


def past_the_door(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a module imports from inside a room that it does not stand in: a room is entered by its `__init__`."""
    own = dotted(path)
    for line, name in imports(path, tree):
        module = module_named(name)
        room = room_of(module)
        if not room or room_of(own) == room:
            continue
        # Django looks for tables in models.py, which names those of its rooms.
        if own.split(".")[1:] == ["models"] and module == f"{room}.models":
            continue
        offered = name.removeprefix(f"{room}.")
        if name != room and (("." in offered) or offered not in offered_by(room)):
            yield f"{path}:{line} imports {name}"


@cache
def offered_by(room: str) -> frozenset[str]:
    """The names in the `__all__` of a room."""
    for node in modules()[Path(*room.split("."), "__init__.py")].body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return frozenset(ast.literal_eval(node.value))
    return frozenset()


def asks_offline(path: Path, tree: ast.Module) -> Iterator[str]:
    """Who asks the reader without a model, other than an app's assistant and evaluations."""
    app, *rest = dotted(path).split(".")
    for line, name in imports(path, tree):
        parts = name.split(".")
        inside = rest[:1] == ["offline"] and parts[0] == app
        asked = parts[0] in ASSISTANTS and parts[1:2] == ["offline"] and not inside
        if asked and (len(rest) != 1 or rest[0] not in READS_OFFLINE or not is_offered(name)):
            yield f"{path}:{line} imports {name}"


def is_offered(name: str) -> bool:
    """Whether an imported name is a room or stands in the `__all__` of its room."""
    room = room_of(module_named(name))
    return name == room or name.removeprefix(f"{room}.") in offered_by(room)


RULES = (wrong_arrows, wrong_ways, past_the_door, asks_offline)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_imports_follow_the_design_at_every_depth(rule: Rule) -> None:
    assert [wrong for path, tree in product().items() for wrong in rule(path, tree)] == []


@pytest.mark.parametrize(
    ("rule", "path", "source"),
    [
        (wrong_arrows, "chat/turns/loop.py", "from pa_dealing import actions"),
        (wrong_arrows, "retrieval/search/ranking.py", "from chat.models import Thread"),
        (wrong_arrows, "pursuit/answers/judge.py", "def late():\n    from retirement.words import guard"),
        (wrong_ways, "pa_dealing/models.py", "from pa_dealing.actions import saving"),
        (wrong_ways, "pa_dealing/actions.py", "from pa_dealing.pages import panel"),
        (wrong_ways, "pa_dealing/actions.py", "from pa_dealing import tools"),
        (wrong_ways, "pursuit/answers/judge.py", "from pursuit.pages.panel import context_of"),
        (wrong_ways, "investor_review/papers/pdf.py", "import investor_review.api.sessions"),
        (wrong_ways, "tax_dossier/law/ecli.py", "from tax_dossier.admin import SourceAdmin"),
        (past_the_door, "pursuit/tools.py", "from pursuit.answers.judge import likeness"),
        (past_the_door, "pursuit/pages/panel.py", "import pursuit.answers.kinds"),
        (past_the_door, "pursuit/pipeline.py", "from pursuit.answers import _secret"),
        (past_the_door, "tax_dossier/tools.py", "from chat.turns.loop import respond"),
        (asks_offline, "retirement/tools.py", "from retirement.offline import answer"),
        (asks_offline, "retirement/pages/panel.py", "from retirement.offline.rules import answer"),
    ],
)
def test_a_planted_wrong_import_is_seen(rule: Rule, path: str, source: str) -> None:
    assert len(list(rule(Path(path), ast.parse(source)))) == 1


def arrows() -> dict[str, set[str]]:
    """Which module of the product imports which, those imported for their types alone included."""
    graph = {}
    for path, tree in product().items():
        own = dotted(path)
        graph[own] = {module_named(name) for _, name in imports(path, tree)} - {own, ""}
    return graph


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty when the graph has none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle_in(arrows()) == []


def test_a_planted_circle_is_seen() -> None:
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) != []


def test_every_folder_can_be_read_at_a_glance() -> None:
    """At most sixteen modules in a folder; what is more is rooms."""
    folders = Counter(path.parent for path in product() if path.name != "__init__.py")
    assert {str(folder): count for folder, count in folders.items() if count > MAX_IN_FOLDER} == {}


def test_every_room_says_what_it_is_at_its_door() -> None:
    rooms = {room for path in product() if (room := room_of(dotted(path)))}
    assert rooms
    silent = [room for room in rooms if not ast.get_docstring(modules()[Path(*room.split("."), "__init__.py")])]
    assert silent == []


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
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files()
        if path.suffix in TEXTS and path != Path(__file__) and path.stat().st_size < 2_000_000
        if (match := foreign.search(path.read_text(errors="replace")))
    ]
    assert wrong == []


def test_nothing_is_loaded_from_another_origin() -> None:
    """Pages work with no network beyond the server's own."""
    loaded = re.compile(r"""(?:src|href)=["']https?://|@import\s+["']?(?:url\()?["']?https?://|url\(["']?https?://""")
    wrong = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in files()
        if path.suffix in (".html", ".css") and not is_test(path) and (match := loaded.search(path.read_text()))
    ]
    assert wrong == []
