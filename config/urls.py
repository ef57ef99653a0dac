"""Every address of the project."""

from __future__ import annotations

from typing import NoReturn

from django.contrib import admin
from django.http import Http404, HttpRequest
from django.urls import include, path


def no_page_on_site(request: HttpRequest, rest: str) -> NoReturn:
    """The admin's way to an object's own page. No model has one, and Django's view fails on an id that is no UUID."""
    raise Http404(f"no model has a page of its own, so there is none at {rest[:80]!r}")


urlpatterns = [
    path("admin/r/<path:rest>", admin.site.admin_view(no_page_on_site)),
    path("admin/", admin.site.urls),
    path("v1/pa-dealing/", include("pa_dealing.api_urls")),
    path("pa-dealing/", include("pa_dealing.urls")),
    path("v1/reviews/", include("investor_review.api_urls")),
    path("reviews/", include("investor_review.urls")),
    path("v1/retirement/", include("retirement.api_urls")),
    path("retirement/", include("retirement.urls")),
    path("v1/tax-dossier/", include("tax_dossier.api_urls")),
    path("tax-dossier/", include("tax_dossier.urls")),
    path("v1/pursuit/", include("pursuit.api_urls")),
    path("pursuit/", include("pursuit.urls")),
    path("", include("chat.urls")),
]
