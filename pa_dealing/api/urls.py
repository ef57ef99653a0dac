"""The addresses under /v1/pa-dealing/."""

from __future__ import annotations

from django.urls import path

from pa_dealing.api import requests, review

urlpatterns = [
    path("requests/", requests.RequestList.as_view(), name="api-pa-requests"),
    path("requests/<uuid:request_id>/", requests.RequestDetail.as_view(), name="api-pa-request"),
    path("requests/<uuid:request_id>/preview/", requests.RequestPreview.as_view(), name="api-pa-preview"),
    path("requests/<uuid:request_id>/submit/", requests.RequestSubmit.as_view(), name="api-pa-submit"),
    path("requests/<uuid:request_id>/withdraw/", requests.RequestWithdraw.as_view(), name="api-pa-withdraw"),
    path("requests/<uuid:request_id>/request-extension/", review.RequestExtension.as_view(), name="api-pa-extension"),
    path("requests/<uuid:request_id>/trace/", review.RequestTrace.as_view(), name="api-pa-trace"),
    path("requests/<uuid:request_id>/evidence.pdf", review.RequestEvidence.as_view(), name="api-pa-evidence"),
    path("requests/<uuid:request_id>/claim/", review.RequestClaim.as_view(), name="api-pa-claim"),
    path("requests/<uuid:request_id>/release/", review.RequestRelease.as_view(), name="api-pa-release"),
    path("requests/<uuid:request_id>/approve/", review.RequestApprove.as_view(), name="api-pa-approve"),
    path("requests/<uuid:request_id>/decline/", review.RequestDecline.as_view(), name="api-pa-decline"),
    path("requests/<uuid:request_id>/ask/", review.RequestAsk.as_view(), name="api-pa-ask"),
    path("requests/<uuid:request_id>/extend/", review.RequestExtend.as_view(), name="api-pa-extend"),
    path("queue/", review.Queue.as_view(), name="api-pa-queue"),
    path("queue.csv", review.QueueCsv.as_view(), name="api-pa-queue-csv"),
    path("dashboard/", review.Dashboard.as_view(), name="api-pa-dashboard"),
]
