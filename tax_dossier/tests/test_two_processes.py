"""Two processes change one dossier at once, and no patch is lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import environment

ROOT = Path(__file__).resolve().parents[2]
EACH = 25


@pytest.fixture
def database() -> Iterator[dict[str, str]]:
    name = f"run_{os.getpid()}_patches"
    yield {**os.environ, "DATABASE_URL": environment.new_database(name)}
    environment.drop_database(name)


def start(what: str, env: dict[str, str]) -> subprocess.Popen[str]:
    code = f"from tax_dossier.tests import patch_writer; patch_writer.{what}"
    command = [sys.executable, "manage.py", "shell", "--no-imports", "-c", code]
    return subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=100)
    assert process.returncode == 0, errors[-3000:]
    return out.strip().splitlines()[-1] if out.strip() else ""


@pytest.mark.slow
@pytest.mark.long
def test_fifty_patches_from_two_processes_are_all_kept(database: dict[str, str]) -> None:
    done(start("prepare()", database))
    writers = [start(f"write({name!r}, {EACH})", database) for name in ("3", "4")]
    for writer in writers:
        done(writer)
    report = json.loads(done(start("tell()", database)))
    expected = 1 + 2 * EACH
    assert report == {
        "patches": list(range(1, expected + 1)),
        "count": expected,
        "numbers": list(range(1, expected + 1)),
        "keys": expected,
        "selected": expected,
    }
