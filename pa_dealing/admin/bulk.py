"""Several requests decided at once, after a preview. Each is decided by itself: one refusal stops no other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from audit.trail import Actor
from chat.errors import Refused
from pa_dealing.admin.review import may_decide, seen_of
from pa_dealing.amounts import amount
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, queue, trade_of
from pa_dealing.rules import risk_labels

MAX_AT_ONCE = 100


def preview(
    admin: ModelAdmin[DraftRequest],
    request: HttpRequest,
    chosen: Sequence[UUID],
    refusal: Refused | None = None,
) -> HttpResponse:
    """What is selected, with what speaks against deciding it here."""
    requests = queue.handed_in(request.user).filter(pk__in=chosen).select_related("owner", "claimed_by", "decided_by")
    rows = [_row(draft, request) for draft in requests.order_by(*queue.ORDER)]
    context = {
        **admin.admin_site.each_context(request),
        "opts": DraftRequest._meta,
        "media": admin.media,
        "title": "Decide several requests",
        "rows": rows,
        "ready": sum(not row["problem"] for row in rows),
        "approvable": sum(not row["problem"] and row["approvable"] for row in rows),
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "approve_codes": [(code.value, code.label) for code in actions.APPROVE_CODES],
        "decline_codes": [(code.value, code.label) for code in actions.DECLINE_CODES],
        "max_reason": actions.MAX_REASON,
    }
    return render(request, "admin/pa_dealing/draftrequest/decide.html", context, status=409 if refusal else 200)


def _row(draft: DraftRequest, request: HttpRequest) -> dict[str, Any]:
    by = Actor(request.user.pk)
    return {
        "draft": draft,
        "trade": trade_of(draft) or "no security was chosen",
        "value": f"{draft.estimated_currency or '?'} {amount(draft.estimated_value)}"
        if draft.estimated_value
        else "no value",
        "flags": risk_labels(draft.risk),
        "problem": actions.why_not(draft, by=by),
        "approvable": not (draft.escalated or draft.has_inside_info),
        "seen": draft.updated_at.isoformat(),
    }


def decide_several(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponse:
    """Decide what the preview showed, each request in the state in which it was shown."""
    if not (admin.has_view_permission(request) and may_decide(request)):
        raise PermissionDenied
    stamps = [stamp.partition("|") for stamp in request.POST.getlist("request")[:MAX_AT_ONCE]]
    chosen = [(request_id, seen) for text, _, seen in stamps if (request_id := _uuid(text))]
    if request.method != "POST" or not chosen:
        return redirect("admin:pa_dealing_draftrequest_changelist")
    approve, text = request.POST.get("decision") == "approve", request.POST.get("text", "")
    try:
        actions.checked_reason(text)
    except Refused as refusal:
        return preview(admin, request, [request_id for request_id, _ in chosen], refusal)
    code = request.POST.get("approve_code" if approve else "decline_code", "")
    decide = actions.approve_request if approve else actions.decline_request
    done = 0
    known = set(queue.handed_in(request.user).filter(pk__in=[f for f, _ in chosen]).values_list("pk", flat=True))
    for request_id, seen in chosen:
        if request_id not in known:
            continue
        try:
            with actions.reviewing(request_id) as draft:
                by = Actor(request.user.pk, draft.thread_id)
                decide(draft, reason=text, code=code, by=by, seen=seen_of(seen))
            done += 1
        except Refused as refusal:
            messages.warning(request, f"{draft}, {draft.owner.get_username()}: {refusal.detail}")
    verb = "approved" if approve else "declined"
    messages.success(request, f"{done} request{'' if done == 1 else 's'} {verb}. Their owners have been told.")
    return redirect("admin:pa_dealing_draftrequest_changelist")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
