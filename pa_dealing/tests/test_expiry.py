"""The end of approvals, the jobs that mail, and the worker that runs them."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from asgiref.sync import SyncToAsync
from django.contrib.auth.models import User
from django.core import mail
from django.core.management import call_command
from django.db import connection, connections
from procrastinate.contrib.django import app

from audit.models import AuditEntry
from chat.errors import Refused
from chat.models import Message
from pa_dealing import jobs
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, approved, submitted


def status(draft: DraftRequest) -> str:
    return str(DraftRequest.objects.values_list("status", flat=True).get(pk=draft.pk))


@pytest.mark.django_db
def test_approvals_whose_days_are_over_expire_once_and_the_others_stay(employee: User, officer: User) -> None:
    due, later = approved(employee, officer, ends_in=timedelta(seconds=-1)), approved(employee, officer)
    out = StringIO()
    call_command("expire_approvals", stdout=out)
    assert (status(due), status(later), out.getvalue().strip()) == ("expired", "approved", "1 approval expired.")
    assert "has expired" in Message.objects.filter(thread_id=due.thread_id, role="notice").latest("id").content
    entry = AuditEntry.objects.get(action="pa_dealing.expired")
    assert (entry.actor, entry.object_id) == (None, str(due.pk))
    assert actions.expire_due_approvals() == 0


@pytest.mark.django_db
def test_an_expired_request_keeps_who_decided_it_and_why(employee: User, officer: User) -> None:
    due = approved(employee, officer, ends_in=timedelta(seconds=-1))
    actions.expire_due_approvals()
    due.refresh_from_db()
    assert (due.decided_by, due.decision_reason) == (officer, "Within policy.")


@pytest.mark.django_db
def test_an_extension_moves_the_end_and_only_its_owner_may_ask_for_one(
    employee: User, officer: User, colleague: User
) -> None:
    draft = approved(employee, officer)
    before = draft.expires_at
    with pytest.raises(Refused, match="Only the owner"):
        act(actions.request_extension, draft, colleague)
    asked = act(actions.request_extension, draft, employee, reason="Bank holiday.")
    assert asked.extension_requested_at is not None
    extended = act(actions.extend_approval, asked, officer)
    assert extended.expires_at - before == timedelta(days=7)  # type: ignore[operator]
    assert extended.extension_requested_at is None


@pytest.mark.django_db
def test_only_an_approval_that_still_runs_can_be_extended(employee: User, officer: User) -> None:
    for draft, code in (
        (submitted(employee), "not_approved"),
        (approved(employee, officer, ends_in=timedelta(seconds=-1)), "expired"),
    ):
        for do, who in ((actions.request_extension, employee), (actions.extend_approval, officer)):
            with pytest.raises(Refused) as refusal:
                act(do, draft, who)
            assert refusal.value.code == code


@pytest.mark.django_db
def test_a_notice_is_mailed_to_the_owner_with_a_link_and_an_erased_one_is_not(employee: User, officer: User) -> None:
    employee.email = "employee@example.org"
    employee.save()
    draft = approved(employee, officer)
    notice = Message.objects.get(thread_id=draft.thread_id, role="notice")
    jobs.mail_notice(message_id=notice.pk)
    (sent,) = mail.outbox
    assert sent.to == ["employee@example.org"]
    assert "Within policy." in sent.body
    assert f"/threads/{draft.thread_id}/" in sent.body
    jobs.mail_notice(message_id=notice.pk + 1000)
    assert len(mail.outbox) == 1


@pytest.mark.django_db
def test_an_officer_is_mailed_a_link_and_none_of_the_employees_words(employee: User, officer: User) -> None:
    officer.email = "officer@example.org"
    officer.save()
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    act(actions.answer_question, draft, employee, answer="A secret account.", message_id=1)
    jobs.mail_officer(request_id=str(draft.pk), officer_id=officer.pk, what="answered")
    assert f"/admin/pa_dealing/draftrequest/{draft.pk}/change/" in mail.outbox[0].body
    assert "secret" not in mail.outbox[0].body


@pytest.mark.django_db(transaction=True)
def test_the_worker_runs_what_a_decision_has_deferred(employee: User, officer: User) -> None:
    employee.email = "employee@example.org"
    employee.save()
    approved(employee, officer)
    worker_app = app.with_connector(app.connector.get_worker_connector())  # type: ignore[attr-defined]
    worker_app.run_worker(wait=False, listen_notify=False, install_signal_handlers=False, delete_jobs="never")
    # The deferrer of periodic jobs asks through Django, in asgiref's thread.
    SyncToAsync.single_thread_executor.submit(connections.close_all).result()
    with connection.cursor() as cursor:
        cursor.execute("SELECT task_name, status::text FROM procrastinate_jobs")
        ran: list[Any] = cursor.fetchall()
    assert ("pa_dealing.mail_notice", "succeeded") in ran
    assert {outcome for _, outcome in ran} == {"succeeded"}
    assert [sent.to for sent in mail.outbox] == [["employee@example.org"]]


def test_the_periodic_job_is_registered_every_five_minutes() -> None:
    schedules = [
        task
        for task in app.periodic_registry.periodic_tasks.values()
        if task.task.name == "pa_dealing.expire_approvals"
    ]
    assert [task.cron for task in schedules] == ["*/5 * * * *"]
