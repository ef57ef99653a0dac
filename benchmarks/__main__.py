"""`make bench`: the turns against their floor, the searches, long threads, reviews; tables at the end.

`--quick` makes each part small: 10,000 chunks are searched and not 100,000.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from benchmarks import reviews
from benchmarks.processes import database
from benchmarks.turns import PARTS, measure, table


def main() -> int:
    quick = "--quick" in sys.argv[1:]
    figures = measure(list(PARTS), quick)
    searched = _instruments()
    long = _retirement(quick)
    reviewed = reviews.figures_of(list(reviews.PARTS), quick)
    documents = _retrieval(quick)
    print(f"\n{table(figures)}")
    if searched:
        print(f"\nSearch of securities\n{searched}")
    print(f"\nSearch of documents\n{documents}")
    print(f"\nA thousand facts in a retirement thread\n{long}")
    print(f"\nReviews\n{table(reviewed)}")
    return 0


def _retirement(quick: bool) -> str:
    """What benchmarks.retirement prints."""
    print("retirement ...", flush=True)
    command = [sys.executable, "-m", "benchmarks.retirement", *(["--quick"] if quick else [])]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _retrieval(quick: bool) -> str:
    """What benchmarks.retrieval prints."""
    print("retrieval ...", flush=True)
    with database() as environment:
        command = [sys.executable, "-m", "benchmarks.retrieval", *(["--chunks", "10000"] if quick else [])]
        return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _instruments() -> str:
    """What benchmarks.instruments prints; nothing where its data are not there."""
    default = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not (Path(os.environ.get("SHARED_DATA_DIR") or default) / "instruments").is_dir():
        return ""
    print("instruments ...", flush=True)
    with database() as environment:
        command = [sys.executable, "-m", "benchmarks.instruments"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
