"""What somebody who reads Dutch pages is told while they see none: notices of a review, and e-mails."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pypdf import PdfReader

from chat.models import Message, PageLanguage
from pa_dealing import jobs
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, approved, submitted

pytestmark = pytest.mark.django_db
DUTCH = {"HTTP_ACCEPT_LANGUAGE": "nl"}


def last_notice(draft: DraftRequest) -> str:
    return Message.objects.filter(thread_id=draft.thread_id, role="notice").latest("pk").content


def reads_dutch(user: User) -> None:
    """They have seen a page in Dutch."""
    client = Client()
    client.force_login(user)
    client.get("/", **DUTCH)  # type: ignore[arg-type]


def test_whoever_saw_dutch_pages_is_told_in_dutch_by_an_officer_who_reads_english(
    employee: User, officer: User
) -> None:
    employee.email = "employee@example.org"
    employee.save()
    reads_dutch(employee)
    draft = submitted(employee)
    draft = act(actions.ask_for_information, draft, officer, question="Which account?")
    assert "Compliance heeft een vraag over uw aanvraag voor de aankoop van 2.000 Siemens AG (SIE.DE)" in last_notice(
        draft
    )
    assert "Which account?" in last_notice(draft)
    draft = act(actions.approve_request, draft, officer, reason="Fine.")
    notice = Message.objects.filter(thread_id=draft.thread_id, role="notice").latest("pk")
    assert notice.content.endswith("Hun reden: Fine.")
    jobs.mail_notice(message_id=notice.pk)
    (sent,) = mail.outbox
    assert sent.subject == "Uw aanvraag: een bericht van compliance"
    assert notice.content in sent.body


def test_an_officer_who_reads_dutch_is_mailed_in_dutch(employee: User, officer: User) -> None:
    officer.email = "officer@example.org"
    officer.save()
    reads_dutch(officer)
    draft = act(actions.ask_for_information, submitted(employee), officer, question="Which account?")
    jobs.mail_officer(request_id=str(draft.pk), officer_id=officer.pk, what="answered")
    assert mail.outbox[0].subject == "Er wacht een aanvraag op u"
    assert "heeft uw vraag over een aanvraag beantwoord" in mail.outbox[0].body


def test_the_language_is_kept_of_pages_and_written_only_when_it_is_another(employee: User) -> None:
    client = Client()
    client.force_login(employee)
    client.get("/v1/threads/", **DUTCH)  # type: ignore[arg-type]
    assert not PageLanguage.objects.exists()
    client.get("/", **DUTCH)  # type: ignore[arg-type]
    PageLanguage.objects.update(language="kept")
    client.get("/", **DUTCH)  # type: ignore[arg-type]
    assert PageLanguage.objects.get(user=employee).language == "kept"
    client.get("/")
    assert PageLanguage.objects.get(user=employee).language == "en-gb"


def test_an_act_of_ones_own_is_told_in_the_language_of_the_page(employee: User) -> None:
    draft = submitted(employee)
    client = Client()
    client.force_login(employee)
    client.post(f"/pa-dealing/threads/{draft.thread_id}/withdraw/", **DUTCH)  # type: ignore[arg-type]
    assert last_notice(draft) == "U hebt de aanvraag ingetrokken."


def test_the_evidence_has_dutch_labels_on_a_dutch_page(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    client = Client()
    client.force_login(employee)
    page = client.get(f"/v1/pa-dealing/requests/{draft.pk}/evidence.pdf", **DUTCH)  # type: ignore[arg-type]
    text = PdfReader(BytesIO(page.content)).pages[0].extract_text()
    assert "Bewijsstuk van een aanvraag" in text
    assert "Within policy." in text
