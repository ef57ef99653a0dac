"""One content policy for the product's pages, and a wider one for the admin only; slips in the admin's addresses."""

from __future__ import annotations

from dataclasses import replace

import structlog
from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware, PolicyParts
from django.core.exceptions import ValidationError
from django.db import DataError
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.views.defaults import page_not_found

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

    def get_policy_parts(
        self, request: HttpRequest, response: HttpResponseBase, report_only: bool = False
    ) -> PolicyParts:
        parts = super().get_policy_parts(request, response, report_only)
        return replace(parts, replace=ADMIN_DIRECTIVES) if request.path.startswith(reverse("admin:index")) else parts

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        """A slip in an address of the admin, which Django's own views do not expect, is no fault of ours.

        A filter whose value no column takes, such as a NUL or the year 10^20, goes where Django sends other wrong
        filters: to `?e=1`, where the list says so. An object's own page is not there, also for an id that is no UUID.
        """
        if not request.path.startswith(reverse("admin:index")):
            return None
        match = request.resolver_match
        if isinstance(exception, ValidationError) and match and match.view_name == "admin:view_on_site":
            return page_not_found(request, exception)
        slip = isinstance(exception, ValueError | OverflowError | DataError)
        if slip and request.method == "GET" and request.GET and "e" not in request.GET:
            log.warning("an address of the admin could not be read", path=request.path, exc_info=exception)
            return HttpResponseRedirect(f"{request.path}?e=1")
        return None
