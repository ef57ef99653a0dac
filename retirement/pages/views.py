"""The panel's form: which prompt the conversation runs."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_POST

from audit.trail import Actor
from chat.models import Thread
from retirement import prompt_choice
from retirement.pages import panel


@login_required
@require_POST
def prompt(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Choose it, and answer with the panel as it is then."""
    thread = get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id, assistant="retirement")
    error = ""
    try:
        chosen = prompt_choice.prompt_named(request.POST.get("prompt"))
        prompt_choice.choose(thread, chosen, Actor(request.user.pk, thread.pk))
    except prompt_choice.UnknownPrompt as refusal:
        error = str(refusal)
    # htmx swaps only a 2xx, so the sentence travels in a 200 for the page and in a 400 for everyone else.
    status = 400 if error and not request.headers.get("HX-Request") else 200
    return render(request, "retirement/panel.html", panel.context_of(thread) | {"error": error}, status=status)
