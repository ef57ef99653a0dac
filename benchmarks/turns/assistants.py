"""What a turn of each assistant costs: statements, processor time, write-ahead log.

`python -m benchmarks.turns.assistants [--only SLUG] [--statements N]`: the conversations that ship, held through whole
turns in a database of their own, without a model and with the calls of a competent one. `--statements` prints the N
most frequent statements of each. The log is that of the whole server, so nothing else may write meanwhile.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from benchmarks.reading import ROOT
from benchmarks.strangers.running import running_product

_SETS = (("offline", "first_meeting", None), ("with a model", "with_calls", "persona:competent"))
# What stands for the values of a statement and the names of its savepoints.
_VALUES = re.compile(r"%s|\bs\d+_x\d+\b|'[^']*'|\b\d+\b")


@dataclass
class Costs:
    """What was asked of the database while turns were taken."""

    statements: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    cpu_s: float = 0.0
    wal_bytes: float = 0.0

    def line(self, name: str) -> str:
        each = max(1, self.turns)
        asked = sum(self.statements.values()) / each
        return (
            f"{name:38} {self.turns:5} {asked:10.1f} {self.cpu_s / each * 1000:8.1f} "
            f"{self.wal_bytes / each / 1000:8.1f}"
        )


@contextmanager
def counted(costs: Costs) -> Iterator[None]:
    """Counts what this process asks meanwhile; the first conversation, which learns and fills caches, is not in it."""
    from django.db import connection

    def count(execute: Any, statement: str, params: Any, many: bool, context: Any) -> Any:
        costs.statements[_VALUES.sub("?", statement)] += 1
        return execute(statement, params, many, context)

    wal, began = _wal(), time.process_time()
    with connection.execute_wrapper(count):
        yield
    costs.cpu_s += time.process_time() - began
    costs.wal_bytes += _wal() - wal


def _wal() -> float:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return float(cursor.fetchone()[0])


def costs_of(slug: str, name: str, model: str | None) -> Costs:
    """The costs of the conversations of one file of an assistant."""
    from chat.scenarios import played, read

    scenarios, costs = read(ROOT / slug / "scenarios" / f"{name}.toml"), Costs()
    played(slug, scenarios[0], model)
    for scenario in scenarios[1:]:
        with counted(costs):
            costs.turns += len(played(slug, scenario, model).exchanges)
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="the slug of one assistant")
    parser.add_argument("--statements", type=int, default=0, help="how many statements to print of each")
    arguments = parser.parse_args()
    with running_product():
        from django.conf import settings

        print(f"{'a turn':38} turns statements   CPU ms   WAL kB", flush=True)
        for slug in settings.ASSISTANTS:
            if arguments.only not in ("", slug):
                continue
            for name, file, model in _SETS:
                costs = costs_of(slug, file, model)
                print(costs.line(f"{slug}, {name}"), flush=True)
                for statement, times in costs.statements.most_common(arguments.statements):
                    print(f"    {times / max(1, costs.turns):6.1f}  {statement[:300]}")


if __name__ == "__main__":
    main()
