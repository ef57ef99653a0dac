"""A person's thread, with the rules or a script behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from llm.testing import ScriptedModel, registered
from retirement.tests.shared import SCRIPTED, Desk


@pytest.fixture
def desk(employee: User, settings: Settings) -> Desk:
    """Answered by the rules."""
    settings.CHAT_MODEL = "offline"
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "retirement": "offline"}
    return Desk(employee, ScriptedModel())


@pytest.fixture
def scripted(employee: User, settings: Settings) -> Iterator[Desk]:
    """Answered by the replies given to say(); one that nobody asked for fails the test."""
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "retirement": SCRIPTED}
    with registered(SCRIPTED, ScriptedModel()) as model:
        yield Desk(employee, model)
    model.assert_used_up()
