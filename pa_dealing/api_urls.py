"""The addresses under /v1/pa-dealing/."""

from __future__ import annotations

from django.urls import path

from pa_dealing import api

urlpatterns = [
    path("requests/", api.RequestList.as_view(), name="api-pa-requests"),
    path("requests/<uuid:request_id>/", api.RequestDetail.as_view(), name="api-pa-request"),
    path("requests/<uuid:request_id>/preview/", api.RequestPreview.as_view(), name="api-pa-preview"),
    path("requests/<uuid:request_id>/submit/", api.RequestSubmit.as_view(), name="api-pa-submit"),
    path("requests/<uuid:request_id>/withdraw/", api.RequestWithdraw.as_view(), name="api-pa-withdraw"),
]
