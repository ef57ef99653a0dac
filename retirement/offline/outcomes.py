"""What was done in a turn, told to the person: noted, taken back, worked out, or why not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from llm.types import Message, newest_words
from retirement.coverage import base_type
from retirement.facts import FactView, current
from retirement.reading import label_of, measures_in
from wording.phrases import patterns

# Labels that an acknowledgement names; more are counted as "and more".
NAMED = 4
_FRESH = "All of it is taken back; we begin anew."
_NOTHING_NEW = "That I have already."
_UNCERTAIN = (
    "I am not sure of what or of whom that tells, so nothing was noted. Say it in one sentence, as in: "
    "my wife's pension is 910 a month."
)
# What takes an undo back is short.
_MAX_PUT_BACK = 12
_WAS_RIGHT = patterns(Path(__file__).parent / "patterns/outcomes.txt", re.IGNORECASE)["was_right"]


def taken_back(results: Sequence[tuple[str, dict[str, Any]]]) -> Iterator[str]:
    for name, result in results:
        if name == "start_over":
            yield _FRESH
        if name == "undo" and result.get("status") == "success":
            yield f"Taken back: {'; '.join(f'“{value}”' for value in result['taken_back'])}."


def put_back(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """The notes that the turn before took back, where the newest message says that they were right after all."""
    words = newest_words(messages).replace("’", "'")
    if len(words.split()) > _MAX_PUT_BACK or measures_in(words) or not _WAS_RIGHT.search(words):
        return []
    turns = [number for number, message in enumerate(messages) if message.role == "user"][-2:]
    before = messages[turns[0] :]
    results = [json.loads(result.content) for m in before for result in m.results if result.name == "undo"]
    gone = [value for result in results for value in result.get("taken_back", ())]
    made = [json.loads(call.arguments) for m in messages for call in m.calls if call.name == "information"]
    return list({note["value"]: note for note in made if note["value"] in gone}.values())


def acknowledged(results: Sequence[tuple[str, dict[str, Any]]]) -> str:
    notes = [result for name, result in results if name == "information"]
    done = [result for result in notes if result.get("status") == "success"]
    if notes and not done:
        return _UNCERTAIN
    labels = [label_of(base_type(result.get("fact_type") or "")) for result in done if result.get("recorded")]
    labels = list(dict.fromkeys(label for label in labels if label))
    if not labels:
        return _NOTHING_NEW if done else ""
    shown = labels[:NAMED] if len(labels) <= NAMED + 1 else [*labels[:NAMED], "more"]
    shown = labels if len(labels) == NAMED + 1 else shown
    return f"Noted: {_listed(shown)}."


def _listed(labels: Sequence[str]) -> str:
    return labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"


def worked_out(results: Sequence[tuple[str, dict[str, Any]]], words: str, facts: Sequence[FactView]) -> Iterator[str]:
    """Each sum with its formula, its inputs, and where those were said that do not stand in the question."""
    here = {value for measure in measures_in(words) for value in measure.values}
    for name, result in results:
        if name != "calculate" or result.get("status") != "success":
            continue
        inputs = {given.replace("_", " "): Decimal(value) for given, value in result["inputs"].items()}
        formula = result["formula"]
        if not any(character.isdigit() for character in formula):
            formula += ": " + ", ".join(f"{given} {value:,f}" for given, value in inputs.items())
        places = [_said_in(value, facts) for value in inputs.values() if value not in here]
        quoted = "".join(dict.fromkeys(f" From your words: “{place}”." for place in places if place))
        yield f"{result['result'][:1].upper()}{result['result'][1:]} ({formula}).{quoted}"


def _said_in(value: Decimal, facts: Sequence[FactView]) -> str:
    """The newest fact in which a number stands."""
    holding = [fact for fact in current(facts) if any(value in measure.values for measure in measures_in(fact.value))]
    return max(holding, key=lambda fact: fact.created_at).value if holding else ""


def problems(turn: Sequence[tuple[str, dict[str, Any]]]) -> list[str]:
    """What is wrong with a sum or an undo. A fact that was misread is refused and is nothing to the person."""
    failed = [result for name, result in turn if name != "information" and result.get("status") == "error"]
    return list(dict.fromkeys(str(result.get("error", "")) for result in failed))


def results_of_turn(messages: Sequence[Message]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The results of every round since the person's newest message."""
    last = max((n for n, message in enumerate(messages) if message.role == "user"), default=-1)
    for message in messages[last + 1 :]:
        for result in message.results:
            yield result.name, json.loads(result.content)
