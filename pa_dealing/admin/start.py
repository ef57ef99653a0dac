"""Where the admin begins."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from pa_dealing.admin.review import may_decide


def start(request: HttpRequest) -> HttpResponse:
    """The queue for an officer; the list of everything for who looks after the whole of it."""
    if may_decide(request) and not request.user.is_superuser:
        return redirect("admin:pa_dealing_draftrequest_changelist")
    return admin.site.index(request)
