"""The queue and a request's page in the admin: what an officer sees, may do, and is refused."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import AsyncClient, Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from conftest import person
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, csv_export, queue
from pa_dealing.review.transcript import mark_values
from pa_dealing.tests.review_shared import act, approved, escalated, previewed, submitted

LIST = "/admin/pa_dealing/draftrequest/"


def web(user: User) -> Client:
    made = Client()
    made.force_login(user)
    return made


def page(draft: DraftRequest) -> str:
    return f"{LIST}{draft.pk}/change/"


def text(answer: Any) -> str:
    return " ".join(answer.content.decode().split())


def do(user: User, draft: DraftRequest, name: str, **values: str) -> Any:
    values = {"seen": draft.updated_at.isoformat(), "decline_code": "other", **values}
    return web(user).post(f"{LIST}{draft.pk}/{name}/now/", values)


@pytest.mark.django_db
def test_the_list_shows_what_waits_and_none_of_the_drafts(employee: User, officer: User) -> None:
    draft, waiting, done = previewed(employee), submitted(employee), approved(employee, officer)
    shown = text(web(officer).get(LIST))
    assert str(waiting.pk) in shown
    assert str(draft.pk) not in shown
    assert str(done.pk) not in shown
    assert str(done.pk) in text(web(officer).get(f"{LIST}?status=approved"))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "query", ["status=nonsense", "age=old&flag=x&value=y", "decided=never", "q=%00%F0", "p=99999", "e=1"]
)
def test_a_wrong_query_is_no_error(officer: User, query: str) -> None:
    assert web(officer).get(f"{LIST}?{query}", follow=True).status_code == 200


@pytest.mark.django_db
def test_the_list_takes_the_same_few_queries_however_many_rows_it_shows(employee: User, officer: User) -> None:
    browser = web(officer)
    # The first page of a person keeps the language that they read.
    browser.get(LIST)
    counts = []
    for _ in range(2):
        for _ in range(4):
            submitted(employee)
        with CaptureQueriesContext(connection) as queries:
            browser.get(LIST)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 12


@pytest.mark.django_db
def test_counting_stops_at_the_cap(monkeypatch: pytest.MonkeyPatch, employee: User) -> None:
    monkeypatch.setattr(queue, "MAX_COUNT", 2)
    for _ in range(3):
        submitted(employee)
    assert queue.CappedPaginator(DraftRequest.objects.order_by("pk"), 50).count == 2


@pytest.mark.django_db
def test_the_page_shows_values_words_checks_and_the_conversation_with_marks(employee: User, officer: User) -> None:
    shown = text(web(officer).get(page(submitted(employee))))
    assert 'EUR 262,900<span class="rq-label">Value</span></mark>' in shown
    assert "2,000 × 131.45 = 262,900, which fits the value of 262,900." in shown
    assert "Rated good." in shown


@pytest.mark.django_db
def test_what_an_employee_wrote_is_shown_as_text_and_never_as_markup(employee: User, officer: User) -> None:
    draft = submitted(employee, justification="<script>alert(1)</script> to diversify my savings a little")
    shown = web(officer).get(page(draft)).content.decode()
    assert "<script>alert(1)" not in shown
    assert "&lt;script&gt;alert(1)" in shown


@pytest.mark.django_db
def test_an_officer_claims_approves_and_the_page_says_who_did_it(employee: User, officer: User) -> None:
    draft = submitted(employee)
    do(officer, draft, "claim")
    draft.refresh_from_db()
    assert do(officer, draft, "approve", text="Within policy.", approve_code="within_policy").status_code == 302
    shown = text(web(officer).get(page(draft)))
    assert "Approved" in shown
    assert "Within policy." in shown
    assert 'id="decide"' not in shown


@pytest.mark.django_db
def test_a_refusal_keeps_what_was_typed_and_changes_nothing(employee: User, officer: User) -> None:
    draft = submitted(employee)
    answer = do(officer, draft, "decline", text="x" * 2001)
    assert answer.status_code == 409
    assert "2,001 characters" in text(answer)
    assert "x" * 2001 in text(answer)
    assert do(officer, draft, "decline", text=" ").status_code == 409
    draft.refresh_from_db()
    assert draft.status == "submitted"


@pytest.mark.django_db
@pytest.mark.parametrize("seen", ["", "yesterday", "2020-01-01T00:00:00+00:00", "2020-01-01T00:00:00"])
def test_a_decision_from_an_old_page_is_a_conflict(employee: User, officer: User, seen: str) -> None:
    draft = submitted(employee)
    answer = do(officer, draft, "approve", text="Fine.", seen=seen)
    assert (answer.status_code, "has changed since you opened it" in text(answer)) == (409, True)


@pytest.mark.django_db
def test_a_decision_after_another_officers_shows_whose_it_was(employee: User, officer: User) -> None:
    draft = submitted(employee)
    act(actions.approve_request, draft, person("officer2", "compliance"), reason="Fine.")
    answer = do(officer, draft, "decline", text="No.")
    assert "officer2 approved this request on" in text(answer)


@pytest.mark.django_db
def test_an_officers_own_request_shows_no_form_and_takes_no_decision(officer: User, admin: User) -> None:
    for who in (officer, admin):
        draft = submitted(who)
        assert 'id="decide"' not in text(web(who).get(page(draft)))
        answer = do(who, draft, "approve", text="Mine.")
        assert (answer.status_code, "This is your own request" in text(answer)) == (409, True)


@pytest.mark.django_db
def test_an_escalated_request_offers_no_approval(employee: User, officer: User) -> None:
    shown = text(web(officer).get(page(escalated(employee))))
    assert "/decline/now/" in shown
    assert "/approve/now/" not in shown


@pytest.mark.django_db
def test_staff_without_the_permission_see_and_decide_nothing(employee: User) -> None:
    staff = person("staff", staff=True)
    draft = submitted(employee)
    for path in (LIST, page(draft), f"{LIST}dashboard/", f"{LIST}export.csv", f"{LIST}{draft.pk}/evidence.pdf"):
        assert web(staff).get(path).status_code == 403, path
    assert do(staff, draft, "approve", text="Fine.").status_code == 403
    assert web(staff).post(f"{LIST}decide/", {"request": f"{draft.pk}|"}).status_code == 403
    assert web(employee).get(LIST).status_code == 302


@pytest.mark.django_db
def test_those_who_may_only_look_get_no_forms(employee: User) -> None:
    auditor = person("auditor", staff=True)
    auditor.user_permissions.add(Permission.objects.get(codename="view_draftrequest"))
    draft = submitted(employee)
    assert 'id="decide"' not in text(web(auditor).get(page(draft)))
    assert do(auditor, draft, "approve", text="Fine.").status_code == 403


@pytest.mark.django_db
def test_nothing_can_be_added_edited_or_deleted_in_the_admin(employee: User, admin: User) -> None:
    draft = submitted(employee)
    before = DraftRequest.objects.filter(pk=draft.pk).values().get()
    for path in (f"{LIST}add/", f"{LIST}{draft.pk}/delete/"):
        assert web(admin).post(path, {"post": "yes"}).status_code == 403
    web(admin).post(page(draft), {"status": "approved", "quantity": "1"})
    assert DraftRequest.objects.filter(pk=draft.pk).values().get() == before


@pytest.mark.django_db
def test_several_are_decided_after_a_preview_and_one_refusal_stops_no_other(employee: User, officer: User) -> None:
    first, second, own, stopped = submitted(employee), submitted(employee), submitted(officer), escalated(employee)
    chosen = [first, second, own, stopped]
    preview = web(officer).post(LIST, {"action": "decide_selected", "_selected_action": [str(d.pk) for d in chosen]})
    shown = text(preview)
    assert "Decide 3 requests" in shown
    assert "another officer must look at it" in shown
    stamps = [f"{d.pk}|{d.updated_at.isoformat()}" for d in chosen]
    act(actions.claim_request, second, person("officer2", "compliance"))
    answer = web(officer).post(
        f"{LIST}decide/",
        {"request": stamps, "decision": "approve", "text": "Within policy.", "looked": "1"},
        follow=True,
    )
    assert "1 request approved." in text(answer)
    statuses = [DraftRequest.objects.get(pk=d.pk).status for d in chosen]
    assert statuses == ["approved", "submitted", "submitted", "draft"]


@pytest.mark.django_db
def test_deciding_several_needs_a_reason_and_at_least_one_request(employee: User, officer: User) -> None:
    draft = submitted(employee)
    answer = web(officer).post(f"{LIST}decide/", {"request": f"{draft.pk}|x", "decision": "approve", "text": ""})
    assert (answer.status_code, "Give a reason" in text(answer)) == (409, True)
    for wrong in ("", "x|y", "../../etc|"):
        assert web(officer).post(f"{LIST}decide/", {"request": wrong, "text": "x"}).status_code == 302


@pytest.mark.django_db
def test_next_leads_to_the_first_request_that_this_officer_can_decide(employee: User, officer: User) -> None:
    own, here, other = submitted(officer), submitted(employee), submitted(employee)
    assert web(officer).get(f"{LIST}{here.pk}/next/").headers["Location"] == page(other)
    act(actions.claim_request, other, person("officer2", "compliance"))
    assert web(officer).get(f"{LIST}{here.pk}/next/").headers["Location"] == LIST
    assert own.status == "submitted"


@pytest.mark.django_db
def test_every_figure_of_the_dashboard_is_a_link(employee: User, officer: User) -> None:
    submitted(employee)
    shown = text(web(officer).get(f"{LIST}dashboard/"))
    assert shown.count('href="/admin/pa_dealing/draftrequest/?') >= 11
    assert "cdn" not in shown


# --- CSV --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_cell_that_a_spreadsheet_would_run_begins_with_an_apostrophe(start: str) -> None:
    assert csv_export.safe(f"{start}1+1") == f"'{start}1+1"
    assert csv_export.safe(f"a{start}") == f"a{start}"


@pytest.mark.django_db
def test_the_export_holds_every_request_once_with_formulas_quoted(
    employee: User, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_export, "ROWS_AT_ONCE", 2)
    drafts = [
        submitted(employee, justification='=HYPERLINK("http://x","y"), to diversify my savings') for _ in range(5)
    ]
    DraftRequest.objects.update(submitted_at=timezone.now() - timedelta(hours=1))
    content = b"".join(web(officer).get(f"{LIST}export.csv?status=submitted")).decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert {row["id"] for row in rows} == {str(draft.pk) for draft in drafts}
    assert len(rows) == 5
    assert all(row["justification"].startswith("'=HYPERLINK") for row in rows)


@pytest.mark.django_db(transaction=True)
def test_under_asgi_the_export_is_made_piece_by_piece(
    employee: User, officer: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_export, "ROWS_AT_ONCE", 2)
    # The flush after another such test takes the rights of the groups away, which a migration gave them.
    officer.user_permissions.set(Permission.objects.filter(content_type__app_label="pa_dealing"))
    drafts = {str(submitted(employee).pk) for _ in range(5)}

    async def pieces() -> list[bytes]:
        browser = AsyncClient()
        await browser.aforce_login(officer)
        answer = await browser.get(f"{LIST}export.csv")
        return [piece async for piece in answer.streaming_content]

    made = async_to_sync(pieces)()
    # The header, then two rows at most.
    assert [piece.count(b"\r\n") for piece in made] == [1, 2, 2, 1]
    assert all(pk.encode() in b"".join(made) for pk in drafts)


def test_words_that_several_values_were_read_from_are_one_part_with_all_labels() -> None:
    parts = mark_values("buy 10 for EUR 5", [(4, 6, "Quantity"), (4, 6, "Price"), (11, 16, "Value"), (15, 99, "Late")])
    assert [(part.text, part.labels) for part in parts] == [
        ("buy ", ""),
        ("10", "Price, Quantity"),
        (" for ", ""),
        ("EUR ", "Value"),
        ("5", "Value, Late"),
    ]
