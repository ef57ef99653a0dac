"""The addresses under /v1/ that every assistant shares."""

from __future__ import annotations

from django.urls import path

from chat.api import agui, branches, views

urlpatterns = [
    path("assistants/", views.AssistantList.as_view(), name="api-assistants"),
    path("assistants/<slug:slug>/ag-ui/", agui.run, name="api-agui"),
    path("threads/", views.ThreadList.as_view(), name="api-threads"),
    path("threads/<uuid:thread_id>/", views.ThreadDetail.as_view(), name="api-thread"),
    path("threads/<uuid:thread_id>/state/", views.ThreadState.as_view(), name="api-thread-state"),
    path("threads/<uuid:thread_id>/branches/", branches.ThreadBranches.as_view(), name="api-branches"),
    path("threads/<uuid:thread_id>/turns/", views.TurnList.as_view(), name="api-turns"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/", views.TurnDetail.as_view(), name="api-turn"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/retry/", views.TurnRetry.as_view(), name="api-turn-retry"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/stop/", views.TurnStop.as_view(), name="api-turn-stop"),
    path(
        "threads/<uuid:thread_id>/turns/<uuid:turn_id>/branch/", branches.TurnBranch.as_view(), name="api-turn-branch"
    ),
]
