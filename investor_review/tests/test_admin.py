"""Reviews in the admin: read by reviewers, shared by administrators, written by nobody."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from chat.live import runs
from chat.turns.turn import TurnRun
from investor_review import manual_changes
from investor_review.models import Artifact, CleanupRun, ConversationTurn, NitpickIssue, ReviewSession

MODELS = ("reviewsession", "nitpickissue", "conversationturn", "cleanuprun", "artifact")


@pytest.fixture
def used(session: ReviewSession, upstream: User) -> ReviewSession:
    """A session with a conversation, a change, a run and a file."""
    turn = runs.begin(session.thread_id, upstream.pk, "What was <b>found</b>?", None)
    assert isinstance(turn, TurnRun)
    runs.run_here(turn)
    manual_changes.change_nitpick(
        session, "issue_001", user=upstream, status=NitpickIssue.Status.RESOLVED, instructions="Do <i>it</i>."
    )
    run = CleanupRun.objects.create(session=session, status="done", requested_by=upstream)
    Artifact.objects.create(session=session, run=run, kind="pdf", path="sess_001/a.pdf", sha256="0" * 64, size=1)
    return session


def url(model: str, *more: Any) -> str:
    return reverse(f"admin:investor_review_{model}_{'change' if more else 'changelist'}", args=more)


def rows(used: ReviewSession) -> dict[str, Any]:
    return {
        "reviewsession": used.pk,
        "nitpickissue": used.nitpicks.get(issue_id="issue_001").pk,
        "conversationturn": ConversationTurn.objects.first().pk,  # type: ignore[union-attr]
        "cleanuprun": used.runs.get().pk,
        "artifact": used.artifacts.get().pk,
    }


def test_reviewers_read_every_page_and_everybody_else_none(
    used: ReviewSession, client: Client, reviewer: User, admin: User, investor: User, officer: User
) -> None:
    for user, expected in ((reviewer, 200), (admin, 200), (officer, 403), (investor, 302)):
        client.force_login(user)
        for model, pk in rows(used).items():
            assert client.get(url(model)).status_code == expected, (user, model)
            assert client.get(url(model, pk)).status_code == expected, (user, model)


def test_pages_show_texts_as_text(used: ReviewSession, client: Client, admin: User) -> None:
    client.force_login(admin)
    page = client.get(url("reviewsession", used.pk)).content.decode()
    assert "Climate Contract v3" in page
    assert "Do &lt;i&gt;it&lt;/i&gt;." in page
    assert f"/threads/{used.thread_id}/" in page
    turns = client.get(f"{url('conversationturn')}?review__id__exact={used.pk}").content.decode()
    assert "What was &lt;b&gt;found&lt;/b&gt;?" in turns
    assert "<b>found</b>" not in turns


def test_nobody_writes_here(used: ReviewSession, client: Client, admin: User) -> None:
    client.force_login(admin)
    for model, pk in rows(used).items():
        for path in (url(model, pk), url(model, pk).replace("change/", "delete/")):
            assert client.post(path, {"green_score": "99", "status": "open", "post": "yes"}).status_code == 403
    used.refresh_from_db()
    assert used.green_score == 72.5
    assert used.nitpicks.get(issue_id="issue_001").status == "resolved"


def act(client: Client, name: str, *chosen: ReviewSession, user: str) -> Any:
    data = {"action": name, "_selected_action": [str(row.pk) for row in chosen], "person": user}
    return client.post(url("reviewsession"), data, follow=True)


def test_an_administrator_shares_and_takes_away(
    used: ReviewSession, client: Client, admin: User, investor: User
) -> None:
    client.force_login(admin)
    assert b"now has 1 more review." in act(client, "share_selected", used, user="investor").content
    assert list(used.shared_with()) == [investor]
    assert b"investor" in client.get(url("reviewsession", used.pk)).content
    assert b"has 1 fewer review." in act(client, "unshare_selected", used, user="investor").content
    assert not used.shared_with().exists()
    assert (
        b"There is no user \xe2\x80\x9cnobody\xe2\x80\x9d" in act(client, "share_selected", used, user="nobody").content
    )


def test_a_reviewer_shares_nothing(used: ReviewSession, client: Client, reviewer: User) -> None:
    client.force_login(reviewer)
    act(client, "share_selected", used, user="reviewer")
    assert not used.shared_with().exists()


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("query", ["?q=climate", "?q=%00", "?q=" + "x" * 3000, "?p=9999", "?status=odd", "?o=1.2"])
def test_searches_and_filters_never_fail(
    used: ReviewSession, client: Client, admin: User, model: str, query: str
) -> None:
    client.force_login(admin)
    assert client.get(url(model) + query).status_code in (200, 302)


def test_lists_are_narrowed(used: ReviewSession, client: Client, admin: User) -> None:
    client.force_login(admin)
    assert b"sess_001" in client.get(url("reviewsession") + "?generation=current").content
    assert b"sess_001" not in client.get(url("reviewsession") + "?generation=replaced").content
    assert b"Notice is short" not in client.get(url("nitpickissue") + "?severity=high").content
