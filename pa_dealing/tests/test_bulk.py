"""Several requests at once: claimed, given to another officer, and decided with a second look at the risky ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import Permission, User
from django.core import mail

from audit.models import AuditEntry
from conftest import person
from pa_dealing.jobs import mail_officer
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, submitted
from pa_dealing.tests.test_queue import LIST, text, web
from pa_dealing.tests.test_review import jobs

pytestmark = pytest.mark.django_db


def small(owner: User) -> DraftRequest:
    """A request that no check speaks against."""
    values = {"quantity": 10, "unit_price": 100, "estimated_value": 1000}
    draft = submitted(owner, value_question="", **values)
    assert draft.risk == 0
    return draft


def decide(user: User, drafts: list[DraftRequest], **values: str) -> Any:
    given = {"decision": "approve", "text": "Within policy.", "request": [_stamp(draft) for draft in drafts], **values}
    return web(user).post(f"{LIST}decide/", given, follow=True)


def _stamp(draft: DraftRequest) -> str:
    return f"{draft.pk}|{draft.updated_at.isoformat()}"


def status(draft: DraftRequest) -> str:
    return DraftRequest.objects.get(pk=draft.pk).status


def test_a_risky_one_is_looked_at_again_before_anything_is_approved(employee: User, officer: User) -> None:
    plain, risky = small(employee), submitted(employee, is_related_party=True)
    shown = text(decide(officer, [plain, risky]))
    assert "Look again at 1 request<" in shown
    assert "Related party" in shown
    assert f'<input type="hidden" name="request" value="{plain.pk}|' in shown
    assert f'name="request" value="{risky.pk}|' in shown
    assert "checked" not in shown.split("rq-selected")[1].split("</ul>")[0]
    assert (status(plain), status(risky)) == ("submitted", "submitted")


def test_what_is_not_ticked_in_the_second_look_stays_and_the_rest_is_approved(employee: User, officer: User) -> None:
    plain, looked, left = small(employee), submitted(employee), submitted(employee, is_related_party=True)
    decide(officer, [plain, looked], looked="1")
    assert (status(plain), status(looked), status(left)) == ("approved", "approved", "submitted")


def test_requests_without_a_risk_are_approved_at_once_and_a_decline_needs_no_second_look(
    employee: User, officer: User
) -> None:
    plain, risky = small(employee), submitted(employee)
    assert "1 request approved." in text(decide(officer, [plain]))
    assert "1 request declined." in text(decide(officer, [risky], decision="decline", decline_code="restricted"))


def test_declining_several_needs_a_chosen_code(employee: User, officer: User) -> None:
    draft = small(employee)
    assert "Choose why you decline" in text(decide(officer, [draft], decision="decline", decline_code=""))
    assert status(draft) == "submitted"


def test_several_are_claimed_and_what_another_officer_has_is_left_to_them(employee: User, officer: User) -> None:
    free, taken = small(employee), small(employee)
    act(actions.claim_request, taken, person("officer2", "compliance", staff=True))
    given = {"action": "claim_selected", "_selected_action": [str(free.pk), str(taken.pk)]}
    shown = text(web(officer).post(LIST, given, follow=True))
    assert "You are on 1 request." in shown
    assert "officer2 has claimed this request." in shown
    assert DraftRequest.objects.get(pk=free.pk).claimed_by == officer


def second_officer(name: str = "officer2") -> User:
    return person(name, "compliance", staff=True)


def give(user: User, drafts: list[DraftRequest], officer: str) -> Any:
    given = {"officer": officer, "request": [_stamp(draft) for draft in drafts]}
    return web(user).post(f"{LIST}assign/", given, follow=True)


def holder(draft: DraftRequest) -> str:
    claimed_by = DraftRequest.objects.get(pk=draft.pk).claimed_by
    return claimed_by.get_username() if claimed_by else ""


def test_several_are_given_to_another_officer_who_is_told_and_it_stands_in_the_trail(
    employee: User, officer: User
) -> None:
    other, free, mine = second_officer(), small(employee), small(employee)
    act(actions.claim_request, mine, officer)
    given = {"action": "assign_selected", "_selected_action": [str(free.pk), str(mine.pk)]}
    shown = text(web(officer).post(LIST, given))
    assert "Give 2 requests to another officer" in shown
    assert '<option value="officer2">' in shown
    assert '<option value="officer">' not in shown
    assert "2 requests given to officer2." in text(give(officer, [free, mine], "officer2"))
    assert (holder(free), holder(mine)) == ("officer2", "officer2")
    entry = AuditEntry.objects.filter(action="pa_dealing.assigned", object_id=str(mine.pk)).get()
    assert (entry.actor, entry.data) == (officer, {"to": other.pk, "from": officer.pk})
    mails = [arguments for name, arguments in jobs() if name == "pa_dealing.mail_officer"]
    assert {(mail["officer_id"], mail["what"]) for mail in mails} == {(other.pk, "assigned")}
    assert len(mails) == 2
    assert "<b>Assigned</b>" in text(web(other).get(f"{LIST}{mine.pk}/change/"))


def test_what_another_officer_has_or_was_decided_is_not_given_away(employee: User, officer: User) -> None:
    second_officer("officer3")
    taken, decided, free = small(employee), small(employee), small(employee)
    act(actions.claim_request, taken, second_officer())
    act(actions.decline_request, decided, officer, reason="No.")
    shown = text(give(officer, [taken, decided, free], "officer3"))
    assert "officer2 has claimed this request." in shown
    assert "officer declined this request on" in shown
    assert "1 request given to officer3." in shown
    assert (holder(taken), holder(free)) == ("officer2", "officer3")


def test_nobody_is_given_their_own_request_and_nobody_gives_theirs_away(employee: User, officer: User) -> None:
    own, theirs = small(second_officer()), small(officer)
    assert "officer2 made this request: another officer must look at it." in text(give(officer, [own], "officer2"))
    second_officer("officer3")
    assert "This is your own request" in text(give(officer, [theirs], "officer3"))
    assert (holder(own), holder(theirs)) == ("", "")


def test_only_those_who_may_decide_are_given_requests_and_only_they_give_them(employee: User, officer: User) -> None:
    draft, gone = small(employee), second_officer()
    gone.is_active = False
    gone.save()
    for name in ("employee", "officer2", "nobody", ""):
        assert "Choose an officer who may decide." in text(give(officer, [draft], name))
    reader = person("reader", staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_draftrequest"))
    assert give(reader, [draft], "officer").status_code == 403
    assert holder(draft) == ""


def test_the_one_request_of_a_page_is_given_to_another_officer(employee: User, officer: User) -> None:
    draft, _ = small(employee), second_officer()
    page = web(officer)
    assert "Give it to another officer" in text(page.get(f"{LIST}{draft.pk}/change/"))
    shown = text(page.post(f"{LIST}{draft.pk}/assign/now/", {"officer": "officer2"}, follow=True))
    assert "officer2 is on it" in shown
    assert holder(draft) == "officer2"
    again = page.post(f"{LIST}{draft.pk}/assign/now/", {"officer": "officer"})
    assert again.status_code == 409
    assert "officer2 has claimed this request." in text(again)


def test_an_officer_is_told_in_dutch_of_what_they_were_given(officer: User, employee: User) -> None:
    officer.email = "officer@example.org"
    officer.save()
    web(officer).get("/", HTTP_ACCEPT_LANGUAGE="nl")
    mail_officer(request_id=str(small(employee).pk), officer_id=officer.pk, what="assigned")
    assert "Een andere compliancemedewerker heeft u een aanvraag gegeven." in mail.outbox[0].body
