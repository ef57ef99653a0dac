"""The pages of a review: the document with its evidence, and the panel's forms, each the person's own act."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET, require_POST

from audit.trail import Actor
from chat.live import state_changed
from chat.models import Thread
from investor_review import actions, record
from investor_review.models import NitpickChange, NitpickIssue, ReviewSession
from investor_review.pages import document_page, panel
from investor_review.record import Review
from investor_review.state import state_of

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


def _act(request: HttpRequest, thread_id: UUID, act: Callable[[Review, Actor], object]) -> HttpResponse:
    """Do `act` on the thread's review under its lock, and answer with the panel as it is then."""
    thread = get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id, assistant="investor_review")
    if not thread.may_talk(request.user):
        raise Http404
    error = ""
    by = Actor(request.user.pk, thread.pk)
    try:
        with actions.act_on(thread.pk, by) as review:
            act(review, by)
            state_changed(thread.pk, state_of(review))
    except actions.ActionRefused as refusal:
        error = refusal.detail
    context = {**panel.context_of(thread), "error": error}
    # htmx swaps only a 2xx, so the sentence travels in a 200 for the page and in a 409 for everyone else.
    status = 409 if error and not request.headers.get("HX-Request") else 200
    return render(request, "investor_review/panel.html", context, status=status)


def _nitpick(review: Review, issue_id: str) -> NitpickIssue:
    nitpick = review.nitpick(issue_id)
    if nitpick is None:
        raise actions.ActionRefused("no_such_nitpick", f"There is no nitpick {issue_id!r} in this review.")
    return nitpick


@login_required
@require_POST
def set_status(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    status = request.POST.get("status", "")

    def act(review: Review, by: Actor) -> None:
        if status not in NitpickIssue.Status.values:
            raise actions.ActionRefused("no_such_status", f"{status!r} is no status of a nitpick.")
        nitpick = _nitpick(review, request.POST.get("issue_id", ""))
        actions.set_status(nitpick, NitpickIssue.Status(status), how=HAND, by=by)

    return _act(request, thread_id, act)


@login_required
@require_POST
def accept(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Keep what shall be done about a nitpick, as the person wrote it; an empty text takes it back."""

    def act(review: Review, by: Actor) -> None:
        nitpick = _nitpick(review, request.POST.get("issue_id", ""))
        text = request.POST.get("instructions", "").strip()[:10_000]
        actions.accept_instructions(nitpick, text, how=HAND, by=by)
        if text and nitpick.status == NitpickIssue.Status.OPEN:
            actions.set_status(nitpick, NitpickIssue.Status.IN_PROGRESS, how=HAND, by=by)

    return _act(request, thread_id, act)


@login_required
@require_POST
def undo(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    return _act(
        request,
        thread_id,
        lambda review, by: actions.undo_last(_nitpick(review, request.POST.get("issue_id", "")), by=by),
    )
