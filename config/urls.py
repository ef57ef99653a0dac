"""Every address of the project."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
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

handler400 = "chat.error_pages.bad_request"
handler404 = "chat.error_pages.not_found"
handler500 = "config.unavailable.server_error"
