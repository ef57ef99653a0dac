"""Several processes run what one has collected, and it reports all of it as if it had run there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

from tests.environment import BASE_DIR

# Each file waits for the other, so that they run at the same time; what a test leaves is a line of a file beside it.
SHARED = """
import os, pathlib, time, warnings
import pytest

def note(name):
    with (pathlib.Path(__file__).parent / name).open("a") as lines:
        lines.write(f"{os.getpid()}\\n")

@pytest.fixture(scope="module")
def made():
    yield
    note("torn_down")

def meet(other):
    deadline = time.monotonic() + 20
    while not (pathlib.Path(__file__).parent / other).exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
"""
FIRST = f"""{SHARED}
def test_first(made):
    note("first")
    meet("second")

def test_again(made, capfd):
    note("first")
    os.write(1, b"of the file descriptor")
    assert capfd.readouterr().out == "of the file descriptor"

@pytest.mark.skip(reason="not here")
def test_left_out():
    pass
"""
SECOND = f"""{SHARED}
def test_second(made):
    note("second")
    meet("first")
    warnings.warn("somewhat old")

def test_wrong(made):
    print("what stood in the way")
    assert 1 == 2
"""
DIES = """
import os, signal

def test_dies():
    os.kill(os.getpid(), signal.SIGKILL)
"""


def ran(folder: Path, **files: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p tests.workers -p no:django -p no:schemathesis\n")
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "--workers", "2", f"--junit-xml={folder}/all.xml"]
    return subprocess.run(
        [*command, "-c", str(folder / "pytest.ini"), str(folder)], cwd=BASE_DIR, capture_output=True, text=True
    )


def pids(file: Path) -> set[int]:
    return {int(line) for line in file.read_text().splitlines()}


def test_what_two_processes_run_is_reported_by_the_one_that_collected_it(tmp_path: Path) -> None:
    done = ran(tmp_path, first=FIRST, second=SECOND)
    assert "1 failed, 3 passed, 1 skipped, 1 warning" in done.stdout
    assert done.returncode == 1
    for text in ("assert 1 == 2", "what stood in the way", "not here", "somewhat old"):
        assert text in done.stdout
    assert "of the file descriptor" not in done.stdout + done.stderr
    [suite] = ElementTree.parse(tmp_path / "all.xml").getroot()
    assert [suite.get(name) for name in ("tests", "failures", "skipped")] == ["5", "1", "1"]
    first, second = pids(tmp_path / "first"), pids(tmp_path / "second")
    assert (len(first), len(second)) == (1, 1), "a file is of one process"
    assert pids(tmp_path / "torn_down") == first | second
    assert len(first | second) == 2


def test_a_process_that_dies_fails_the_run_and_the_test_that_it_was_in_is_named(tmp_path: Path) -> None:
    done = ran(tmp_path, dies=DIES, other="def test_other():\n    pass\n")
    assert done.returncode == 1
    assert "A worker ended with -9 in test_dies.py::test_dies" in done.stdout
