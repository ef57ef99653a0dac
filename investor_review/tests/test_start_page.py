"""What the start page says of a review."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import translation

from investor_review.models import NitpickIssue, ReviewSession
from investor_review.pages.panel import standings


def test_a_review_says_how_many_findings_are_left_to_decide(session: ReviewSession, upstream: User) -> None:
    thread = session.thread_id
    assert standings([thread]) == {thread: "3 findings to decide"}
    first, second, _ = NitpickIssue.objects.filter(session=session).order_by("position")
    NitpickIssue.objects.filter(pk=first.pk).update(status="resolved")
    NitpickIssue.objects.filter(pk=second.pk).update(left_as_is="leave it")
    with translation.override("nl"):
        assert standings([thread]) == {thread: "Nog 1 bevinding om over te beslissen"}
    ReviewSession.objects.filter(pk=session.pk).update(status="ready_for_cleanup")
    assert standings([thread]) == {thread: "Asks whether to make the papers"}
