"""The review by API: who is let in, what each refusal answers, and the queue's filters."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from rest_framework.test import APIClient

from conftest import person
from pa_dealing.models import DraftRequest
from pa_dealing.tests.review_shared import approved, escalated, previewed, submitted

pytestmark = pytest.mark.django_db
ACTS = ("claim", "release", "approve", "decline", "ask", "extend")


def client(user: User) -> APIClient:
    made = APIClient()
    made.force_authenticate(user)
    return made


def url(draft: DraftRequest, act: str) -> str:
    return f"/v1/pa-dealing/requests/{draft.pk}/{act}/"


def post(user: User, draft: DraftRequest, act: str, **body: Any) -> Any:
    return client(user).post(url(draft, act), body, format="json")


@pytest.mark.parametrize("act", ACTS)
def test_an_employee_and_an_outsider_get_403_for_every_act(
    employee: User, outsider: User, colleague: User, act: str
) -> None:
    draft = submitted(employee)
    for who in (employee, outsider, colleague):
        answer = post(who, draft, act, reason="Mine.", question="Why?")
        assert answer.status_code == 403, who
    draft.refresh_from_db()
    assert draft.status == "submitted"


@pytest.mark.parametrize("path", ["queue/", "queue.csv", "dashboard/"])
def test_only_officers_see_the_queue_the_csv_and_the_dashboard(employee: User, officer: User, path: str) -> None:
    assert client(employee).get(f"/v1/pa-dealing/{path}").status_code == 403
    assert APIClient().get(f"/v1/pa-dealing/{path}").status_code == 401
    assert client(officer).get(f"/v1/pa-dealing/{path}").status_code == 200


@pytest.mark.parametrize("act", ACTS)
def test_an_officer_gets_404_for_a_draft_and_for_what_does_not_exist(employee: User, officer: User, act: str) -> None:
    assert post(officer, previewed(employee), act, reason="x").status_code == 404
    missing = DraftRequest(pk=uuid.uuid4())
    assert post(officer, missing, act, reason="x").status_code == 404


def test_an_officer_approves_with_a_reason_and_the_employee_reads_it(employee: User, officer: User) -> None:
    draft = submitted(employee)
    answer = post(officer, draft, "approve", reason="Within policy.")
    assert (answer.status_code, answer.json()["status"], answer.json()["decided_by"]) == (200, "approved", "officer")
    seen = client(employee).get(f"/v1/pa-dealing/requests/{draft.pk}/").json()
    assert seen["decision"]["reason"] == "Within policy."
    assert seen["expires_at"]
    assert "decided_by" not in seen
    assert "risk" not in seen


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "reason_required"),
        ({"reason": "   "}, "reason_required"),
        ({"reason": "x" * 50_000}, "reason_too_long"),
        ({"reason": "Fine.", "reason_code": "nonsense"}, "unknown_code"),
        ({"reason": ["a", "list"]}, "invalid"),
        ({"reason": "Fine.", "updated_at": "yesterday"}, "invalid"),
    ],
)
def test_bad_input_is_400_with_a_code(employee: User, officer: User, body: dict[str, Any], code: str) -> None:
    answer = post(officer, submitted(employee), "decline", **body)
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert answer.json()["detail"]


def test_states_that_do_not_fit_are_409_with_a_code_that_tells_them_apart(employee: User, officer: User) -> None:
    second = person("officer2", "compliance")
    draft = submitted(employee)
    stale = draft.updated_at.isoformat()
    assert post(second, draft, "claim").status_code == 200
    assert post(officer, draft, "decline", reason="x").json()["code"] == "claimed_by_other"
    assert post(officer, draft, "claim", take_over=True).json()["claimed_by"] == "officer"
    answer = post(officer, draft, "approve", reason="x", updated_at=stale)
    assert (answer.status_code, answer.json()["code"]) == (409, "changed")
    assert post(officer, draft, "approve", reason="x").status_code == 200
    for act in ("approve", "decline"):
        answer = post(second, draft, act, reason="x")
        assert (answer.status_code, answer.json()["code"]) == (409, "already_decided")
        assert "officer approved" in answer.json()["detail"]
    assert post(officer, escalated(employee), "approve", reason="x").json()["code"] == "not_approvable"
    lapsed = approved(employee, officer, ends_in=timedelta(minutes=-1))
    assert post(officer, lapsed, "decline", reason="x").json()["code"] == "expired"
    assert post(officer, lapsed, "extend").json()["code"] == "expired"


@pytest.mark.parametrize("act", ACTS)
def test_an_officers_own_request_is_403_own_request(officer: User, admin: User, act: str) -> None:
    for who in (officer, admin):
        answer = post(who, submitted(who), act, reason="Mine.", question="Why?")
        assert (answer.status_code, answer.json()["code"]) == (403, "own_request")


def test_a_question_and_an_extension_go_back_and_forth(employee: User, officer: User, colleague: User) -> None:
    draft = submitted(employee)
    assert post(officer, draft, "ask", question="Which account?").json()["information_requested_at"]
    assert post(officer, draft, "ask").json()["code"] == "question_required"
    assert post(officer, draft, "approve", reason="Fine.").status_code == 200
    assert post(colleague, draft, "request-extension").status_code == 404
    assert post(employee, draft, "request-extension", reason="Markets are closed.").status_code == 200
    assert post(employee, draft, "request-extension").json()["code"] == "already_requested"
    before = DraftRequest.objects.get(pk=draft.pk)
    extended = post(officer, draft, "extend").json()
    assert (extended["extension_requested_at"], extended["expires_at"] > before.expires_at.isoformat()) == (None, True)  # type: ignore[union-attr]


def test_the_trace_is_the_same_for_the_employee_and_the_officer_and_hidden_from_others(
    employee: User, officer: User, colleague: User
) -> None:
    draft = submitted(employee)
    path = url(draft, "trace")
    own, theirs = client(employee).get(path).json(), client(officer).get(path).json()
    assert own == theirs
    assert [check["code"] for check in own][:3] == ["has_inside_info", "is_related_party", "value_threshold"]
    assert client(colleague).get(path).status_code == 404
    assert client(colleague).get(f"/v1/pa-dealing/requests/{draft.pk}/evidence.pdf").status_code == 404
    pdf = client(employee).get(f"/v1/pa-dealing/requests/{draft.pk}/evidence.pdf")
    assert (pdf["Content-Type"], pdf.content[:5]) == ("application/pdf", b"%PDF-")


def listed(by: User, **query: str) -> list[str]:
    answer = client(by).get("/v1/pa-dealing/queue/", query)
    assert answer.status_code == 200, answer.content
    return [row["id"] for row in answer.json()["results"]]


def test_the_queue_puts_the_riskiest_first_and_of_these_the_oldest(employee: User, officer: User) -> None:
    small = {"estimated_value": "500", "unit_price": None, "quantity": 5}
    newer, older = submitted(employee, **small), submitted(employee, **small)
    DraftRequest.objects.filter(pk=older.pk).update(submitted_at=timezone.now() - timedelta(days=9))
    high, related, inside = submitted(employee), submitted(employee, is_related_party=True), escalated(employee)
    assert listed(officer) == [str(draft.pk) for draft in (inside, related, high, older, newer)]


def test_each_filter_narrows_the_queue(employee: User, officer: User) -> None:
    plain = submitted(employee, estimated_value="500", unit_price=None, quantity=5)
    derivative = submitted(
        employee, is_derivative=True, justification_quality="WEAK", user_confirmed_weak_justification=True
    )
    done = approved(employee, officer)
    DraftRequest.objects.filter(pk=plain.pk).update(submitted_at=timezone.now() - timedelta(days=4), claimed_by=officer)
    p, d, a = str(plain.pk), str(derivative.pk), str(done.pk)
    assert listed(officer, status="approved") == [a]
    assert set(listed(officer, status="all")) == {p, d, a}
    assert (listed(officer, officer="me"), listed(officer, officer="nobody")) == ([p], [d])
    assert set(listed(officer, officer="officer", status="all")) == {p, a}
    assert (listed(officer, age="over_3_days"), listed(officer, age="under_1_day")) == ([p], [d])
    assert (listed(officer, flag="weak_justification"), listed(officer, flag="none")) == ([d], [p])
    assert (listed(officer, derivative="yes"), listed(officer, derivative="no")) == ([d], [p])
    assert (listed(officer, value="over_100000"), listed(officer, value="to_10000")) == ([d], [p])
    assert listed(officer, decided="today") == [a]
    assert listed(officer, decided="2020-01-31") == []
    assert listed(officer, search="siemens EMPLOYEE", flag="any") == [d]
    assert listed(officer, search="nobody-has-this") == []


@pytest.mark.parametrize("query", [{"age": "old"}, {"status": "draft"}, {"decided": "31/01/2026"}, {"value": "\x00"}])
def test_an_unknown_filter_is_a_400_that_names_the_known_ones(officer: User, query: dict[str, str]) -> None:
    answer = client(officer).get("/v1/pa-dealing/queue/", query)
    assert (answer.status_code, answer.json()["code"]) == (400, "unknown_filter")


def test_drafts_of_others_are_in_no_list_and_no_export(employee: User, officer: User) -> None:
    draft = previewed(employee)
    assert listed(officer, status="all") == []
    csv = b"".join(client(officer).get("/v1/pa-dealing/queue.csv")).decode()
    assert str(draft.pk) not in csv


def test_the_dashboard_counts_and_each_figure_has_a_list_of_that_length(employee: User, officer: User) -> None:
    for draft in (submitted(employee), submitted(employee)):
        DraftRequest.objects.filter(pk=draft.pk).update(submitted_at=timezone.now() - timedelta(hours=30))
    escalated(employee)
    approved(employee, officer, ends_in=timedelta(hours=3))
    post(officer, submitted(employee), "ask", question="Why?")
    figures = client(officer).get("/v1/pa-dealing/dashboard/").json()
    assert figures["ages"] == {"under_1_day": 2, "1_to_3_days": 2, "over_3_days": 0}
    assert figures["counts"]["approvals_ending_in_a_day"] == 1
    assert figures["days"][-1]["approved"] == 1
    for name, number in {**figures["counts"], **figures["ages"]}.items():
        assert client(officer).get(figures["lists"][name]).json()["count"] == number, name


def test_the_dashboard_counts_nothing_of_tomorrow(employee: User, officer: User) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    DraftRequest.objects.filter(pk=approved(employee, officer).pk).update(decided_at=tomorrow, submitted_at=tomorrow)
    days = client(officer).get("/v1/pa-dealing/dashboard/").json()["days"]
    assert sum(day["approved"] + day["submitted"] for day in days) == 0
