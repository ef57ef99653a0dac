"""The acts of the review: who may do what to a request in which state, and what it leaves behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from audit.models import AuditEntry
from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from chat.models import Message
from conftest import person
from pa_dealing import actions
from pa_dealing.models import ComplianceQuestion, DraftRequest
from pa_dealing.review import actions as review
from pa_dealing.tests.review_shared import act, approved, escalated, previewed, submitted, thread_of

pytestmark = pytest.mark.django_db


def refused(expected: str, do: Callable[..., Any], draft: DraftRequest, by: User, **values: Any) -> str:
    """The sentence of a refusal with this code; the row is as it was."""
    before = DraftRequest.objects.filter(pk=draft.pk).values().get()
    with pytest.raises(Refused) as refusal:
        act(do, draft, by, **values)
    assert refusal.value.code == expected
    assert DraftRequest.objects.filter(pk=draft.pk).values().get() == before
    return refusal.value.detail


def notices(draft: DraftRequest) -> list[str]:
    messages = Message.objects.filter(thread_id=draft.thread_id, role="notice").order_by("id")
    return list(messages.values_list("content", flat=True))


def jobs() -> list[tuple[str, dict[str, Any]]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT task_name, args FROM procrastinate_jobs ORDER BY id")
        return [(name, json.loads(args)) for name, args in cursor.fetchall()]


@pytest.fixture
def second_officer(db: None) -> User:
    return person("officer2", "compliance", staff=True)


def test_an_approval_is_signed_dated_and_ends_after_the_days_of_the_setting(
    employee: User, officer: User, settings: Any
) -> None:
    settings.APPROVAL_DAYS = 3
    draft = act(review.approve_request, submitted(employee), officer, reason="  Fine by policy.  ")
    assert (draft.status, draft.decided_by, draft.decision_reason) == ("approved", officer, "Fine by policy.")
    assert draft.decision_code == "within_policy"
    assert draft.expires_at - draft.decided_at < timedelta(days=3, seconds=1)  # type: ignore[operator]


def test_a_decline_keeps_its_code_and_reason(employee: User, officer: User) -> None:
    draft = act(review.decline_request, submitted(employee), officer, reason="On our list.", code="restricted")
    assert (draft.status, draft.decision_code, draft.decision_reason) == ("declined", "restricted", "On our list.")
    assert draft.expires_at is None


@pytest.mark.parametrize("do", [review.approve_request, review.decline_request])
def test_a_decision_needs_a_reason_of_at_most_two_thousand_characters(
    employee: User, officer: User, do: Callable[..., Any]
) -> None:
    draft = submitted(employee)
    refused("reason_required", do, draft, officer, reason="")
    refused("reason_required", do, draft, officer, reason=" \n\t ")
    assert "50,000" in refused("reason_too_long", do, draft, officer, reason="x" * 50_000)
    refused("unknown_code", do, draft, officer, reason="Because.", code="nonsense")
    assert jobs() == []


@pytest.mark.parametrize("do", [review.approve_request, review.decline_request])
def test_a_draft_a_withdrawn_and_an_expired_request_cannot_be_decided(
    employee: User, officer: User, do: Callable[..., Any]
) -> None:
    refused("not_submitted", do, previewed(employee), officer, reason="Fine.")
    withdrawn = submitted(employee)
    with act_on(actions.open_request(withdrawn.thread_id, Actor(employee.pk))) as row:
        actions.withdraw_request(row, by=Actor(employee.pk))
    refused("not_submitted", do, withdrawn, officer, reason="Fine.")
    # Its days are over, and the job has not run yet.
    lapsed = approved(employee, officer, ends_in=timedelta(seconds=-1))
    refused("expired", do, lapsed, officer, reason="Fine.")
    review.expire_due_approvals()
    refused("expired", do, lapsed, officer, reason="Fine.")


def test_a_second_decision_is_a_conflict_that_names_who_and_when(
    employee: User, officer: User, second_officer: User
) -> None:
    draft = approved(employee, officer)
    sentence = refused("already_decided", review.decline_request, draft, second_officer, reason="No.")
    assert draft.decided_at is not None
    assert sentence == f"officer approved this request on {draft.decided_at:%Y-%m-%d %H:%M} UTC."
    refused("already_decided", review.approve_request, draft, officer, reason="Again.")


@pytest.mark.parametrize(
    ("do", "values"),
    [
        (review.claim_request, {}),
        (review.release_request, {}),
        (review.approve_request, {"reason": "Mine."}),
        (review.decline_request, {"reason": "Mine."}),
        (review.ask_for_information, {"question": "Why?"}),
    ],
)
@pytest.mark.every_case
def test_an_officers_own_request_is_refused_to_that_officer(
    officer: User, do: Callable[..., Any], values: dict[str, str]
) -> None:
    refused("own_request", do, submitted(officer), officer, **values)


def test_four_eyes_bind_superusers_and_extensions_too(admin: User, officer: User) -> None:
    refused("own_request", review.approve_request, submitted(admin), admin, reason="Mine.")
    refused("own_request", review.extend_approval, approved(officer, admin), officer)


@pytest.mark.parametrize("field", ["decided_by", "claimed_by"])
def test_the_database_itself_refuses_a_person_who_reviews_their_own_request(officer: User, field: str) -> None:
    draft = submitted(officer)
    with pytest.raises(IntegrityError, match=f"pa_{field.removesuffix('_by')}_by_another"), transaction.atomic():
        DraftRequest.objects.filter(pk=draft.pk).update(**{field: officer})


@pytest.mark.parametrize(
    "values", [{}, {"decision_reason": "", "decided_at": timezone.now()}, {"decision_reason": "x"}]
)
def test_the_database_refuses_a_decision_that_nobody_signed(
    employee: User, officer: User, values: dict[str, Any]
) -> None:
    draft = submitted(employee)
    with pytest.raises(IntegrityError, match="pa_decision_is_signed"), transaction.atomic():
        DraftRequest.objects.filter(pk=draft.pk).update(status="declined", decided_by=officer, **values)


def test_a_claim_keeps_other_officers_from_deciding_until_they_take_it_over(
    employee: User, officer: User, second_officer: User
) -> None:
    draft = act(review.claim_request, submitted(employee), officer)
    assert (draft.claimed_by, draft.claimed_at is not None) == (officer, True)
    assert "officer has claimed" in refused(
        "claimed_by_other", review.approve_request, draft, second_officer, reason="x"
    )
    refused("claimed_by_other", review.claim_request, draft, second_officer)
    refused("claimed_by_other", review.release_request, draft, second_officer)
    taken = act(review.claim_request, draft, second_officer, take_over=True)
    assert taken.claimed_by == second_officer
    assert act(review.release_request, taken, second_officer).claimed_by is None


def test_a_decision_on_a_page_that_is_out_of_date_is_refused(employee: User, officer: User) -> None:
    draft = submitted(employee)
    seen = draft.updated_at
    act(review.claim_request, draft, officer)
    refused("changed", review.approve_request, draft, officer, reason="Fine.", seen=seen)
    fresh = DraftRequest.objects.get(pk=draft.pk)
    assert act(review.approve_request, fresh, officer, reason="Fine.", seen=fresh.updated_at).status == "approved"


def test_an_escalated_request_can_be_declined_or_closed_and_never_approved(employee: User, officer: User) -> None:
    draft = escalated(employee)
    refused("not_approvable", review.approve_request, draft, officer, reason="Fine.")
    closed = act(review.decline_request, draft, officer, reason="Settled by telephone.", code="closed")
    assert (closed.status, closed.decision_code) == ("declined", "closed")
    notice = notices(closed)[-1]
    assert "closed your request" in notice
    assert "Settled by telephone." in notice


def test_what_an_employee_reads_of_an_escalated_request_never_tips(employee: User, officer: User) -> None:
    draft = act(review.decline_request, escalated(employee), officer, reason="Not now.", code="inside_information")
    notice = notices(draft)[-1].casefold()
    assert not any(word in notice for word in ("inside", "information", "escalat", "investigat", "watch", "officer"))


def test_a_decision_tells_the_employee_in_the_thread_and_by_mail_in_the_same_transaction(
    employee: User, officer: User
) -> None:
    draft = submitted(employee)

    def decide_and_fail(row: DraftRequest, *, by: Actor) -> None:
        review.approve_request(row, reason="Fine.", by=by)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        act(decide_and_fail, draft, officer)
    assert (notices(draft), jobs()) == ([], [])
    act(review.approve_request, draft, officer, reason="Fine.")
    assert "Compliance approved your request to buy 2,000 Siemens AG (SIE.DE)." in notices(draft)[-1]
    assert "Fine." in notices(draft)[-1]
    assert [name for name, _ in jobs()] == ["pa_dealing.mail_notice"]
    assert Message.objects.get(role="notice", thread_id=draft.thread_id).seen_at is None


def test_every_act_leaves_an_audit_entry_by_its_officer(employee: User, officer: User) -> None:
    draft = submitted(employee)
    act(review.claim_request, draft, officer)
    act(review.ask_for_information, draft, officer, question="Which account?")
    act(review.release_request, draft, officer)
    act(review.approve_request, draft, officer, reason="Fine.")
    act(review.extend_approval, draft, officer, reason="Holiday.")
    entries = AuditEntry.objects.filter(object_id=str(draft.pk), actor=officer).order_by("id")
    assert [entry.action.removeprefix("pa_dealing.") for entry in entries] == [
        "claimed",
        "question_asked",
        "released",
        "approved",
        "extended",
    ]
    assert entries[3].data["reason"] == "Fine."


def test_a_question_waits_for_its_answer_and_keeps_the_employees_words(employee: User, officer: User) -> None:
    draft = act(review.ask_for_information, submitted(employee), officer, question="Which account?")
    assert draft.information_requested_at is not None
    assert "Which account?" in notices(draft)[-1]
    refused("question_open", review.ask_for_information, draft, officer, question="And why?")
    answered = act(review.answer_question, draft, employee, answer="My own.", message_id=7)
    question = ComplianceQuestion.objects.get(request=draft)
    assert (question.asked_by, question.answer, question.answer_message_id) == (officer, "My own.", 7)
    assert answered.information_requested_at is None
    refused("no_question", review.answer_question, answered, employee, answer="More.", message_id=8)
    assert [name for name, _ in jobs()] == ["pa_dealing.mail_notice", "pa_dealing.mail_officer"]


def test_a_decision_ends_an_open_question(employee: User, officer: User) -> None:
    draft = act(review.ask_for_information, submitted(employee), officer, question="Which account?")
    assert act(review.decline_request, draft, officer, reason="No answer.").information_requested_at is None


def test_the_newest_request_of_a_thread_knows_of_a_question_about_an_older_one(employee: User, officer: User) -> None:
    thread = thread_of(employee)
    older = act(review.ask_for_information, submitted(employee, thread), officer, question="Which account?")
    previewed(employee, thread)
    newest = actions.load_request(thread.pk)
    assert (newest.status, newest.asked_request) == ("previewed", older.pk)  # type: ignore[attr-defined]


def test_an_owner_may_withdraw_before_and_after_an_approval_and_the_review_lets_go(
    employee: User, officer: User
) -> None:
    for draft in (act(review.claim_request, submitted(employee), officer), approved(employee, officer)):
        with act_on(actions.open_request(draft.thread_id, Actor(employee.pk))) as row:
            actions.withdraw_request(row, by=Actor(employee.pk))
        draft.refresh_from_db()
        assert (draft.status, draft.claimed_by) == ("withdrawn", None)
