"""A conversation whose request compliance has or may ask about is archived and never deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models.functions import Now
from django.test import Client
from rest_framework.test import APIClient

from chat.models import Thread
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, approved, escalated, previewed, submitted, thread_of

# Notices go out when a transaction commits.
pytestmark = pytest.mark.django_db(transaction=True)

Make = Callable[[User, User], DraftRequest]


def program(user: User) -> APIClient:
    api = APIClient()
    api.force_authenticate(user)
    return api


def asked(employee: User, officer: User) -> DraftRequest:
    return act(actions.ask_for_information, submitted(employee), officer, question="Which account?")


def declined(employee: User, officer: User) -> DraftRequest:
    return act(actions.decline_request, submitted(employee), officer, reason="On the restricted list.")


def withdrawn(employee: User, officer: User) -> DraftRequest:
    draft = submitted(employee)
    assert program(employee).post(f"/v1/pa-dealing/requests/{draft.pk}/withdraw/").status_code == 200
    return draft


def lapsed(employee: User, officer: User) -> DraftRequest:
    return approved(employee, officer, ends_in=-timedelta(minutes=1))


OPEN: list[Make] = [lambda e, o: submitted(e), asked, approved, lambda e, o: escalated(e)]
OVER: list[Make] = [lambda e, o: previewed(e), declined, withdrawn, lapsed]


@pytest.mark.parametrize("make", OPEN, ids=["submitted", "asked", "approved", "escalated"])
def test_one_that_compliance_may_ask_about_is_archived_and_stays_reachable(
    employee: User, officer: User, client: Client, make: Make
) -> None:
    draft = make(employee, officer)
    api, path = program(employee), f"/v1/threads/{draft.thread_id}/"
    answer = api.delete(path)
    assert (answer.status_code, answer.json()) == (200, {"archived": True})
    assert api.get(path).status_code == 200
    assert [thread["id"] for thread in api.get("/v1/threads/?archived=true").json()["results"]] == [
        str(draft.thread_id)
    ]
    assert api.get("/v1/threads/?archived=false").json()["results"] == []
    client.force_login(employee)
    page = client.get(f"/threads/{draft.thread_id}/")
    assert page.status_code == 200
    assert "Archived" in page.content.decode()


@pytest.mark.parametrize("make", OVER, ids=["previewed", "declined", "withdrawn", "lapsed"])
def test_one_that_is_over_or_was_never_handed_in_is_deleted(employee: User, officer: User, make: Make) -> None:
    draft = make(employee, officer)
    api, path = program(employee), f"/v1/threads/{draft.thread_id}/"
    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404
    assert DraftRequest.objects.filter(pk=draft.pk).exists()


def test_an_older_request_of_the_conversation_counts_too(employee: User) -> None:
    draft = submitted(employee)
    DraftRequest.objects.create(thread=draft.thread, owner=employee)
    assert program(employee).delete(f"/v1/threads/{draft.thread_id}/").status_code == 200


def test_a_question_about_an_archived_request_is_news_and_can_be_answered(
    employee: User, officer: User, client: Client
) -> None:
    draft = submitted(employee)
    api = program(employee)
    assert api.delete(f"/v1/threads/{draft.thread_id}/").status_code == 200
    client.force_login(employee)
    assert "new message" not in client.get("/").content.decode()
    act(actions.ask_for_information, draft, officer, question="Which account?")
    home = client.get("/").content.decode()
    assert "1 new message" in home
    assert 'href="/?archived=1"' in home
    assert "Siemens" in client.get("/?archived=1").content.decode()
    answer = api.post(f"/v1/threads/{draft.thread_id}/turns/", {"message": "My own account."}, format="json")
    assert (answer.status_code, answer.json()["status"]) == (200, "done")
    draft.refresh_from_db()
    assert draft.information_requested_at is None
    assert api.post(f"/v1/pa-dealing/requests/{draft.pk}/withdraw/").status_code == 200
    assert api.delete(f"/v1/threads/{draft.thread_id}/").status_code == 204


def test_a_conversation_that_was_deleted_comes_back_when_compliance_asks(
    employee: User, officer: User, client: Client
) -> None:
    draft = submitted(employee)
    Thread.objects.filter(pk=draft.thread_id).update(deleted_at=Now())
    api, path = program(employee), f"/v1/threads/{draft.thread_id}/"
    assert api.get(path).status_code == 404
    act(actions.ask_for_information, draft, officer, question="Which account?")
    assert api.get(path).json()["archived"] is True
    client.force_login(employee)
    assert "1 new message" in client.get("/").content.decode()
    assert program(officer).get(path).status_code == 404


def test_one_that_is_handed_in_after_its_conversation_was_deleted_comes_back(employee: User) -> None:
    draft = previewed(employee)
    api, path = program(employee), f"/v1/threads/{draft.thread_id}/"
    assert api.delete(path).status_code == 204
    handed_in = api.post(
        f"/v1/pa-dealing/requests/{draft.pk}/submit/", {"preview_hash": draft.preview_hash}, format="json"
    )
    assert handed_in.status_code == 200, handed_in.json()
    assert api.get(path).json()["archived"] is True


def test_a_deleted_conversation_stays_deleted_when_its_request_is_declined(employee: User, officer: User) -> None:
    draft = submitted(employee)
    Thread.objects.filter(pk=draft.thread_id).update(deleted_at=Now())
    act(actions.decline_request, draft, officer, reason="On the restricted list.")
    assert program(employee).get(f"/v1/threads/{draft.thread_id}/").status_code == 404


def test_the_page_says_what_became_of_it(employee: User, client: Client) -> None:
    client.force_login(employee)
    kept, gone = submitted(employee).thread, thread_of(employee)
    Thread.objects.filter(pk=gone.pk).update(title="Apple")
    page = client.post(f"/threads/{kept.pk}/delete/", follow=True).content.decode()
    assert "“Siemens” was archived and not deleted" in page
    assert "compliance" in page
    assert "archived and not deleted" not in client.get("/").content.decode()
    page = client.post(f"/threads/{gone.pk}/delete/", follow=True).content.decode()
    assert "archived and not deleted" not in page
    assert 'thread-title">Apple' not in page
