"""A scripted model, a thread of the notes assistant, and a check that no turn leaves a worker slot taken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from pytest_django import Settings

from chat.live import broadcast, runs
from chat.models import Thread
from chat.tests.shared import SCRIPTED, wait_until
from llm.testing import ScriptedModel, registered


@pytest.fixture
def model(settings: Settings) -> Iterator[ScriptedModel]:
    """Answers for the notes assistant; a reply that nobody asked for fails the test."""
    settings.ASSISTANTS = {**settings.ASSISTANTS, "notes": "chat.tests.shared.Notes"}
    settings.CHAT_MODEL = SCRIPTED
    with registered(SCRIPTED, ScriptedModel()) as scripted:
        yield scripted
    scripted.assert_used_up()


@pytest.fixture
def thread(employee: User, model: ScriptedModel) -> Thread:
    return Thread.objects.create(owner=employee, assistant="notes")


@pytest.fixture(autouse=True)
def _nothing_left_running() -> Iterator[None]:
    yield
    broadcast._loop = None
    runs._closing = False
    # The last event of a turn goes out a moment before its slot is free.
    wait_until(lambda: runs._slots == 0, 5)
    assert runs._running == {}
