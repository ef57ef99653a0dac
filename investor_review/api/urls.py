"""The addresses under /v1/reviews/. The specification writes them without a last slash; with one they work too."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, path
from rest_framework.views import APIView

from chat.pages.uploads import takes_files
from investor_review.api import cleanup, review, sessions

_session = "sessions/<str:session_id>"

# The longer ones first, for the upstream's ids of chunks and findings may hold a slash. A session's may not: "start"
# as the id of a chunk would else be the start of a session called "A/chunks".
_ADDRESSES: list[tuple[str, type[APIView], str]] = [
    ("sessions", sessions.SessionList, "api-reviews"),
    (f"{_session}/start", sessions.SessionStart, "api-review-start"),
    (f"{_session}/share", sessions.SessionShare, "api-review-share"),
    (f"{_session}/chat", review.SessionChat, "api-review-chat"),
    (f"{_session}/nitpicks/<path:issue_id>/preview", cleanup.NitpickPreview, "api-review-preview"),
    (f"{_session}/nitpicks/<path:issue_id>/undo", review.NitpickUndo, "api-review-undo"),
    (f"{_session}/nitpicks/<path:issue_id>", review.SessionNitpick, "api-review-nitpick"),
    (f"{_session}/cleanup/generate", cleanup.SessionGenerate, "api-review-generate"),
    (f"{_session}/artifacts/<uuid:artifact_id>", review.SessionArtifact, "api-review-artifact"),
    (f"{_session}/artifacts", review.SessionArtifacts, "api-review-artifacts"),
    (f"{_session}/document", sessions.SessionDocument, "api-review-document"),
    (f"{_session}/chunks/<path:chunk_id>", sessions.SessionChunk, "api-review-chunk"),
    (f"{_session}/generations", sessions.SessionGenerations, "api-review-generations"),
    (_session, sessions.SessionDetail, "api-review"),
]


def _start_bytes() -> int:
    """How much a start may hold: a document of a thousand pages in its chunks is 60 MB."""
    return int(settings.REVIEW_START_MB) * 1_000_000


def _both(address: str, view: type[APIView], name: str) -> list[URLPattern]:
    # The one with a slash comes first, because a path parameter would take the slash along; the schema shows the other.
    views = (view.as_view(schema=None), view.as_view())
    if view is sessions.SessionStart:
        views = (takes_files(_start_bytes)(views[0]), takes_files(_start_bytes)(views[1]))
    return [path(f"{address}/", views[0], name=f"{name}-slash"), path(address, views[1], name=name)]


urlpatterns = [pattern for address in _ADDRESSES for pattern in _both(*address)]
