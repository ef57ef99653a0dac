"""The page of a person's own requests: of every conversation, how each stands, and taking one back."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from chat.models import Message
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions as review
from pa_dealing.tests import review_shared
from pa_dealing.tests.shared import COMPLETE, Desk

PAGE = "/pa-dealing/requests/"


@pytest.fixture
def page(client: Client, desk: Desk) -> Client:
    client.force_login(desk.owner)
    return client


def text(client: Client) -> str:
    return client.get(PAGE).content.decode()


def test_a_request_stands_there_with_its_status_and_leads_to_its_conversation(page: Client, desk: Desk) -> None:
    review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    shown = text(page)
    assert "Buy 100 Siemens" in shown
    assert "Submitted" in shown
    assert f"/threads/{desk.thread.pk}/" in shown


def test_nothing_but_ones_own_stands_there(client: Client, desk: Desk, colleague: User, admin: User) -> None:
    review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    for other in (colleague, admin):
        client.force_login(other)
        assert "You have made no request yet." in text(client)


def test_what_compliance_asks_stands_there_until_it_is_answered(page: Client, desk: Desk, officer: User) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    review_shared.act(review.ask_for_information, draft, officer, question="Since when do you hold them?")
    assert "Since when do you hold them?" in text(page)
    desk.say("Since the spring of 2019.")
    assert "Compliance asks:" not in text(page)
    assert "Buy 100 Siemens" in text(page)


def test_the_end_of_an_approval_stands_there_as_long_as_it_can_be_used(page: Client, desk: Desk, officer: User) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    assert "trade before" not in text(page)
    draft = review_shared.act(review.approve_request, draft, officer, reason="Fine.")
    assert draft.expires_at is not None
    deadline = f'<time datetime="{draft.expires_at.isoformat()}" data-when>'
    assert f"trade before\n        {deadline}" in text(page)
    DraftRequest.objects.filter(pk=draft.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert "trade before" not in text(page)


def test_what_compliance_says_of_the_end_is_a_time_that_the_page_shows_in_ones_own_zone(
    page: Client, desk: Desk, officer: User
) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    draft = review_shared.act(review.approve_request, draft, officer, reason="Fine.")
    shown = page.get(f"/threads/{desk.thread.pk}/").content.decode()
    notice = shown[shown.index("<p data-times>Compliance approved") :]
    assert f"The approval ends on {draft.expires_at:%Y-%m-%d %H:%M} UTC." in notice


def test_a_request_is_withdrawn_from_the_list(page: Client, desk: Desk) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    answer = page.post(f"{PAGE}{draft.pk}/withdraw/", follow=True).content.decode()
    assert "You withdrew the request." in answer
    assert "Withdrawn" in answer
    draft.refresh_from_db()
    assert draft.status == DraftRequest.Status.WITHDRAWN
    assert Message.objects.filter(thread=desk.thread, content__contains="You withdrew").exists()


def test_somebody_elses_request_is_not_found(client: Client, desk: Desk, colleague: User) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    client.force_login(colleague)
    assert client.post(f"{PAGE}{draft.pk}/withdraw/").status_code == 404
    draft.refresh_from_db()
    assert draft.status == DraftRequest.Status.SUBMITTED


def test_what_can_no_longer_be_withdrawn_says_so(page: Client, desk: Desk) -> None:
    draft = review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    page.post(f"{PAGE}{draft.pk}/withdraw/", follow=True)
    again = page.post(f"{PAGE}{draft.pk}/withdraw/", follow=True)
    assert again.status_code == 200
    assert "A request that is withdrawn cannot be withdrawn." in again.content.decode()
    assert "You withdrew the request." not in again.content.decode()


def test_the_panel_lists_the_other_requests_of_the_conversation(page: Client, desk: Desk) -> None:
    review_shared.submitted(desk.owner, desk.thread, **COMPLETE)
    DraftRequest.objects.create(thread=desk.thread, owner=desk.owner, security_search_term="BASF")
    panel = page.get(f"/threads/{desk.thread.pk}/panel/").content.decode()
    assert "Other requests of this conversation" in panel
    assert "Buy 100 Siemens" in panel
