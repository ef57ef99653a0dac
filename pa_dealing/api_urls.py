"""The addresses under /v1/pa-dealing/."""

from __future__ import annotations

from django.urls import path

from pa_dealing import api, review_api

urlpatterns = [
    path("requests/", api.RequestList.as_view(), name="api-pa-requests"),
    path("requests/<uuid:request_id>/", api.RequestDetail.as_view(), name="api-pa-request"),
    path("requests/<uuid:request_id>/preview/", api.RequestPreview.as_view(), name="api-pa-preview"),
    path("requests/<uuid:request_id>/submit/", api.RequestSubmit.as_view(), name="api-pa-submit"),
    path("requests/<uuid:request_id>/withdraw/", api.RequestWithdraw.as_view(), name="api-pa-withdraw"),
    path(
        "requests/<uuid:request_id>/request-extension/", review_api.RequestExtension.as_view(), name="api-pa-extension"
    ),
    path("requests/<uuid:request_id>/trace/", review_api.RequestTrace.as_view(), name="api-pa-trace"),
    path("requests/<uuid:request_id>/evidence.pdf", review_api.RequestEvidence.as_view(), name="api-pa-evidence"),
    path("requests/<uuid:request_id>/claim/", review_api.RequestClaim.as_view(), name="api-pa-claim"),
    path("requests/<uuid:request_id>/release/", review_api.RequestRelease.as_view(), name="api-pa-release"),
    path("requests/<uuid:request_id>/approve/", review_api.RequestApprove.as_view(), name="api-pa-approve"),
    path("requests/<uuid:request_id>/decline/", review_api.RequestDecline.as_view(), name="api-pa-decline"),
    path("requests/<uuid:request_id>/ask/", review_api.RequestAsk.as_view(), name="api-pa-ask"),
    path("requests/<uuid:request_id>/extend/", review_api.RequestExtend.as_view(), name="api-pa-extend"),
    path("queue/", review_api.Queue.as_view(), name="api-pa-queue"),
    path("queue.csv", review_api.QueueCsv.as_view(), name="api-pa-queue-csv"),
    path("dashboard/", review_api.Dashboard.as_view(), name="api-pa-dashboard"),
]
