"""The addresses of the document's page and of the panel's forms."""

from __future__ import annotations

from django.urls import path

from investor_review.pages import own_reviews, views, views_redline

urlpatterns = [
    path("", own_reviews.own_reviews, name="reviews"),
    path("<uuid:session_pk>/document/", views.document, name="review-document"),
    path("threads/<uuid:thread_id>/changes/", views_redline.changes, name="review-changes"),
    path("threads/<uuid:thread_id>/changes/say/", views_redline.say, name="review-change"),
    path("threads/<uuid:thread_id>/papers/", views_redline.make_papers, name="review-papers"),
    path("threads/<uuid:thread_id>/status/", views.set_status, name="review-status"),
    path("threads/<uuid:thread_id>/accept/", views.accept, name="review-accept"),
    path("threads/<uuid:thread_id>/undo/", views.undo, name="review-undo"),
]
