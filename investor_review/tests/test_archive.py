"""The conversation of an active review is archived and never deleted."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from investor_review.models import ReviewSession


@pytest.mark.parametrize("status", ["active", "ready_for_cleanup"])
def test_a_review_that_is_not_completed_stays_reachable(session: ReviewSession, upstream: User, status: str) -> None:
    ReviewSession.objects.filter(pk=session.pk).update(status=status)
    api = APIClient()
    api.force_authenticate(upstream)
    path = f"/v1/threads/{session.thread_id}/"
    answer = api.delete(path)
    assert (answer.status_code, answer.json()) == (200, {"archived": True})
    assert api.get(path).json()["archived"] is True


@pytest.mark.parametrize(
    "over",
    [{"status": "completed", "outcome": "declined"}, {"replaced_at": timezone.now()}],
    ids=["completed", "replaced"],
)
def test_a_review_that_is_over_is_deleted(session: ReviewSession, upstream: User, over: dict[str, object]) -> None:
    ReviewSession.objects.filter(pk=session.pk).update(**over)
    api = APIClient()
    api.force_authenticate(upstream)
    path = f"/v1/threads/{session.thread_id}/"
    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404
