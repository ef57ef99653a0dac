"""The page of one request in the admin, and the officer's acts on it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext, gettext_noop as _

from audit.models import AuditEntry
from audit.trail import Actor
from chat.errors import Refused
from chat.pages.receipts import answer_with_receipt
from pa_dealing.admin import shown
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest, ReasonTemplate
from pa_dealing.review import actions, assign, beside, evidence_pdf, queue, take_back, transcript
from pa_dealing.rules import spoken_trace, trace_of
from pa_dealing.state import age_of, decision_of

_FIELD_OF = {
    "Security": "security",
    "Direction": "direction",
    "Quantity": "quantity",
    "Price per unit": "unit_price",
    "Estimated value": "estimated_value",
    "Justification": "justification",
    "Inside information": "has_inside_info",
    "Related party": "is_related_party",
}
_FOUND_BY_US = ("Existing position", "Derivative")
_DONE = {
    "claim": _("You are on it now."),
    "release": _("Released: any officer can take it."),
    "assign": _("Given to another officer. They have been told."),
    "approve": _("Approved. The employee has been told."),
    "decline": _("Declined. The employee has been told."),
    "ask": _("Asked. The employee's next message in the thread is the answer."),
    "take_back": _("Taken back: it waits again. The employee has been told."),
    "extend": _("Extended. The employee has been told."),
}


def templates_of() -> list[tuple[str, list[ReasonTemplate]]]:
    """The reasons kept in advance, under the name of their code."""
    kept = list(ReasonTemplate.objects.all())
    groups = ((code.label, [template for template in kept if template.code == code]) for code in DraftRequest.Code)
    return [(label, templates) for label, templates in groups if templates]


def may_decide(request: HttpRequest) -> bool:
    return bool(request.user.has_perm(assign.DECIDE))


def others_on(request: HttpRequest) -> QuerySet[User]:
    """The other officers."""
    return assign.officers().exclude(pk=request.user.pk or 0)


def find(admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID) -> DraftRequest:
    """The request, when this officer may see it; 404 otherwise."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    requests = queue.handed_in(request.user).select_related("owner", "claimed_by", "decided_by", "thread")
    return get_object_or_404(requests, pk=request_id)


def page(
    admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID, refusal: Refused | None = None
) -> HttpResponse:
    """Everything that a decision rests on, and the forms to decide. A refused act keeps what was typed."""
    draft = find(admin, request, request_id)
    context = {
        **admin.admin_site.each_context(request),
        **_about(draft),
        "earlier": _beside(draft, beside.earlier_requests(draft, request.user)),
        "others": _beside(draft, beside.others_in_the_security(draft, request.user)),
        "others_days": beside.DAYS,
        **_may(draft, request),
        "officers": others_on(request).exclude(pk=draft.owner_id),
        "opts": DraftRequest._meta,
        "media": admin.media,
        "title": shown.trade(draft),
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "seen": draft.updated_at.isoformat(),
        "approve_codes": [(code.value, code.label) for code in actions.APPROVE_CODES],
        "decline_codes": [(code.value, code.label) for code in actions.DECLINE_CODES],
        "reason_templates": templates_of(),
        "max_reason": actions.MAX_REASON,
        "approval_days": settings.APPROVAL_DAYS,
    }
    return render(request, "admin/pa_dealing/draftrequest/request.html", context, status=409 if refusal else 200)


def _about(draft: DraftRequest) -> dict[str, Any]:
    since = draft.submitted_at or draft.created_at
    waiting = draft.waits
    words, colour = age_of(since, draft.decided_at or timezone.now())
    return {
        "draft": draft,
        "trade": shown.trade(draft),
        "owner": shown.person(draft),
        "status": "expired" if draft.has_lapsed else draft.status,
        "flags": shown.flags(draft),
        "age": words,
        "age_colour": colour if waiting else "done",
        "values": _values(draft),
        "checks": spoken_trace(trace_of(draft)),
        "conversation": transcript.conversation(draft),
        "asked": draft.questions.select_related("asked_by"),
        "history": _history(draft),
        "decision": decision_of(draft),
        "take_back_until": take_back.until(draft),
    }


def _beside(draft: DraftRequest, requests: list[DraftRequest]) -> list[dict[str, Any]]:
    """Other requests as lines of the page; `same` tells those of the owner in the same security."""
    isin = (draft.security or {}).get("isin")
    return [
        {
            "request": other,
            "trade": shown.trade(other),
            "value": shown.value(other),
            "status": "expired" if other.has_lapsed else other.status,
            "at": other.submitted_at or other.created_at,
            "same": bool(isin) and (other.security or {}).get("isin") == isin,
        }
        for other in requests
    ]


def _may(draft: DraftRequest, request: HttpRequest) -> dict[str, bool]:
    """Which forms the page offers. The acts decide again, under the lock."""
    own, may = draft.owner_id == request.user.pk, may_decide(request)
    waiting = draft.waits and may and not own
    others = draft.claimed_by_id is not None and draft.claimed_by_id != request.user.pk
    return {
        "own": own,
        "can_take_back": may and draft.decided_by_id == request.user.pk and take_back.until(draft) is not None,
        "waiting": waiting,
        "claimed_by_other": waiting and others,
        "claimed_by_me": draft.claimed_by_id == request.user.pk,
        "can_decide": waiting and not others,
        "can_approve": waiting and not others and not (draft.escalated or draft.has_inside_info),
        "can_extend": may and not own and draft.status == DraftRequest.Status.APPROVED and not draft.has_lapsed,
    }


def _values(draft: DraftRequest) -> list[dict[str, Any]]:
    """Each value with the employee's words, and the message that they stand in."""
    rows = []
    for label, shown_label, value in shown.values_of(draft, questions.preview_lines(draft)):
        field = _FIELD_OF.get(label, "")
        words = (
            draft.evidence.get(field)
            or (draft.evidence.get("security_search_term") if field == "security" else None)
            or {}
        )
        missing = label not in _FOUND_BY_US and getattr(draft, field, None) in (None, "")
        rows.append(
            {
                "label": shown_label,
                "value": "" if missing else value,
                "quote": words.get("quote", ""),
                "form": words.get("source") == "form",
                "message": words.get("message_id"),
                "derived": label in _FOUND_BY_US,
                "field": field,
                "base": shown.base_value(draft) if field == "estimated_value" else "",
            }
        )
    return rows


def _history(draft: DraftRequest) -> list[dict[str, Any]]:
    entries = AuditEntry.objects.filter(object_type="pa_dealing.draftrequest", object_id=str(draft.pk))
    return [
        {
            "what": shown.act(entry.action),
            "who": entry.actor.get_username() if entry.actor else gettext("the system"),
            "at": entry.at,
            "words": _words_of(entry.data),
        }
        for entry in entries.select_related("actor").order_by("-id")[:60]
    ]


def _words_of(data: dict[str, Any]) -> str:
    """What was written in an act: a reason, a question, or the words that values were read from."""
    words = data.get("words") or ""
    quoted = " … ".join(dict.fromkeys(words.values())) if isinstance(words, dict) else words
    return str(data.get("reason") or (data.get("question") if not words else "") or quoted)


def act(admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID, act: str) -> HttpResponse:
    """One act of an officer, from a form of the page."""
    draft = find(admin, request, request_id)
    if not may_decide(request):
        raise PermissionDenied
    if request.method != "POST":
        return redirect("admin:pa_dealing_draftrequest_change", request_id)
    if act not in _DONE:
        raise Http404(f"there is no act {act!r}")
    try:
        with actions.reviewing(draft.pk) as row:
            _do(row, act, request, Actor(request.user.pk, row.thread_id))
    except Refused as refusal:
        return page(admin, request, request_id, refusal)
    messages.success(request, gettext(_DONE[act]))
    return redirect("admin:pa_dealing_draftrequest_change", request_id)


def _do(draft: DraftRequest, act: str, request: HttpRequest, by: Actor) -> None:
    text, seen = request.POST.get("text", ""), seen_of(request.POST.get("seen", ""))
    if act == "claim":
        actions.claim_request(draft, by=by, take_over="take_over" in request.POST)
    elif act == "release":
        actions.release_request(draft, by=by)
    elif act == "assign":
        assign.assign_request(draft, request.POST.get("officer", ""), by=by)
    elif act == "approve":
        actions.approve_request(draft, reason=text, code=request.POST.get("approve_code", ""), by=by, seen=seen)
    elif act == "decline":
        actions.decline_request(draft, reason=text, code=chosen_code(request), by=by, seen=seen)
    elif act == "ask":
        actions.ask_for_information(draft, question=text, by=by, seen=seen)
    elif act == "take_back":
        take_back.take_back_decision(draft, reason=text, by=by, seen=seen)
    else:
        actions.extend_approval(draft, reason=text, by=by, seen=seen)


def chosen_code(request: HttpRequest) -> str:
    """Why the officer declines. The page presets nothing, so that a code is a choice."""
    code = request.POST.get("decline_code", "")
    if not code:
        raise Refused("code_required", gettext("Choose why you decline: what is counted rests on it."), status=400)
    return code


def seen_of(stamp: str) -> datetime:
    """The state that the officer looked at. A form without it is out of date by definition."""
    try:
        seen = parse_datetime(stamp)
    except ValueError:
        seen = None
    return seen if seen is not None and timezone.is_aware(seen) else datetime(1970, 1, 1, tzinfo=UTC)


def next_request(admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID) -> HttpResponse:
    """The first request of the queue that this officer can decide, other than the one that they come from."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    waiting = queue.handed_in(request.user).filter(
        status=DraftRequest.Status.SUBMITTED, information_requested_at=None, claimed_by__in=[request.user.pk]
    )
    free = queue.handed_in(request.user).filter(
        status=DraftRequest.Status.SUBMITTED, information_requested_at=None, claimed_by=None
    )
    for upcoming in (waiting, free):
        others = upcoming.exclude(pk=request_id).exclude(owner_id=request.user.pk)
        chosen = others.order_by(*queue.ORDER).values_list("pk", flat=True).first()
        if chosen:
            return redirect("admin:pa_dealing_draftrequest_change", chosen)
    messages.info(request, gettext("Nothing else waits for you."))
    return redirect(reverse("admin:pa_dealing_draftrequest_changelist"))


def receipt(
    admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID, field: str, kind: str = ""
) -> HttpResponse:
    """The receipt of one value, with the quoted words and not the messages around them."""
    draft = find(admin, request, request_id)
    return answer_with_receipt(request, draft.thread, f"{draft.pk}.{field}", kind, whole=False)


def evidence(admin: ModelAdmin[DraftRequest], request: HttpRequest, request_id: UUID) -> HttpResponse:
    draft = find(admin, request, request_id)
    with_officer = may_decide(request) and draft.owner_id != request.user.pk
    return evidence_pdf.pdf_response(draft, with_officer=with_officer, taken_by=int(request.user.pk or 0))
