"""Every address of the project."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from chat.pages.signin import SignIn
from pa_dealing.admin.start import start

urlpatterns = [
    path("admin/login/", SignIn.as_view(), name="admin-sign-in"),
    path("admin/", admin.site.admin_view(start)),
    path("admin/", admin.site.urls),
    path("v1/pa-dealing/", include("pa_dealing.api.urls")),
    path("pa-dealing/", include("pa_dealing.pages.urls")),
    path("v1/reviews/", include("investor_review.api.urls")),
    path("reviews/", include("investor_review.pages.urls")),
    path("v1/retirement/", include("retirement.api.urls")),
    path("retirement/", include("retirement.pages.urls")),
    path("v1/tax-dossier/", include("tax_dossier.api.urls")),
    path("tax-dossier/", include("tax_dossier.pages.urls")),
    path("v1/pursuit/", include("pursuit.api.urls")),
    path("pursuit/", include("pursuit.pages.urls")),
    path("", include("chat.pages.urls")),
]

handler400 = "chat.pages.error_pages.bad_request"
handler404 = "chat.pages.error_pages.not_found"
handler500 = "config.bounds.unavailable.server_error"
