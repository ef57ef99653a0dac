"""`make bench`: the turns against their floor, the searches, long threads, reviews, artifacts; tables at the end.

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
    long = _printed_by("retirement", quick)
    made = _printed_by("artifacts", quick)
    reviewed = reviews.figures_of(list(reviews.PARTS), quick)
    documents = _in_database("retrieval", ["--chunks", "10000"] if quick else [])
    pursued = _in_database("pursuit", ["--chunks", "5000", "--turns", "20"] if quick else [])
    print(f"\n{table(figures)}")
    if searched:
        print(f"\nSearch of securities\n{searched}")
    print(f"\nSearch of documents\n{documents}")
    print(f"\nPursuit\n{pursued}")
    print(f"\nA thousand facts in a retirement thread\n{long}")
    print(f"\nReviews\n{table(reviewed)}")
    print(f"\nThe artifacts of a review\n{made}")
    return 0


def _printed_by(name: str, quick: bool) -> str:
    """What the benchmark of that name prints."""
    print(f"{name} ...", flush=True)
    command = [sys.executable, "-m", f"benchmarks.{name}", *(["--quick"] if quick else [])]
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def _in_database(name: str, options: list[str]) -> str:
    """What the benchmark of that name prints in a database of its own."""
    print(f"{name} ...", flush=True)
    with database() as environment:
        command = [sys.executable, "-m", f"benchmarks.{name}", *options]
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
