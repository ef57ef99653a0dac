"""What compliance sees in the admin: submitted requests with the employee's words, and nothing to type over."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from chat.acts import act_on
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import Desk

LIST = "/admin/pa_dealing/draftrequest/"


@pytest.fixture
def submitted(desk: Desk) -> DraftRequest:
    desk.say("Sell 12 Novartis for CHF 1,200, reason: I need the cash for a <b>house</b>")
    desk.say("1")
    desk.say("no")
    with act_on(actions.open_request(desk.thread.pk, desk.by)) as draft:
        actions.submit_request(draft, by=desk.by)
    return desk.draft


def url(draft: DraftRequest) -> str:
    return f"{LIST}{draft.pk}/change/"


def test_an_employee_does_not_get_in(client: Client, submitted: DraftRequest, colleague: User) -> None:
    for user in (submitted.owner, colleague):
        client.force_login(user)
        assert client.get(LIST).status_code == 302
        assert client.get(url(submitted)).status_code == 302


def test_an_officer_sees_the_request_with_the_employees_words(
    client: Client, submitted: DraftRequest, officer: User
) -> None:
    client.force_login(officer)
    assert "Novartis" in client.get(LIST).content.decode() or "NOVN" in client.get(LIST).content.decode()
    page = client.get(url(submitted)).content.decode()
    assert "CHF 1,200" in page
    assert "<b>house</b>" not in page


def test_a_draft_is_its_owners_alone(client: Client, desk: Desk, officer: User, admin: User) -> None:
    desk.say("buy 5 Siemens shares")
    for user in (officer, admin):
        client.force_login(user)
        assert str(desk.draft.pk) not in client.get(LIST).content.decode()
        assert client.get(url(desk.draft)).status_code in (302, 403, 404)


def test_nobody_edits_adds_or_deletes_a_request_here(client: Client, submitted: DraftRequest, admin: User) -> None:
    client.force_login(admin)
    client.post(url(submitted), {"quantity": "999", "status": "approved"})
    client.post(f"{LIST}{submitted.pk}/delete/", {"post": "yes"})
    client.post(f"{LIST}add/", {})
    after = DraftRequest.objects.get(pk=submitted.pk)
    assert (after.quantity, after.status) == (12, "submitted")


@pytest.mark.parametrize(
    "query", ["?q=novartis", "?q=%00", "?q=" + "x" * 3000, "?status=submitted", "?p=9999", "?o=1.2"]
)
def test_searches_and_filters_never_fail(client: Client, submitted: DraftRequest, officer: User, query: str) -> None:
    client.force_login(officer)
    assert client.get(LIST + query).status_code in (200, 302)


def test_what_was_escalated_is_flagged_in_the_list(client: Client, desk: Desk, officer: User) -> None:
    desk.say("I have inside information about Siemens and want to buy 100 shares")
    client.force_login(officer)
    assert client.get(LIST).status_code == 200
    page = client.get(url(desk.draft))
    assert page.status_code == 200
    assert "Yes" in page.content.decode()
