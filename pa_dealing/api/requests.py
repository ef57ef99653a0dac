"""The API of trade requests: parse, call, serialise."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.trail import Actor
from chat.acts import act_on
from chat.api.schema import PagedView
from chat.api.serializers import CleanCharField, Problem
from chat.api.views import body_of
from chat.errors import Refused
from chat.live import post_notice, state_changed
from llm.text import clean_text
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.pages.views import SUBMITTED, WITHDRAWN
from pa_dealing.review import reviewing
from pa_dealing.state import decision_of, state_of


class DecisionOut(serializers.Serializer[Any]):
    status = serializers.CharField()
    code = serializers.ChoiceField(DraftRequest.Code.choices)
    reason = serializers.CharField()
    at = serializers.DateTimeField()


class RequestOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    thread = serializers.UUIDField()
    owner = serializers.CharField()
    status = serializers.ChoiceField(DraftRequest.Status.choices)
    created_at = serializers.DateTimeField()
    submitted_at = serializers.DateTimeField(allow_null=True)
    updated_at = serializers.DateTimeField()
    preview_hash = serializers.CharField()
    decision = DecisionOut(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)
    information_requested_at = serializers.DateTimeField(allow_null=True)
    extension_requested_at = serializers.DateTimeField(allow_null=True)
    draft = serializers.DictField()
    missing = serializers.ListField(child=serializers.CharField())
    instructional_hint = serializers.CharField()


class SubmitIn(serializers.Serializer[Any]):
    preview_hash = CleanCharField(required=False, max_length=64)


def describe(draft: DraftRequest) -> dict[str, Any]:
    """A request as the API shows it: its state, and what surrounds it."""
    return {
        "id": str(draft.pk),
        "thread": str(draft.thread_id),
        "owner": draft.owner.get_username(),
        "status": draft.status,
        "created_at": draft.created_at,
        "submitted_at": draft.submitted_at,
        "updated_at": draft.updated_at,
        "preview_hash": draft.preview_hash,
        "decision": decision_of(draft),
        "expires_at": draft.expires_at,
        "information_requested_at": draft.information_requested_at,
        "extension_requested_at": draft.extension_requested_at,
        **state_of(draft),
    }


class RequestList(PagedView):
    @extend_schema(
        parameters=[
            OpenApiParameter("status", str, enum=DraftRequest.Status.values),
            OpenApiParameter("page", int),
        ],
        responses=RequestOut(many=True),
        operation_id="pa_requests_list",
    )
    def get(self, request: Request) -> Response:
        requests = DraftRequest.objects.visible_to(request.user).select_related("owner")
        if status := request.query_params.get("status"):
            if status not in DraftRequest.Status.values:
                allowed = ", ".join(DraftRequest.Status.values)
                sentence = f"status is {clean_text(status)[:40]!r}; it must be one of {allowed}."
                raise serializers.ValidationError({"status": [sentence]})
            requests = requests.filter(status=status)
        return self.page(request, requests, describe)


class RequestDetail(APIView):
    @extend_schema(responses=RequestOut)
    def get(self, request: Request, request_id: UUID) -> Response:
        requests = DraftRequest.objects.visible_to(request.user).select_related("owner")
        return Response(describe(get_object_or_404(requests, pk=request_id)))


class OwnRequestAct(APIView):
    """An act of the owner on their own request."""

    notice = ""
    # Whether it must be the thread's newest request, which the chat works on.
    newest_only = True

    def act(self, draft: DraftRequest, by: Actor, body: dict[str, Any]) -> None:
        raise NotImplementedError(f"{type(self).__name__} must say what it does")

    def done(self, request: Request, request_id: UUID) -> Response:
        wanted = get_object_or_404(DraftRequest.objects.filter(owner_id=request.user.pk), pk=request_id)
        by = Actor(request.user.pk, wanted.thread_id)
        body = body_of(request) if request.data else {}
        newest = act_on(actions.open_request(wanted.thread_id, by))
        with newest if self.newest_only else reviewing(wanted.pk) as draft:
            if draft.pk != wanted.pk:
                raise Refused("not_open", "The thread has a newer request; this one is closed.")
            self.act(draft, by, body)
            if self.notice:
                post_notice(draft.thread_id, gettext(self.notice))
            state_changed(draft.thread_id, state_of(draft))
        return Response(describe(draft))


class RequestPreview(OwnRequestAct):
    @extend_schema(request=None, responses={200: RequestOut, 409: Problem})
    def post(self, request: Request, request_id: UUID) -> Response:
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, body: dict[str, Any]) -> None:
        actions.preview_request(draft, by=by)


class RequestSubmit(OwnRequestAct):
    notice = SUBMITTED

    @extend_schema(request=SubmitIn, responses={200: RequestOut, 409: Problem})
    def post(self, request: Request, request_id: UUID) -> Response:
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, body: dict[str, Any]) -> None:
        given = SubmitIn(data=body)
        given.is_valid(raise_exception=True)
        actions.submit_request(draft, by=by, preview_hash=given.validated_data.get("preview_hash"))


class RequestWithdraw(OwnRequestAct):
    notice = WITHDRAWN
    newest_only = False

    @extend_schema(request=None, responses={200: RequestOut, 409: Problem})
    def post(self, request: Request, request_id: UUID) -> Response:
        return self.done(request, request_id)

    def act(self, draft: DraftRequest, by: Actor, body: dict[str, Any]) -> None:
        actions.withdraw_request(draft, by=by)
