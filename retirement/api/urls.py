"""The addresses under /v1/retirement/."""

from __future__ import annotations

from django.urls import path

from retirement.api import views

urlpatterns = [
    path("threads/<uuid:thread_id>/information/", views.Information.as_view(), name="api-retirement-information"),
    path("threads/<uuid:thread_id>/completeness/", views.Completeness.as_view(), name="api-retirement-completeness"),
    path("threads/<uuid:thread_id>/prompt/", views.PromptChoice.as_view(), name="api-retirement-prompt"),
    path("threads/<uuid:thread_id>/handover.pdf", views.HandOver.as_view(), name="api-retirement-handover"),
]
