"""What each rule that reads language is worth: `python -m benchmarks.ablation pa_dealing [--only words.flags]`.

The sets are conversations and messages by people who had read no rule. Each pattern, word list and function that says
yes or no of an app's reading rooms is taken away in turn, and the cases that met it are held again: a rule without
which every case comes out the same earns nothing. A function that no case runs is told too.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from benchmarks.reading import ROOMS, ROOT
from benchmarks.strangers.running import running_product
from wording.phrases import LazyPattern

# Scenarios that were looked at before any rule was changed for them are no measure.
_NO_MEASURE = ("practice", "with_calls")
# Suites of single messages beside the conversations: suite, files.
_MESSAGES = {
    "pa_dealing": ("pa_dealing", "pa_dealing/tests/cases/held_out*.jsonl"),
    "retirement": ("retirement", "retirement/tests/cases/unseen_1[5-9].jsonl"),
    "investor_review": ("investor_review", "investor_review/tests/cases/held_out_*.jsonl"),
    "pursuit": ("plan", "pursuit/tests/data/typed_*.jsonl"),
    "tax_dossier": ("tax", "tax_dossier/tests/cases/questions_fresh.jsonl"),
}
# A rule that changes this many outcomes is looked at no further.
_ENOUGH = 4


def modules_of(app: str) -> list[ModuleType]:
    """The loaded modules of the app's reading rooms."""
    roots = [ROOT / app / room for room in ROOMS[app]]
    return [
        module
        for name, module in sorted(sys.modules.items())
        if name.startswith(app) and ".tests" not in name and (file := getattr(module, "__file__", None))
        if any(root == Path(file) or root in Path(file).parents for root in roots)
    ]


def substitute(value: object) -> object:
    """What stands in for a rule that is taken away: a pattern that matches nothing, an empty list, a no.

    Raises:
        TypeError: the value is no rule of these kinds.
    """
    if isinstance(value, re.Pattern | LazyPattern):
        return re.compile("(?!)", value.flags)
    if isinstance(value, frozenset | set | tuple | dict | list) and value:
        return type(value)()
    if isinstance(value, FunctionType):
        returned = str(value.__annotations__.get("return", ""))
        if returned == "bool":
            return lambda *_, **__: False
        if returned.endswith("| None"):
            return lambda *_, **__: None
        if returned.startswith(("list[", "tuple[", "Sequence[", "frozenset[", "set[")):
            return lambda *_, **__: ()
    raise TypeError(type(value).__name__)


def rules_of(app: str) -> Iterator[tuple[str, object]]:
    """Dotted name and value of every rule that can be taken away."""
    for module in modules_of(app):
        for name, value in vars(module).items():
            if name.startswith("__") or (isinstance(value, FunctionType) and value.__module__ != module.__name__):
                # A pattern says of itself that it is of the module of patterns, wherever it stands.
                continue
            try:
                substitute(value)
            except TypeError:
                continue
            yield f"{module.__name__}.{name}", value


@contextmanager
def without(value: object) -> Iterator[None]:
    """Every module that holds this very object holds its substitute instead; what was remembered is forgotten."""
    instead, held = substitute(value), []
    for module in list(sys.modules.values()):
        for name, there in list(getattr(module, "__dict__", {}).items()):
            if there is value:
                held.append((module, name))
                setattr(module, name, instead)
    _forget()
    try:
        yield
    finally:
        for module, name in held:
            setattr(module, name, value)
        _forget()


def _forget() -> None:
    for app in ROOMS:
        for module in modules_of(app):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def cases_of(app: str) -> dict[str, Callable[[], object]]:
    """What can be held, by name: each conversation and each message of the app's sets; called, it gives its outcome."""
    from django.utils.module_loading import import_string

    from chat.scenarios import played, read
    from config.evaluations import EVALUATIONS

    def conversation(scenario: Any) -> object:
        result = played(app, scenario, None)
        return {
            "right": result.is_right,
            "wrong": bool(result.wrong),
            "kept": result.strays_kept,
            "fitting": result.strays_fitting,
        }

    cases: dict[str, Callable[[], object]] = {}
    for path in sorted((ROOT / app / "scenarios").glob("*.toml")):
        if path.stem not in _NO_MEASURE:
            cases |= {f"{path.stem} {each.id}": partial(conversation, each) for each in read(path)}
    suite, pattern = _MESSAGES[app]
    evaluate = import_string(EVALUATIONS[suite])
    for path in sorted(ROOT.glob(pattern)):
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line]
        cases |= {f"{path.stem} {n}": partial(evaluate, [json.loads(line)]) for n, line in enumerate(lines, start=1)}
    return cases


def functions_run(app: str, held: Callable[[], object]) -> tuple[object, frozenset[CodeType]]:
    """What `held` gives, and the functions of the app's reading rooms that ran meanwhile."""
    rooms = tuple(str(ROOT / app / room) for room in ROOMS[app])
    ran: set[CodeType] = set()

    def entered(frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(rooms):
            ran.add(frame.f_code)

    threading.setprofile(entered)
    sys.setprofile(entered)
    try:
        return held(), frozenset(ran)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def _names_in(code: CodeType) -> set[str]:
    """Every global that a function asks for, those of its inner functions too."""
    return set(code.co_names).union(*(_names_in(each) for each in code.co_consts if isinstance(each, CodeType)))


def _may_reach(rule: str, value: object, ran: frozenset[CodeType]) -> bool:
    """Whether a case that ran those functions may have met the rule."""
    if isinstance(value, FunctionType):
        return getattr(value, "__code__", None) in ran
    name = rule.rpartition(".")[2]
    return any(name in _names_in(code) for code in ran) or not any(
        name in _names_in(code) for code in _functions(sys.modules[rule.rpartition(".")[0]])
    )


def _functions(module: ModuleType) -> Iterator[CodeType]:
    for value in vars(module).values():
        code = getattr(getattr(value, "__wrapped__", value), "__code__", None)
        if code is not None and code.co_filename == module.__file__:
            yield code


def print_unused(app: str, ran: frozenset[CodeType]) -> None:
    """The functions that no case of the sets ran, with the lines they take."""
    for module in modules_of(app):
        for code in _functions(module):
            if code not in ran:
                lines = max((line or 0) for _, _, line in code.co_lines()) - code.co_firstlineno + 1
                print(f"{module.__name__}.{code.co_name}: no case runs it, {lines} lines")


def print_worth(app: str, only: Sequence[str], sample: int) -> None:
    """Each rule of every `sample`th case: how many met it, and those that come out otherwise without it."""
    held = {name: (case, *functions_run(app, case)) for name, case in list(cases_of(app).items())[::sample]}
    print(f"{app}: {len(held)} cases", flush=True)
    print_unused(app, frozenset().union(*(ran for _, _, ran in held.values())))
    for rule, value in list(rules_of(app)):
        if only and not any(name in rule for name in only):
            continue
        met = {name: each for name, each in held.items() if _may_reach(rule, value, each[2])}
        changed = []
        with without(value):
            for name, (case, outcome, _) in met.items():
                try:
                    now = case()
                except Exception as error:  # what cannot do without the rule says so
                    now = f"{type(error).__name__}: {error}"
                if now != outcome:
                    changed.append(f"{name}: {outcome} -> {now}")
                if len(changed) == _ENOUGH:
                    break
        print(f"{rule}: met by {len(met)}, {len(changed) or 'nothing'} changes", *changed, sep="\n    ", flush=True)


def main() -> None:
    """Print what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("app", choices=[app for app in ROOMS if app in _MESSAGES])
    parser.add_argument("--only", nargs="*", default=(), help="parts of dotted names")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="every Nth case only")
    arguments = parser.parse_args()
    with running_product():
        print_worth(arguments.app, arguments.only, arguments.sample)


if __name__ == "__main__":
    main()
