"""Views of the queue that an officer keeps under a name: filters, words and order. Nobody else sees them."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.admin import ModelAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext

from llm.text import clean_text
from pa_dealing.models import DraftRequest, SavedView
from pa_dealing.review import queue

MOST_VIEWS = 20
MAX_NAME = 40
# What a view is made of: the filters, the words of a search, the order.
_PARTS = (*queue.FILTERS, "q", "o")


def query_of(asked: QueryDict) -> str:
    """What a view of the queue keeps of its address: "status=approved&q=ASML". Other parameters are left out."""
    parts = ((name, clean_text(asked.get(name, ""))[:80]) for name in _PARTS)
    return urlencode([(name, value) for name, value in parts if value])


def saved_views(request: HttpRequest) -> list[dict[str, Any]]:
    """The officer's own views by name, and which of them is shown."""
    shown = query_of(request.GET)
    return [
        {"pk": view.pk, "name": view.name, "url": f"?{view.query}", "current": view.query == shown}
        for view in SavedView.objects.filter(officer_id=request.user.pk)
    ]


def keep_view(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> HttpResponse:
    """Keep the filters of a form under its name; a name that is there gets the new ones."""
    _check(admin, request)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    name, query = (
        clean_text(request.POST.get("name", "")).strip()[:MAX_NAME],
        query_of(QueryDict(request.POST.get("query", ""))),
    )
    own = SavedView.objects.filter(officer_id=request.user.pk)
    if not name or not query:
        messages.error(request, gettext("Give the view a name, and at least one filter."))
    elif own.count() >= MOST_VIEWS and not own.filter(name=name).exists():
        messages.error(request, gettext("You have %(most)s views. Remove one first.") % {"most": MOST_VIEWS})
    else:
        SavedView.objects.update_or_create(officer_id=request.user.pk, name=name, defaults={"query": query})
    return _back(query)


def drop_view(admin: ModelAdmin[DraftRequest], request: HttpRequest, view_id: int) -> HttpResponse:
    """Forget one of the officer's own views."""
    _check(admin, request)
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    view = get_object_or_404(SavedView, pk=view_id, officer_id=request.user.pk)
    view.delete()
    return _back(view.query)


def _check(admin: ModelAdmin[DraftRequest], request: HttpRequest) -> None:
    if not admin.has_view_permission(request):
        raise PermissionDenied


def _back(query: str) -> HttpResponse:
    return redirect(f"{reverse('admin:pa_dealing_draftrequest_changelist')}?{query}")
