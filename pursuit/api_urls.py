"""The addresses under /v1/pursuit/."""

from __future__ import annotations

from django.urls import path

from pursuit import api

urlpatterns = [
    path("recents/", api.Recents.as_view(), name="api-pursuit-recents"),
    path("recents/<uuid:objective_id>/retry/", api.RetryRecent.as_view(), name="api-pursuit-retry"),
]
