"""The sample that a first `make run` shows: it is a good one, and loading it twice changes nothing."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command

from investor_review.intake import evidence, sample
from investor_review.intake.payload import read_payload
from investor_review.models import ReviewSession
from investor_review.tests.shared import Program


def load() -> str:
    out = io.StringIO()
    call_command("load_review_sample", stdout=out)
    return out.getvalue()


def test_the_sample_is_a_start_without_a_warning() -> None:
    sent = sample.sent()
    read = read_payload(sent, sent["session_id"])
    assert read.warnings == ()
    assert len(read.chunks) == 12
    assert len(read.nitpicks) == 6
    for chunk in read.chunks:
        assert chunk.text in read.full_document_text
    assert all(nitpick.citations and nitpick.suggested_changes for nitpick in read.nitpicks)


def test_the_sample_is_loaded_once_and_the_investor_sees_it(admin: User, investor: User) -> None:
    assert "sample-marram" in load()
    assert load() == ""
    session = ReviewSession.objects.get()
    assert Program(investor).get(f"/{session.session_id}").json()["counters"]["high"] == 3
    assert evidence.find(session, "who verifies the measurements")[0].chunk_key.endswith(":c006")


@pytest.mark.django_db
def test_without_demo_users_nothing_is_loaded() -> None:
    assert load() == ""
    assert not ReviewSession.objects.exists()
