"""A desk at which an employee talks, with the sample of instruments on file and either the rules or a script behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, registered
from pa_dealing.tests.shared import SCRIPTED, Desk, load_instruments


@pytest.fixture
def instruments(db: None) -> None:
    load_instruments()


@pytest.fixture
def desk(employee: User, instruments: None, settings: Settings) -> Desk:
    """Answered by the rules."""
    # Some tests say more than a person may in a minute.
    settings.CHAT_TURNS_PER_MINUTE = 0
    settings.CHAT_MODEL = "offline"
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "pa_dealing": "offline"}
    return Desk(employee, ScriptedModel())


@pytest.fixture
def scripted(employee: User, instruments: None, settings: Settings) -> Iterator[Desk]:
    """Answered by the replies given to say(); one that nobody asked for fails the test."""
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "pa_dealing": SCRIPTED}
    with registered(SCRIPTED, ScriptedModel()) as model:
        yield Desk(employee, model)
    model.assert_used_up()
