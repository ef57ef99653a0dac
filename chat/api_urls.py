"""The addresses under /v1/ that every assistant shares."""

from __future__ import annotations

from django.urls import path

from chat import agui, api

urlpatterns = [
    path("assistants/", api.AssistantList.as_view(), name="api-assistants"),
    path("assistants/<slug:slug>/ag-ui/", agui.run, name="api-agui"),
    path("threads/", api.ThreadList.as_view(), name="api-threads"),
    path("threads/<uuid:thread_id>/", api.ThreadDetail.as_view(), name="api-thread"),
    path("threads/<uuid:thread_id>/state/", api.ThreadState.as_view(), name="api-thread-state"),
    path("threads/<uuid:thread_id>/turns/", api.TurnList.as_view(), name="api-turns"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/", api.TurnDetail.as_view(), name="api-turn"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/retry/", api.TurnRetry.as_view(), name="api-turn-retry"),
    path("threads/<uuid:thread_id>/turns/<uuid:turn_id>/stop/", api.TurnStop.as_view(), name="api-turn-stop"),
]
