"""The address of the panel's form."""

from __future__ import annotations

from django.urls import path

from retirement.pages import views

urlpatterns = [path("threads/<uuid:thread_id>/prompt/", views.prompt, name="retirement-prompt")]
