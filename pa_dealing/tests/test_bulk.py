"""Several requests at once: claimed, and decided with a second look at those that speak against it."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from conftest import person
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions
from pa_dealing.tests.review_shared import act, submitted
from pa_dealing.tests.test_queue import LIST, text, web

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
