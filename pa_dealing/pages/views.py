"""The panel's forms (edit, preview, submit, withdraw), each the person's own act, and the page of their requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit.trail import Actor
from chat.errors import Refused
from chat.live import post_notice, state_changed
from chat.pages.panels import act_by_form
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.pages import forms, own_requests, panel
from pa_dealing.review import actions as review
from pa_dealing.state import state_of

PREVIEWED = gettext_noop("You asked for the preview.")
SUBMITTED = gettext_noop("You submitted the request. Compliance will look at it.")
WITHDRAWN = gettext_noop("You withdrew the request.")
EXTENSION = gettext_noop("You asked compliance for more time.")


def _act(
    request: HttpRequest, thread_id: UUID, act: Callable[[DraftRequest, Actor], str], field: str = ""
) -> HttpResponse:
    """Do `act` on the thread's request; a refusal stands at `field` where one is named."""
    return act_by_form(request, thread_id, "pa_dealing", act, partial(panel.context_of, error_field=field))


@login_required
@require_POST
def edit(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    field, value = request.POST.get("field", ""), request.POST.get("value", "")

    def act(draft: DraftRequest, by: Actor) -> str:
        return forms.edit_field(draft, field, value, by=by)

    return _act(request, thread_id, act, field)


@login_required
@require_POST
def preview(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        before = draft.preview_hash
        actions.preview_request(draft, by=by)
        return gettext(PREVIEWED) if draft.preview_hash != before else ""

    return _act(request, thread_id, act)


@login_required
@require_POST
def submit(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        actions.submit_request(draft, by=by, preview_hash=request.POST.get("preview_hash", ""))
        return gettext(SUBMITTED)

    return _act(request, thread_id, act)


@login_required
@require_POST
def withdraw(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        actions.withdraw_request(draft, by=by)
        return gettext(WITHDRAWN)

    return _act(request, thread_id, act)


@login_required
@require_safe
@never_cache
def requests(request: HttpRequest) -> HttpResponse:
    """The person's own requests, of every conversation."""
    return render(request, "pa_dealing/own_requests.html", {"rows": own_requests.of_person(request.user)})


@login_required
@require_POST
def withdraw_listed(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """Take a request of the list back, also one that its conversation has left behind."""
    wanted = get_object_or_404(DraftRequest.objects.filter(owner_id=request.user.pk), pk=request_id)
    by = Actor(request.user.pk, wanted.thread_id)
    try:
        with review.reviewing(wanted.pk) as draft:
            actions.withdraw_request(draft, by=by)
            post_notice(draft.thread_id, gettext(WITHDRAWN))
            if draft.pk == actions.load_request(draft.thread_id).pk:
                state_changed(draft.thread_id, state_of(draft))
    except Refused as refusal:
        messages.warning(request, gettext(refusal.detail))
    else:
        messages.success(request, gettext(WITHDRAWN))
    return redirect("pa-requests")


@login_required
@require_POST
def extension(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        review.request_extension(draft, reason=request.POST.get("reason", ""), by=by)
        return gettext(EXTENSION)

    return _act(request, thread_id, act)
