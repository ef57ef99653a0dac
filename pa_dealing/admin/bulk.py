"""Several requests at once: claimed, given to another officer, decided after a preview. One refusal stops no other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from audit.trail import Actor
from chat.errors import Refused
from pa_dealing.admin import shown
from pa_dealing.admin.review import chosen_code, may_decide, others_on, seen_of, templates_of
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, assign, queue
from pa_dealing.rules import Risk

MAX_AT_ONCE = 100


def preview(
    admin: ModelAdmin[DraftRequest],
    request: HttpRequest,
    chosen: Sequence[UUID],
    refusal: Refused | None = None,
) -> HttpResponse:
    """What is selected, with what speaks against deciding it here."""
    context = {
        **_selected(admin, request, chosen),
        "title": gettext("Decide several requests"),
        "refusal": refusal,
        "typed": request.POST if refusal else {},
        "approve_codes": [(code.value, code.label) for code in actions.APPROVE_CODES],
        "decline_codes": [(code.value, code.label) for code in actions.DECLINE_CODES],
        "reason_templates": templates_of(),
        "max_reason": actions.MAX_REASON,
    }
    return render(request, "admin/pa_dealing/draftrequest/decide.html", context, status=409 if refusal else 200)


def _selected(admin: ModelAdmin[DraftRequest], request: HttpRequest, chosen: Sequence[UUID]) -> dict[str, Any]:
    requests = queue.handed_in(request.user).filter(pk__in=chosen).select_related("owner", "claimed_by", "decided_by")
    rows = [_row(draft, request) for draft in requests.order_by(*queue.ORDER)]
    return {
        **admin.admin_site.each_context(request),
        "opts": DraftRequest._meta,
        "media": admin.media,
        "rows": rows,
        "ready": sum(not row["problem"] for row in rows),
        "approvable": sum(not row["problem"] and row["approvable"] for row in rows),
    }


def _row(draft: DraftRequest, request: HttpRequest) -> dict[str, Any]:
    by = Actor(request.user.pk)
    return {
        "draft": draft,
        "trade": shown.trade(draft),
        "value": shown.value(draft) or gettext("no value"),
        "base": shown.base_value(draft),
        "flags": shown.flags(draft),
        "problem": actions.why_not(draft, by=by),
        "approvable": not (draft.escalated or draft.has_inside_info),
        "seen": draft.updated_at.isoformat(),
    }


def decide_several(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponse:
    """Decide what the preview showed, each request in the state in which it was shown."""
    chosen = _chosen(admin, request)
    if not chosen:
        return redirect("admin:pa_dealing_draftrequest_changelist")
    try:
        order = _order(request)
    except Refused as refusal:
        return preview(admin, request, [request_id for request_id, _ in chosen], refusal)
    known = queue.handed_in(request.user).filter(pk__in=[request_id for request_id, _ in chosen])
    if order.approve and "looked" not in request.POST:
        risky = known.filter(risk__gte=Risk.HIGH_VALUE).select_related("owner").order_by(*queue.ORDER)
        if risky:
            return _second_look(admin, request, order, chosen, list(risky))
    keys = set(known.values_list("pk", flat=True))
    done = sum(_decide(request, request_id, seen, order) for request_id, seen in chosen if request_id in keys)
    messages.success(request, _outcome(done, order) if done else gettext("No request was decided."))
    return redirect("admin:pa_dealing_draftrequest_changelist")


def _chosen(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> list[tuple[UUID, str]]:
    """The requests that a form of several holds, with the state that each was shown in."""
    if not (admin.has_view_permission(request) and may_decide(request)):
        raise PermissionDenied
    stamps = [stamp.partition("|") for stamp in request.POST.getlist("request")[:MAX_AT_ONCE]]
    return [(request_id, seen) for text, _, seen in stamps if (request_id := _uuid(text))]


def _outcome(done: int, order: Order) -> str:
    sentence = (
        ngettext(
            "%(number)s request approved. Its owner has been told.",
            "%(number)s requests approved. Their owners have been told.",
            done,
        )
        if order.approve
        else ngettext(
            "%(number)s request declined. Its owner has been told.",
            "%(number)s requests declined. Their owners have been told.",
            done,
        )
    )
    return sentence % {"number": done}


@dataclass(frozen=True, slots=True)
class Order:
    """What is decided about all that is selected."""

    approve: bool
    reason: str
    code: str


def _order(request: HttpRequest) -> Order:
    """The decision of the form. Raises Refused for a reason or a code that is missing."""
    approve = request.POST.get("decision") == "approve"
    reason = actions.checked_reason(request.POST.get("text", ""))
    return Order(approve, reason, request.POST.get("approve_code", "") if approve else chosen_code(request))


def _second_look(
    admin: ModelAdmin[DraftRequest],
    request: HttpRequest,
    order: Order,
    chosen: Sequence[tuple[UUID, str]],
    risky: Sequence[DraftRequest],
) -> HttpResponse:
    """The risky ones alone, none of them ticked: what stays unticked is not approved."""
    seen = dict(chosen)
    keys = {draft.pk for draft in risky}
    context = {
        **admin.admin_site.each_context(request),
        "opts": DraftRequest._meta,
        "media": admin.media,
        "title": gettext("Look again"),
        "rows": [{**_row(draft, request), "seen": seen[draft.pk]} for draft in risky],
        "others": [f"{request_id}|{stamp}" for request_id, stamp in chosen if request_id not in keys],
        "order": order,
    }
    return render(request, "admin/pa_dealing/draftrequest/second_look.html", context)


def _decide(request: HttpRequest, request_id: UUID, seen: str, order: Order) -> bool:
    decide = actions.approve_request if order.approve else actions.decline_request
    return _do(request, request_id, partial(decide, reason=order.reason, code=order.code, seen=seen_of(seen)))


def _do(request: HttpRequest, request_id: UUID, act: Callable[..., None]) -> bool:
    """Whether it was done to this one; a refusal is shown beside what became of the others."""
    try:
        with actions.reviewing(request_id) as draft:
            act(draft, by=Actor(request.user.pk, draft.thread_id))
    except Refused as refusal:
        messages.warning(request, f"{shown.trade(draft)}, {shown.person(draft)}: {refusal.detail}")
        return False
    return True


def claim_several(request: HttpRequest, chosen: Sequence[UUID]) -> None:
    """This officer is on all of them, except on what the acts refuse."""
    if done := sum(_do(request, request_id, actions.claim_request) for request_id in chosen):
        on = ngettext("You are on %(number)s request.", "You are on %(number)s requests.", done)
        messages.success(request, on % {"number": done})


def choose_officer(admin: ModelAdmin[DraftRequest], request: HttpRequest, chosen: Sequence[UUID]) -> HttpResponse:
    """What is selected, and the officers that it can be given to."""
    context = {
        **_selected(admin, request, chosen),
        "title": gettext("Give requests to another officer"),
        "officers": others_on(request),
    }
    return render(request, "admin/pa_dealing/draftrequest/assign.html", context)


def assign_several(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponse:
    """Another officer is on all of them, except on what the acts refuse."""
    officer = request.POST.get("officer", "")
    give = partial(assign.assign_request, officer=officer)
    known = queue.handed_in(request.user).filter(pk__in=[request_id for request_id, _ in _chosen(admin, request)])
    done = sum(_do(request, request_id, give) for request_id in list(known.values_list("pk", flat=True)))
    if done:
        given = ngettext(
            "%(number)s request given to %(officer)s. They have been told.",
            "%(number)s requests given to %(officer)s. They have been told.",
            done,
        )
        messages.success(request, given % {"number": done, "officer": officer})
    return redirect("admin:pa_dealing_draftrequest_changelist")


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
