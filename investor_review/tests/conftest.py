"""The cast of a review: an analysis that starts it, an investor, a reviewer; and sessions that are started."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from conftest import person
from investor_review.intake import start
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession
from investor_review.tests.shared import Program, payload


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
