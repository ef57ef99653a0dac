"""The API of a thread's facts and snapshots, everything, to read; and of the prompt that it runs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.trail import Actor
from chat.api.serializers import Problem
from chat.api.views import body_of
from chat.errors import Refused
from chat.threads import open_thread, readable_thread
from retirement import jsonl, prompt_choice, record
from retirement.checklist import Topic
from retirement.models import CompletenessSnapshot, InformationRecord, Plan
from retirement.pages import handover

SLUG = "retirement"


class InformationOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    topic = serializers.ChoiceField(Topic.choices)
    subtopic = serializers.CharField(allow_null=True)
    fact_type = serializers.CharField(allow_null=True)
    value = serializers.CharField()
    confidence = serializers.FloatField()
    created_at = serializers.DateTimeField()
    supersedes = serializers.UUIDField(allow_null=True)
    superseded_by = serializers.UUIDField(allow_null=True)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    message_id = serializers.IntegerField(allow_null=True)
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField()


class ScoreOut(serializers.Serializer[Any]):
    topic = serializers.ChoiceField(Topic.choices)
    score = serializers.IntegerField(min_value=0, max_value=100)
    reason = serializers.CharField(required=False)


class PromptOut(serializers.Serializer[Any]):
    prompt = serializers.ChoiceField(Plan.Prompt.choices)


class CompletenessOut(serializers.Serializer[Any]):
    session_id = serializers.UUIDField()
    scores = ScoreOut(many=True)
    created_at = serializers.DateTimeField()


class Information(APIView):
    @extend_schema(responses=InformationOut(many=True), operation_id="retirement_information")
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = readable_thread(request, thread_id, SLUG)
        rows = InformationRecord.objects.filter(session_id=thread.pk)
        places = jsonl.provenance(thread.pk)
        return Response([jsonl.information_line(row) | place for row, place in zip(rows, places, strict=True)])


class Completeness(APIView):
    @extend_schema(responses=CompletenessOut(many=True), operation_id="retirement_completeness")
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = readable_thread(request, thread_id, SLUG)
        rows = CompletenessSnapshot.objects.filter(session_id=thread.pk)
        return Response([jsonl.completeness_line(row) for row in rows])


class PromptChoice(APIView):
    @extend_schema(responses=PromptOut, operation_id="retirement_prompt")
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = readable_thread(request, thread_id, SLUG)
        return Response({"prompt": record.load(thread.pk).plan.prompt})

    @extend_schema(request=PromptOut, responses={200: PromptOut, 400: Problem}, operation_id="retirement_prompt_choose")
    def post(self, request: Request, thread_id: UUID) -> Response:
        thread = open_thread(request, thread_id, SLUG)
        try:
            prompt = prompt_choice.prompt_named(body_of(request).get("prompt"))
        except Refused as refusal:
            raise serializers.ValidationError({"prompt": [refusal.detail]}) from None
        prompt_choice.choose(thread, prompt, Actor(request.user.pk, thread.pk))
        return Response({"prompt": str(prompt)})


class HandOver(APIView):
    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY}, operation_id="retirement_handover")
    def get(self, request: Request, thread_id: UUID) -> HttpResponse:
        thread = readable_thread(request, thread_id, SLUG)
        name = handover.file_name(thread, timezone.now())
        headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-store"}
        return HttpResponse(handover.pdf_of(thread), content_type="application/pdf", headers=headers)
