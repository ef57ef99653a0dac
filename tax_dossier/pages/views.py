"""The panel's forms, and the page of one source. Every dossier is reached through its owner's thread."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.text import slugify
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit.trail import Actor
from chat.errors import Refused
from chat.pages.panels import act_by_form, form_thread
from chat.threads import readable_thread
from llm.text import clean_text
from tax_dossier import actions, record
from tax_dossier.models import Patch, Source
from tax_dossier.pages import panel, paper as answer_paper, source_page
from tax_dossier.patches import DossierPatch, Reference
from tax_dossier.record import DossierRecord
from tax_dossier.search import move_to
from tax_dossier.texts import text
from wording.quotes import Quote

SLUG = "tax_dossier"
_CONTENT_TYPES = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
}


@login_required
@require_POST
def select(request: HttpRequest, thread_id: UUID, source_id: int) -> HttpResponse:
    """Let a source count, or not: `selected` is "1" or "0"."""
    language = panel.spoken_language(form_thread(request, thread_id, SLUG))

    def act(dossier: DossierRecord, by: Actor) -> str | None:
        source = next((held for held in dossier.sources if held.id == source_id), None)
        if source is None:
            raise Refused("no_such_source", gettext("This source is no longer in the dossier."))
        wanted = request.POST.get("selected") == "1"
        titles = (source.title,)
        patch = DossierPatch(select_titles=titles) if wanted else DossierPatch(unselect_titles=titles)
        done = actions.apply_patch(dossier, patch, origin=Patch.Origin.PANEL, by=by)
        name = "restored" if wanted else "removed"
        return text(language, name, titles=f"{source.number}. {source.title}") if done else None

    return act_by_form(request, thread_id, SLUG, act, panel.context_of)


@login_required
@require_POST
def undo(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    language = panel.spoken_language(form_thread(request, thread_id, SLUG))

    def act(dossier: DossierRecord, by: Actor) -> str | None:
        return panel.undo_report(actions.undo_last(dossier, by=by), dossier, language)

    return act_by_form(request, thread_id, SLUG, act, panel.context_of)


@login_required
@require_POST
def set_date(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Choose the day whose law applies; an empty one is today. The articles follow to their version of that day."""
    thread = form_thread(request, thread_id, SLUG)
    language = panel.spoken_language(thread)
    given = clean_text(request.POST.get("date", "")).strip()
    try:
        day = parse_date(given) if given else None
    except ValueError:
        day = None
    wrong = bool(given) and (day is None or not 1900 <= day.year <= 2099)
    # The versions are looked up before the lock, on the dossier as it is read now.
    result = move_to(record.load(thread.pk), Reference(day, Quote.cut(given or "vandaag", 0, 120)), language)

    def act(dossier: DossierRecord, by: Actor) -> str | None:
        if wrong:
            sentence = gettext("%(given)s is no date. Give the day, the month and the year.")
            raise Refused("no_such_date", sentence % {"given": repr(given[:40])})
        done = actions.apply_patch(dossier, result.patch, origin=Patch.Origin.PANEL, by=by)
        if not done:
            return None
        name = "reference_changed" if day else "reference_reset"
        return " ".join([text(language, name, day=dossier.day), *result.notes])

    return act_by_form(request, thread_id, SLUG, act, panel.context_of)


@login_required
@require_safe
@never_cache
def source(request: HttpRequest, thread_id: UUID, source_id: int) -> HttpResponse:
    """One source as it is kept in the dossier: its path, version and text, each part at its own address."""
    thread = readable_thread(request, thread_id, SLUG)
    row = get_object_or_404(Source.objects.select_related("dossier"), pk=source_id, dossier__thread=thread)
    context: dict[str, Any] = source_page.context_of(thread, row, request.GET.get("at", ""))
    return render(request, "tax_dossier/source.html", context)


@login_required
@require_safe
@never_cache
def paper(request: HttpRequest, thread_id: UUID, kind: str) -> HttpResponse:
    """The newest answer with its sources as a file; 404 when nothing was answered yet."""
    thread = readable_thread(request, thread_id, SLUG)
    made = answer_paper.paper_of(thread)
    if made is None:
        raise Http404(text(panel.spoken_language(thread), "no_paper"))
    content = answer_paper.as_pdf(made) if kind == "pdf" else answer_paper.as_docx(made)
    response = HttpResponse(content, content_type=_CONTENT_TYPES[kind])
    name = f"{slugify(made.name) or 'tess'}-{timezone.localdate().isoformat()}.{kind}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
