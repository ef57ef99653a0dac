"""The API of sessions: start, read, share. Everything that exists is reached through visible_to()."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import InvalidOperation
from typing import Any

from django.contrib.auth import get_user_model
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, permissions
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.trail import Actor
from chat.api.schema import PagedView
from chat.api.serializers import Problem
from chat.api.views import body_of, person
from chat.errors import Refused
from investor_review import actions, record
from investor_review.api import examples as api_examples, serializers
from investor_review.intake import BadPayload, evidence, let_go, read_body, read_payload, shown, start
from investor_review.models import ReviewSession
from investor_review.state import head_of, state_of

START = "investor_review.start_reviewsession"
SHARE = "investor_review.share_reviewsession"
_FORCE = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False, "": False}


class StartParser(BaseParser):
    """JSON of any size, whose numbers are as they were written: 72.50 is not 72.5, and none becomes infinite.

    No JSONParser by inheritance: REST framework reads for that one the whole body, which Django limits for everybody.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return read_body(stream.read)
        except RecursionError:
            raise exceptions.ParseError("The body nests too deep.") from None
        except InvalidOperation:
            raise exceptions.ParseError("The body has a number that is too large or too small to be kept.") from None
        except ValueError as error:
            raise exceptions.ParseError(f"The body is not valid JSON: {error}.") from None


class MayStart(permissions.BasePermission):
    """The group `upstream`, and superusers."""

    message = "Only the upstream analysis may start a review session (the group `upstream`)."

    def has_permission(self, request: Request, view: APIView) -> bool:
        return bool(request.user and request.user.has_perm(START))


def session_of(request: Request, session_id: str) -> ReviewSession:
    """The current generation of the session, when the person may see it; 404 otherwise."""
    return get_object_or_404(ReviewSession.objects.visible_to(request.user).current(), session_id=session_id)


def talking_session(request: Request, session_id: str) -> ReviewSession:
    """The same, for whoever may talk in it and decide; 403 for reviewers, who read along."""
    session = session_of(request, session_id)
    if not session.thread.may_talk(request.user):
        raise Refused(
            "read_only",
            "You may read this review; whoever started it, and those it was shared with, decide in it.",
            status=403,
        )
    return session


def state_of_session(session: ReviewSession) -> dict[str, Any]:
    return state_of(record.load_session(session.pk))


class SessionStart(APIView):
    permission_classes = [permissions.IsAuthenticated, MayStart]
    parser_classes = [StartParser]

    @extend_schema(
        parameters=[OpenApiParameter("force", bool, description="Replace the session; its former generation is kept.")],
        request=serializers.StartIn,
        responses={201: serializers.StartedOut, 400: Problem, 409: serializers.ExistsOut},
        examples=api_examples.START,
        operation_id="review_session_start",
    )
    def post(self, request: Request, session_id: str) -> Response:
        """Start a session with what the analysis has found. Nothing is stored unless all of it is."""
        body = body_of(request)
        try:
            return _started(request, body, session_id)
        finally:
            let_go(body)


def _started(request: Request, body: Mapping[str, Any], session_id: str) -> Response:
    force = _force(request, body)
    try:
        payload = read_payload(body, session_id)
    except BadPayload as bad:
        raise exceptions.ValidationError(bad.errors) from None
    try:
        session = start.start_session(payload, user_id=person(request), force=force)
    except start.SessionExists as exists:
        problem = {"detail": exists.detail, "code": "session_exists", "identical": exists.identical}
        return Response(problem, status=409)
    start.embed_if_small(session)
    return Response({**state_of_session(session), "warnings": session.warnings}, status=201)


def _force(request: Request, body: Mapping[str, Any]) -> bool:
    """`force` of the body or of the address. Anything but true or false is refused: it decides what is replaced."""
    in_body, in_query = body.get("force", False), request.query_params.get("force", "").lower()
    if not isinstance(in_body, bool):
        raise exceptions.ValidationError({"force": [f"force is {shown(in_body)}; it must be true or false."]})
    if in_query not in _FORCE:
        raise exceptions.ValidationError({"force": [f"force is {shown(in_query)}; it must be true or false."]})
    return in_body or _FORCE[in_query]


class SessionList(PagedView):
    @extend_schema(
        parameters=[OpenApiParameter("status", str), OpenApiParameter("page", int)],
        responses=serializers.HeadOut(many=True),
        operation_id="review_sessions_list",
    )
    def get(self, request: Request) -> Response:
        """The sessions that the person may see, the newest first."""
        sessions = ReviewSession.objects.visible_to(request.user).current()
        if status := request.query_params.get("status"):
            if status not in ReviewSession.Status.values:
                allowed = ", ".join(ReviewSession.Status.values)
                raise exceptions.ValidationError(
                    {"status": [f"status is {shown(status)}; it must be one of {allowed}."]}
                )
            sessions = sessions.filter(status=status)
        return self.page(request, sessions.order_by("-created_at", "pk"), head_of)


class SessionDetail(APIView):
    @extend_schema(
        responses=serializers.SessionOut, examples=api_examples.SESSION, operation_id="review_session_retrieve"
    )
    def get(self, request: Request, session_id: str) -> Response:
        """Metadata, score, status, counters and nitpicks. Texts come from …/document and …/chunks/{chunk_id}."""
        return Response(state_of_session(session_of(request, session_id)))


class SessionDocument(APIView):
    @extend_schema(responses=serializers.DocumentOut, operation_id="review_session_document")
    def get(self, request: Request, session_id: str) -> Response:
        """The full text of the document, as it was sent."""
        session = session_of(request, session_id)
        return Response(
            {
                "session_id": session.session_id,
                "doc_id": session.doc_id,
                "doc_title": session.doc_title,
                "full_document_text": session.full_document_text,
            }
        )


class SessionChunk(APIView):
    @extend_schema(responses=serializers.ChunkOut, operation_id="review_session_chunk")
    def get(self, request: Request, session_id: str, chunk_id: str) -> Response:
        """One chunk of the document, as it was sent."""
        chunk = evidence.read(session_of(request, session_id), [chunk_id]).get(chunk_id)
        if chunk is None:
            raise Http404
        return Response(
            {
                "chunk_id": chunk.chunk_id,
                "text": chunk.text,
                "source_name": chunk.source_name,
                "citations": chunk.citations,
            }
        )


class SessionGenerations(APIView):
    @extend_schema(responses=serializers.GenerationOut(many=True), operation_id="review_session_generations")
    def get(self, request: Request, session_id: str) -> Response:
        """Every generation of the session, the newest first: what a forced start has replaced is kept."""
        sessions = ReviewSession.objects.visible_to(request.user).filter(session_id=session_id).order_by("-generation")
        generations = [
            {**head_of(session), "replaced_at": session.replaced_at, "payload_sha256": session.payload_sha256}
            for session in sessions
        ]
        if not generations:
            raise Http404
        return Response(generations)


class SessionShare(APIView):
    @extend_schema(request=serializers.ShareIn, responses=serializers.SharedOut, operation_id="review_session_share")
    def post(self, request: Request, session_id: str) -> Response:
        """Let a user read the session and talk in it: whoever started it may, and who has the right to share."""
        session = self._sharable(request, session_id)
        actions.share_session(session, self._user(request), by=Actor(person(request), session.thread_id))
        return self._shared(session)

    @extend_schema(request=serializers.ShareIn, responses=serializers.SharedOut, operation_id="review_session_unshare")
    def delete(self, request: Request, session_id: str) -> Response:
        """Take the session away from a user again. What they said and decided stays."""
        session = self._sharable(request, session_id)
        actions.unshare_session(session, self._user(request), by=Actor(person(request), session.thread_id))
        return self._shared(session)

    def _sharable(self, request: Request, session_id: str) -> ReviewSession:
        session = session_of(request, session_id)
        if session.started_by_id != person(request) and not request.user.has_perm(SHARE):
            raise Refused("not_the_owner", "Only whoever started a review shares it.", status=403)
        return session

    def _user(self, request: Request) -> Any:
        given = serializers.ShareIn(data=body_of(request))
        given.is_valid(raise_exception=True)
        name = given.validated_data["user"]
        user = get_user_model().objects.filter(username=name, is_active=True).first()
        if user is None:
            raise exceptions.ValidationError({"user": [f"There is no user {shown(name)}. Give a user name."]})
        return user

    def _shared(self, session: ReviewSession) -> Response:
        names = list(session.shared_with().values_list("username", flat=True))
        return Response({"session_id": session.session_id, "shared_with": names})
