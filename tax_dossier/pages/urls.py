"""The addresses of the panel's forms and of a source's page."""

from __future__ import annotations

from django.urls import path

from tax_dossier.pages import views

urlpatterns = [
    path("threads/<uuid:thread_id>/sources/<int:source_id>/", views.source, name="tax-source"),
    path("threads/<uuid:thread_id>/sources/<int:source_id>/select/", views.select, name="tax-select"),
    path("threads/<uuid:thread_id>/answer.pdf", views.paper, {"kind": "pdf"}, name="tax-answer-pdf"),
    path("threads/<uuid:thread_id>/answer.docx", views.paper, {"kind": "docx"}, name="tax-answer-docx"),
    path("threads/<uuid:thread_id>/undo/", views.undo, name="tax-undo"),
    path("threads/<uuid:thread_id>/date/", views.set_date, name="tax-date"),
]
