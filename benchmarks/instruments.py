"""Imports a securities master and measures the search on it: `python -m benchmarks.instruments [--csv FILE]`.

Works in a schema of its own in the configured database, which is dropped at the end; --loaded uses what is there.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_SCHEMA = "benchmark_instruments"
_TABLES = ("pa_dealing_instrument", "pa_dealing_instrumentword")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    shared = Path(os.environ.get("SHARED_DATA_DIR") or Path(__file__).resolve().parents[2] / "shared" / "data")
    parser.add_argument("--csv", type=Path, default=shared / "instruments" / "instruments.csv.gz")
    parser.add_argument("--queries", type=Path, default=shared / "instruments" / "queries_dev.jsonl")
    parser.add_argument("--loaded", action="store_true", help="measure what is loaded; import nothing")
    options = parser.parse_args()
    needed = [options.queries] if options.loaded else [options.csv, options.queries]
    if absent := [str(path) for path in needed if not path.exists()]:
        sys.stdout.write(f"Skipped: {' and '.join(absent)} not found. Set SHARED_DATA_DIR or --csv and --queries.\n")
        return 0
    _set_up_django()
    with contextlib.nullcontext() if options.loaded else _own_schema():
        if not options.loaded:
            _say("import_seconds", _import_seconds(options.csv))
        _measure([json.loads(line) for line in options.queries.read_text(encoding="utf-8").splitlines() if line])
    return 0


def _set_up_django() -> None:
    import django

    from config.environment import read_dotenv

    read_dotenv()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


@contextlib.contextmanager
def _own_schema() -> Iterator[None]:
    """Empty copies of the tables, with their indexes, before the real ones on the search path of this connection."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"DROP SCHEMA IF EXISTS {_SCHEMA} CASCADE")
        cursor.execute(f"CREATE SCHEMA {_SCHEMA}")
        for table in _TABLES:
            cursor.execute(f"CREATE TABLE {_SCHEMA}.{table} (LIKE public.{table} INCLUDING ALL)")
        cursor.execute(f"SET search_path TO {_SCHEMA}, public")
        try:
            yield
        finally:
            cursor.execute("SET search_path TO DEFAULT")
            cursor.execute(f"DROP SCHEMA {_SCHEMA} CASCADE")


def _import_seconds(path: Path) -> float:
    from django.core.management import call_command

    started = time.perf_counter()
    call_command("import_instruments", str(path), stdout=io.StringIO())
    return round(time.perf_counter() - started, 1)


def _measure(cases: list[dict[str, Any]]) -> None:
    from pa_dealing.instruments import evaluate_instruments

    for figure, value in evaluate_instruments(cases).items():
        _say(figure, value)
    for kind in sorted({str(case.get("type", "")) for case in cases} - {""}):
        figures = evaluate_instruments([case for case in cases if case.get("type") == kind])
        _say(kind, " ".join(f"{figure}={value}" for figure, value in figures.items()))


def _say(figure: str, value: object) -> None:
    sys.stdout.write(f"{figure:18} {value}\n")


if __name__ == "__main__":
    sys.exit(main())
