"""The addresses of the panel's forms and of the page of requests."""

from __future__ import annotations

from django.urls import path

from pa_dealing.pages import views

urlpatterns = [
    path("threads/<uuid:thread_id>/edit/", views.edit, name="pa-edit"),
    path("threads/<uuid:thread_id>/preview/", views.preview, name="pa-preview"),
    path("threads/<uuid:thread_id>/submit/", views.submit, name="pa-submit"),
    path("threads/<uuid:thread_id>/withdraw/", views.withdraw, name="pa-withdraw"),
    path("threads/<uuid:thread_id>/extension/", views.extension, name="pa-extension"),
    path("requests/", views.requests, name="pa-requests"),
    path("requests/<uuid:request_id>/withdraw/", views.withdraw_listed, name="pa-withdraw-listed"),
]
