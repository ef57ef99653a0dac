"""The pages of a review: the document with its evidence, and the panel's forms, each the person's own act."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from audit.trail import Actor
from chat.errors import Refused
from chat.pages.panels import act_by_form
from investor_review import actions, record
from investor_review.manual_changes import line_of
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.pages import document_page, panel
from investor_review.record import Review

Status = NitpickIssue.Status
HAND = NitpickChange.How.PATCH


@login_required
@require_GET
def document(request: HttpRequest, session_pk: UUID) -> HttpResponse:
    """The document, at a passage (?chunk=, with ?from= and ?to= inside it) or at a page of it (?page=)."""
    session = get_object_or_404(ReviewSession.objects.visible_to(request.user), pk=session_pk)
    asked = request.GET.get("chunk", "")[:400]
    start, end, page = (_whole(request.GET.get(name, "")) for name in ("from", "to", "page"))
    span = (start, end) if start is not None and end is not None else None
    context = document_page.context_of(record.load_session(session.pk), asked, span, page or 1)
    return render(request, "investor_review/document.html", context)


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _act(
    request: HttpRequest, thread_id: UUID, change: Callable[[NitpickIssue, Actor], NitpickChange | None]
) -> HttpResponse:
    """Do `change` to the nitpick that the form names, and say in the chat what has changed."""

    def act(review: Review, by: Actor) -> str | None:
        issue_id = request.POST.get("issue_id", "")
        nitpick = review.nitpick(issue_id)
        if nitpick is None:
            no_such = gettext("There is no nitpick “%(name)s” in this review.") % {"name": issue_id}
            raise Refused("no_such_nitpick", no_such)
        made = change(nitpick, by)
        assert isinstance(request.user, User)
        return line_of(made, request.user) if made is not None else None

    return act_by_form(request, thread_id, "investor_review", act, panel.context_of)


@login_required
@require_POST
def set_status(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    status = request.POST.get("status", "")

    def change(nitpick: NitpickIssue, by: Actor) -> NitpickChange | None:
        if status not in Status.values:
            raise Refused("no_such_status", gettext("“%(name)s” is no status of a nitpick.") % {"name": status})
        return actions.set_status(nitpick, Status(status), how=HAND, by=by)

    return _act(request, thread_id, change)


@login_required
@require_POST
def accept(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Keep what shall be done about a nitpick, as the person wrote it; an empty text takes it back."""
    text = request.POST.get("instructions", "").strip()[:10_000]

    def change(nitpick: NitpickIssue, by: Actor) -> NitpickChange | None:
        if text and nitpick.status == Status.OPEN:
            return actions.change_by_hand(nitpick, by=by, status=Status.IN_PROGRESS, instructions=text)
        return actions.accept_instructions(nitpick, text, how=HAND, by=by)

    return _act(request, thread_id, change)


@login_required
@require_POST
def undo(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    return _act(request, thread_id, lambda nitpick, by: actions.undo_last(nitpick, by=by))
