"""Holds one scenario's conversation and grades it: what stands in the record after each turn, and what was told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from chat.replay import Replay
from chat.scenarios.paths import holds
from chat.scenarios.personas import Calls
from chat.scenarios.script import ANSWER, Scenario, Utterance

# How often a rule answers; a question that is put a third time in the same words has no better answer.
_USES = 2
# Values of a state that change without anybody having said anything.
RESTLESS = {"created_at", "updated_at", "at", "last_user_ask", "attempts"}
_ADDRESS = re.compile(r"\]\([^)\s]*\)")

Say = Callable[[str], tuple[str, dict[str, Any]]]


def as_read(reply: str) -> str:
    """The reply as a person reads it: of a link its words alone, because an address may hold any digits."""
    return _ADDRESS.sub("]", reply)


@dataclass(frozen=True, slots=True)
class Replied:
    """A message, the reply, and the state after it."""

    line: Utterance
    reply: str
    state: dict[str, Any]

    @property
    def read(self) -> str:
        return as_read(self.reply)


@dataclass
class Result:
    """How a conversation went: `missing` and `wrong` say what was not, or ought not to be, stored or told.

    `failed` are the codes of turns that failed, the tokens those of all model calls.
    """

    scenario: Scenario
    exchanges: list[Replied] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    strays: int = 0
    strays_kept: int = 0
    strays_fitting: int = 0
    repeated: int = 0
    failed: list[str] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0
    calls: Calls | None = None
    replay: Replay | None = None

    @property
    def refused(self) -> list[str]:
        return [f"refused: {call}" for call in self.calls.refused] if self.calls else []

    @property
    def is_right(self) -> bool:
        return not self.missing and not self.wrong

    @property
    def turns_over_minimum(self) -> int:
        return max(0, len(self.exchanges) - self.scenario.minimum_turns)


def play(scenario: Scenario, state: dict[str, Any], say: Say) -> Result:
    """Hold the conversation; `say` gives the reply and the state after a message."""
    result = Result(scenario)
    person = _Person(scenario)
    while (line := person.next_line()) and len(result.exchanges) < scenario.max_turns:
        before, last = state, person.heard
        person.heard, state = say(line.text)
        exchange = Replied(line, person.heard, state)
        result.exchanges.append(exchange)
        result.repeated += bool(last) and person.heard == last
        if line.is_stray:
            _judge_stray(result, before, exchange)
        result.wrong += _forbidden(scenario, exchange)
    for path, value in scenario.expect.items():
        if not holds(state, path, value):
            result.missing.append(f"{path} is not {value!r}")
    replies = "\n".join(exchange.read for exchange in result.exchanges)
    result.missing += [f"never told: {pattern}" for pattern in scenario.told if not re.search(pattern, replies, re.I)]
    return result


@dataclass
class _Person:
    """Says the lines, one after the other, and after them what the rules answer to the reply that was `heard`."""

    scenario: Scenario
    heard: str = ""
    _place: int = 0
    _used: Counter[int] = field(default_factory=Counter)

    def next_line(self) -> Utterance | None:
        while self._place < len(self.scenario.lines):
            line = self.scenario.lines[self._place]
            self._place += 1
            if line.text != ANSWER:
                return line
            if answer := self._answer():
                return answer
        return self._answer()

    def _answer(self) -> Utterance | None:
        for number, rule in enumerate(self.scenario.rules):
            if self._used[number] < _USES and re.search(rule.when, self.heard, re.I):
                self._used[number] += 1
                return Utterance(rule.say)
        return None


def _judge_stray(result: Result, before: dict[str, Any], exchange: Replied) -> None:
    line = exchange.line
    result.strays += 1
    if kept := _gist(before) == _gist(exchange.state):
        result.strays_kept += 1
    else:
        result.wrong.append(f"{line.text!r} changed the record")
    result.strays_fitting += kept and (not line.fits or re.search(line.fits, exchange.read, re.I) is not None)


def _forbidden(scenario: Scenario, exchange: Replied) -> list[str]:
    after = f"after {exchange.line.text!r}"
    kept = [item for item in scenario.forbid.items() if holds(exchange.state, *item)]
    stored = [f"{path} is {value!r} {after}" for path, value in kept]
    claimed = [f"told {pattern!r} {after}" for pattern in scenario.not_told if re.search(pattern, exchange.read, re.I)]
    return stored + claimed


def _gist(value: Any) -> Any:
    """A state without what changes by itself."""
    if isinstance(value, dict):
        return {key: _gist(item) for key, item in value.items() if key not in RESTLESS}
    return [_gist(item) for item in value] if isinstance(value, list) else value
