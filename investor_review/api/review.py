"""The API of a running review: talk, change a nitpick by hand, fetch what was generated."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from chat.api.serializers import Problem
from chat.api.views import body_of, describe_run, describe_turn, person
from chat.errors import Refused
from chat.live import runs
from chat.models import Turn
from investor_review import files, manual_changes
from investor_review.api import examples as api_examples, serializers
from investor_review.api.sessions import session_of, talking_session
from investor_review.conversation import bracketed, changed_in, cited
from investor_review.intake import evidence, shown
from investor_review.models import Artifact, NitpickIssue, ReviewSession
from investor_review.state import nitpick_of
from investor_review.words import questions

_PATCHABLE = ("status", "accepted_change_instructions")


class SessionChat(APIView):
    @extend_schema(
        request=serializers.ChatIn,
        responses={200: serializers.ChatOut, 409: Problem, 429: Problem, 503: Problem},
        examples=api_examples.CHAT,
        operation_id="review_session_chat",
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Say something in the review and get the answer. It is the session's conversation, as the page shows it."""
        session = talking_session(request, session_id)
        if session.thread.deleted_at is not None:
            raise Refused("conversation_deleted", "The conversation of this review was deleted.")
        body = body_of(request)
        if "message" not in body:
            raise exceptions.ValidationError({"message": ["This field is required."]})
        begun = runs.begin(session.thread_id, person(request), body["message"], body.get("client_id"))
        if isinstance(begun, Turn):
            return Response(_answer(session, begun.pk, describe_turn(begun)))
        done = runs.run_here(begun)
        return Response(_answer(session, done.id, describe_run(done)))


def _answer(session: ReviewSession, turn_id: UUID, turn: dict[str, Any]) -> dict[str, Any]:
    now = ReviewSession.objects.only("status", "question").get(pk=session.pk)
    reply = turn["reply"]
    known = evidence.read(session, bracketed(reply)) if "[" in reply else {}
    return {
        "reply": reply,
        "citations": cited(reply, known),
        "nitpicks_changed": changed_in(turn_id),
        "session_status": now.status,
        "ask": questions.sentence_of(now.question) or None,
        "turn_id": str(turn_id),
        "status": turn["status"],
        "error": turn["error"],
    }


class SessionNitpick(APIView):
    @extend_schema(responses=serializers.NitpickDetailOut, operation_id="review_nitpick_retrieve")
    def get(self, request: Request, session_id: str, issue_id: str) -> Response:
        """A nitpick and every change of it, the oldest first."""
        session = session_of(request, session_id)
        return Response(_detail(get_object_or_404(session.nitpicks.select_related("session"), issue_id=issue_id)))

    @extend_schema(
        request=serializers.NitpickPatch,
        responses={200: serializers.NitpickDetailOut, 409: Problem},
        examples=api_examples.PATCH,
        operation_id="review_nitpick_update",
    )
    def patch(self, request: Request, session_id: str, issue_id: str) -> Response:
        """Set the status or what shall be done by hand, whatever the chat has inferred."""
        session = talking_session(request, session_id)
        get_object_or_404(session.nitpicks, issue_id=issue_id)
        wanted = _wanted(body_of(request))
        status = NitpickIssue.Status(wanted["status"]) if "status" in wanted else None
        instructions = wanted.get("accepted_change_instructions")
        nitpick = manual_changes.change_nitpick(
            session, issue_id, user=_user(request), status=status, instructions=instructions
        )
        return Response(_detail(nitpick))


def _wanted(body: dict[str, Any]) -> dict[str, Any]:
    """The changes that the body asks for. What it may not change is refused and not passed over."""
    for name in body:
        if name not in _PATCHABLE:
            allowed = " and ".join(_PATCHABLE)
            raise exceptions.ValidationError({str(name): [f"{shown(name)} cannot be changed; only {allowed} can."]})
    if not body:
        raise exceptions.ValidationError(
            {"non_field_errors": ["Nothing to change: send status or accepted_change_instructions."]}
        )
    if not isinstance(body.get("status", ""), str) or (
        "status" in body and body["status"] not in NitpickIssue.Status.values
    ):
        raise exceptions.ValidationError(
            {"status": [f"status is {shown(body['status'])}; it must be open, in_progress or resolved."]}
        )
    given = serializers.NitpickPatch(data=body)
    given.is_valid(raise_exception=True)
    return dict(given.validated_data)


def _user(request: Request) -> User:
    assert isinstance(request.user, User)
    return request.user


def _detail(nitpick: NitpickIssue) -> dict[str, Any]:
    changes = nitpick.changes.select_related("by").order_by("number")
    return {
        **nitpick_of(nitpick),
        "session_status": nitpick.session.status,
        "changes": [
            {
                "number": change.number,
                "from_status": change.from_status,
                "to_status": change.to_status,
                "instructions_before": change.instructions_before,
                "instructions_after": change.instructions_after,
                "quoted_words": change.quoted_words,
                "how": change.how,
                "by": change.by.get_username() if change.by else None,
                "at": change.at,
            }
            for change in changes
        ],
    }


class NitpickUndo(APIView):
    @extend_schema(
        request=None,
        responses={200: serializers.NitpickDetailOut, 409: Problem},
        operation_id="review_nitpick_undo",
    )
    def post(self, request: Request, session_id: str, issue_id: str) -> Response:
        """Take back the last change of a nitpick; a change that is taken back can be taken up again the same way."""
        session = talking_session(request, session_id)
        get_object_or_404(session.nitpicks, issue_id=issue_id)
        return Response(_detail(manual_changes.undo_nitpick(session, issue_id, user=_user(request))))


class SessionArtifacts(APIView):
    @extend_schema(
        responses=serializers.ArtifactOut(many=True),
        examples=api_examples.ARTIFACTS,
        operation_id="review_session_artifacts",
    )
    def get(self, request: Request, session_id: str) -> Response:
        """The files of the newest generation that was finished; none before the first."""
        session = session_of(request, session_id)
        return Response([artifact_of(artifact) for artifact in files.in_contract(files.newest(session))])


def artifact_of(artifact: Artifact) -> dict[str, Any]:
    where = {"session_id": artifact.session.session_id, "artifact_id": artifact.pk}
    return {
        "kind": artifact.kind,
        "url": reverse("api-review-artifact", kwargs=where),
        "path": artifact.path,
        "sha256": artifact.sha256,
        "size": artifact.size,
        "created_at": artifact.created_at,
    }


class SessionArtifact(APIView):
    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}, operation_id="review_session_artifact"
    )
    def get(self, request: Request, session_id: str, artifact_id: UUID) -> FileResponse:
        """One file, as it was written."""
        seen = ReviewSession.objects.visible_to(request.user).filter(session_id=session_id)
        artifact = get_object_or_404(Artifact, pk=artifact_id, session__in=seen)
        try:
            return files.response(artifact)
        except files.Missing as missing:
            raise exceptions.NotFound(str(missing), "file_missing") from None
