"""What cannot be done right now is no fault: 503 with a sentence and a time, as a page, as JSON, or as plain text."""

from __future__ import annotations

import sys
from collections.abc import Callable

import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.loader import render_to_string
from django.views import defaults

from chat.errors import Refused, database_away, sentence
from chat.pages import error_pages

log = structlog.get_logger("config")


class UnavailableMiddleware:
    """Answers for a view that a refusal or the database ended. REST framework answers for its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, OperationalError | InterfaceError):
            log.error("database failed in a request", error=type(error).__name__)
            error = database_away()
        return refused(request, error) if isinstance(error, Refused) else None


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """The answer to whoever asked: a script of ours shows a plain text, a browser a page, a program reads JSON."""
    headers = {"Cache-Control": "no-store"}
    if refusal.retry_after is not None:
        headers["Retry-After"] = str(refusal.retry_after)
    if request.headers.get("HX-Request"):
        text = refusal.detail
        return HttpResponse(text, content_type="text/plain; charset=utf-8", status=refusal.status, headers=headers)
    if "text/html" in request.headers.get("Accept", ""):
        if refusal.status == 403:
            return defaults.permission_denied(request, refusal)
        page = render_to_string("503.html", {"status": refusal.status, "detail": refusal.detail})
        return HttpResponse(page, status=refusal.status, headers=headers)
    body = {"detail": refusal.detail, "code": refusal.code}
    return JsonResponse(body, status=refusal.status, headers=headers)


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault as a page or as JSON, and the other answer where the database ended a request outside its view."""
    error = sys.exc_info()[1]
    try:
        if isinstance(error, OperationalError | InterfaceError):
            return refused(request, database_away())
        return error_pages.server_error(request)
    except Exception:
        # What leaves Django without an answer ends no request, and keeps its connection from the pool for ever.
        log.exception("the page of a fault cannot be made")
        return HttpResponse(sentence("internal"), content_type="text/plain; charset=utf-8", status=500)
