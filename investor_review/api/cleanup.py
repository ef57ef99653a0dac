"""The API of the artifacts' making: at once where that is quick, else by a token that answers later."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.trail import Actor
from chat.api.serializers import Problem
from chat.api.views import body_of, person
from investor_review import files
from investor_review.api.review import artifact_of
from investor_review.api.serializers import ArtifactOut
from investor_review.api.sessions import session_of, talking_session
from investor_review.intake import shown
from investor_review.models import CleanupRun
from investor_review.papers import generation, material

RETRY_AFTER_S = 2


class GenerateIn(serializers.Serializer[Any]):
    retry_token = serializers.UUIDField(required=False, help_text="Ask for the state of this run; start none.")


class EditOut(serializers.Serializer[Any]):
    before = serializers.CharField()
    after = serializers.CharField()
    redline_html = serializers.CharField(help_text="Escaped text; only del and ins are elements.")


class LogEntryOut(serializers.Serializer[Any]):
    issue_id = serializers.CharField()
    title = serializers.CharField()
    severity = serializers.CharField()
    status = serializers.CharField()
    nitpick = serializers.CharField()
    suggested_changes = serializers.ListField(child=serializers.CharField())
    citations = serializers.ListField(child=serializers.CharField())
    investor_words = serializers.CharField()
    outcome = serializers.ChoiceField(["applied", "partly", "refused", "rejected", "unchanged", "open"])
    changes = EditOut(many=True)
    reasons = serializers.ListField(child=serializers.CharField())


class GeneratedOut(serializers.Serializer[Any]):
    artifacts = ArtifactOut(many=True)
    change_log = LogEntryOut(many=True)
    session_status = serializers.CharField()


class WorkingOut(serializers.Serializer[Any]):
    retry_token = serializers.UUIDField()
    status = serializers.ChoiceField(["queued", "running"])
    progress = serializers.IntegerField(help_text="0 to 99.")
    step = serializers.CharField()


class SessionGenerate(APIView):
    @extend_schema(
        request=GenerateIn,
        responses={200: GeneratedOut, 202: WorkingOut, 409: Problem, 503: Problem},
        examples=[
            OpenApiExample("make the artifacts", value={}, request_only=True),
            OpenApiExample(
                "ask again", value={"retry_token": "6f3c1c0e-0000-4000-8000-000000000004"}, request_only=True
            ),
        ],
        operation_id="review_session_generate",
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Make the cleaned-up document, the e-mail and the change log, open issues or not.

        Waits for CLEANUP_TIMEOUT_S at most; 202 then gives a token. Sent again with it, the request answers with the
        artifacts when they are ready. Without a token it joins the run that is under way, or starts one. A run that
        failed answers 503 with its reason; ask again without the token to start another.
        """
        session = talking_session(request, session_id)
        token = _token(body_of(request))
        try:
            run = generation.generate(session, Actor(person(request), session.thread_id), retry_token=token)
        except generation.UnknownToken as unknown:
            raise exceptions.NotFound(str(unknown), "unknown_token") from None
        return _answer(run)


class PreviewOut(serializers.Serializer[Any]):
    instruction = serializers.CharField(help_text="What was looked at: the accepted words, else the suggestion.")
    changes = EditOut(many=True)
    reasons = serializers.ListField(child=serializers.CharField())


class NitpickPreview(APIView):
    @extend_schema(responses=PreviewOut, operation_id="review_nitpick_preview")
    def get(self, request: Request, session_id: str, issue_id: str) -> Response:
        """What the accepted words would change in the document, by rule; what a model would add is not in it."""
        nitpick = get_object_or_404(session_of(request, session_id).nitpicks, issue_id=issue_id)
        entry = material.preview(nitpick)
        logged = entry.as_json()
        return Response(
            {"instruction": entry.issue.instruction, "changes": logged["changes"], "reasons": logged["reasons"]}
        )


def _token(body: dict[str, Any]) -> UUID | None:
    given = body.get("retry_token")
    if given is None:
        return None
    try:
        return UUID(str(given))
    except ValueError:
        raise exceptions.ValidationError(
            {"retry_token": [f"retry_token is {shown(given)}; it must be the one of a 202 answer."]}
        ) from None


def _answer(run: CleanupRun) -> Response:
    if run.status == CleanupRun.Status.DONE:
        run.session.refresh_from_db(fields=["status"])
        made = [artifact_of(artifact) for artifact in files.in_contract(files.of_run(run))]
        return Response({"artifacts": made, "change_log": run.change_log, "session_status": run.session.status})
    if run.status == CleanupRun.Status.FAILED:
        headers = {"Retry-After": str(RETRY_AFTER_S)}
        return Response({"detail": run.error, "code": "cleanup_failed"}, status=503, headers=headers)
    working = {"retry_token": run.pk, "status": run.status, "progress": run.progress, "step": run.step}
    return Response(working, status=202, headers={"Retry-After": str(RETRY_AFTER_S)})
