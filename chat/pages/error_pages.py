"""What stands outside every view: an address that is none, a request that breaks off, a fault. Programs get JSON."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from django.views import defaults

from chat.errors import sentence


def _answer(
    request: HttpRequest, status: int, code: str, detail: str, page: Callable[[], HttpResponse]
) -> HttpResponse:
    """{"detail", "code"} below /v1/, as every error of the interface is; elsewhere the page."""
    if request.path.startswith("/v1/"):
        return JsonResponse({"detail": detail, "code": code}, status=status)
    # A page changes nothing, so its token is made and none is asked for: that would read a body that may be unreadable.
    request.csrf_processing_done = True  # type: ignore[attr-defined]
    return page()


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = gettext("The request cannot be read.")
    return _answer(request, 400, "bad_request", detail, lambda: defaults.bad_request(request, exception))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = gettext("There is nothing at this address.")
    return _answer(request, 404, "not_found", detail, lambda: defaults.page_not_found(request, exception))


def server_error(request: HttpRequest) -> HttpResponse:
    return _answer(request, 500, "internal", sentence("internal"), lambda: defaults.server_error(request))
