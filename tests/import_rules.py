"""Who may import whom: the packages' order, the order inside an app, the door of each room, and no circles."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.source_tree import ASSISTANTS, dotted, imports, is_test, module_named, modules, product

# Below the assistants: which of our packages each may import.
MAY_IMPORT = {
    "llm": set(),
    "wording": set(),
    "audit": set(),
    "imports": set(),
    "pdf": set(),
    "retrieval": {"llm", "audit", "wording"},
    "dialogue": {"wording"},
    "chat": {"llm", "audit", "wording", "dialogue", "pdf"},
    **{slug: {"chat", "llm", "audit", "wording", "dialogue", "retrieval", "imports", "pdf"} for slug in ASSISTANTS},
    "config": {"chat", "dialogue", "llm", "audit", "wording", "retrieval", *ASSISTANTS},
}
# Inside an app: what stands at an entrance calls actions, and actions write models.
_ENTRANCES = {"admin", "api", "pages", "management", "tools", "offline", "assistant", "jobs", "evaluations"}
# Folders of an app that are no rooms: Django looks there, or people and programs come in there.
_NO_ROOMS = {"admin", "api", "pages", "management", "migrations", "tests"}
# Who may ask the reader that stands in for a model.
_READS_OFFLINE = {"assistant", "evaluations"}


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


@cache
def room_of(name: str) -> str:
    """The room that a module stands in or is, such as "pursuit.answers"; empty at the root of its package."""
    parts = name.split(".")
    room = ".".join(parts[:2])
    is_room = len(parts) > 1 and parts[1] not in _NO_ROOMS and Path(*parts[:2], "__init__.py") in modules()
    return room if is_room and parts[0] in MAY_IMPORT else ""


def wrong_ways(path: Path, tree: ast.Module) -> Iterator[str]:
    """What a module of an app imports against the order inside it: entrances -> actions -> models, rooms below pages."""
    app, *rest = dotted(path).split(".")
    if app not in ASSISTANTS or not rest:
        return
    kind = "room" if room_of(dotted(path)) and rest[0] != "offline" else rest[0]
    forbidden = {
        "models": _ENTRANCES | {"actions"},
        "actions": _ENTRANCES,
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
        if asked and (len(rest) != 1 or rest[0] not in _READS_OFFLINE or not _is_offered(name)):
            yield f"{path}:{line} imports {name}"


def _is_offered(name: str) -> bool:
    """Whether an imported name is a room or stands in the `__all__` of its room."""
    room = room_of(module_named(name))
    return name == room or name.removeprefix(f"{room}.") in offered_by(room)


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
