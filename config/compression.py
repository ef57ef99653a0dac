"""Pages are sent compressed. What programs read is not: it is small, and their turn is what costs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class PageCompression(GZipMiddleware):
    """Django's own, which pads what it compresses against guesses by length, for HTML alone."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not response.headers.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)
