"""The chat's socket: watches one thread, starts and stops its turns, and never waits for one."""

from __future__ import annotations

import asyncio
import json
import threading
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

import structlog
from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from django.contrib.auth.models import AbstractBaseUser
from django.utils import translation
from django.utils.translation import gettext

from chat.access import SignIn, signed_in
from chat.errors import TurnRefused, without_redis
from chat.live import blocks, broadcast, runs, snapshots
from chat.live.feed import ThreadFeed
from chat.live.off_loop import in_thread
from chat.live.watch import SIGNED_OUT, TRY_AGAIN
from chat.models import Thread, Turn
from chat.pages.language import language_of
from chat.threads import why_read_only
from chat.turns import TurnRun, checked_client_id, checked_message, claim_turn, limits

log = structlog.get_logger("chat")

# Close codes of our own: a browser cannot see the status of a refused handshake.
NOT_SIGNED_IN, NOT_FOUND = 4401, 4404
# More frames than a person's hands can mean.
TOO_MANY = 4429
# What counts for more than one frame, because it asks the database: a message, and a snapshot of everything.
COSTS = {"say": 3, "resume": 3}


class ThreadConsumer(ThreadFeed):
    """`/ws/threads/{id}/`: AG-UI events out; say, stop and resume in."""

    user: AbstractBaseUser
    user_id: int
    # Set when the message that came last has its turn, or has none.
    claimed: threading.Event | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its method, unless it is our own come back through Redis: it was heard here already.

        Channels enters a thread for each message, to close connections; we keep none.
        """
        if message.get("by") == broadcast.OWN:
            return
        await getattr(self, get_handler_name(message))(message)

    async def __call__(self, *ends: Any) -> None:
        """Serve the socket to its end, whatever that is."""
        self.start_feed()
        try:
            await super().__call__(*ends)
        finally:
            self.stop_feed()

    async def connect(self) -> None:
        broadcast.attach_loop()
        self.dropped = False
        self.loop = asyncio.get_running_loop()
        if not signed_in.origin_allowed(self.scope):
            await self.close()
            return
        if limits.is_closed(signed_in.claim_of(self.scope)):
            await self.turn_away(TOO_MANY)
            return
        thread_id: UUID = self.scope["url_route"]["kwargs"]["thread_id"]
        user, sign_in, thread = await in_thread(self._admit, thread_id)
        if user is None or sign_in is None or thread is None:
            await self.turn_away(NOT_SIGNED_IN if user is None else NOT_FOUND)
            return
        if not limits.take_frames(user.pk):
            await self.turn_away(TOO_MANY)
            return
        self.thread, self.user, self.user_id = thread, user, user.pk
        self.language = language_of(self.scope)
        if parse_qs(self.scope.get("query_string", b"").decode("latin-1")).get("blocks") == ["1"]:
            self.blocks = blocks.BlockView(thread, self.language, user)
        self.last_seq = thread.event_seq
        await self._join()
        if not self.joined:
            await self.turn_away(TRY_AGAIN)
            return
        # Whoever sees the socket open misses no event from then on.
        await self.accept()
        self.watch(sign_in)
        elsewhere = await in_thread(snapshots.running_turn, thread.id)
        if elsewhere is not None or runs.running(thread.id) is not None:
            await self.catch_up(None)
        self.tell_on()

    async def turn_away(self, code: int) -> None:
        """Open the socket and close it again: a browser reads a code only where the handshake came about."""
        await self.accept()
        await self.close(code)

    async def _join(self) -> None:
        """Hear what is told of the thread, here and in other processes."""
        self.hear()
        if self.channel_layer is None:
            self.joined = True
            return
        # The first try may meet a connection that Redis has left behind.
        for _ in range(2):
            with without_redis():
                await self.channel_layer.group_add(broadcast.group_of(self.thread.id), self.channel_name)
                self.joined = True
                break

    def _admit(self, thread_id: UUID) -> tuple[AbstractBaseUser | None, SignIn | None, Thread | None]:
        user, sign_in = signed_in.user_of(self.scope)
        if user is None:
            return None, None, None
        return user, sign_in, Thread.objects.visible_to(user).filter(pk=thread_id).first()

    async def disconnect(self, code: int) -> None:
        await self.leave()
        raise StopConsumer

    async def leave(self) -> None:
        """Hear and say nothing more of the thread."""
        self.forget()
        self.stop_feed()
        was_joined, self.joined = self.joined, False
        if was_joined and self.channel_layer is not None:
            with without_redis():
                await self.channel_layer.group_discard(broadcast.group_of(self.thread.id), self.channel_name)

    async def sign_in_ended(self) -> None:
        await self.close(NOT_SIGNED_IN)
        await self.leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if not self.joined or self.dropped:
            return
        if not limits.take_frames(self.user_id):
            await self.drop()
            return
        try:
            frame = json.loads(text_data if text_data is not None else "")
        except (ValueError, RecursionError):
            frame = None
        kind = frame.get("type") if isinstance(frame, dict) else None
        if kind in ("say", "resume") and not limits.take_frames(self.user_id, COSTS[kind] - 1):
            await self.drop()
        elif kind == "say":
            await self.say(frame)
        elif kind == "stop":
            await self.stop()
        elif kind == "resume":
            since = frame.get("since")
            valid = isinstance(since, int) and not isinstance(since, bool)
            # A page that was told everything when its socket opened has the rest in order, whatever it saw before.
            if not (valid and self.greeted and self.blocks is not None):
                await self.catch_up(since if valid else None)
        else:
            shown = f"{kind!r}" if isinstance(kind, str) else "no type"
            text = f"A frame must be a JSON object with type say, stop or resume; this one has {shown[:60]}."
            await self.refuse(TurnRefused("bad_frame", 400, text), None)

    async def drop(self) -> None:
        """Say once that too much came, and close. What follows meanwhile costs nothing."""
        self.dropped = True
        limits.close_for_a_while(signed_in.claim_of(self.scope))
        with translation.override(self.language):
            text = gettext("Too much came from you at once. Nothing of it was kept; go on in a moment.")
        await self.refuse(TurnRefused("rate_limited", 429, text), None)
        await self.close(TOO_MANY)

    async def stop(self) -> None:
        """Stop the running turn, for whoever may talk here."""
        if await in_thread(self.thread.may_talk, self.user):
            await in_thread(runs.stop, self.thread.id)
        else:
            await self.refuse(TurnRefused(*why_read_only(self.thread)), None)

    async def say(self, frame: dict[str, Any]) -> None:
        """Start a turn in the pool and return at once; what becomes of it comes back as events."""
        client_id = frame.get("client_id")

        def answer(result: TurnRun | Turn | TurnRefused) -> None:
            if not isinstance(result, TurnRun):
                self.loop.call_soon_threadsafe(lambda: asyncio.ensure_future(self.not_started(result, client_id)))

        try:
            with translation.override(self.language):
                message, client = checked_message(frame.get("text")), checked_client_id(client_id)
            before, claimed = self.claimed, threading.Event()
            runs.begin_as_in_pool(lambda: self.claim(message, client, before, claimed), answer=answer)
            self.claimed = claimed
        except TurnRefused as refusal:
            answer(refusal)

    def claim(
        self, message: str, client_id: str, before: threading.Event | None, claimed: threading.Event
    ) -> TurnRun | Turn:
        """The turn of a message, in its own thread, once that of the message `before` is claimed.

        The sign-in is looked at over the connection that then claims.
        """
        try:
            if before is not None:
                before.wait()
            self.require_sign_in()
            return claim_turn(self.thread.id, self.user_id, message, client_id)
        finally:
            claimed.set()

    async def not_started(self, result: Turn | TurnRefused, client_id: object) -> None:
        if isinstance(result, TurnRefused) and result.code == SIGNED_OUT:
            self.end_with_sign_in()
            return
        if isinstance(result, TurnRefused):
            await self.refuse(result, client_id)
            if result.code == "turn_in_progress":
                self.watch_rows()
            return
        outlet = runs.running(self.thread.id)
        if self.blocks is not None and self.open_run and outlet is not None and outlet.turn.id == result.id:
            return  # A page sent the same message once more: its turn is being told already.
        await self.catch_up(None)
        if result.status != Turn.Status.RUNNING:
            await self.emit(self.last_seq, self._ended(result))

    async def access_changed(self, message: dict[str, Any]) -> None:
        """Somebody was shut out of the thread: a person who may not see it any more sees nothing more of it."""
        if (await in_thread(self._admit, self.thread.id))[2] is None:
            await self.close(NOT_FOUND)
            await self.leave()
