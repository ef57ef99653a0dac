"""Reads scenario files: `[[scenario]]` tables of TOML. docs/conversations.md tells what each field means."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# Said in place of a line: the person answers what was asked, by the scenario's rules.
ANSWER = "?"
_FIELDS = {"id", "goal", "minimum_turns", "max_turns", "lines", "rules", "expect", "forbid", "told"}


class BadScenario(ValueError):
    """A scenario that cannot be read; the text names the file, the scenario and the remedy."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """What the person says. A stray must leave the record as it was, and be answered by what `fits` finds."""

    text: str
    is_stray: bool = False
    fits: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """What the person says to a reply in which `when` is found."""

    when: str
    say: str


@dataclass(frozen=True)
class Scenario:
    """A goal, what is said, and the end: `expect` and `forbid` by path in the state, `told`, `not_told` in replies."""

    id: str
    goal: str
    lines: Sequence[Utterance]
    rules: Sequence[Rule]
    minimum_turns: int
    max_turns: int
    expect: Mapping[str, Any]
    forbid: Mapping[str, Any]
    told: Sequence[str]
    not_told: Sequence[str]


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file. Raises BadScenario."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("scenario", [])
    except (OSError, ValueError) as error:
        raise BadScenario(f"{path} cannot be read: {error}") from None
    if not tables:
        raise BadScenario(f"{path} has no [[scenario]].")
    return [_scenario(path, number, table) for number, table in enumerate(tables, 1)]


def _scenario(path: Path, number: int, table: Mapping[str, Any]) -> Scenario:
    place = f"{path}, scenario {table.get('id') or number}"
    if unknown := set(table) - _FIELDS:
        raise BadScenario(f"{place}: {sorted(unknown)[0]!r} is no field. There are: {', '.join(sorted(_FIELDS))}.")
    lines = [_line(place, line) for line in table.get("lines") or ()]
    if not lines or not table.get("id"):
        raise BadScenario(f"{place} needs an id and at least one line.")
    forbid = {path: value for path, value in table.get("forbid", {}).items() if path != "told"}
    scenario = Scenario(
        id=table["id"],
        goal=table.get("goal", ""),
        lines=lines,
        rules=[Rule(rule["when"], rule["say"]) for rule in table.get("rules", ())],
        minimum_turns=table.get("minimum_turns", len(lines)),
        max_turns=table.get("max_turns", 2 * len(lines) + 8),
        expect=table.get("expect", {}),
        forbid=forbid,
        told=table.get("told", {}).get("must", ()),
        not_told=table.get("forbid", {}).get("told", ()),
    )
    for pattern in _patterns(scenario):
        try:
            re.compile(pattern)
        except re.error as error:
            raise BadScenario(f"{place}: {pattern!r} is no regular expression: {error}.") from None
    return scenario


def _line(place: str, line: Any) -> Utterance:
    if isinstance(line, str):
        return Utterance(line)
    if isinstance(line, dict) and isinstance(line.get("stray"), str):
        return Utterance(line["stray"], True, line.get("fits", ""))
    raise BadScenario(f'{place}: {line!r} is neither a text nor {{stray = "…", fits = "…"}}.')


def _patterns(scenario: Scenario) -> Iterator[str]:
    yield from (rule.when for rule in scenario.rules)
    yield from (line.fits for line in scenario.lines)
    yield from scenario.told
    yield from scenario.not_told
