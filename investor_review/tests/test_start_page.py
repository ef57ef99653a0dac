"""What the start page says of a review."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from chat.models import Thread
from investor_review.models import NitpickIssue, ReviewSession
from investor_review.pages.panel import standings, waiting


def test_a_review_says_how_many_findings_are_left_to_decide(session: ReviewSession, upstream: User) -> None:
    thread = session.thread_id
    assert standings([thread]) == {thread: "3 findings to decide"}
    assert Thread.objects.filter(waiting(), pk=thread).exists()
    first, second, _ = NitpickIssue.objects.filter(session=session).order_by("position")
    NitpickIssue.objects.filter(pk=first.pk).update(status="resolved")
    NitpickIssue.objects.filter(pk=second.pk).update(left_as_is="leave it")
    with translation.override("nl"):
        assert standings([thread]) == {thread: "Nog 1 bevinding om over te beslissen"}
    ReviewSession.objects.filter(pk=session.pk).update(status="ready_for_cleanup")
    assert standings([thread]) == {thread: "Asks whether to make the papers"}
    ReviewSession.objects.filter(pk=session.pk).update(status="completed", outcome="declined")
    assert standings([thread]) == {thread: "Completed"}
    assert not Thread.objects.filter(waiting(), pk=thread).exists()


def test_the_page_of_a_review_offers_no_new_one_which_a_document_begins(session: ReviewSession, upstream: User) -> None:
    client = Client()
    client.force_login(upstream)
    page = client.get(f"/threads/{session.thread_id}/").content.decode()
    assert 'name="assistant"' not in page
    assert "All conversations" in page
