"""One content policy for the product's pages, and a wider one for the admin only."""

from __future__ import annotations

from csp.constants import NONCE, NONE, SELF, UNSAFE_EVAL, UNSAFE_INLINE
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse

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
