"""The owner's requests by API: ownership first, then preview, submit and withdraw."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.contrib.auth.models import User
from rest_framework.test import APIClient

from chat.acts import act_on
from chat.errors import Refused
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.tests.shared import COMPLETE, Desk

LIST = "/v1/pa-dealing/requests/"


def client(user: User | None) -> APIClient:
    made = APIClient()
    if user is not None:
        made.force_authenticate(user)
    return made


def url(draft: DraftRequest, act: str = "") -> str:
    return f"{LIST}{draft.pk}/{act + '/' if act else ''}"


@pytest.fixture
def draft(desk: Desk) -> DraftRequest:
    return desk.fill(**COMPLETE)


def post(user: User | None, draft: DraftRequest, act: str, **body: Any) -> Any:
    return client(user).post(url(draft, act), body, format="json")


@pytest.mark.parametrize("act", ["", "preview", "submit", "withdraw"])
@pytest.mark.every_case
def test_somebody_elses_request_is_not_found(
    draft: DraftRequest, colleague: User, officer: User, admin: User, act: str
) -> None:
    for other in (colleague, officer, admin):
        asked = client(other)
        response = asked.post(url(draft, act)) if act else asked.get(url(draft))
        assert response.status_code == 404, other
    assert DraftRequest.objects.get(pk=draft.pk).status == "draft"


@pytest.mark.parametrize("act", ["", "preview", "submit", "withdraw"])
@pytest.mark.every_case
def test_who_is_not_signed_in_is_refused(draft: DraftRequest, act: str) -> None:
    asked = client(None)
    response = asked.post(url(draft, act)) if act else asked.get(url(draft))
    assert response.status_code in (401, 403)


def test_the_list_holds_ones_own_requests_only(draft: DraftRequest, colleague: User, officer: User) -> None:
    assert [row["id"] for row in client(draft.owner).get(LIST).json()["results"]] == [str(draft.pk)]
    assert client(colleague).get(LIST).json()["results"] == []
    assert client(officer).get(LIST).json()["results"] == []


def test_an_officer_reads_what_was_submitted_but_cannot_act_as_its_owner(
    draft: DraftRequest, officer: User, colleague: User
) -> None:
    post(draft.owner, draft, "preview")
    post(draft.owner, draft, "submit")
    assert client(officer).get(url(draft)).status_code == 200
    assert client(colleague).get(url(draft)).status_code == 404
    assert post(officer, draft, "withdraw").status_code == 404


@pytest.mark.parametrize("query", ["?status=draft", "?status=", "?page=1"])
def test_requests_are_listed_by_status_and_page(draft: DraftRequest, query: str) -> None:
    assert client(draft.owner).get(LIST + query).status_code == 200


@pytest.mark.parametrize("query", ["?status=%ED%A0%BD", "?status=%00", "?status=nonsense"])
def test_a_status_that_is_none_is_refused_with_those_that_are(draft: DraftRequest, query: str) -> None:
    answer = client(draft.owner).get(LIST + query)
    assert answer.status_code == 400
    assert "it must be one of draft, previewed, submitted" in answer.json()["detail"]


def test_a_request_is_previewed_and_submitted(draft: DraftRequest) -> None:
    previewed = post(draft.owner, draft, "preview")
    assert previewed.status_code == 200
    assert previewed.json()["status"] == "previewed"
    assert len(previewed.json()["preview_hash"]) == 64
    submitted = post(draft.owner, draft, "submit", preview_hash=previewed.json()["preview_hash"])
    assert submitted.status_code == 200
    assert submitted.json()["status"] == "submitted"
    assert submitted.json()["draft"]["estimated_value"] == "13145.00"


def test_without_a_preview_the_answer_is_409(draft: DraftRequest) -> None:
    response = post(draft.owner, draft, "submit")
    assert (response.status_code, response.json()["code"]) == (409, "not_previewed")


def test_a_draft_that_changed_after_the_preview_is_409(desk: Desk, draft: DraftRequest) -> None:
    seen = post(draft.owner, draft, "preview").json()["preview_hash"]
    desk.tool("set_quantity", "sorry, 300 shares", quantity=300)
    response = post(draft.owner, draft, "submit", preview_hash=seen)
    assert response.status_code == 409
    again = post(draft.owner, draft, "preview").json()["preview_hash"]
    assert again != seen
    old = post(draft.owner, draft, "submit", preview_hash=seen)
    assert (old.status_code, old.json()["code"]) == (409, "preview_outdated")
    assert post(draft.owner, draft, "submit", preview_hash=again).status_code == 200


def test_an_incomplete_draft_is_409_and_says_what_is_missing(desk: Desk) -> None:
    draft = desk.fill(**{**COMPLETE, "quantity": None})
    response = post(draft.owner, draft, "preview")
    assert (response.status_code, response.json()["code"]) == (409, "incomplete")
    assert "quantity" in response.json()["detail"]


@pytest.mark.parametrize("act", ["preview", "submit"])
def test_a_submitted_request_is_closed(draft: DraftRequest, act: str) -> None:
    post(draft.owner, draft, "preview")
    post(draft.owner, draft, "submit")
    assert post(draft.owner, draft, act).status_code == 409


def test_the_owner_withdraws_once(draft: DraftRequest) -> None:
    post(draft.owner, draft, "preview")
    post(draft.owner, draft, "submit")
    assert post(draft.owner, draft, "withdraw").json()["status"] == "withdrawn"
    assert post(draft.owner, draft, "withdraw").status_code == 409


def test_an_older_request_of_the_thread_cannot_be_reached_through_a_newer_one(desk: Desk, draft: DraftRequest) -> None:
    post(draft.owner, draft, "preview")
    post(draft.owner, draft, "submit")
    desk.say("sell 50 BASF shares")
    assert post(draft.owner, draft, "submit").status_code == 409
    assert desk.draft.status == "draft"


@pytest.mark.parametrize("body", [{"preview_hash": "x" * 200}, {"preview_hash": 5}, {"preview_hash": ["a"]}, []])
def test_a_strange_body_is_a_clear_answer(draft: DraftRequest, body: Any) -> None:
    post(draft.owner, draft, "preview")
    response = client(draft.owner).post(url(draft, "submit"), body, format="json")
    assert response.status_code in (200, 400, 409)
    assert DraftRequest.objects.get(pk=draft.pk).status in ("previewed", "submitted")


def test_an_unknown_id_is_404(desk: Desk) -> None:
    assert client(desk.owner).get(f"{LIST}{uuid.uuid4()}/").status_code == 404


def test_inside_information_is_not_shown_as_a_flag_to_withdraw(desk: Desk) -> None:
    desk.say("I have inside information about Siemens")
    draft = desk.draft
    assert post(desk.owner, draft, "withdraw").status_code == 409
    with pytest.raises(Refused), act_on(actions.open_request(desk.thread.pk, desk.by)) as locked:
        actions.preview_request(locked, by=desk.by)
