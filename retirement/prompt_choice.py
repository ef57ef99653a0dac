"""Which of the two prompts a thread runs: the person's first message may ask for readiness; completeness otherwise."""

from __future__ import annotations

import re

from chat.turns import TurnRun
from retirement import actions
from retirement.models import Plan

_READINESS = re.compile(
    r"^/readiness\b|\b(?:am i|are we|will i be|will we be|whether i am|whether we are|how) (?:\w+ )?ready"
    r" (?:to|for|am|are)\b|\bretirement readiness\b",
    re.IGNORECASE,
)


def asks_for_readiness(text: str) -> bool:
    """Whether the words ask how ready the person is, and not only tell of their life."""
    return _READINESS.search(text) is not None


def choose_by_words(turn: TurnRun) -> None:
    """Let the first message of a thread choose its prompt."""
    if turn.number == 1 and asks_for_readiness(turn.text[:2_000]):
        with actions.act_on(turn.thread_id, turn.by) as found:
            actions.choose_prompt(found, Plan.Prompt.READINESS, by=turn.by)
        turn.record = found
