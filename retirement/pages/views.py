"""The panel's form: which prompt the conversation runs."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from audit.trail import Actor
from chat.pages.panels import act_by_form
from retirement import actions, prompt_choice
from retirement.pages import panel
from retirement.record import PlanRecord


@login_required
@require_POST
def prompt(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Choose it, and answer with the panel as it is then."""

    def act(record: PlanRecord, by: Actor) -> str | None:
        chosen = prompt_choice.prompt_named(request.POST.get("prompt"))
        return prompt_choice.CHOSEN[chosen] if actions.choose_prompt(record, chosen, by=by) else None

    return act_by_form(request, thread_id, "retirement", act, panel.context_of)
