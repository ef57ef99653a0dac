"""`/ws`: one question a connection. The answer is sent when the turn is saved, and then the socket is closed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any

from channels.exceptions import StopConsumer
from django.db import Error as DatabaseError

from chat.access import signed_in
from chat.errors import Refused, TurnRefused, database_away, sentence
from chat.live import NOT_SIGNED_IN, SIGNED_OUT, WatchedConsumer, in_thread, runs
from chat.models import Turn
from chat.turns import LAST, Event, TurnRun, checked_message, dumps
from tax_dossier.actions import dossier_named
from tax_dossier.models import Dossier

DONE = 1000
# What `GET /` tells a program about this socket.
INFO: dict[str, Any] = {
    "name": "TESS",
    "description": "A Dutch tax assistant that answers from a dossier of legislation and case law.",
    "version": "1.0.0",
    "websocket": "/ws",
    "sign_in": "A session cookie with the page's own Origin, or the header `Authorization: Token <key>`.",
    "request": {"message": "text", "dossier_id": "id of 1 to 64 characters, optional; made when unknown or left out"},
    "response": {"status": "success", "response": "text", "dossier_id": "id"},
    "error": {"status": "error", "message": "text", "code": "code", "dossier_id": "id, where it is known"},
}


@dataclass(frozen=True, slots=True)
class Request:
    """A checked frame."""

    message: str
    dossier_id: str | None


def read_request(text: str | None) -> Request:
    """The frame's message and dossier id. Raises Refused for one that cannot be taken."""
    try:
        frame = json.loads(text if text is not None else "")
    except (ValueError, RecursionError):
        raise Refused("bad_json", 'The frame is not JSON. Send {"message": "text"}, as text.') from None
    if not isinstance(frame, dict):
        raise Refused("bad_request", f'The frame is {_kind(frame)} and not an object. Send {{"message": "text"}}.')
    if "message" not in frame:
        raise Refused("no_message", 'The frame has no "message". Send {"message": "text"}.')
    if not isinstance(frame["message"], str):
        raise Refused("no_message", f'"message" is {_kind(frame["message"])}. Send it as text.')
    dossier_id = frame.get("dossier_id")
    if dossier_id is not None and not isinstance(dossier_id, str):
        raise Refused("dossier_id_invalid", f'"dossier_id" is {_kind(dossier_id)}. Send it as text, or leave it out.')
    return Request(checked_message(frame["message"]), dossier_id or None)


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number")


class DossierConsumer(WatchedConsumer):
    """Takes one frame, runs one turn of the dossier's conversation, answers, closes."""

    async def connect(self) -> None:
        self.user_id: int | None = None
        self.taken = self.answered = False
        if not signed_in.origin_allowed(self.scope):
            await self.close()
            return
        try:
            user, sign_in = await in_thread(signed_in.user_of, self.scope)
        except DatabaseError:
            await self.accept()
            await self.refuse("database_unavailable", database_away().detail)
            return
        await self.accept()
        if user is None or sign_in is None:
            await self.sign_in_ended()
            return
        self.user_id = user.pk
        self.watch(sign_in)

    async def disconnect(self, code: int) -> None:
        self.forget()
        raise StopConsumer

    async def sign_in_ended(self) -> None:
        text = "You are not signed in. Send a session cookie, or the header `Authorization: Token <key>`."
        await self.refuse("not_signed_in", text, close=NOT_SIGNED_IN)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.user_id is None or self.taken:
            return
        self.taken = True
        # The turn goes on when the socket drops, so it is not waited for inside the handling of a frame.
        self.turn = asyncio.ensure_future(self.answer(text_data, self.user_id))

    async def answer(self, text: str | None, user_id: int) -> None:
        """Run the turn and send what became of it."""
        dossier_id = ""
        try:
            await in_thread(self.require_sign_in)
            request = read_request(text)
            dossier: Dossier = await in_thread(dossier_named, user_id, request.dossier_id)
            dossier_id = dossier.dossier_id
            turn = await self.run(dossier, user_id, request.message)
        except Refused as refused:
            if refused.code == SIGNED_OUT:
                self.end_with_sign_in()
                return
            await self.refuse(refused.code, refused.detail, dossier_id)
        except DatabaseError:
            await self.refuse("database_unavailable", database_away().detail, dossier_id)
        else:
            if turn.status == Turn.Status.DONE:
                await self.reply({"status": "success", "response": turn.reply, "dossier_id": dossier_id})
            elif turn.status == Turn.Status.STOPPED:
                await self.refuse("stopped", "The answer was stopped before its end.", dossier_id)
            else:
                await self.refuse(turn.error_code, sentence(turn.error_code), dossier_id)

    async def run(self, dossier: Dossier, user_id: int, message: str) -> TurnRun:
        """A turn of the pool like any other, from its claim to its saved end. Raises TurnRefused."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[TurnRun] = loop.create_future()
        claimed: list[TurnRun] = []

        def settle(result: TurnRun | Exception) -> None:
            if ended.done():
                return
            if isinstance(result, Exception):
                ended.set_exception(result)
            else:
                ended.set_result(result)

        def answered(result: TurnRun | Turn | TurnRefused) -> None:
            if isinstance(result, TurnRun):
                claimed.append(result)
            else:
                refused = result if isinstance(result, TurnRefused) else TurnRefused("internal", 500)
                loop.call_soon_threadsafe(settle, refused)

        def heard(event: Event) -> None:
            # The last event is given out when the turn is saved.
            if event["type"] in LAST:
                loop.call_soon_threadsafe(settle, claimed[0])

        runs.begin_in_pool(dossier.thread_id, user_id, message, None, answer=answered, listener=heard)
        return await ended

    async def refuse(self, code: str, text: str, dossier_id: str = "", *, close: int = DONE) -> None:
        """Say in one frame what is wrong, and close."""
        known = {"dossier_id": dossier_id} if dossier_id else {}
        await self.reply({"status": "error", "message": text, "code": code, **known}, close)

    async def reply(self, frame: dict[str, Any], close: int = DONE) -> None:
        # The sign-in may have ended while the turn ran; the answer stands in the conversation then.
        if self.answered:
            return
        self.answered = True
        await self.send(text_data=dumps(frame))
        await self.close(close)
