"""The API of a person's recent questions: a list with a search, and one taken up again."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.errors import Refused
from llm.text import clean_text
from pursuit.models import MasterObjective
from pursuit.pages import recents
from pursuit.pages.recents import MOST_RECENTS
from pursuit.pages.retry import try_again


class RecentOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    question = serializers.CharField()
    objective_status = serializers.ChoiceField(choices=["resolved", "need_info", "unable", "user_ended", "incomplete"])
    updated_at = serializers.DateTimeField()


class RetriedOut(RecentOut):
    thread = serializers.UUIDField()
    changed = serializers.CharField(help_text="What the materials got since it was last tried.")


class Recents(APIView):
    @extend_schema(
        responses=RecentOut(many=True), parameters=[OpenApiParameter("search", str)], operation_id="pursuit_recents"
    )
    def get(self, request: Request) -> Response:
        search = clean_text(request.query_params.get("search", ""))[:500]
        rows = recents.of_person(request.user, search=search, limit=MOST_RECENTS)
        return Response(RecentOut(rows, many=True).data)


class RetryRecent(APIView):
    """Take a question up again: its attempts begin at 0, and a turn tries it. 409 `nothing_open` without one."""

    @extend_schema(request=None, responses=RetriedOut, operation_id="pursuit_retry")
    def post(self, request: Request, objective_id: UUID) -> Response:
        row = get_object_or_404(MasterObjective.objects.visible_to(request.user), pk=objective_id)
        if not row.thread.may_talk(request.user):
            raise Refused("read_only", "You may read this conversation; its owner takes it up again.")
        change = try_again(row, request.user)
        row.refresh_from_db()
        return Response(RetriedOut(recents.row_of(row) | {"changed": change}).data)
