"""A model with the form right and the content wrong, talked to by every assistant: nothing that it makes up is kept.

Four conversations with each assistant are enough for every day, and `make check-long` holds sixty; `FUZZ=200` as many.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat import assistants
from chat.live import runs
from chat.models import Thread
from chat.turns.turn import TurnRun
from llm.testing import INVENTED_NUMBERS, INVENTED_WORDS, FuzzModel, registered
from tests.test_budgets import ALL, lines_of
from tests.test_transcripts import PREPARE

FUZZED = "openai:fuzz"
DAILY, CONVERSATIONS, TURNS = 4, int(os.environ.get("FUZZ", "60")), 6
# Each batch is a test of its own, which whatever worker is free takes up.
_BATCH = 14
_STEPS = [*range(DAILY, CONVERSATIONS, _BATCH), max(CONVERSATIONS, DAILY)]
BATCHES = [
    pytest.param(range(DAILY), id=f"the first {DAILY}"),
    *(pytest.param(range(*ends), id=f"{ends[0]} to {ends[1]}", marks=pytest.mark.long) for ends in pairwise(_STEPS)),
]
# A turn of such a model may fail, by the model's fault.
ITS_FAULTS = {"", "malformed", "too_many_rounds", "repeated_calls"}
_MADE_UP = re.compile("|".join(re.escape(f"{number:,}") for number in INVENTED_NUMBERS) + r"|90417|31863")
_CLAIMED = re.compile(r"(?i)compliance approved|submitted your request")


# What a model calls a fact, and why it scores a topic as it does, are its own words and nobody's facts.
_ITS_OWN = {"fact_type", "subtopic", "reason"}


def values_in(state: Any) -> str:
    """The values of a state, as one text."""
    if isinstance(state, dict):
        return "\n".join(values_in(value) for name, value in state.items() if name not in _ITS_OWN)
    if isinstance(state, list):
        return "\n".join(map(values_in, state))
    return json.dumps(state, default=str, ensure_ascii=False)


def made_up_in(text: str) -> list[str]:
    return [*_MADE_UP.findall(text), *(words for words in INVENTED_WORDS if words in text)]


def faults_of(slug: str, seed: int, owner: User) -> Counter[str]:
    """What one conversation stored or told that nobody had said, and how its turns failed, by class."""
    assistant, faults = assistants.get(slug), Counter[str]()
    thread = assistant.sample_thread(owner) or Thread.objects.create(owner=owner, assistant=slug)
    lines = lines_of(slug)
    first = seed * TURNS % len(lines)
    with registered(FUZZED, FuzzModel(seed)):
        for line in lines[first : first + TURNS]:
            turn = runs.begin(thread.pk, owner.pk, line, None)
            assert isinstance(turn, TurnRun)
            runs.run_here(turn)
            if turn.error_code not in ITS_FAULTS:
                faults[f"failed: {turn.error_code}"] += 1
            faults.update(f"told: {made_up}" for made_up in made_up_in(turn.reply))
            faults.update(f"told: {claim}" for claim in _CLAIMED.findall(turn.reply))
    stored = values_in(assistant.state(assistant.load(thread.pk)))
    faults.update(f"stored: {made_up}" for made_up in made_up_in(stored))
    return faults


@pytest.mark.django_db
@pytest.mark.parametrize("seeds", BATCHES)
@pytest.mark.parametrize("slug", ALL)
def test_nothing_that_a_model_makes_up_is_stored_or_told(
    slug: str, seeds: range, employee: User, settings: Settings
) -> None:
    PREPARE.get(slug, lambda: None)()
    settings.CHAT_MODEL = FUZZED
    faults = sum((faults_of(slug, seed, employee) for seed in seeds), Counter[str]())
    assert not faults
