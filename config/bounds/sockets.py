"""What an open socket may cost: the size of a frame, the frames that wait to be read here, and what is unread there."""

from __future__ import annotations

from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from django.conf import settings
from twisted.internet import reactor

from chat.live import TOO_MANY
from config.bounds.http import LINGER_S
from config.bounds.unread import Reader

# The close code of a reader that does not read.
TOO_SLOW = 4408
# Closed with these, the other side is not listened to any more: its answer to the close is not worth its flood.
DEAF_AFTER = (TOO_SLOW, TOO_MANY)
# Frames, and their bytes, that came and that the application has not taken. What comes further waits with its sender,
# unread, and whether there is room again is looked at so often.
MOST_WAITING, MOST_WAITING_BYTES = 20, 1_000_000
LOOK_S = 0.02

# Twisted's own methods carry no annotations.
_reactor: Any = reactor


def frame_bytes() -> int:
    """The size of a frame: a message whose characters are all written as two escapes of JSON, and what is around it."""
    return 12 * int(settings.CHAT_MAX_MESSAGE_CHARS) + 4096


class BoundedSocket(WebSocketProtocol):  # type: ignore[misc]
    """A socket that reads no more than can be taken."""

    maxMessagePayloadSize: int  # noqa: N815
    _waiting_bytes = 0
    _is_waiting = _is_deaf = False
    _dropped_at = _failed_at = _closed_at = 0.0

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._reader = Reader()

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        if self.application_queue.empty():
            self._waiting_bytes = 0
        self._waiting_bytes += len(payload)
        super().onMessage(payload, isBinary)

    def processData(self) -> bool:  # noqa: N802
        """Read the next part of what came; Autobahn asks again as long as there was one."""
        if self.state == self.STATE_OPEN and self._is_full():
            self._wait()
            return False
        return bool(super().processData())

    def _is_full(self) -> bool:
        waiting = self.application_queue.qsize()
        return waiting >= MOST_WAITING or (waiting > 0 and self._waiting_bytes > MOST_WAITING_BYTES)

    def _wait(self) -> None:
        if not self._is_waiting:
            self._is_waiting = True
            self.transport.pauseProducing()
            _reactor.callLater(LOOK_S, self._go_on)

    def _go_on(self) -> None:
        self._is_waiting = False
        if self._is_deaf or self.state == self.STATE_CLOSED:
            return
        if self.state == self.STATE_OPEN and self._is_full():
            self._wait()
            return
        self.transport.resumeProducing()
        self.consumeData()

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send, unless the other side does not read: then the socket ends, by force a second later."""
        is_send = message.get("type") == "websocket.send"
        if is_send and self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            return
        if is_send and self._reader.is_too_slow(self.transport, _reactor.seconds()):
            message = {"type": "websocket.close", "code": TOO_SLOW}
        if message.get("type") == "websocket.close":
            self._closed_at = _reactor.seconds()
        super().handle_reply(message)
        if is_send:
            self._reader.sent(self.transport)
        if message.get("type") == "websocket.close" and message.get("code") in DEAF_AFTER:
            # A second later the socket ends by force.
            self._is_deaf = True
            self.transport.pauseProducing()

    def sendMessage(self, *arguments: Any, **options: Any) -> None:  # noqa: N802
        """Send a message of any size: the bound is of those that come, and Autobahn has one number for both."""
        bound, self.maxMessagePayloadSize = self.maxMessagePayloadSize, 0
        try:
            super().sendMessage(*arguments, **options)
        finally:
            self.maxMessagePayloadSize = bound

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:  # noqa: N802
        """Write, as Autobahn does. Of every write it makes words in colour besides, for a log that nobody reads."""
        if sync or chopsize or self.send_queue:
            super().sendData(data, sync, chopsize)
        else:
            self.transport.write(data)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        # While the close frame is on its way to whoever sent too large a frame, the rest of that is not kept.
        if not self.failedByMe:
            super().dataReceived(data)
            self._failed_at = _reactor.seconds()
        else:
            self._dropped_at = _reactor.seconds()

    def onCloseHandshakeTimeout(self) -> None:  # noqa: N802
        """End the socket by force, once its other side has had the time to read what was sent before the close.

        A reset would take from a slow reader the very answer that the socket was closed behind.
        """
        if not self._is_deaf and self._is_lingering(_reactor.seconds()):
            self.closeHandshakeTimeoutCall = _reactor.callLater(
                self.closeHandshakeTimeout, self.onCloseHandshakeTimeout
            )
        else:
            super().onCloseHandshakeTimeout()

    def _is_lingering(self, now: float) -> bool:
        """Whether the other side may still read: of one that failed, only while the rest of its large frame comes."""
        if self.failedByMe:
            return now - self._dropped_at < self.closeHandshakeTimeout and now - self._failed_at < LINGER_S
        return now - self._closed_at < LINGER_S


class BoundedSocketFactory(WebSocketFactory):  # type: ignore[misc]
    """Daphne's factory, with bounded sockets that are told by a code why they are closed."""

    protocol = BoundedSocket

    def setProtocolOptions(self, **options: Any) -> None:  # noqa: N802
        super().setProtocolOptions(**options, failByDrop=False)
