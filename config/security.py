"""One content policy for the product's pages, and a wider one for the admin only; slips in the admin's addresses."""

from __future__ import annotations

import structlog
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware
from django.db import DataError
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse

log = structlog.get_logger("config")

# Unfold's Alpine evaluates attributes and writes inline styles; no foreign origin is allowed here either.
ADMIN_DIRECTIVES = {
    "default-src": [NONE],
    "script-src": [SELF, UNSAFE_EVAL, NONCE],
    "style-src": [SELF, UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "font-src": [SELF],
    "connect-src": [SELF],
    "form-action": [SELF],
    "frame-ancestors": [NONE],
    "base-uri": [NONE],
}


class ContentPolicyMiddleware(CSPMiddleware):
    """django-csp's middleware, with the admin's own policy under the admin's address."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.path.startswith(reverse("admin:index")):
            response._csp_replace = ADMIN_DIRECTIVES  # type: ignore[attr-defined]
        return super().process_response(request, response)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """A filter of the admin whose value no column takes, such as a NUL or the year 10^20.

        Django sends other wrong filters to `?e=1`, where the list says so, and lets these fail.
        """
        slip = isinstance(exception, ValueError | OverflowError | DataError)
        asked = request.method == "GET" and request.GET and "e" not in request.GET
        if not (slip and asked and request.path.startswith(reverse("admin:index"))):
            return None
        log.warning("an address of the admin could not be read", path=request.path, exc_info=exception)
        return HttpResponseRedirect(f"{request.path}?e=1")
