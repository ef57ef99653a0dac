"""What a tool refuses, it tells twice: `error` is a sentence for the person, `advice` is for the model."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from audit.trail import Actor
from chat import assistants
from chat.assistants import Said, ToolContext
from chat.guidance import tools_of
from chat.models import Thread
from chat.turns.calls import run_call
from llm.testing import call
from llm.tools import Tool, refusal
from tax_dossier.texts import TEXTS
from tests.source_tree import ROOT, is_test, modules, nodes

TOOLS = [(slug, tool) for slug in settings.ASSISTANTS for tool in tools_of(assistants.get(slug))]
# Which argument of these is read by the person: the refusal itself, and what tools turn into one.
SAYS = {
    "refusal": 1,
    "NotInWords": 0,
    "Contradicted": 0,
    "Refused": 1,
    "WebSearchFailed": 1,
    "ValueError": 0,
}
SAYS_AS = {"LookedUp": "skipped", "ToolOutcome": "problem"}
# Sentences that are taken from one of these, and are read where it is made.
TAKEN = {"str(refused)", "refused.error", "refused.detail", "result.problem", "looked.skipped", "str(error)"}
TAKEN |= {"str(failure)"}
# ValueErrors are told to a person by the calculators alone; elsewhere they are a program's.
TELLS_VALUE_ERRORS = "retirement/calculators"
# An imperative that a person cannot follow, or the person spoken of as somebody else.
TO_A_MODEL = re.compile(
    r"(?:^|[.!?:;,] |\bor )(?:ask\b(?! (?:your|a new|me)\b)|(?:call|send|search for|quote|pass|use|say so|tell the|do not|try)\b)"
    r"|\b(?:the person|the investor|the user|the model|they said|their words)\b",
    re.IGNORECASE,
)
OF_A_PROGRAM = re.compile(r"`|\b(?:True|False|None)\b")


@cache
def names_of_tools() -> re.Pattern[str]:
    """The names that are no ordinary words, and those of arguments."""
    names = {tool.name for _, tool in TOOLS} | {name for _, tool in TOOLS for name in tool.schema.get("properties", {})}
    return re.compile(rf"\b(?:{'|'.join(sorted(name for name in names if '_' in name))})\b")


def is_for_a_model(sentence: str) -> bool:
    return any(pattern.search(sentence) for pattern in (TO_A_MODEL, OF_A_PROGRAM, names_of_tools()))


# Where a name of an expression can have been assigned: the function it stands in, and its module.
Scope = list[ast.AST]
# Rooms that no tool calls into.
NO_TOOLS = {"tests", "migrations", "management", "pages", "api", "admin", "review", "edits"}
# Steps from a refusal back to its text: names, functions, choices.
MOST_STEPS = 8


class Sentences:
    """The sentences for a person in the modules of an app, read from their source; `unread` is what cannot be."""

    def __init__(self, modules: dict[str, ast.Module]) -> None:
        self.modules = modules
        self.functions: dict[str, list[ast.FunctionDef]] = {}
        for module in modules.values():
            for node in nodes(module):
                if isinstance(node, ast.FunctionDef):
                    self.functions.setdefault(node.name, []).append(node)
        self.unread: list[str] = []

    def all(self) -> Iterator[tuple[str, str]]:
        """(where, sentence) of each refusal."""
        for path, module in self.modules.items():
            for top in module.body:
                for node in nodes(top):
                    if (refusal := self._told(path, node)) is not None:
                        for sentence in self._read(refusal, [top, module], 0):
                            yield f"{path}:{node.lineno}", sentence  # type: ignore[attr-defined]

    def _told(self, path: str, node: ast.AST) -> ast.expr | None:
        if not isinstance(node, ast.Call):
            return None
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name == "ValueError" and not path.startswith(TELLS_VALUE_ERRORS):
            return None
        if name in SAYS and len(node.args) > SAYS[name]:
            return node.args[SAYS[name]]
        return next((word.value for word in node.keywords if word.arg == SAYS_AS.get(name, "")), None)

    def _read(self, refusal: ast.expr, within: Scope, depth: int) -> Iterator[str]:
        """The texts that an expression can be; what stands in braces is read too, where it is made of texts."""
        if isinstance(refusal, ast.Constant):
            # An empty text refuses nothing.
            yield from [str(refusal.value)] if refusal.value else []
        elif isinstance(refusal, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in refusal.values)
            unread = len(self.unread)
            for part in refusal.values:
                if isinstance(part, ast.FormattedValue):
                    yield from self._read(part.value, within, depth + 1)
            del self.unread[unread:]
        elif ast.unparse(refusal) not in TAKEN:
            parts = self._made_of(refusal, within) if depth < MOST_STEPS else []
            if not parts:
                self.unread.append(ast.unparse(refusal))
            for made, place in parts:
                yield from self._read(made, place, depth + 1)

    def _made_of(self, refusal: ast.expr, within: Scope) -> list[tuple[ast.expr, Scope]]:
        """What an expression chooses among, what is assigned to a name, what a function returns or translates."""
        if isinstance(refusal, ast.IfExp):
            return [(refusal.body, within), (refusal.orelse, within)]
        if isinstance(refusal, ast.BoolOp):
            return [(value, within) for value in refusal.values]
        if isinstance(refusal, ast.BinOp):
            return [
                (value, within)
                for value in ([refusal.left] if isinstance(refusal.op, ast.Mod) else [refusal.left, refusal.right])
            ]
        if isinstance(refusal, ast.Name):
            return [(value, within) for place in within for value in _assigned(place, refusal.id)]
        if not isinstance(refusal, ast.Call) or not isinstance(refusal.func, ast.Name):
            return []
        if refusal.func.id in ("gettext", "_"):
            return [(refusal.args[0], within)]
        if refusal.func.id == "text" and isinstance(key := refusal.args[1], ast.Constant):
            return [(ast.Constant(texts[str(key.value)]), within) for texts in TEXTS.values()]
        return [
            (node.value, [function])
            for function in self.functions.get(refusal.func.id, [])
            for node in nodes(function)
            if isinstance(node, ast.Return) and node.value is not None
        ]


def _assigned(place: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in nodes(place):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None)
        if isinstance(value, ast.expr) and any(
            isinstance(target, ast.Name) and target.id == name for target in targets
        ):
            yield value


@cache
def refusals_of(app: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Every sentence of an app's refusals with its place, and what could not be read."""
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / app).rglob("*.py"))]
    sources = [path for path in paths if not NO_TOOLS & set(path.parts)]
    reader = Sentences({str(path): modules()[path] for path in sources})
    return list(reader.all()), reader.unread


@pytest.mark.parametrize("app", [*settings.ASSISTANTS, "chat/turns"])
def test_every_refusal_has_a_sentence_for_the_person(app: str) -> None:
    refusals, unread = refusals_of(app)
    assert refusals
    assert [place for place in refusals if is_for_a_model(place[1]) or not place[1].strip()] == []
    assert unread == [], "Write the sentence where it is refused, or say in TAKEN where it is made."


@pytest.mark.parametrize(
    "source",
    [
        'raise NotInWords(f"{number} is not exact. Ask how many units.", "Ask.")',
        'raise NotInWords("No currency stands beside it. Call set_trade_value.")',
        'return refusal("no", "The person did not write that.", "Ask.")',
        'return refusal("no", "quantity is fine, estimated_value is not; use what they wrote", "Ask.")',
        'return LookedUp(skipped="Send the words as they are.")',
        'def f():\n    why = "Quote the words." if x else ""\n    return refusal("no", why, "Ask.")',
        'def why():\n    return "That is none. Ask again."\n\nraise NotInWords(why())',
        'raise NotInWords("Follow `ask`.")',
    ],
)
def test_a_sentence_for_a_model_is_found_where_a_person_reads(source: str) -> None:
    sentences = list(Sentences({"app/tools.py": ast.parse(source)}).all())
    assert sentences
    assert any(is_for_a_model(sentence) for _, sentence in sentences)


def test_a_refusal_that_cannot_be_read_is_named() -> None:
    reader = Sentences({"app/tools.py": ast.parse('return refusal("no", put_together(words), "Ask.")')})
    assert list(reader.all()) == []
    assert reader.unread == ["put_together(words)"]


def test_results_that_refuse_are_made_in_one_place() -> None:
    paths = [path for app in [*settings.ASSISTANTS, "chat"] for path in (ROOT / app).rglob("*.py")]
    by_hand = re.compile(r'\{\s*"status": "error", "(?!message)')
    made = [str(path.relative_to(ROOT)) for path in paths if by_hand.search(path.read_text(encoding="utf-8"))]
    assert [path for path in made if "/tests/" not in path] == []


def refused(slug: str, owner: User, name: str, **arguments: object) -> dict[str, object]:
    """The result of a call that no tool can take."""
    assistant = assistants.get(slug)
    thread = Thread.objects.create(owner=owner, assistant=slug)
    by = Actor(owner.pk, thread.pk)
    with assistant.open(thread.pk, by) as record:
        context = ToolContext(by, thread.pk, record, [Said(1, "hello")], "")
        return run_call(assistant, context, call(name, **arguments))


def check(result: dict[str, object], slug: str) -> None:
    assert result["status"] == "error"
    assert result["code"]
    assert result["advice"]
    assert not is_for_a_model(str(result["error"]))
    assert ("instructional_hint" in result) == (slug == "pa_dealing")


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "tool"), TOOLS, ids=lambda value: getattr(value, "name", value))
def test_wrong_arguments_are_told_to_the_person_and_precisely_to_the_model(
    slug: str, tool: Tool, employee: User
) -> None:
    result = refused(slug, employee, tool.name, colour="red")
    check(result, slug)
    assert "'colour' is not a parameter" in str(result["advice"])


@pytest.mark.django_db
@pytest.mark.parametrize("slug", settings.ASSISTANTS)
def test_a_tool_that_there_is_not_is_refused_in_the_same_way(slug: str, employee: User) -> None:
    result = refused(slug, employee, "mark_solved")
    check(result, slug)
    assert "mark_solved" in str(result["advice"])


def test_a_refusal_has_its_two_texts_and_a_code() -> None:
    assert refusal("too_long", "That is too long.", "Split it.") == {
        "status": "error",
        "code": "too_long",
        "error": "That is too long.",
        "advice": "Split it.",
    }


_WITH_DOCSTRING = ast.Module | ast.ClassDef | ast.FunctionDef
BESIDE = re.compile(r"beside the chat|naast (?:het gesprek|de chat)")


def test_nothing_that_is_said_stands_beside_the_chat_where_a_phone_has_nothing() -> None:
    """What a person is told names a panel as its heading and its tab do."""
    words = [path for name in ("help*.md", "*.toml") for path in ROOT.glob(f"*/**/{name}") if ".venv" not in path.parts]
    wrong = [str(path.relative_to(ROOT)) for path in words if BESIDE.search(path.read_text("utf-8"))]
    for folder in (*settings.ASSISTANTS, "dialogue"):
        for path, tree in modules().items():
            if path.parts[0] != folder or is_test(path):
                continue
            documented = (node for node in nodes(tree) if isinstance(node, _WITH_DOCSTRING) and node.body)
            docstrings = {id(node.body[0].value) for node in documented if isinstance(node.body[0], ast.Expr)}
            texts = (node for node in nodes(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str))
            places = [node for node in texts if id(node) not in docstrings and BESIDE.search(str(node.value))]
            wrong += [f"{path}:{node.lineno}" for node in places]
    assert wrong == []
