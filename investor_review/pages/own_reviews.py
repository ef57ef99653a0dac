"""The page of a person's reviews: how each stands, and its papers. Reached through the conversations they may open."""

from __future__ import annotations

from collections import defaultdict
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from chat.models import Thread
from investor_review.models import Artifact, CleanupRun, ReviewSession
from investor_review.pages import panel

# What the list shows; older ones are found in their conversations.
MOST_REVIEWS = 200


@login_required
@require_safe
@never_cache
def own_reviews(request: HttpRequest) -> HttpResponse:
    """The reviews of the person's conversations, what is left to decide first, then the newest."""
    return render(request, "investor_review/reviews.html", {"rows": of_person(request.user)})


def of_person(user: Any) -> list[dict[str, Any]]:
    """A row for each review whose conversation the person may open; four queries, however many there are."""
    open_to = Thread.objects.visible_to(user).filter(assistant="investor_review").values("pk")
    sessions = list(ReviewSession.objects.current().filter(thread__in=open_to).order_by("-created_at")[:MOST_REVIEWS])
    stands = panel.standings([session.thread_id for session in sessions])
    papers = _papers_of(sessions)
    rows = [
        {
            "thread": session.thread_id,
            "title": session.doc_title,
            "company": session.company_name,
            "session_id": session.session_id,
            "standing": stands[session.thread_id],
            "is_over": session.status == ReviewSession.Status.COMPLETED,
            "at": session.created_at,
            "papers": papers[session.pk],
        }
        for session in sessions
    ]
    return sorted(rows, key=lambda row: row["is_over"])


def _papers_of(sessions: list[ReviewSession]) -> dict[UUID, list[dict[str, Any]]]:
    """The papers of each session's newest finished run, with what a page calls them."""
    runs = CleanupRun.objects.filter(session__in=sessions, status=CleanupRun.Status.DONE)
    newest = runs.order_by("session_id", "-created_at").distinct("session_id").values("pk")
    made = Artifact.objects.filter(run__in=newest).exclude(kind=Artifact.Kind.MANIFEST)
    papers: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    order = list(Artifact.Kind)
    for artifact in sorted(made, key=lambda artifact: order.index(Artifact.Kind(artifact.kind))):
        label = gettext(panel.KINDS.get(artifact.kind, artifact.kind))
        papers[artifact.session_id].append({"artifact": artifact, "label": label})
    return papers
