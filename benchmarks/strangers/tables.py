"""The tables of a run: counts by group and kind, beside an earlier run's when there is one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from benchmarks.strangers.running import GROUPS

KINDS = ("stray", "honest", "affirm", "papers", "confusion")
VERDICTS = ("right", "wrong", "missed", "setup", "error")
COLUMNS = (*VERDICTS, "n", "again", "claims")
LEGEND = """wrong: kept or let through what must not be; missed: an honest one not read; again: the same reply twice
in a row; claims: a reply says that something was noted or changed and the state did not change;
setup: the conversation could not be brought to where the case begins; error: a turn failed."""

Summary = dict[str, dict[str, int]]


def summary(results: list[dict[str, Any]]) -> Summary:
    rows = {}
    for group in GROUPS:
        for kind in KINDS:
            cases = [result for result in results if (result["group"], result["kind"]) == (group, kind)]
            if cases:
                rows[f"{group}/{kind}"] = _counts(cases)
    return {**rows, "total": _counts(results)}


def _counts(cases: list[dict[str, Any]]) -> dict[str, int]:
    verdicts = Counter(case["verdict"] for case in cases)
    return {
        **{verdict: verdicts[verdict] for verdict in VERDICTS},
        "n": len(cases),
        "again": sum(case["again"] for case in cases),
        "claims": sum(case["claims"] for case in cases),
    }


def table(rows: Summary, earlier: Summary | None) -> str:
    width = 8 if earlier is None else 14
    lines = [f"{'group / kind':<26}" + "".join(f"{column:>{width}}" for column in COLUMNS)]
    for name, row in rows.items():
        before = (earlier or {}).get(name, {})
        cells = (_cell(row[column], before.get(column)) for column in COLUMNS)
        lines.append(f"{name:<26}" + "".join(f"{cell:>{width}}" for cell in cells))
    return "\n".join([*lines, LEGEND])


def _cell(count: int, before: int | None) -> str:
    return str(count) if before is None or before == count else f"{count} ({count - before:+d})"


def failures(results: list[dict[str, Any]]) -> str:
    """A line for every case that is not right."""
    return "\n".join(
        f"{result['verdict']:<7}{result['id']}  {result['say']}  [{result['why'][:220]}]"
        for result in results
        if result["verdict"] != "right"
    )


def conversation(result: dict[str, Any]) -> str:
    """Every turn of a case; those with a star are the case's own."""
    lines = [f"\n== {result['id']} {result['verdict']} {result['why']}"]
    for number, turn in enumerate(result["turns"]):
        mark = "  " if number < result["setup_turns"] else "* "
        lines.append(f"{mark}> {turn['message']}\n     {turn['reply']!r}\n     {turn['gist']}")
    return "\n".join(lines)


def worse(results: list[dict[str, Any]], earlier: list[dict[str, Any]]) -> str:
    """A line for every case that was right in the earlier run and is not now."""
    verdicts = {result["id"]: result["verdict"] for result in earlier}
    return "\n".join(
        f"worse: {result['id']} {result['verdict']} {result['say']} [{result['why'][:160]}]"
        for result in results
        if verdicts.get(result["id"]) == "right" and result["verdict"] != "right"
    )
