"""Whole conversations with a goal, held by a scripted person and graded by where they end: `evaluate conversations`."""

from __future__ import annotations

from chat.scenarios.evaluation import evaluate, played
from chat.scenarios.personas import PREFIX
from chat.scenarios.scoreboard import Price, with_lines
from chat.scenarios.script import BadScenario, read
from chat.scenarios.written import end_of, scenario_of, write_files

__all__ = [
    "PREFIX",
    "BadScenario",
    "Price",
    "end_of",
    "evaluate",
    "played",
    "read",
    "scenario_of",
    "with_lines",
    "write_files",
]
