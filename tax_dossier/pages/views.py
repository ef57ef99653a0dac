"""The panel's forms, and the page of one source. Every dossier is reached through its owner's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.dateparse import parse_date
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit.trail import Actor
from chat.live import post_notice, state_changed
from chat.models import Thread
from llm.text import clean_text
from tax_dossier import actions, record
from tax_dossier.models import Patch, Source
from tax_dossier.pages import panel, source_page
from tax_dossier.patches import DossierPatch, Reference
from tax_dossier.record import Record
from tax_dossier.search_tools import move_to
from tax_dossier.texts import text


def own_thread(request: HttpRequest, thread_id: UUID) -> Thread:
    """The person's own thread with TESS; 404 otherwise."""
    return get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id, assistant="tax_dossier")


def _act(request: HttpRequest, thread_id: UUID, act: Callable[[Record, Actor], str]) -> HttpResponse:
    """Do `act` on the dossier under its lock, and answer with the panel as it is then."""
    thread = own_thread(request, thread_id)
    by, error = Actor(request.user.pk, thread.pk), ""
    try:
        with actions.act_on(thread.pk, by) as found:
            if notice := act(found, by):
                post_notice(thread.pk, notice)
                state_changed(thread.pk, found.state())
    except actions.DossierRefused as refusal:
        error = str(refusal)
    # htmx swaps only a 2xx, so the sentence travels in a 200 for the page and in a 409 for everyone else.
    status = 409 if error and not request.headers.get("HX-Request") else 200
    return render(request, "tax_dossier/panel.html", panel.context_of(thread, error), status=status)


@login_required
@require_POST
def select(request: HttpRequest, thread_id: UUID, source_id: int) -> HttpResponse:
    """Let a source count, or not: `selected` is "1" or "0"."""
    language = panel.spoken_language(own_thread(request, thread_id))

    def act(found: Record, by: Actor) -> str:
        source = next((one for one in found.sources if one.id == source_id), None)
        if source is None:
            raise actions.DossierRefused(gettext("This source is no longer in the dossier."))
        wanted = request.POST.get("selected") == "1"
        titles = (source.title,)
        patch = DossierPatch(select_titles=titles) if wanted else DossierPatch(unselect_titles=titles)
        done = actions.apply_patch(found, patch, origin=Patch.Origin.PANEL, by=by)
        name = "restored" if wanted else "removed"
        return text(language, name, titles=f"{source.number}. {source.title}") if done else ""

    return _act(request, thread_id, act)


@login_required
@require_POST
def undo(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    language = panel.spoken_language(own_thread(request, thread_id))

    def act(found: Record, by: Actor) -> str:
        return panel.undo_told(actions.undo_last(found, by=by), found, language)

    return _act(request, thread_id, act)


@login_required
@require_POST
def set_date(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Choose the day whose law applies; an empty one is today. The articles follow to their version of that day."""
    thread = own_thread(request, thread_id)
    language = panel.spoken_language(thread)
    given = clean_text(request.POST.get("date", "")).strip()
    try:
        day = parse_date(given) if given else None
    except ValueError:
        day = None
    wrong = bool(given) and (day is None or not 1900 <= day.year <= 2099)
    # The versions are looked up before the lock, on the dossier as it is read now.
    result = move_to(record.load(thread.pk), Reference(day, given or "vandaag"), language)

    def act(found: Record, by: Actor) -> str:
        if wrong:
            sentence = gettext("%(given)s is no date. Give the day, the month and the year.")
            raise actions.DossierRefused(sentence % {"given": repr(given[:40])})
        done = actions.apply_patch(found, result.patch, origin=Patch.Origin.PANEL, by=by)
        if not done:
            return ""
        name = "reference_changed" if day else "reference_reset"
        return " ".join([text(language, name, day=found.day), *result.notes])

    return _act(request, thread_id, act)


@login_required
@require_safe
@never_cache
def source(request: HttpRequest, thread_id: UUID, source_id: int) -> HttpResponse:
    """One source as it is kept in the dossier: its path, version and text, each part at its own address."""
    thread = own_thread(request, thread_id)
    found = get_object_or_404(Source.objects.select_related("dossier"), pk=source_id, dossier__thread=thread)
    context: dict[str, Any] = source_page.context_of(thread, found)
    return render(request, "tax_dossier/source.html", context)
