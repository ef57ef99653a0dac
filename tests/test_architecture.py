"""The rules of the project's design that a machine can read: who may import whom, sizes, names, and where things stand."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from tests.code_rules import (
    CODE_RULES,
    Rule,
    hollow_names,
    long_files,
    long_functions,
    long_patterns,
    many_parameters,
    shared_class_names,
)
from tests.import_rules import (
    MAY_IMPORT,
    arrows,
    asks_offline,
    circle_in,
    past_the_door,
    room_of,
    wrong_arrows,
    wrong_ways,
)
from tests.source_tree import ROOT, dotted, files, functions, imports, is_test, modules, nodes, product, sources

ImportRule = Callable[[Path, ast.Module], Iterator[str]]
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "services", "service", "common", "misc", "managers"}
SIGNALS = ("django.dispatch", "django.db.models.signals", "django.core.signals", "django.contrib.auth.signals")
MAX_IN_FOLDER = 16
TEXTS = {".py", ".md", ".toml", ".in", ".txt", ".sh", ".html", ".css", ".js", ".yml", ".yaml", ".json", ".csv", ""}


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("llm/openai/client.py", "import chat.models"),
        ("wording/amounts/numbers.py", "from llm import text"),
        ("audit/trail.py", "from chat.models import Thread"),
        ("imports/table.py", "from pursuit.models import Code"),
        ("pdf/page.py", "from llm.text import clean_text"),
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


IMPORT_RULES = (wrong_arrows, wrong_ways, past_the_door, asks_offline)


@pytest.mark.parametrize("rule", IMPORT_RULES, ids=lambda rule: rule.__name__)
def test_imports_follow_the_design_at_every_depth(rule: ImportRule) -> None:
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
def test_a_planted_wrong_import_is_seen(rule: ImportRule, path: str, source: str) -> None:
    assert len(list(rule(Path(path), ast.parse(source)))) == 1


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
        for node in nodes(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert wrong == []


def faults_of(rule: Rule | None) -> Mapping[str, list[str]]:
    """What breaks a rule, by file; the rule on the names of classes looks at all files at once."""
    faults: dict[str, list[str]] = defaultdict(list)
    if rule is None:
        for path, fault in shared_class_names(product()):
            faults[str(path)].append(fault)
        return faults
    trees = {path: tree for path, tree in modules().items() if "migrations" not in path.parts}
    for path, tree in (trees if rule is hollow_names else product()).items():
        if fault := list(rule(path, tree, sources()[path])):
            faults[str(path)] = fault
    return faults


@pytest.mark.parametrize("rule", [*CODE_RULES, None], ids=lambda rule: rule.__name__ if rule else "shared_class_names")
def test_modules_keep_to_sizes_and_names(rule: Rule | None) -> None:
    assert faults_of(rule) == {}


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (long_files, "x = 1\n" * 301),
        (long_functions, "def late() -> None:\n" + "    x = 1\n" * 40),
        (long_functions, "class A:\n    async def late(self) -> None:\n" + "        x = 1\n" * 40),
        (many_parameters, "def late(a, b, c, *, d, e, f, g): ..."),
        (many_parameters, "class A:\n    def late(self, a, b, c, d, e, f, g): ..."),
        (many_parameters, "@cache\ndef late(a, b, c, d, e, f, g): ..."),
        (hollow_names, "def late(found): ..."),
        (hollow_names, "told = 1"),
        (hollow_names, "words = [said for said in texts]"),
        (hollow_names, "if (one := late()): ..."),
        (hollow_names, "with late() as one: ..."),
        (hollow_names, "self.told = 1"),
        (hollow_names, "class A:\n    found = True"),
        (hollow_names, "class A(models.Model):\n    def late(self):\n        found = True"),
        (long_patterns, f"x = re.compile(r'{'a' * 120}(?:b)')"),
        (long_patterns, f"x = re.compile(rf'{{start}}{'a' * 120}\\b')"),
        (long_patterns, f"x = re.compile('{'a' * 70}' r'{'b' * 70}\\w')"),
        (long_patterns, f"x = 'SELECTED|{'yes|no|' * 20}'"),
        (long_patterns, f"YES = '{'yes|no|' * 20}'"),
    ],
)
def test_a_planted_fault_is_seen(rule: Rule, source: str) -> None:
    assert len(list(rule(Path("chat/late.py"), ast.parse(source), source))) == 1


def test_a_planted_class_with_the_name_of_another_is_seen() -> None:
    same = ast.parse("class Late: ...\nclass Meta: ...")
    trees = {Path("retirement/late.py"): same, Path("wording/late.py"): ast.parse("class Late: ...")}
    assert [path for path, _ in shared_class_names(trees)] == [Path("retirement/late.py")]
    assert list(shared_class_names({Path("chat/late.py"): same, Path("chat/later.py"): same})) == []


def test_a_model_keeps_its_name_and_an_inner_class_has_that_of_its_outer_one() -> None:
    record = ast.parse("class Late(models.Model):\n    class Status(models.TextChoices): ...")
    plain = ast.parse("class Late:\n    class Status: ...")
    trees = {Path("retirement/models.py"): record, Path("chat/models.py"): record, Path("audit/late.py"): plain}
    assert [path for path, _ in shared_class_names(trees)] == [Path("audit/late.py")]


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (many_parameters, "@tool\ndef late(context, a, b, c, d, e, f, g): ..."),
        (many_parameters, "@tool(prepare=look_up)\ndef late(context, a, b, c, d, e, f, g): ..."),
        (hollow_names, "class A(models.Model):\n    found = models.BooleanField()"),
        (hollow_names, "class A:\n    found: bool"),
        (long_patterns, f"x = '''\nINSERT INTO late SELECT a || b {'|| c ' * 30}'''"),
    ],
)
def test_what_a_rule_leaves_out_is_no_fault(rule: Rule, source: str) -> None:
    assert list(rule(Path("chat/late.py"), ast.parse(source), source)) == []


def test_every_module_says_what_it_is() -> None:
    silent = [str(path) for path, tree in modules().items() if tree.body and not ast.get_docstring(tree)]
    assert [path for path in silent if "migrations" not in path] == []


def test_every_function_of_the_product_is_annotated() -> None:
    assert [
        f"{path}:{node.lineno} {node.name}"
        for path, tree in product().items()
        for node in functions(tree)
        if node.returns is None
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
        for node in nodes(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and prompt.search(node.value)
    ]
    assert wrong == []


def test_instructions_to_a_model_are_not_written_in_code() -> None:
    wrong = [
        f"{path}:{node.value.lineno}"
        for path, tree in product().items()
        for node in nodes(tree)
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
