"""The addresses under /v1/reviews/. The specification writes them without a last slash; with one they work too."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, path
from rest_framework.views import APIView

from chat.uploads import takes_files
from investor_review import api, api_cleanup, api_review

_session = "sessions/<path:session_id>"

# The longer ones first: an id may hold a slash in an address, which is then no id of anything.
_ADDRESSES: list[tuple[str, type[APIView], str]] = [
    ("sessions", api.SessionList, "api-reviews"),
    (f"{_session}/start", api.SessionStart, "api-review-start"),
    (f"{_session}/share", api.SessionShare, "api-review-share"),
    (f"{_session}/chat", api_review.SessionChat, "api-review-chat"),
    (f"{_session}/nitpicks/<path:issue_id>/preview", api_cleanup.NitpickPreview, "api-review-preview"),
    (f"{_session}/nitpicks/<path:issue_id>/undo", api_review.NitpickUndo, "api-review-undo"),
    (f"{_session}/nitpicks/<path:issue_id>", api_review.SessionNitpick, "api-review-nitpick"),
    (f"{_session}/cleanup/generate", api_cleanup.SessionGenerate, "api-review-generate"),
    (f"{_session}/artifacts/<uuid:artifact_id>", api_review.SessionArtifact, "api-review-artifact"),
    (f"{_session}/artifacts", api_review.SessionArtifacts, "api-review-artifacts"),
    (f"{_session}/document", api.SessionDocument, "api-review-document"),
    (f"{_session}/chunks/<path:chunk_id>", api.SessionChunk, "api-review-chunk"),
    (f"{_session}/generations", api.SessionGenerations, "api-review-generations"),
    (_session, api.SessionDetail, "api-review"),
]


def _start_bytes() -> int:
    """How much a start may hold: a document of a thousand pages in its chunks is 60 MB."""
    return int(settings.REVIEW_START_MB) * 1_000_000


def _both(address: str, view: type[APIView], name: str) -> list[URLPattern]:
    # The one with a slash comes first, because a path parameter would take the slash along; the schema shows the other.
    views = (view.as_view(schema=None), view.as_view())
    if view is api.SessionStart:
        views = (takes_files(_start_bytes)(views[0]), takes_files(_start_bytes)(views[1]))
    return [path(f"{address}/", views[0], name=f"{name}-slash"), path(address, views[1], name=name)]


urlpatterns = [pattern for address in _ADDRESSES for pattern in _both(*address)]
