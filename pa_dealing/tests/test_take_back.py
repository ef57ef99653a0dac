"""A decision is taken back while it is fresh, by who made it, with a reason; and reasons that are kept in advance."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from audit.models import AuditEntry
from conftest import person
from pa_dealing.models import DraftRequest, ReasonTemplate
from pa_dealing.review import actions, take_back
from pa_dealing.tests.review_shared import act, approved, escalated, previewed, submitted
from pa_dealing.tests.test_queue import LIST, do, page, text, web
from pa_dealing.tests.test_review import notices, refused

pytestmark = pytest.mark.django_db


def taken_back(draft: DraftRequest, by: User, reason: str = "The wrong one.") -> DraftRequest:
    return act(take_back.take_back_decision, draft, by, reason=reason)


def test_an_approval_that_is_taken_back_waits_again_and_its_owner_is_told(employee: User, officer: User) -> None:
    draft = taken_back(approved(employee, officer), officer)
    assert (draft.status, draft.decided_by, draft.decided_at, draft.expires_at) == ("submitted", None, None, None)
    assert (draft.decision_code, draft.decision_reason) == ("", "")
    assert "took back its approval" in notices(draft)[-1]
    assert "The wrong one." in notices(draft)[-1]
    assert act(actions.decline_request, draft, officer, reason="Indeed.").status == "declined"


def test_a_question_that_was_open_is_open_again_and_is_answered(employee: User, officer: User) -> None:
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    draft = act(actions.approve_request, draft, officer, reason="Within policy.")
    draft = taken_back(draft, officer)
    assert draft.information_requested_at is not None
    answered = act(actions.answer_question, draft, employee, answer="My own.", message_id=7)
    assert act(actions.ask_for_information, answered, officer, question="And why?").information_requested_at


def test_the_audit_trail_keeps_the_decision_that_was_taken_back(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    taken_back(draft, officer)
    entry = AuditEntry.objects.get(action="pa_dealing.taken_back", object_id=str(draft.pk))
    assert (entry.actor, entry.data["was"], entry.data["was_reason"]) == (officer, "approved", "Within policy.")
    assert entry.data["reason"] == "The wrong one."


def test_a_decision_cannot_be_taken_back_later_than_the_setting_says(
    employee: User, officer: User, settings: Any
) -> None:
    settings.TAKE_BACK_MINUTES = 5
    draft = approved(employee, officer)
    DraftRequest.objects.filter(pk=draft.pk).update(decided_at=timezone.now() - timedelta(minutes=6))
    assert "5 minutes" in refused("too_late", take_back.take_back_decision, draft, officer, reason="Oh.")
    assert "Take it back" not in text(web(officer).get(page(draft)))


def test_only_who_decided_takes_it_back_and_gives_a_reason(employee: User, officer: User) -> None:
    second, draft = person("officer2", "compliance", staff=True), approved(employee, officer)
    refused("not_your_decision", take_back.take_back_decision, draft, second, reason="No.")
    refused("reason_required", take_back.take_back_decision, draft, officer, reason=" ")
    refused("not_decided", take_back.take_back_decision, submitted(employee), officer, reason="No.")


def test_a_flagged_draft_that_was_closed_is_a_draft_again_unless_another_was_begun(
    employee: User, officer: User
) -> None:
    closed = act(actions.decline_request, escalated(employee), officer, reason="Closed.", code="closed")
    assert taken_back(closed, officer).status == "draft"
    closed = act(actions.decline_request, escalated(employee), officer, reason="Closed.", code="closed")
    previewed(employee, closed.thread)
    refused("new_draft", take_back.take_back_decision, closed, officer, reason="Oh.")


def test_the_page_offers_it_and_does_it(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    assert "Take it back" in text(web(officer).get(page(draft)))
    assert do(officer, draft, "take_back", text="The wrong one.").status_code == 302
    assert DraftRequest.objects.get(pk=draft.pk).status == "submitted"


def test_a_decline_on_the_page_needs_a_code_and_keeps_what_was_written(employee: User, officer: User) -> None:
    draft = submitted(employee)
    answer = do(officer, draft, "decline", text="Not this one.", decline_code="")
    assert answer.status_code == 409
    assert "Choose why you decline" in text(answer)
    assert "Not this one." in text(answer)
    assert DraftRequest.objects.get(pk=draft.pk).status == "submitted"


def test_the_page_offers_the_reasons_that_officers_keep(employee: User, officer: User) -> None:
    ReasonTemplate.objects.create(code="restricted", text="On the list of November.")
    shown = text(web(officer).get(page(submitted(employee))))
    assert '<option data-code="restricted" value="On the list of November.">' in shown


def test_an_officer_keeps_reasons_in_the_admin(officer: User) -> None:
    base = LIST.replace("draftrequest", "reasontemplate")
    web(officer).post(f"{base}add/", {"code": "restricted", "text": "Under embargo."})
    assert ReasonTemplate.objects.filter(code="restricted", text="Under embargo.").exists()
