"""The AG-UI endpoint: one run as server-sent events. Of the input, only what cannot forge a person's words is read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.views.decorators.csrf import csrf_exempt
from rest_framework.authtoken.models import Token

from chat.access import wrong_too_often
from chat.errors import TurnRefused, database_away, sentence
from chat.live import broadcast, in_thread, runs, snapshots
from chat.models import Thread, Turn
from chat.turns import TurnRun, dumps, events

# How often a run that was begun by another request is looked at, in seconds.
_LOOK_S = 0.5


class _Refused(Exception):
    def __init__(self, status: int, code: str, detail: str) -> None:
        self.response = JsonResponse({"detail": detail, "code": code}, status=status)


@csrf_exempt
async def run(request: HttpRequest, slug: str) -> HttpResponseBase:
    """POST RunAgentInput in, AG-UI events out. CSRF is checked for the session cookie; a token needs none."""
    broadcast.attach_loop()
    if request.method != "POST":
        return JsonResponse({"detail": "Only POST.", "code": "method_not_allowed"}, status=405)
    try:
        user = await in_thread(_user, request)
        given = _input(request.body)
        thread_id = await in_thread(_thread_id, user, slug, given["thread_id"])
        queue: asyncio.Queue[events.Event | TurnRun | Turn | TurnRefused | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def put(item: events.Event | TurnRun | Turn | TurnRefused) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, item)

        runs.begin_in_pool(thread_id, user.pk, given["text"], given["run_id"], answer=put, listener=put)
        first = await queue.get()
    except _Refused as refused:
        return refused.response
    except TurnRefused as refusal:
        first = refusal
    except DatabaseError:
        first = database_away()
    if isinstance(first, TurnRefused):
        response = JsonResponse({"detail": first.detail, "code": first.code}, status=first.status)
        if first.retry_after is not None:
            response["Retry-After"] = str(first.retry_after)
        return response
    stream = _known(first) if isinstance(first, Turn) else _frames(queue)
    answer = StreamingHttpResponse(stream, content_type="text/event-stream")
    answer["Cache-Control"] = "no-store"
    # Nginx would otherwise hold the events back until the turn has ended.
    answer["X-Accel-Buffering"] = "no"
    return answer


async def _frames(queue: asyncio.Queue[Any]) -> AsyncIterator[bytes]:
    while True:
        event: events.Event = await queue.get()
        yield f"data: {dumps(event)}\n\n".encode()
        if event["type"] in events.LAST:
            return


async def _known(turn: Turn) -> AsyncIterator[bytes]:
    """The run is known already: it is not run again; what becomes of it is told."""
    yield f"data: {dumps(events.run_started(turn.thread_id, turn.client_id, turn.id))}\n\n".encode()
    while turn.status == Turn.Status.RUNNING:
        await asyncio.sleep(_LOOK_S)
        await in_thread(_look_again, turn)
    reply = "\n\n".join(await in_thread(turn.spoken_texts))
    out = []
    if reply:
        message_id = f"{turn.id}-0"
        out += [events.text_started(message_id), events.text_delta(message_id, reply), events.text_ended(message_id)]
    if turn.error_code:
        out.append(events.run_error(turn.error_code, sentence(turn.error_code), turn.client_id))
    else:
        out.append(events.run_finished(turn.thread_id, turn.client_id, turn.id, {"status": turn.status}))
    for event in out:
        yield f"data: {dumps(event)}\n\n".encode()


def _look_again(turn: Turn) -> None:
    # A turn whose worker is gone is marked, so that nobody waits for it for ever.
    snapshots.running_turn(turn.thread_id)
    turn.refresh_from_db()


def _user(request: HttpRequest) -> AbstractBaseUser:
    kind, _, key = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() == "token":
        token = Token.objects.select_related("user").filter(key=key.strip()).first()
        if token is None or not token.user.is_active:
            if wrong_too_often(request):
                raise _Refused(429, "throttled", "Too many wrong tokens. Wait a minute.")
            raise _Refused(401, "authentication_failed", "Invalid token.")
        owner: AbstractBaseUser = token.user
        return owner
    user: Any = request.user
    if not user.is_authenticated:
        raise _Refused(401, "not_authenticated", "Sign in, or send Authorization: Token <key>.")
    check = CsrfViewMiddleware(lambda _: JsonResponse({}))
    check.process_request(request)
    if check.process_view(request, lambda: JsonResponse({}), (), {}) is not None:
        raise _Refused(403, "csrf_failed", "The CSRF token is missing or wrong.")
    signed_in: AbstractBaseUser = user
    return signed_in


def _input(body: bytes) -> dict[str, Any]:
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise _Refused(400, "parse_error", "The body must be a JSON object, AG-UI's RunAgentInput.")
    messages = given.get("messages")
    from_user = (
        [m for m in messages if isinstance(m, dict) and m.get("role") == "user"] if isinstance(messages, list) else []
    )
    if not from_user:
        raise _Refused(400, "empty_message", "messages holds no message of the user.")
    content = from_user[-1].get("content")
    if isinstance(content, list):
        content = "\n".join(
            str(part.get("text", "")) for part in content if isinstance(part, dict) and part.get("type") == "text"
        )
    return {"thread_id": given.get("threadId"), "run_id": given.get("runId"), "text": content}


def _thread_id(user: AbstractBaseUser, slug: str, thread_id: object) -> UUID:
    try:
        wanted = UUID(str(thread_id))
    except ValueError:
        raise _Refused(404, "not_found", f"threadId {str(thread_id)[:60]!r} is not the id of a thread.") from None
    if not Thread.objects.visible_to(user).filter(pk=wanted, assistant=slug).exists():
        raise _Refused(404, "not_found", "There is no such thread, or it is not yours.")
    return wanted
