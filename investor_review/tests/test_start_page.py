"""What the start page says of a review."""

from __future__ import annotations

import html

from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from investor_review.models import NitpickIssue, ReviewSession
from investor_review.pages.panel import standings


def test_a_review_says_how_many_findings_are_left_to_decide(session: ReviewSession, upstream: User) -> None:
    thread = session.thread_id
    assert standings([thread]) == {thread: ("3 findings to decide", True)}
    first, second, _ = NitpickIssue.objects.filter(session=session).order_by("position")
    NitpickIssue.objects.filter(pk=first.pk).update(status="resolved")
    NitpickIssue.objects.filter(pk=second.pk).update(left_as_is="leave it")
    with translation.override("nl"):
        assert standings([thread]) == {thread: ("Nog 1 bevinding om over te beslissen", True)}
    ReviewSession.objects.filter(pk=session.pk).update(status="ready_for_cleanup")
    assert standings([thread]) == {thread: ("Asks whether to make the papers", True)}


def test_the_page_of_a_review_offers_no_new_one_which_a_document_begins(session: ReviewSession, upstream: User) -> None:
    client = Client()
    client.force_login(upstream)
    page = client.get(f"/threads/{session.thread_id}/").content.decode()
    assert 'name="assistant"' not in page
    assert "All conversations" in page


def test_the_panel_of_a_review_is_dutch_on_a_dutch_page_and_its_findings_stay(
    session: ReviewSession, upstream: User
) -> None:
    client = Client(HTTP_ACCEPT_LANGUAGE="nl")
    client.force_login(upstream)
    page = client.get(f"/threads/{session.thread_id}/").content.decode()
    panel = page[page.index('id="panel"') :]
    assert "Bevindingen" in panel
    assert "het document" in panel
    assert "Under review" not in panel
    assert NitpickIssue.objects.filter(session=session).earliest("position").title in html.unescape(panel)
