"""Changes one thing of a module at a time, and tells which changes no test notices: `make mutants MODULE=PATH`.

    python -m benchmarks.mutants MODULE [--tests PATH …] [--sample N] [--seed N]

The changes are cosmic-ray's, which is installed into var/mutants on its first use and is no requirement of the project.
Nothing on the disk is changed: each mutant is a process of its own, forked where all is loaded already, that imports
the app anew with the changed source. It is killed where a test fails, or takes far too long.
"""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

BASE_DIR = Path(__file__).resolve().parents[2]
LIBRARY, PACKAGES = "cosmic-ray==8.7.0", BASE_DIR / "var" / "mutants"
# Of the module's app these stay as they were loaded: Django knows a model once, and registers it once.
STAYING = ("models", "apps", "migrations", "admin")
# Of annotations, which nothing runs: `str | None`.
LEFT_OUT = "ReplaceBinaryOperator_BitOr"
# A mutant may take so many times what the tests take of the source as it is, and so many seconds more.
TIMES, MORE_S = 4, 20


class Mutated(importlib.abc.MetaPathFinder):
    """Gives one module from another source than its file's."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's spec, for it alone."""
        if fullname != self._name:
            return None
        loader = _Loader(fullname, str(self._path))
        loader.source = self._source
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    source = ""

    def get_code(self, fullname: str) -> Any:
        return compile(self.source, self.path, "exec", dont_inherit=True)


def mutants(source: str) -> list[str]:
    """The sources that differ from this one in one place, without those that are no Python."""
    plugins, ast, mutating = (importlib.import_module(f"cosmic_ray.{part}") for part in ("plugins", "ast", "mutating"))
    made: dict[str, None] = {}
    for name in sorted(plugins.operator_names()):
        if LEFT_OUT in name or "VariableInserter" in name or "VariableReplacer" in name:
            continue
        with contextlib.suppress(TypeError):
            operator = plugins.get_operator(name)()
            places = sum(len(list(operator.mutation_positions(node))) for node in ast.ast_nodes(ast.get_ast(source)))
            made |= dict.fromkeys(mutating.mutate_code(source, operator, place) for place in range(places))
    return [text for text in made if text and text != source and _compiles(text)]


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


def survives(name: str, path: Path, source: str, tests: Sequence[str], seconds: float) -> bool:
    """Whether all tests pass with this source, in a process of its own, within so many seconds."""
    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        _test(name, path, source, tests)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) == 0
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def _test(name: str, path: Path, source: str, tests: Sequence[str]) -> None:
    """Run the tests in this process, and end it with their code."""
    import pytest

    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    app = name.partition(".")[0]
    of_app = [module for module in sys.modules if module.partition(".")[0] == app]
    staying = [module for module in of_app if any(part.startswith(STAYING) for part in module.split("."))]
    for loaded in set(of_app) - set(staying):
        del sys.modules[loaded]
    sys.meta_path.insert(0, Mutated(name, path, source))
    code = 1
    try:
        for loaded in staying:
            # `app.models` is an attribute of its package too, which is imported anew.
            package, _, leaf = loaded.rpartition(".")
            setattr(importlib.import_module(package), leaf, sys.modules[loaded])
        code = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-m", "not long and not slow", *tests]))
    finally:
        os._exit(code)


def changed_lines(before: str, now: str) -> str:
    """What a mutant changes: its lines as they are and as they were, with their number."""
    lines = difflib.unified_diff(before.splitlines(), now.splitlines(), lineterm="", n=0)
    return "\n".join(f"    {line}" for line in lines if not line.startswith(("---", "+++")))


def _install() -> None:
    if not (PACKAGES / "cosmic_ray").is_dir():
        subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", str(PACKAGES), LIBRARY], check=True)
    # Behind the project's own, so that no test runs with another version of what both have.
    sys.path.append(str(PACKAGES))


def _load() -> None:
    """Load what the tests need, once: the forks have it, and import the module's own app anew."""
    importlib.import_module("tests.environment")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    importlib.import_module("pytest")
    importlib.import_module("django").setup()


def main(arguments: Sequence[str]) -> int:
    """Print the mutants that survive, and how many were killed of all. Returns 1 where the tests fail as it is."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutants")
    parser.add_argument("module", type=Path, help="a file, as wording/amounts/numbers.py")
    parser.add_argument("--tests", nargs="*", help="files and folders of tests (default: those of its app)")
    parser.add_argument("--sample", type=int, default=0, help="so many mutants by chance, the same for a seed")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    _install()
    path, source = options.module.resolve(), options.module.read_text(encoding="utf-8")
    name = ".".join(path.relative_to(BASE_DIR).with_suffix("").parts)
    tests = options.tests or [f"{name.partition('.')[0]}/tests"]
    every = mutants(source)
    chance = random.Random(options.seed)
    taken = chance.sample(every, min(options.sample, len(every))) if options.sample else every
    _load()
    started = time.monotonic()
    if not survives(name, path, source, tests, 3600):
        print(f"The tests {' '.join(tests)} fail with {name} as it is.")
        return 1
    seconds = (time.monotonic() - started) * TIMES + MORE_S
    killed = 0
    for number, mutant in enumerate(taken, start=1):
        if survives(name, path, mutant, tests, seconds):
            print(f"survived {number}\n{changed_lines(source, mutant)}", flush=True)
        else:
            killed += 1
    of = f" (of {len(every)} by chance, seed {options.seed})" if len(taken) < len(every) else ""
    print(f"{name}: {killed} of {len(taken)} mutants killed{of}, {killed / max(len(taken), 1):.0%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
