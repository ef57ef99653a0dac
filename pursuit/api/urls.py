"""The addresses under /v1/pursuit/."""

from __future__ import annotations

from django.urls import path

from pursuit.api import views

urlpatterns = [
    path("recents/", views.Recents.as_view(), name="api-pursuit-recents"),
    path("recents/<uuid:objective_id>/retry/", views.RetryRecent.as_view(), name="api-pursuit-retry"),
]
