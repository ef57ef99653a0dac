"""The panel's forms: edit, preview, submit, withdraw. Each is the person's own act."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from audit.trail import Actor
from chat.live import post_notice, state_changed
from chat.models import Thread
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.pages import forms, panel
from pa_dealing.review import actions as review
from pa_dealing.state import state_of

SUBMITTED = "You submitted the request. Compliance will look at it."
WITHDRAWN = "You withdrew the request."
EXTENSION = "You asked compliance for more time."


def _act(
    request: HttpRequest, thread_id: UUID, act: Callable[[DraftRequest, Actor], str], field: str = ""
) -> HttpResponse:
    """Do `act` on the thread's request under its lock, and answer with the panel as it is then."""
    thread = get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id, assistant="pa_dealing")
    error = ""
    try:
        with actions.act_on(thread.id, Actor(request.user.pk, thread.id)) as draft:
            notice = act(draft, Actor(request.user.pk, thread.id))
            if notice:
                post_notice(thread.id, notice)
            state_changed(thread.id, state_of(draft))
    except (actions.ActionRefused, forms.BadValue) as refusal:
        error = str(refusal)
    context = panel.context_of(thread, error, field)
    # htmx swaps only a 2xx, so the sentence travels in a 200 for the page and in a 409 for everyone else.
    status = 409 if error and not request.headers.get("HX-Request") else 200
    return render(request, "pa_dealing/panel.html", context, status=status)


@login_required
@require_POST
def edit(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    field, value = request.POST.get("field", ""), request.POST.get("value", "")

    def act(draft: DraftRequest, by: Actor) -> str:
        forms.edit_field(draft, field, value, by=by)
        return ""

    return _act(request, thread_id, act, field)


@login_required
@require_POST
def preview(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        actions.preview_request(draft, by=by)
        return ""

    return _act(request, thread_id, act)


@login_required
@require_POST
def submit(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        actions.submit_request(draft, by=by, preview_hash=request.POST.get("preview_hash", ""))
        return SUBMITTED

    return _act(request, thread_id, act)


@login_required
@require_POST
def withdraw(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        actions.withdraw_request(draft, by=by)
        return WITHDRAWN

    return _act(request, thread_id, act)


@login_required
@require_POST
def extension(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    def act(draft: DraftRequest, by: Actor) -> str:
        review.request_extension(draft, reason=request.POST.get("reason", ""), by=by)
        return EXTENSION

    return _act(request, thread_id, act)
