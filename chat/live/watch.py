"""Ends sockets with their sign-in: signed out, shut out, another password, a deleted session or token.

One look at the rows every two seconds for all sockets of the process, and one for each message, so it needs neither
Redis nor signals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from channels.generic.websocket import AsyncWebsocketConsumer

from chat.access import SignIn, signed_in
from chat.errors import TurnRefused, is_of_redis
from chat.live.off_loop import in_thread

log = structlog.get_logger("chat")

LOOK_S = 2.0
# A close code of our own. Redis is away; the page tries again, and can talk over HTTP meanwhile.
TRY_AGAIN = 4503
# The code of a refusal that no person reads: the socket is closed instead.
SIGNED_OUT = "signed_out"


class WatchedConsumer(AsyncWebsocketConsumer):
    """A socket of somebody signed in. A subclass calls watch() when it is open, and says what its end is."""

    # None until watch(): nothing of a socket that nobody signed in for is taken.
    sign_in: SignIn | None = None

    async def __call__(
        self,
        scope: dict[str, Any],
        receive: Callable[[], Awaitable[dict[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        """Serve the socket to its end. Channels asks Redis before anything else, and may find it away."""
        sent: set[str] = set()

        async def noting(message: dict[str, Any]) -> None:
            sent.add(message["type"])
            await send(message)

        try:
            await super().__call__(scope, receive, noting)
        except Exception as error:
            if not isinstance(error, OSError) and not is_of_redis(error):
                raise
            log.warning("redis cannot be reached", error=type(error).__name__)
            self.forget()
            # Opened and closed again: a browser reads a code only where the handshake came about.
            if "websocket.accept" not in sent:
                await send({"type": "websocket.accept"})
            if "websocket.close" not in sent:
                await send({"type": "websocket.close", "code": TRY_AGAIN})

    async def sign_in_ended(self) -> None:
        """Close the socket; nothing that comes by it starts a turn any more."""
        raise NotImplementedError(f"{type(self).__name__} must say how it closes")

    def watch(self, sign_in: SignIn) -> None:
        """Look after the socket from now on; the sign-in was found good a moment ago."""
        self.sign_in = sign_in
        _open.add(self)
        _keep_looking()

    def forget(self) -> None:
        _open.discard(self)

    def require_sign_in(self) -> None:
        """Off the event loop, before a message is kept. Raises TurnRefused where the socket is to be closed.

        Whoever hangs up right after a message has said it all the same.
        """
        if self.sign_in is None or not signed_in.is_good(self.sign_in):
            raise TurnRefused(SIGNED_OUT, 401)

    def end_with_sign_in(self) -> None:
        """Close the socket, whose sign-in was found to hold no more. In the event loop."""
        _settle([self], set())


_open: set[WatchedConsumer] = set()
_looking: asyncio.Task[None] | None = None
# Closing sockets, which nothing else refers to.
_closing: set[asyncio.Task[None]] = set()


def _keep_looking() -> None:
    global _looking
    if _looking is None or _looking.done() or _looking.get_loop() is not asyncio.get_running_loop():
        _looking = asyncio.ensure_future(_look())


async def _look() -> None:
    while _open:
        await asyncio.sleep(LOOK_S)
        sockets = list(_open)
        try:
            sign_ins = {socket.sign_in for socket in sockets if socket.sign_in is not None}
            good = await in_thread(signed_in.still_good, sign_ins)
        except Exception as error:
            # The database is away; sockets stay, and a message is refused until it can be asked again.
            log.error("sign-ins could not be looked at", error=type(error).__name__)
            continue
        _settle(sockets, good)


def _settle(sockets: list[WatchedConsumer], good: set[SignIn]) -> None:
    for socket in sockets:
        if socket.sign_in not in good and socket in _open:
            _open.discard(socket)
            closing = asyncio.ensure_future(socket.sign_in_ended())
            _closing.add(closing)
            closing.add_done_callback(_closing.discard)
