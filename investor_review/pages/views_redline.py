"""The page of the changes and its forms: an edit is accepted, rejected or put in other words; then papers are made."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from audit.trail import Actor
from chat.acts import act_on
from chat.errors import Refused
from chat.live import state_changed
from chat.models import Thread
from chat.pages.panels import form_thread
from chat.threads import readable_thread
from investor_review import actions
from investor_review.pages import redline_page
from investor_review.papers import drafts, generation
from investor_review.record import Review
from investor_review.state import state_of

SLUG = "investor_review"
TEMPLATE = "investor_review/changes.html"


@login_required
@require_GET
def changes(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Every change in its clause, before papers are made. Whoever reads along sees it without the forms."""
    thread = readable_thread(request, thread_id, SLUG)
    context = redline_page.context_of(thread, request.user)
    if context["session"] is None:
        raise Http404(f"there is no review in the thread {thread_id}")
    return render(request, TEMPLATE, context)


@login_required
@require_POST
def say(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """What is said to a change: `choice` is accepted, rejected, "" (as composed), reworded, written, again."""
    thread = form_thread(request, thread_id, SLUG)
    choice, shown = request.POST.get("choice", ""), request.POST.get("shown", "")
    number, wording = _number(request), request.POST.get("wording", "")[:10_000]

    def act(review: Review, by: Actor) -> None:
        if choice == "again":
            drafts.compose_again(review)
        elif choice == "reworded":
            drafts.reword(review, shown, number, wording, by=by)
        elif choice == "written":
            drafts.write(review, shown, request.POST.get("issue_id", ""), wording, by=by)
        else:
            drafts.choose(review, shown, number, choice, by=by)

    # The next change is the one to look at, once this one is settled.
    at = number + (choice in ("accepted", "rejected"))
    return _done(request, thread, act, f"{reverse('review-changes', args=[thread.pk])}#change-{at}")


@login_required
@require_POST
def make_papers(request: HttpRequest, thread_id: UUID) -> HttpResponse:
    """Make the papers of exactly the changes that stood on the page."""
    thread = form_thread(request, thread_id, SLUG)

    def act(review: Review, by: Actor) -> None:
        generation.request_run(review, by=by, shown=request.POST.get("shown", ""))
        state_changed(thread.pk, state_of(review))

    return _done(request, thread, act, reverse("thread", args=[thread.pk]))


def _done(request: HttpRequest, thread: Thread, act: Callable[[Review, Actor], None], then: str) -> HttpResponse:
    """Do `act` on the locked review and go on to `then`; what is refused is said on the page, as it is now."""
    by = Actor(request.user.pk, thread.pk)
    try:
        with act_on(actions.open_review(thread.pk, by)) as review:
            act(review, by)
    except Refused as refusal:
        context = redline_page.context_of(thread, request.user, gettext(refusal.detail))
        return render(request, TEMPLATE, context, status=refusal.status)
    return HttpResponseRedirect(then, status=303)


def _number(request: HttpRequest) -> int:
    given = request.POST.get("number", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 6 else -1
