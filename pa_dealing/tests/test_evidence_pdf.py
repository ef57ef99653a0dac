"""The evidence: text that can be read back, whatever the employee wrote, with who took it in the audit trail."""

from __future__ import annotations

import hashlib
from io import BytesIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from audit.models import AuditEntry
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, evidence_pdf
from pa_dealing.tests.review_shared import act, approved, escalated, submitted
from pdf import page

pytestmark = pytest.mark.django_db
PROVED = ("pa_dealing.submitted", "pa_dealing.approved")


def pages(draft: DraftRequest, *, with_officer: bool = True) -> list[str]:
    fresh = DraftRequest.objects.select_related("owner", "decided_by").get(pk=draft.pk)
    made = PdfReader(BytesIO(evidence_pdf.evidence_pdf(fresh, with_officer=with_officer)))
    return [" ".join(page.extract_text().split()) for page in made.pages]


def test_the_page_holds_values_words_checks_decision_and_hashes(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    (text,) = pages(draft)
    for part in ("Siemens AG", "“2,000”", "EUR 262,900 is above EUR 100,000", "Within policy.", "Approved by officer"):
        assert part in text
    assert draft.payload_hash() in text
    assert draft.checks.count() == 7


def test_it_holds_what_compliance_asked_and_was_answered(employee: User, officer: User) -> None:
    draft = submitted(employee)
    draft = act(actions.ask_for_information, draft, officer, question="Do you hold it with another bank?")
    act(actions.answer_question, draft, employee, answer="No, only here.", message_id=1)
    text = " ".join(pages(draft))
    assert "Do you hold it with another bank?" in text
    assert "“No, only here.”" in text
    assert "question asked by officer" in text
    assert "question answered by the employee" in text


def test_it_holds_the_chain_as_it_can_be_verified(employee: User, officer: User) -> None:
    draft = approved(employee, officer)
    text = "".join(pages(draft)).replace(" ", "")
    entries = AuditEntry.objects.filter(object_id=str(draft.pk), action__in=PROVED)
    assert entries.count() == len(PROVED)
    for entry in entries:
        assert f"Auditentry{entry.sequence}" in text
        assert entry.hash in text
        assert entry.previous_hash in text
    assert "verify_audit" in text


def test_it_holds_who_claimed_the_request(employee: User, officer: User) -> None:
    draft = act(actions.claim_request, submitted(employee), officer)
    assert "claimed by officer" in " ".join(pages(draft))
    assert "claimed by Compliance" in " ".join(pages(draft, with_officer=False))


def test_it_says_how_much_is_left_out(employee: User, officer: User, monkeypatch: pytest.MonkeyPatch) -> None:
    draft = submitted(employee)
    for number in range(3):
        draft = act(actions.ask_for_information, draft, officer, question=f"Question {number}?")
        act(actions.answer_question, draft, employee, answer="No, only here.", message_id=1)
        draft.refresh_from_db()
    assert "left out" not in " ".join(pages(draft))
    monkeypatch.setattr(evidence_pdf, "MAX_QUESTIONS", 1)
    monkeypatch.setattr(evidence_pdf, "MAX_ENTRIES", 2)
    text = " ".join(pages(draft))
    assert "2 later questions are left out" in text
    assert "5 older entries are left out" in text


def test_checks_stand_with_what_they_were_computed_from(employee: User, officer: User) -> None:
    draft = submitted(employee)
    text = " ".join(pages(draft))
    check = draft.checks.exclude(inputs={}).first()
    assert check is not None
    assert "base currency: EUR" in text
    assert "derivative types: cfd, future, option, warrant" in text
    # A regulator reads no notation of the program.
    assert not any(sign in text for sign in ("False", "None;", "['", "{'", "unit_price"))


def test_a_security_stands_with_what_was_searched_for_where_the_words_only_choose(employee: User) -> None:
    draft = submitted(employee)
    for name, words in (("security", "yes"), ("security_search_term", "Siemens")):
        draft.evidence[name] = {"quote": words, "source": "chat"}
    draft.save()
    assert "“Siemens”, then “yes”" in " ".join(pages(draft))


def test_who_takes_it_is_in_the_audit_trail(employee: User, officer: User, client: Client) -> None:
    draft = approved(employee, officer)
    client.force_login(employee)
    response = client.get(f"/v1/pa-dealing/requests/{draft.pk}/evidence.pdf")
    assert response.status_code == 200
    entry = AuditEntry.objects.get(action="pa_dealing.evidence_taken", object_id=str(draft.pk))
    assert entry.actor == employee
    assert entry.data["sha256"] == hashlib.sha256(response.content).hexdigest()


def test_an_officer_who_takes_it_from_the_desk_is_in_the_audit_trail(
    employee: User, officer: User, client: Client
) -> None:
    draft = approved(employee, officer)
    client.force_login(officer)
    response = client.get(reverse("admin:pa_dealing_evidence", args=[draft.pk]))
    assert response.status_code == 200
    entry = AuditEntry.objects.get(action="pa_dealing.evidence_taken", object_id=str(draft.pk))
    assert entry.actor == officer
    assert entry.data["sha256"] == hashlib.sha256(response.content).hexdigest()


def test_who_takes_the_queue_is_in_the_audit_trail(officer: User, client: Client) -> None:
    client.force_login(officer)
    response = client.get("/v1/pa-dealing/queue.csv?status=all")
    assert response.status_code == 200
    entry = AuditEntry.objects.get(action="pa_dealing.queue_exported")
    assert entry.actor == officer
    assert entry.data == {"filters": {"status": "all"}}


def test_the_employees_page_does_not_name_the_officer(employee: User, officer: User) -> None:
    (text,) = pages(approved(employee, officer), with_officer=False)
    assert "Approved by Compliance" in text
    assert "officer" not in text


@pytest.mark.parametrize("filler", ["diversify ", "x", "ж", "<b>&amp;", "漢", "W"])
def test_what_people_wrote_stands_there_whole(employee: User, officer: User, filler: str) -> None:
    draft = submitted(employee, justification=filler * (4000 // len(filler)) + "\n\nThat is my reason.")
    draft = act(actions.ask_for_information, draft, officer, question=filler * 60 + " And why now?")
    draft = act(actions.answer_question, draft, employee, answer=filler * 200 + " I was paid.", message_id=1)
    draft = act(
        actions.decline_request, draft, officer, reason=filler * (1800 // len(filler)) + " It is a quiet period."
    )
    text = "".join(pages(draft)).replace(" ", "")
    for end in ("That is my reason.", "And why now?", "I was paid.”", "It is a quiet period."):
        assert end.replace(" ", "") in text
    written = filler.replace(" ", "")
    assert text.count(written) >= (5800 // len(filler) + 260) * 0.98


def test_other_alphabets_are_readable(employee: User, officer: User) -> None:
    draft = submitted(employee, justification="Διαφοροποίηση, диверсификация, zażółć gęślą jaźń, dla portfela")
    assert "zażółć gęślą jaźń" in pages(draft)[0]
    assert "диверсификация" in pages(draft)[0]


def test_an_escalated_request_without_values_has_a_page_too(employee: User) -> None:
    (text,) = pages(escalated(employee))
    assert "Answered with yes." in text
    assert "None yet." in text


def test_markup_and_addresses_in_an_employees_words_load_nothing(employee: User, monkeypatch: Any) -> None:
    asked: list[str] = []
    monkeypatch.setattr(page, "_nothing_remote", lambda what, uri, base: asked.append(uri))
    wicked = '<img src="file:///etc/passwd"><link rel=stylesheet href="http://10.0.0.1/x.css">{{ draft.owner }} @import url(http://x/)'
    (text,) = pages(submitted(employee, justification=wicked))
    assert asked == []
    assert "file:///etc/passwd" in text
