"""An employee's own requests, wherever they were talked about: how each stands, and what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext, gettext_noop as _

from chat.models import Thread
from pa_dealing.amounts import page_amount
from pa_dealing.models import ComplianceQuestion, DraftRequest

# What the list shows; older ones are found in their conversations.
MOST_REQUESTS = 200
STATUSES = {
    DraftRequest.Status.DRAFT: _("Draft"),
    DraftRequest.Status.PREVIEWED: _("Ready to submit"),
    DraftRequest.Status.SUBMITTED: _("Submitted"),
    DraftRequest.Status.APPROVED: _("Approved"),
    DraftRequest.Status.DECLINED: _("Declined"),
    DraftRequest.Status.EXPIRED: _("Expired"),
    DraftRequest.Status.WITHDRAWN: _("Withdrawn"),
}
_TONES = {
    DraftRequest.Status.PREVIEWED: "now",
    DraftRequest.Status.SUBMITTED: "now",
    DraftRequest.Status.APPROVED: "good",
    DraftRequest.Status.DECLINED: "bad",
    DraftRequest.Status.EXPIRED: "warn",
}
_BEGUN = Q(security__isnull=False) | ~Q(security_search_term="") | Q(direction__isnull=False)
_WITHDRAWABLE = (DraftRequest.Status.SUBMITTED, DraftRequest.Status.APPROVED)


def of_person(user: Any) -> list[dict[str, Any]]:
    """The person's requests, the newest first; a draft in which nothing stands yet is none."""
    requests = DraftRequest.objects.filter(_BEGUN, owner_id=user.pk).filter(thread__deleted_at=None)
    # Of a conversation with branches, what is not handed in counts in the one that it goes on in.
    left = Q(thread__closed_at__isnull=False) | ~Q(thread__in=Thread.objects.filter(owner_id=user.pk).current())
    requests = requests.exclude(left, status__in=DraftRequest.OPEN)
    drafts = list(requests.order_by("-created_at")[:MOST_REQUESTS])
    asked = ComplianceQuestion.objects.filter(request__in=[draft.pk for draft in drafts], answered_at=None)
    questions = {question.request_id: question.text for question in asked}
    rows = [_row(draft) | {"question": questions.get(draft.pk, "")} for draft in drafts]
    # What compliance asks is answered before anything else is looked at.
    return sorted(rows, key=lambda row: not row["question"])


def beside(draft: DraftRequest, thread_id: UUID) -> list[dict[str, Any]]:
    """The other requests of a conversation, the newest first."""
    others = DraftRequest.objects.filter(thread_id=thread_id).exclude(pk=draft.pk).order_by("-created_at")
    return [_row(other) for other in others]


def can_withdraw(draft: DraftRequest) -> bool:
    """Whether its owner may still take it back."""
    return draft.status in _WITHDRAWABLE and not (draft.escalated or draft.has_lapsed)


def status_label(draft: DraftRequest) -> str:
    """How a request stands, in the page's language."""
    if draft.escalated and draft.status == DraftRequest.Status.SUBMITTED:
        return gettext("With compliance")
    return gettext("Expired") if draft.has_lapsed else gettext(STATUSES[DraftRequest.Status(draft.status)])


def standings(thread_ids: Sequence[UUID]) -> dict[UUID, str]:
    """How the newest request of each conversation stands, a draft in which nothing stands yet left out."""
    requests = DraftRequest.objects.filter(_BEGUN, thread__in=thread_ids).order_by("thread_id", "-created_at")
    return {draft.thread_id: _standing(draft) for draft in requests.distinct("thread_id")}


def waiting() -> Exists:
    """Whether the newest request of a thread waits for its owner: to submit it, or to answer compliance."""
    newest = DraftRequest.objects.filter(_BEGUN, thread=OuterRef(OuterRef("pk"))).order_by("-created_at")
    asked = Q(status=DraftRequest.Status.SUBMITTED, information_requested_at__isnull=False)
    waits = Q(status=DraftRequest.Status.PREVIEWED) | asked
    return Exists(DraftRequest.objects.filter(waits, pk=Subquery(newest.values("pk")[:1])))


def _standing(draft: DraftRequest) -> str:
    if draft.status == DraftRequest.Status.SUBMITTED and draft.information_requested_at:
        return gettext("Compliance asks you something")
    return status_label(draft)


def in_short(draft: DraftRequest) -> str:
    """What is asked for in a line: "Buy 2,000 Siemens AG · EUR 262,900"."""
    return " · ".join(part for part in _named(draft) if part)


def _named(draft: DraftRequest) -> tuple[str, str]:
    """Which way, how many of what; and the value."""
    name = (draft.security or {}).get("name") or draft.security_search_term or gettext("no security yet")
    direction = gettext(str(DraftRequest.Direction(draft.direction).label)) if draft.direction else ""
    quantity = page_amount(draft.quantity) if draft.quantity else ""
    value = f"{draft.estimated_currency or ''} {page_amount(draft.estimated_value)}" if draft.estimated_value else ""
    return " ".join(part for part in (direction, quantity, name) if part), value.strip()


def _row(draft: DraftRequest) -> dict[str, Any]:
    title, value = _named(draft)
    approved = draft.status == DraftRequest.Status.APPROVED and not draft.has_lapsed
    tone = "warn" if draft.has_lapsed else _TONES.get(DraftRequest.Status(draft.status), "")
    return {
        "id": draft.pk,
        "thread": draft.thread_id,
        "title": title,
        "value": value,
        "status": status_label(draft),
        "tone": tone,
        "at": draft.submitted_at or draft.created_at,
        "submitted": draft.submitted_at is not None,
        "until": draft.expires_at if approved else None,
        "can_withdraw": can_withdraw(draft),
    }
