"""What the first `make run` of a fresh clone says while it installs, with a pip that only pretends."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PIP = """#!/bin/sh
[ "$3" != --version ] || exit 0
for number in $(seq 12); do echo "Collecting package$number==1.$number (from -r requirements.txt)"; done
echo "WARNING: something that is nobody's business here" >&2
{end}
"""


def install(folder: Path, end: str) -> subprocess.CompletedProcess[str]:
    (folder / "scripts").mkdir()
    (folder / "scripts/install.sh").write_text((ROOT / "scripts/install.sh").read_text())
    (folder / "requirements.txt").write_text("".join(f"package{n}==1.{n}\n    # via someone\n" for n in range(1, 13)))
    python = folder / ".venv/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(PIP.replace("{end}", end))
    python.chmod(0o755)
    return subprocess.run(
        ["/bin/sh", "scripts/install.sh"], cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def test_it_says_how_far_it_is_and_nothing_else(tmp_path: Path) -> None:
    run = install(tmp_path, 'echo "Installing collected packages: package1, package2"')
    assert run.returncode == 0
    assert [line.strip() for line in run.stderr.splitlines()] == [
        "Installing requirements.txt, which takes a minute or two the first time …",
        "10 of 12: package10",
        "Putting 12 packages in place …",
    ]
    assert (tmp_path / ".venv/installed-requirements.txt").exists()


def test_what_could_not_be_installed_is_said_with_pips_own_words_and_tried_again(tmp_path: Path) -> None:
    words = "ERROR: No matching distribution for package7==1.7"
    run = install(tmp_path, f'echo "{words}" >&2; exit 1')
    assert run.returncode == 1
    assert words in run.stderr
    assert not (tmp_path / ".venv/installed-requirements.txt").exists()
