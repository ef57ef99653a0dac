"""The addresses under /v1/retirement/."""

from __future__ import annotations

from django.urls import path

from retirement import api

urlpatterns = [
    path("threads/<uuid:thread_id>/information/", api.Information.as_view(), name="api-retirement-information"),
    path("threads/<uuid:thread_id>/completeness/", api.Completeness.as_view(), name="api-retirement-completeness"),
    path("threads/<uuid:thread_id>/prompt/", api.PromptChoice.as_view(), name="api-retirement-prompt"),
    path("threads/<uuid:thread_id>/handover.pdf", api.HandOver.as_view(), name="api-retirement-handover"),
]
