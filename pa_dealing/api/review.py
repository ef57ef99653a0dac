"""The review by API: the queue, the acts on one request, its trace and evidence, the figures."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import pagination, permissions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.trail import Actor
from chat.api.schema import PagedView
from chat.api.serializers import CleanCharField, Problem
from chat.api.views import body_of, person
from pa_dealing.api.requests import RequestOut, describe
from pa_dealing.models import DraftRequest
from pa_dealing.review import actions, assign, csv_export, dashboard, evidence_pdf, queue
from pa_dealing.rules import risk_labels, trace_of


class MayReview(permissions.BasePermission):
    """Those who may decide: the group `compliance`, and superusers."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user and request.user.has_perm(assign.DECIDE))


class DecideIn(serializers.Serializer[Any]):
    reason = CleanCharField(required=False, allow_blank=True, default="", trim_whitespace=False)
    reason_code = CleanCharField(required=False, allow_blank=True, default="", max_length=40)
    # The updated_at of the request as it was looked at; when it has changed since, the answer is 409 `changed`.
    updated_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class AskIn(serializers.Serializer[Any]):
    question = CleanCharField(required=False, allow_blank=True, default="", trim_whitespace=False)
    updated_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class ExtendIn(serializers.Serializer[Any]):
    reason = CleanCharField(required=False, allow_blank=True, default="", trim_whitespace=False)
    updated_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class ClaimIn(serializers.Serializer[Any]):
    take_over = serializers.BooleanField(required=False, default=False)


class ExtensionIn(serializers.Serializer[Any]):
    reason = CleanCharField(required=False, allow_blank=True, default="", trim_whitespace=False)


class QueueRowOut(RequestOut):
    """A request as an officer sees it."""

    risk = serializers.IntegerField()
    flags = serializers.ListField(child=serializers.CharField())
    base_value = serializers.DecimalField(max_digits=20, decimal_places=2, allow_null=True)
    claimed_by = serializers.CharField(allow_null=True)
    claimed_at = serializers.DateTimeField(allow_null=True)
    decided_by = serializers.CharField(allow_null=True)


class CheckOut(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    code = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    inputs = serializers.DictField()
    outcome = serializers.ChoiceField(["ok", "attention"])
    sentence = serializers.CharField()
    at = serializers.DateTimeField()


class DashboardOut(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField())
    ages = serializers.DictField(child=serializers.IntegerField())
    oldest_waiting_since = serializers.DateTimeField(allow_null=True)
    time_to_decision_hours = serializers.DictField(child=serializers.FloatField(allow_null=True))
    days = serializers.ListField(child=serializers.DictField())
    approval_days = serializers.IntegerField()
    lists = serializers.DictField(child=serializers.CharField())


def describe_for_officer(draft: DraftRequest) -> dict[str, Any]:
    return {
        **describe(draft),
        "risk": draft.risk,
        "flags": risk_labels(draft.risk),
        "base_value": None if draft.base_value is None else str(draft.base_value),
        "claimed_by": draft.claimed_by.get_username() if draft.claimed_by else None,
        "claimed_at": draft.claimed_at,
        "decided_by": draft.decided_by.get_username() if draft.decided_by else None,
    }


_FILTER_PARAMETERS = [
    OpenApiParameter(
        name,
        str,
        description=", ".join(value for value, _ in given.choices) + (f", {given.also}" if given.also else ""),
    )
    for name, given in queue.FILTERS.items()
] + [OpenApiParameter("search", str)]


def _narrowed(request: Request, default_status: str) -> queue.Requests:
    asked: dict[str, str] = {name: str(value) for name, value in request.query_params.items()}
    if not any(asked.get(name) for name in ("status", "waiting", "decided")):
        asked["status"] = default_status
    requests = queue.narrowed(queue.handed_in(request.user), asked, request.user)
    return requests.select_related("owner", "claimed_by", "decided_by")


class CappedPages(pagination.PageNumberPagination):
    """Pages whose count stops where nobody reads on."""

    django_paginator_class = queue.CappedPaginator


class Queue(PagedView):
    permission_classes = [MayReview]
    pagination_class = CappedPages

    @extend_schema(
        parameters=[*_FILTER_PARAMETERS, OpenApiParameter("page", int)],
        responses=QueueRowOut(many=True),
        operation_id="pa_queue_list",
    )
    def get(self, request: Request) -> Response:
        """What waits for compliance, the riskiest first and of these the oldest; `status=all` lists everything."""
        return self.page(request, _narrowed(request, "submitted").order_by(*queue.ORDER, "pk"), describe_for_officer)


class QueueCsv(APIView):
    permission_classes = [MayReview]

    @extend_schema(
        parameters=_FILTER_PARAMETERS, responses={(200, "text/csv"): OpenApiTypes.STR}, operation_id="pa_queue_csv"
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The queue as CSV, streamed; everything that was handed in when no filter is given."""
        return csv_export.response(request, _narrowed(request, "all"))


class Dashboard(APIView):
    permission_classes = [MayReview]

    @extend_schema(responses=DashboardOut, operation_id="pa_dashboard")
    def get(self, request: Request) -> Response:
        """The figures of the review, and for each the address of its list."""
        address = request.build_absolute_uri("/v1/pa-dealing/queue/")
        lists = {}
        for name, filters in dashboard.LISTS.items():
            asked = QueryDict(mutable=True)
            asked.update(filters)
            lists[name] = f"{address}?{asked.urlencode()}"
        return Response({**dashboard.figures(), "lists": lists})


class ReviewAct(APIView):
    """An officer's act on one request."""

    permission_classes = [MayReview]
    body: type[serializers.Serializer[Any]] = DecideIn

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        raise NotImplementedError(f"{type(self).__name__} must say what it does")

    def done(self, request: Request, request_id: UUID) -> Response:
        given = self.body(data=body_of(request) if request.data else {})
        given.is_valid(raise_exception=True)
        wanted = get_object_or_404(DraftRequest.objects.visible_to(request.user), pk=request_id)
        with actions.reviewing(wanted.pk) as draft:
            self.act(draft, Actor(person(request), wanted.thread_id), given.validated_data)
        fresh = DraftRequest.objects.select_related("owner", "claimed_by", "decided_by").get(pk=wanted.pk)
        return Response(describe_for_officer(fresh))


_ANSWERS: dict[int, Any] = {200: QueueRowOut, 400: Problem, 403: Problem, 404: Problem, 409: Problem}


class RequestClaim(ReviewAct):
    body = ClaimIn

    @extend_schema(request=ClaimIn, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Say that you are on it; with `take_over` also when another officer has claimed it."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        actions.claim_request(draft, by=by, take_over=given["take_over"])


class RequestRelease(ReviewAct):
    body = serializers.Serializer

    @extend_schema(request=None, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Give a request back that you have claimed."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        actions.release_request(draft, by=by)


class RequestApprove(ReviewAct):
    @extend_schema(request=DecideIn, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Allow the trade. The reason is needed; the employee reads it."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        reason, code, seen = given["reason"], given["reason_code"], given["updated_at"]
        actions.approve_request(draft, reason=reason, code=code, by=by, seen=seen)


class RequestDecline(ReviewAct):
    @extend_schema(request=DecideIn, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Refuse the trade. The reason is needed; the employee reads it."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        reason, code, seen = given["reason"], given["reason_code"], given["updated_at"]
        actions.decline_request(draft, reason=reason, code=code, by=by, seen=seen)


class RequestAsk(ReviewAct):
    body = AskIn

    @extend_schema(request=AskIn, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Ask the employee, who reads it in the thread; their next message there is the answer."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        actions.ask_for_information(draft, question=given["question"], by=by, seen=given["updated_at"])


class RequestExtend(ReviewAct):
    body = ExtendIn

    @extend_schema(request=ExtendIn, responses=_ANSWERS)
    def post(self, request: Request, request_id: UUID) -> Response:
        """Give an approval more time."""
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, given: dict[str, Any]) -> None:
        actions.extend_approval(draft, reason=given["reason"], by=by, seen=given["updated_at"])


class RequestExtension(APIView):
    @extend_schema(request=ExtensionIn, responses={200: RequestOut, 400: Problem, 404: Problem, 409: Problem})
    def post(self, request: Request, request_id: UUID) -> Response:
        """The owner asks for more time, before the approval ends."""
        given = ExtensionIn(data=body_of(request) if request.data else {})
        given.is_valid(raise_exception=True)
        wanted = get_object_or_404(DraftRequest.objects.filter(owner_id=request.user.pk), pk=request_id)
        with actions.reviewing(wanted.pk) as draft:
            by = Actor(person(request), wanted.thread_id)
            actions.request_extension(draft, reason=given.validated_data["reason"], by=by)
        return Response(describe(draft))


class RequestTrace(APIView):
    @extend_schema(responses=CheckOut(many=True), operation_id="pa_request_trace")
    def get(self, request: Request, request_id: UUID) -> Response:
        """Every check that ran when the request was handed in; the same for the employee and the officer."""
        draft = get_object_or_404(DraftRequest.objects.visible_to(request.user), pk=request_id)
        return Response(trace_of(draft))


class RequestEvidence(APIView):
    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY, 404: Problem}, operation_id="pa_request_evidence"
    )
    def get(self, request: Request, request_id: UUID) -> HttpResponse:
        """The file that proves how the request was decided. An officer's name stands on an officer's copy only."""
        handed_in = DraftRequest.objects.visible_to(request.user).filter(submitted_at__isnull=False)
        draft = get_object_or_404(handed_in.select_related("owner", "decided_by"), pk=request_id)
        with_officer = request.user.has_perm(assign.DECIDE) and draft.owner_id != request.user.pk
        return evidence_pdf.pdf_response(draft, with_officer=with_officer, taken_by=person(request))
