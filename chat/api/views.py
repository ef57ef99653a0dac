"""The API of threads and turns: parse, call, serialise. Everything goes through visible_to()."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat import assistants
from chat.api import serializers
from chat.api.schema import PagedView
from chat.errors import sentence
from chat.live import archive, runs, snapshots
from chat.models import Thread, Turn
from chat.threads import begin_thread, open_thread, own_thread, readable_thread
from chat.turns import TurnRun, shown_arguments
from llm.text import clean_text


def person(request: Request) -> int:
    """The id of the signed-in person; the API lets in nobody else."""
    assert request.user.pk is not None
    return request.user.pk


def body_of(request: Request) -> dict[str, Any]:
    """The JSON object of the request. Anything else is a 400 that says what came."""
    body = request.data
    if not isinstance(body, dict):
        raise exceptions.ParseError(f"The body must be a JSON object, not a {type(body).__name__}.")
    return body


def describe(thread: Thread) -> dict[str, Any]:
    """The four fields of a thread that every answer has, and of an archived one that it is."""
    return {
        "id": str(thread.id),
        "assistant": thread.assistant,
        "title": thread.title,
        "created_at": thread.created_at,
        **({"archived": True} if thread.archived_at is not None else {}),
    }


def describe_run(turn: TurnRun) -> dict[str, Any]:
    """A turn that has just run, from memory."""
    return {
        "id": str(turn.id),
        "status": str(turn.status),
        "reply": turn.reply,
        "tool_calls": turn.calls,
        "state": turn.state,
        "model": turn.model,
        "usage": turn.usage(),
        "error": _error(turn.error_code),
    }


def describe_turn(turn: Turn) -> dict[str, Any]:
    """A turn from its rows."""
    calls = [
        {"name": call.name, "arguments": shown_arguments(call.arguments), "result": call.result}
        for call in turn.tool_calls.all()
    ]
    return {
        "id": str(turn.id),
        "status": turn.status,
        "reply": "\n\n".join(turn.spoken_texts()),
        "tool_calls": calls,
        "state": snapshots.state_of(turn.thread),
        "model": turn.model,
        "usage": {"input_tokens": turn.input_tokens, "output_tokens": turn.output_tokens, "model_ms": turn.model_ms},
        "error": _error(turn.error_code),
    }


def _error(code: str) -> dict[str, str] | None:
    return {"code": code, "detail": sentence(code)} if code else None


class AssistantList(APIView):
    @extend_schema(responses=serializers.AssistantOut(many=True), operation_id="assistants_list")
    def get(self, request: Request) -> Response:
        return Response(
            [{"slug": a.slug, "title": a.title, "description": a.description} for a in assistants.all_assistants()]
        )


class ThreadList(PagedView):
    @extend_schema(
        parameters=[
            OpenApiParameter("assistant", str),
            OpenApiParameter("search", str),
            OpenApiParameter("archived", bool),
            OpenApiParameter("page", int),
        ],
        responses=serializers.ThreadOut(many=True),
        operation_id="threads_list",
    )
    def get(self, request: Request) -> Response:
        threads = Thread.objects.listed_for(request.user)
        if slug := request.query_params.get("assistant"):
            threads = threads.filter(assistant=clean_text(slug))
        if archived := request.query_params.get("archived", "").lower():
            if archived not in ("true", "false"):
                raise exceptions.ParseError(f"archived is {clean_text(archived)[:40]!r}; it must be true or false.")
            threads = threads.filter(archived_at__isnull=archived == "false")
        if search := request.query_params.get("search"):
            threads = threads.matching(clean_text(search)[:200])
        return self.page(request, threads, describe)

    @extend_schema(request=serializers.NewThread, responses={201: serializers.ThreadWithState})
    def post(self, request: Request) -> Response:
        given = serializers.NewThread(data=body_of(request))
        given.is_valid(raise_exception=True)
        thread = begin_thread(person(request), given.validated_data["assistant"])
        thread.refresh_from_db()
        return Response({**describe(thread), "state": snapshots.state_of(thread)}, status=201)


class ThreadDetail(APIView):
    @extend_schema(parameters=[OpenApiParameter("before", int)], responses=serializers.ThreadWhole)
    def get(self, request: Request, thread_id: UUID) -> Response:
        thread = readable_thread(request, thread_id)
        before = request.query_params.get("before")
        if before is not None and not (before.isascii() and before.isdigit() and len(before) < 19):
            raise exceptions.ParseError(f"before is {before[:40]!r}; it must be the id of a message.")
        messages = snapshots.messages_of(thread, int(before) if before is not None else None)
        return Response({**describe(thread), "state": snapshots.state_of(thread), "messages": messages})

    @extend_schema(request=serializers.Title, responses=serializers.ThreadWithState)
    def patch(self, request: Request, thread_id: UUID) -> Response:
        thread = own_thread(request, thread_id)
        given = serializers.Title(data=body_of(request))
        given.is_valid(raise_exception=True)
        thread.title = given.validated_data["title"]
        Thread.objects.relatives(thread).update(title=thread.title)
        return Response({**describe(thread), "state": snapshots.state_of(thread)})

    @extend_schema(responses={200: serializers.Archived, 204: None})
    def delete(self, request: Request, thread_id: UUID) -> Response:
        """Hide the thread; 200 for one that is archived instead, because somebody may still ask about it."""
        if archive.discard(own_thread(request, thread_id)):
            return Response({"archived": True})
        return Response(status=204)


class ThreadState(APIView):
    @extend_schema(responses={200: dict})
    def get(self, request: Request, thread_id: UUID) -> Response:
        return Response(snapshots.state_of(readable_thread(request, thread_id)))


class TurnList(APIView):
    @extend_schema(
        request=serializers.NewTurn,
        responses={200: serializers.TurnOut, 409: serializers.Problem, 503: serializers.Problem},
    )
    def post(self, request: Request, thread_id: UUID) -> Response:
        body = body_of(request)
        if "message" not in body:
            raise exceptions.ValidationError({"message": ["This field is required."]})
        turn = runs.begin(thread_id, person(request), body["message"], body.get("client_id"))
        if isinstance(turn, Turn):
            return Response(describe_turn(turn))
        return Response(describe_run(runs.run_here(turn)))


class TurnDetail(APIView):
    @extend_schema(responses=serializers.TurnOut)
    def get(self, request: Request, thread_id: UUID, turn_id: UUID) -> Response:
        thread = readable_thread(request, thread_id)
        snapshots.running_turn(thread.id)
        return Response(describe_turn(get_object_or_404(thread.turns.select_related("thread"), pk=turn_id)))


class TurnRetry(APIView):
    @extend_schema(request=None, responses={200: serializers.TurnOut, 409: serializers.Problem})
    def post(self, request: Request, thread_id: UUID, turn_id: UUID) -> Response:
        thread = open_thread(request, thread_id)
        snapshots.running_turn(thread.id)
        get_object_or_404(thread.turns, pk=turn_id)
        turn = runs.retry_here(turn_id, person(request))
        return Response(describe_turn(Turn.objects.select_related("thread").get(pk=turn.id)))


class TurnStop(APIView):
    @extend_schema(request=None, responses={200: serializers.TurnOut})
    def post(self, request: Request, thread_id: UUID, turn_id: UUID) -> Response:
        thread = open_thread(request, thread_id)
        turn = get_object_or_404(thread.turns.select_related("thread"), pk=turn_id)
        runs.stop(thread.id, turn.id)
        turn.refresh_from_db()
        return Response(describe_turn(turn))
