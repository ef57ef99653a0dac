"""What the start page says of a review."""

from __future__ import annotations

import html

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone, translation

from chat.models import Thread, ThreadAccess
from investor_review.models import Artifact, CleanupRun, NitpickIssue, ReviewSession
from investor_review.pages import own_reviews
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


def page_of(user: User, address: str, **headers: str) -> str:
    client = Client()
    client.force_login(user)
    return " ".join(client.get(address, **headers).content.decode().split())  # type: ignore[arg-type]


def test_the_start_page_of_who_has_a_review_leads_to_the_list_of_them(
    session: ReviewSession, upstream: User, investor: User
) -> None:
    assert 'href="/reviews/"' not in page_of(investor, "/")
    ThreadAccess.objects.create(thread_id=session.thread_id, user=investor, may_talk=True)
    for user in (upstream, investor):
        shown = page_of(user, "/")
        assert '<a class="button" href="/reviews/">My reviews</a>' in shown
        assert 'value="investor_review"' not in shown


def test_a_review_stands_in_the_list_with_what_is_left_and_leads_to_its_conversation(
    session: ReviewSession, investor: User
) -> None:
    assert "There is no review yet." in page_of(investor, "/reviews/")
    assert "Er is nog geen beoordeling." in page_of(investor, "/reviews/", HTTP_ACCEPT_LANGUAGE="nl")
    ThreadAccess.objects.create(thread_id=session.thread_id, user=investor, may_talk=True)
    shown = page_of(investor, "/reviews/")
    assert f'<a href="/threads/{session.thread_id}/">{session.doc_title}</a>' in shown
    assert session.company_name in shown
    assert "3 findings to decide" in shown
    assert "Nog 3 bevindingen" in page_of(investor, "/reviews/", HTTP_ACCEPT_LANGUAGE="nl")
    assert "Papers:" not in shown


def test_nobody_finds_a_review_of_others_or_of_a_deleted_conversation_in_their_list(
    session: ReviewSession, upstream: User, investor: User, reviewer: User, admin: User
) -> None:
    assert [user.username for user in (upstream, investor, reviewer, admin) if own_reviews.of_person(user)] == [
        "upstream",
        "reviewer",
    ]
    Thread.objects.filter(pk=session.thread_id).update(deleted_at=timezone.now())
    assert own_reviews.of_person(upstream) == []
    assert Client().get("/reviews/").status_code == 302


def test_the_papers_of_the_newest_run_stand_at_their_review(session: ReviewSession, upstream: User) -> None:
    for name in ("older", "newest"):
        run = CleanupRun.objects.create(session=session, status="done", requested_by=upstream)
        for kind in ("manifest", "pdf"):
            Artifact.objects.create(session=session, run=run, kind=kind, path=f"{name}.{kind}", sha256="0", size=1)
    paper = Artifact.objects.get(path="newest.pdf")
    address = f"/v1/reviews/sessions/{session.session_id}/artifacts/{paper.pk}"
    assert [row["artifact"] for row in own_reviews.of_person(upstream)[0]["papers"]] == [paper]
    assert f'href="{address}" download>Cleaned-up document (PDF)</a>' in page_of(upstream, "/reviews/")


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
