"""The addresses of the panel's forms and of a document's page."""

from __future__ import annotations

from django.urls import path

from pursuit.pages import views

urlpatterns = [
    path("threads/<uuid:thread_id>/documents/<uuid:document_id>/", views.document, name="pursuit-document"),
    path("threads/<uuid:thread_id>/undo/", views.undo, name="pursuit-undo"),
    path("threads/<uuid:thread_id>/material/", views.upload, name="pursuit-upload"),
    path("codes/<int:code_id>/", views.code, name="pursuit-code"),
    path("recents/", views.recent_queries, name="pursuit-recents"),
    path("recents/<uuid:objective_id>/retry/", views.retry, name="pursuit-retry"),
]
