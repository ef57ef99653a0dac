"""Runs the suite on every core, and once more, alone, what failed there. What needed that is named in the last line.

A second run hides races, so it is loud: a test that is named there twice is a fault to be found.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

FAILED = Path(__file__).resolve().parent.parent / ".pytest_cache" / "v" / "cache" / "lastfailed"
FIRST = ("-n", "auto", "--dist", "loadfile", "--no-loadscope-reorder", "-rfEs")
SECOND = ("--last-failed", "--last-failed-no-failures", "none", "-rfEs")


def pytest(*arguments: str) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], check=False).returncode


def failed() -> list[str]:
    """The tests that pytest keeps as failed; none when its file is missing or was cut off, or a worker has failed."""
    try:
        return sorted(name for name in json.loads(FAILED.read_text(encoding="utf-8")) if "::" in name)
    except (OSError, ValueError):
        return []


def main(arguments: list[str]) -> int:
    FAILED.unlink(missing_ok=True)
    code = pytest(*FIRST, *arguments)
    again = failed()
    if code != 1 or not again:
        # 1 is "tests failed"; anything else (no tests, a usage error, an interrupt) a second run cannot mend.
        return code
    print(f"\n!!! SECOND RUN of {len(again)} that failed while every core was busy:", *again, sep="\n!!! ", flush=True)
    code = pytest(*SECOND, *arguments)
    outcome = "and failed again" if code else "and passed then"
    print(f"!!! {len(again)} needed a second run {outcome}: {', '.join(again)}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
