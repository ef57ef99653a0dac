"""The dashboard and the CSV in the admin."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext, gettext_noop as _

from chat.errors import Refused
from pa_dealing.models import DraftRequest
from pa_dealing.review import csv_export, dashboard, queue

_LABELS = {
    "waiting": (_("Waiting for a decision"), _("everything in the queue")),
    "unclaimed": (_("Nobody is on it"), _("waiting, unclaimed")),
    "for_answer": (_("Question open"), _("the employee has to answer")),
    "inside_information": (_("Inside information"), _("stopped, waiting")),
    "approvals": (_("Approvals in force"), _("not traded or not yet over")),
    "approvals_ending_in_a_day": (_("End within a day"), _("approvals")),
    "extensions_requested": (_("Extension asked"), _("approvals")),
    "under_1_day": (_("Under 1 day"), "green"),
    "1_to_3_days": (_("1 to 3 days"), "amber"),
    "over_3_days": (_("Over 3 days"), "red"),
}
_ACCENT, _GOOD, _BAD = "#8f94f2", "#2f9e6e", "#d05563"


def _list_url(filters: dict[str, str]) -> str:
    return f"{reverse('admin:pa_dealing_draftrequest_changelist')}?{urlencode(filters)}"


def dashboard_page(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponse:
    """The figures; each leads to its list."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    figures = dashboard.figures()
    ages = max(sum(figures["ages"].values()), 1)
    context = {
        **admin.admin_site.each_context(request),
        "opts": DraftRequest._meta,
        "title": gettext("Review dashboard"),
        "counts": [_figure(name, number) for name, number in figures["counts"].items()],
        "ages": [{**_figure(name, n), "share": round(100 * n / ages)} for name, n in figures["ages"].items()],
        "oldest": figures["oldest_waiting_since"],
        "took": figures["time_to_decision_hours"],
        "took_url": _list_url(dashboard.LISTS["time_to_decision_hours"]),
        "chart": json.dumps(_chart(figures["days"])),
        "days": [
            {**day, "url": _list_url({"status": "all", "decided": day["day"]})} for day in reversed(figures["days"])
        ],
        "decided_30": sum(day["approved"] + day["declined"] for day in figures["days"]),
    }
    return render(request, "admin/pa_dealing/draftrequest/dashboard.html", context)


def _figure(name: str, number: int) -> dict[str, Any]:
    label, note = _LABELS[name]
    return {
        "label": gettext(label),
        "note": gettext(note),
        "tone": note,
        "number": number,
        "url": _list_url(dashboard.LISTS[name]),
    }


def _chart(days: list[dict[str, Any]]) -> dict[str, Any]:
    """What unfold's chart.js draws: decisions as stacked bars, and what came in beside them."""
    return {
        "labels": [day["day"][5:] for day in days],
        "datasets": [
            {
                "label": gettext("Approved"),
                "data": [d["approved"] for d in days],
                "backgroundColor": _GOOD,
                "stack": "decided",
            },
            {
                "label": gettext("Declined"),
                "data": [d["declined"] for d in days],
                "backgroundColor": _BAD,
                "stack": "decided",
            },
            {
                "label": gettext("Handed in"),
                "data": [d["submitted"] for d in days],
                "backgroundColor": _ACCENT,
                "stack": "came",
            },
        ],
    }


def csv_download(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponseBase:
    """The requests that the queue shows with these filters, streamed."""
    if not admin.has_view_permission(request):
        raise PermissionDenied
    asked: dict[str, str] = {name: str(value) for name, value in request.GET.items()}
    asked["search"] = asked.get("q", "")
    try:
        requests = queue.narrowed(queue.handed_in(request.user), asked, request.user)
    except Refused as refusal:
        return HttpResponse(refusal.detail, status=refusal.status, content_type="text/plain")
    return csv_export.response(request, requests)
