"""The panel's forms and the page of a document at the passage. Everything is reached through the person's thread."""

from __future__ import annotations

from contextlib import suppress
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_noop as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from audit.trail import Actor
from chat.errors import Refused
from chat.pages.panels import act_by_form, form_thread
from chat.pages.uploads import takes_files
from chat.threads import readable_thread
from llm.text import clean_text
from pursuit import undoing
from pursuit.material import thread_collection, uploads
from pursuit.models import Code, MasterObjective
from pursuit.pages import document_page, panel
from pursuit.pages.recents import MOST_RECENTS
from pursuit.pages.retry import try_again
from pursuit.record import Record
from pursuit.words import POLICIES
from retrieval.models import Document

SLUG = "pursuit"


@login_required
@require_POST
def undo(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Take the end of a question back."""

    def act(record: Record, by: Actor) -> str:
        if record.row is None or record.row.status != MasterObjective.Status.ABANDONED:
            raise Refused("not_ended", _("The question was not ended, so there is nothing to undo."))
        undoing.undo(record, by=by)
        return gettext("You took the end back: the question is open again.")

    return act_by_form(request, thread_id, SLUG, act, panel.context_of)


@takes_files(uploads.total_bytes)
@login_required
@require_POST
def upload(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Files are dropped: they are read and kept, and what is open is tried with them in a turn of its own.

    The page gets what was refused, and the rest by its socket; a program gets the panel, 409 when nothing was kept.
    """
    thread = form_thread(request, thread_id, SLUG)
    files = [file for file in request.FILES.getlist("file") if file.name]
    if files:
        taken = uploads.take(thread, request.user, files)
    else:
        taken = uploads.Taken([gettext("No file came. Choose a PDF, a Word document, a web page or a text.")])
    if request.headers.get("HX-Request"):
        return render(request, "chat/_attached.html", {"refused": taken.refused, "note": taken.note})
    notice = " ".join([*taken.refused, taken.note]).strip()
    return render(request, "pursuit/panel.html", panel.context_of(thread, notice), status=200 if taken.kept else 409)


@login_required
@require_POST
def retry(request: HttpRequest, objective_id: UUID) -> HttpResponse:
    """Take a question of the recents up again, and go to its thread, where a turn tries it."""
    row = get_object_or_404(MasterObjective.objects.visible_to(request.user), pk=objective_id)
    if not row.thread.may_talk(request.user):
        raise Http404
    with suppress(Refused):
        # Where every part is answered the thread shows so.
        try_again(row, request.user)
    return redirect("thread", row.thread_id)


@login_required
@require_safe
@never_cache
def recent_queries(request: HttpRequest) -> HttpResponse:
    """The person's own questions, the newest first, with a search in their words."""
    search = clean_text(request.GET.get("search", "")).strip()[:200]
    rows = panel.recents_of(request.user, search=search, limit=MOST_RECENTS)
    context = {"rows": rows, "search": search, "more": len(rows) == MOST_RECENTS}
    return render(request, "pursuit/recents.html", context)


@login_required
@require_safe
@never_cache
def document(request: HttpRequest, thread_id: UUID, document_id: UUID) -> HttpResponse:
    """A policy or a material of the thread, with the passage marked that `chunk`, `start` and `end` name."""
    thread = readable_thread(request, thread_id, SLUG)
    scope = Document.objects.filter(collection__name__in=[POLICIES, thread_collection(thread.pk)])
    shown_document = get_object_or_404(scope, pk=document_id)
    context = {"thread": thread, "document": shown_document, **document_page.parts_of(shown_document, request.GET)}
    return render(request, "pursuit/document.html", context)


@login_required
@require_safe
def code(request: HttpRequest, code_id: int) -> HttpResponse:
    """A row of a public code list."""
    return render(request, "pursuit/code.html", {"code": get_object_or_404(Code, pk=code_id)})
