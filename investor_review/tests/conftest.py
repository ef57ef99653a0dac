"""The cast of a review: an analysis that starts it, an investor, a reviewer; and sessions that are started."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User

from conftest import person
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession
from investor_review.tests.shared import Program, payload
from llm.testing import ScriptedModel, registered

MODEL = "openai:scripted"


@pytest.fixture
def upstream(db: None) -> User:
    """The analysis that starts sessions."""
    return person("upstream", "upstream")


@pytest.fixture
def investor(db: None) -> User:
    """Whom sessions are shared with."""
    return person("investor")


@pytest.fixture
def reviewer(db: None) -> User:
    """Who reads every review."""
    return person("reviewer", "reviewers", staff=True)


@pytest.fixture
def program(upstream: User) -> Program:
    return Program(upstream)


@pytest.fixture
def session(upstream: User) -> ReviewSession:
    """A session of three nitpicks, started by upstream."""
    return start.start_session(read_payload(payload(), "sess_001"), user_id=upstream.pk)


@pytest.fixture
def scripted(settings: Any) -> Iterator[ScriptedModel]:
    """A model that says what it is told to, in reviews."""
    settings.ASSISTANT_MODELS = {**settings.ASSISTANT_MODELS, "investor_review": MODEL}
    with registered(MODEL, ScriptedModel()) as model:
        yield model
