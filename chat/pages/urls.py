"""The addresses of the pages, of the interface under /v1/ and of the probes."""

from __future__ import annotations

from django.contrib.auth.views import LogoutView
from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from chat.pages import feedback, files, find, home, receipts, scrape, sharing, views
from chat.pages.signin import SignIn, sign_in_once

_thread = "threads/<uuid:thread_id>/"
_api_page = SpectacularSwaggerSplitView.as_view(url_name="schema", template_name="api/swagger_ui.html")

urlpatterns = [
    path("", home.home, name="home"),
    path("find/", find.find, name="find"),
    path("threads/", views.create_thread, name="thread-create"),
    path(_thread, views.thread_page, name="thread"),
    path(f"{_thread}rename/", views.rename_thread, name="thread-rename"),
    path(f"{_thread}delete/", views.delete_thread, name="thread-delete"),
    path(f"{_thread}restore/", views.restore_thread, name="thread-restore"),
    path(f"{_thread}share/", sharing.share, name="thread-share"),
    path(f"{_thread}conversation.<slug:kind>", files.conversation_file, name="thread-file"),
    path(f"{_thread}receipts/", receipts.receipts, name="thread-receipts"),
    path(f"{_thread}receipts/<str:name>/", receipts.receipt, name="thread-receipt"),
    path(f"{_thread}receipts/<str:name>/receipt.<slug:kind>", receipts.receipt, name="thread-receipt-file"),
    path(f"{_thread}transcript/", views.transcript, name="thread-transcript"),
    path(f"{_thread}earlier/", views.earlier, name="thread-earlier"),
    path(f"{_thread}panel/", views.panel, name="thread-panel"),
    path(f"{_thread}seen/", views.seen, name="thread-seen"),
    path(f"{_thread}turns/<uuid:turn_id>/retry/", views.retry_turn, name="turn-retry"),
    path(f"{_thread}turns/<uuid:turn_id>/branch/", views.branch, name="turn-branch"),
    path(f"{_thread}turns/<uuid:turn_id>/text/", files.answer_text, name="turn-text"),
    path(f"{_thread}turns/<uuid:turn_id>/feedback/", feedback.rate, name="turn-feedback"),
    path("language/", require_POST(set_language), name="set_language"),
    path("accounts/login/", SignIn.as_view(), name="login"),
    path("accounts/logout/", LogoutView.as_view(), name="logout"),
    path("accounts/once/<uidb64>/<token>/", sign_in_once, name="sign_in_once"),
    path("v1/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("v1/docs/", _api_page, name="api-docs"),
    path("v1/", include("chat.api.urls")),
    path("healthz", views.health, name="healthz"),
    path("readyz", views.ready, name="readyz"),
    path("metrics", scrape.metrics, name="metrics"),
]
