"""The API of a thread's facts and snapshots: everything, to read."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.models import Thread
from retirement import handover, jsonl
from retirement.models import CompletenessSnapshot, InformationRecord
from retirement.topics import Topic


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
    message_id = serializers.IntegerField(allow_null=True)
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField(allow_null=True)
    quote = serializers.CharField()


class ScoreOut(serializers.Serializer[Any]):
    topic = serializers.ChoiceField(Topic.choices)
    score = serializers.IntegerField(min_value=0, max_value=100)
    reason = serializers.CharField(required=False)


class CompletenessOut(serializers.Serializer[Any]):
    session_id = serializers.UUIDField()
    scores = ScoreOut(many=True)
    created_at = serializers.DateTimeField()


def own_thread(request: Request, thread_id: UUID) -> Thread:
    """The person's own thread with this assistant; 404 otherwise."""
    return get_object_or_404(Thread.objects.visible_to(request.user), pk=thread_id, assistant="retirement")


class Information(APIView):
    @extend_schema(responses=InformationOut(many=True), operation_id="retirement_information")
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = own_thread(request, thread_id)
        rows = InformationRecord.objects.filter(session_id=thread.pk)
        places = jsonl.provenance(thread.pk)
        return Response([jsonl.information_line(row) | place for row, place in zip(rows, places, strict=True)])


class Completeness(APIView):
    @extend_schema(responses=CompletenessOut(many=True), operation_id="retirement_completeness")
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = own_thread(request, thread_id)
        rows = CompletenessSnapshot.objects.filter(session_id=thread.pk)
        return Response([jsonl.completeness_line(row) for row in rows])


class HandOver(APIView):
    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY}, operation_id="retirement_handover")
    def get(self, request: Request, thread_id: UUID) -> HttpResponse:
        thread = own_thread(request, thread_id)
        headers = {"Content-Disposition": f'inline; filename="retirement-{thread.pk}.pdf"', "Cache-Control": "no-store"}
        return HttpResponse(handover.pdf_of(thread), content_type="application/pdf", headers=headers)
