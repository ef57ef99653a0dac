"""Reads scenario files: `[[scenario]]` tables of TOML. docs/conversations.md tells what each field means."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

# Said in place of a line: the person answers what was asked, by the scenario's rules.
ANSWER = "?"
_FIELDS = {"id", "goal", "minimum_turns", "max_turns", "lines", "rules", "expect", "forbid", "told", "calls", "forced"}
_CALL_FIELDS = {"tool", "other", "after", "asked"}


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


@dataclass(frozen=True, slots=True)
class ScriptedCall:
    """A call that a competent model makes: `other` arguments say the same, `after` a pattern in an earlier result.

    Of a question beside the conversation `asked` is a pattern of the material that it is asked of.
    """

    tool: str
    arguments: Mapping[str, Any]
    other: Mapping[str, Any] | None = None
    after: str = ""
    asked: str = ""


@dataclass(frozen=True, slots=True)
class CallsFor:
    """What a competent model calls for the message `text`, where the last reply has what `asked` finds."""

    text: str
    make: Sequence[ScriptedCall]
    asked: str = ""


@dataclass(frozen=True, slots=True)
class PersonaTable:
    """Of a file: arguments that no lie is told of, tools that only look up, and calls that any message may lead to."""

    untouched: Sequence[str] = ()
    reads: Sequence[str] = ()
    always: Sequence[ScriptedCall] = ()


@dataclass(frozen=True)
class Scenario:
    """A goal, what is said, and the end: `expect` and `forbid` by path in the state, `told`, `not_told` in replies.

    `calls`, `forced` and `persona` are what a competent model does with it.
    """

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
    calls: Sequence[CallsFor] = ()
    forced: Sequence[ScriptedCall] = ()
    persona: PersonaTable = PersonaTable()


def read(path: Path) -> list[Scenario]:
    """The scenarios of a file, which is read once in a process as long as it says the same. Raises BadScenario."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadScenario(f"{path} cannot be read: {error}") from None
    return list(_read(path, text))


@cache
def _read(path: Path, text: str) -> list[Scenario]:
    try:
        document = tomllib.loads(text)
        tables, persona = document.get("scenario", []), _persona(path, document.get("persona", {}))
    except ValueError as error:
        raise BadScenario(f"{path} cannot be read: {error}") from None
    if not tables:
        raise BadScenario(f"{path} has no [[scenario]].")
    return [_scenario(path, number, table, persona) for number, table in enumerate(tables, 1)]


def _scenario(path: Path, number: int, table: Mapping[str, Any], persona: PersonaTable) -> Scenario:
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
        calls=[_calls(place, entry) for entry in table.get("calls", ())],
        forced=[_call(place, call) for call in table.get("forced", ())],
        persona=persona,
    )
    for pattern in _patterns(scenario):
        try:
            re.compile(pattern)
        except re.error as error:
            raise BadScenario(f"{place}: {pattern!r} is no regular expression: {error}.") from None
    ends = (scenario.expect, scenario.forbid, scenario.told, scenario.not_told)
    if not any(ends) and not any(line.is_stray for line in lines):
        raise BadScenario(
            f"{place} says nothing of its end: fill in [scenario.expect], [scenario.forbid] or what is told."
        )
    return scenario


def _line(place: str, line: Any) -> Utterance:
    if isinstance(line, str):
        return Utterance(line)
    if isinstance(line, dict) and isinstance(line.get("stray"), str):
        return Utterance(line["stray"], True, line.get("fits", ""))
    raise BadScenario(f'{place}: {line!r} is neither a text nor {{stray = "…", fits = "…"}}.')


def _calls(place: str, entry: Mapping[str, Any]) -> CallsFor:
    if not isinstance(entry.get("said"), str):
        raise BadScenario(f'{place}: calls need the message that they are made for: said = "…".')
    return CallsFor(entry["said"], [_call(place, call) for call in entry.get("make", ())], entry.get("asked", ""))


def _call(place: str, call: Mapping[str, Any]) -> ScriptedCall:
    if not isinstance(call.get("tool"), str):
        raise BadScenario(f'{place}: {call!r} needs the name of its tool: tool = "…".')
    arguments = {name: value for name, value in call.items() if name not in _CALL_FIELDS}
    return ScriptedCall(call["tool"], arguments, call.get("other"), call.get("after", ""), call.get("asked", ""))


def _persona(path: Path, table: Mapping[str, Any]) -> PersonaTable:
    always = [_call(f"{path}, persona", call) for call in table.get("always", ())]
    return PersonaTable(table.get("untouched", ()), table.get("reads", ()), always)


def _patterns(scenario: Scenario) -> Iterator[str]:
    yield from (rule.when for rule in scenario.rules)
    yield from (line.fits for line in scenario.lines)
    yield from scenario.told
    yield from scenario.not_told
    yield from (entry.asked for entry in scenario.calls)
    yield from (call.after for entry in scenario.calls for call in entry.make)
    yield from (call.asked for call in scenario.forced)
