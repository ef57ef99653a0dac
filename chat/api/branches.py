"""Branches by the API: something else is said in the place of an earlier message, and what branches there are."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.api import serializers
from chat.api.views import body_of, describe_run, describe_turn, person
from chat.live import runs
from chat.models import Message, Thread, Turn
from chat.replay import branch_at
from chat.threads import open_thread, readable_thread
from chat.turns import TurnRun, checked_client_id, checked_message


def begin_branch(turn: Turn, user_id: int, message: object, client_id: object) -> TurnRun | Turn:
    """Claim the branch in which `message`, or the same as before where it is None, is said. Raises Refused."""
    if message is None:
        message = turn.messages.get(role=Message.Role.USER).content
    text, client = checked_message(message), checked_client_id(client_id)
    return runs.begin_as(lambda: branch_at(turn, user_id=user_id, text=text, client_id=client))


class TurnBranch(APIView):
    @extend_schema(
        request=serializers.NewBranch,
        responses={200: serializers.BranchedTurn, 409: serializers.Problem, 503: serializers.Problem},
    )
    def post(self, request: Request, thread_id: UUID, turn_id: UUID) -> Response:
        """Say something else in the place of a turn, or have its answer again; `thread` is the branch that it is in."""
        turn = get_object_or_404(Turn, pk=turn_id, thread=open_thread(request, thread_id))
        body = body_of(request)
        begun = begin_branch(turn, person(request), body.get("message"), body.get("client_id"))
        described = describe_turn(begun) if isinstance(begun, Turn) else describe_run(runs.run_here(begun))
        return Response({"thread": str(begun.thread_id), **described})


class ThreadBranches(APIView):
    @extend_schema(responses=serializers.BranchOut(many=True), operation_id="thread_branches_list")
    def get(self, request: Request, thread_id: UUID) -> Response:
        """The thread and its branches that the person may read, the oldest first."""
        thread = readable_thread(request, thread_id)
        family = Thread.objects.visible_to(request.user).relatives(thread).order_by("created_at")
        fields = ("id", "branch_of", "branched_at", "turn_count", "updated_at")
        return Response([dict(zip(fields, row, strict=True)) for row in family.values_list(*fields)])
