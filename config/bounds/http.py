"""What a request may cost before the application sees it: its headers and body have a size and a clock.

A body of some size is read only when the database knows who sends it; one larger than a view expects, of nobody.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from urllib.parse import unquote

from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from django.db import Error as DatabaseError
from django.urls import Resolver404, resolve
from django.utils import translation
from django.utils.translation import gettext
from twisted.internet import reactor
from twisted.web import http

from chat.access import signed_in
from chat.errors import TurnRefused, database_away
from chat.live import in_thread
from chat.pages.language import language_of
from chat.pages.uploads import UploadPlaces, body_bytes_of, client_places, upload_places
from config.bounds import answers, bodies, rates
from config.bounds.unread import Reader

# What anybody may send, such as a form to sign in.
STRANGER_BYTES = 100_000
# A body is given three times as long as the headers, and the time that it takes at so many bytes a second.
BODY_PATIENCE, SLOWEST_BYTES_S = 3, 20_000
# Connections of one address whose headers have not come. A proxy sends a request at once, so it has few.
HALF_OPEN = 500
# How long, and how much, of what follows a refusal is dropped unread, so that its sender gets to read the answer.
LINGER_S, LINGER_BYTES = 10.0, 20_000_000

# Twisted's own methods carry no annotations.
_HTTPChannel: Any = http.HTTPChannel
_reactor: Any = reactor
_half_open: Counter[str] = Counter()


class BoundedChannel(_HTTPChannel):  # type: ignore[misc]
    """One connection: first headers, then a body, then the answer, and so on; each but the answer has its clock."""

    def __init__(self) -> None:
        super().__init__()
        self._clock: Any = None
        self._address = ""
        self._between_requests = False
        # Also after its end: nothing more is read or answered.
        self._refused = False
        self._dropped = 0
        # What an upload holds: a place of its client, and one of the person when it is known who that is.
        self._held: list[tuple[UploadPlaces, int | str]] = []

    def connectionMade(self) -> None:  # noqa: N802
        super().connectionMade()
        self._await_headers()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        if self._refused:
            self._dropped += len(data)
            if self._dropped > LINGER_BYTES:
                self.transport.abortConnection()
            return
        if self._between_requests:
            self._await_headers()
        super().dataReceived(data)

    def _await_headers(self) -> None:
        self._between_requests = False
        self._address = self._peer()
        _half_open[self._address] += 1
        if _half_open[self._address] > HALF_OPEN:
            self.transport.abortConnection()
        self._set_clock(settings.REQUEST_HEADERS_S)

    def _headers_came(self) -> None:
        """Whatever the connection did: it is no longer half-open."""
        if self._address:
            _half_open[self._address] -= 1
            if not _half_open[self._address]:
                del _half_open[self._address]
            self._address = ""

    def _set_clock(self, seconds: float | None) -> None:
        if self._clock is not None and self._clock.active():
            self._clock.cancel()
        self._clock = None if seconds is None else _reactor.callLater(seconds, self._nearly_too_slow)

    def _nearly_too_slow(self) -> None:
        """What came while this process was busy is read first."""
        self._clock = _reactor.callLater(0.1, self._too_slow)

    def _too_slow(self) -> None:
        if not self.requests:
            # A browser opens a connection before it needs one, and would take an answer on it for that of its request.
            self._refused = True
            self.transport.abortConnection()
            return
        with translation.override(self._language()):
            self.refuse(408, "too_slow", gettext("The request came too slowly. Nothing was sent; try again."))

    def allHeadersReceived(self) -> None:  # noqa: N802
        self._headers_came()
        self._taken, self._granted, self._asked, self._waits = 0, STRANGER_BYTES, False, False
        if not rates.take_request(self._scope(), self._peer()):
            self._refuse_rate()
            return
        self._most, self._takes_files = _most_bytes(self._path) if self.length != 0 else (0, False)
        most = self._most if self.length is None else min(self.length, self._most)
        self._patience = settings.REQUEST_HEADERS_S * BODY_PATIENCE + most / SLOWEST_BYTES_S
        self._set_clock(self._patience)
        if self.length is not None and self.length > self._most:
            self._refuse_size(self._most)
            return
        if self._takes_files and not self._take_place(client_places, rates.client_of(self._scope(), self._peer())):
            return
        super().allHeadersReceived()
        if self._takes_files or (self.length is not None and self.length > self._granted):
            self._ask()

    def takes(self, count: int) -> bool:
        """Whether so many more bytes of a body are kept; asks who sends it when they become many."""
        self._taken += count
        if self._refused:
            return False
        most = self._granted if self._asked and not self._waits else self._most
        if self._taken > most:
            self._refuse_size(most)
            return False
        if self._taken > self._granted and not self._asked:
            self._ask()
        return True

    def _ask(self) -> None:
        """Read no more until it is known who sends so much."""
        self._asked = self._waits = self.paused = True
        # Whoever waits here for an answer sends nothing meanwhile, and is not too slow.
        self._set_clock(None)
        self._networkProducer.pauseProducing()
        self._admission = asyncio.ensure_future(self._admit())

    async def _admit(self) -> None:
        try:
            user, _ = await in_thread(signed_in.user_of, self._scope())
        except DatabaseError:
            if not self._refused:
                self._refuse_for(database_away())
            return
        self._waits = False
        if self._refused:
            return
        if user is not None:
            self._granted = self._most
            if self._takes_files and not self._take_place(upload_places, int(user.pk)):
                return
        elif self.length is not None and self.length > self._granted:
            self._refuse_size(self._granted)
            return
        self.paused = False
        self._set_clock(self._patience)
        self._networkProducer.resumeProducing()
        self.dataReceived(b"")

    def _take_place(self, places: UploadPlaces, of: int | str) -> bool:
        try:
            places.take(of)
        except TurnRefused as refusal:
            self._refuse_for(refusal)
            return False
        self._held.append((places, of))
        return True

    def _refuse_for(self, refusal: TurnRefused) -> None:
        with translation.override(self._language()):
            self.refuse(refusal.status, refusal.code, refusal.detail, retry_after=refusal.retry_after)

    def _refuse_rate(self) -> None:
        with translation.override(self._language()):
            sentence = gettext("Too many requests came from you at once. This one was not read; try again in a moment.")
        self.refuse(429, "too_many_requests", sentence, retry_after=1)

    def _refuse_size(self, most: int) -> None:
        with translation.override(self._language()):
            sentence = gettext("The request is too large: at most %(most)s kB are read here. Nothing of it was kept.")
        self.refuse(413, "too_large", sentence % {"most": f"{most // 1000:,}"})

    def refuse(self, status: int, code: str, sentence: str, *, retry_after: int | None = None) -> None:
        """Answer without the application, and end the connection when its sender has had time to read that."""
        self._refused = True
        self._headers_came()
        self._give_places_back()
        self._set_clock(None)
        self.setTimeout(None)
        self.paused = False
        self._networkProducer.resumeProducing()
        # A length that is not 0 keeps what still comes from being taken for a whole request.
        self.length = -1
        kind = answers.kind_for(self._scope(), bytes(self._path))
        self.transport.write(answers.refusal(status, code, sentence, kind=kind, retry_after=retry_after))
        self.transport.loseWriteConnection()
        # Who came too slowly has nothing on the way.
        _reactor.callLater(1.0 if status == 408 else LINGER_S, self.transport.abortConnection)

    def allContentReceived(self) -> None:  # noqa: N802
        if self._refused:
            return
        self._set_clock(None)
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802
        self._give_places_back()
        self._between_requests = True
        super().requestDone(request)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        self._refused = True
        self._headers_came()
        self._give_places_back()
        self._set_clock(None)
        super().connectionLost(reason)

    def _give_places_back(self) -> None:
        while self._held:
            places, of = self._held.pop()
            places.give_back(of)

    def _peer(self) -> str:
        return str(getattr(self.transport.getPeer(), "host", ""))

    def _scope(self) -> dict[str, Any]:
        """The headers of the request that comes, as an application gets them."""
        raw = self.requests[-1].requestHeaders.getAllRawHeaders() if self.requests else ()
        return {"headers": [(name.lower(), value) for name, values in raw for value in values]}

    def _language(self) -> str:
        return language_of(self._scope())


class BoundedRequest(WebRequest):  # type: ignore[misc]
    """A request of a bounded connection. Its form is read by the application alone, not by Twisted as well."""

    def __init__(self, channel: BoundedChannel, *arguments: Any, **options: Any) -> None:
        super().__init__(channel, *arguments, **options, parsePOSTFormSubmission=False)
        self._reader = Reader()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        if self.channel.takes(len(data)):
            super().handleContentChunk(data)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Send a part of the answer; whoever does not read the events of a stream is dropped."""
        if self.channel is None or not message.get("more_body") or not self._is_stream():
            super().handle_reply(message)
            return
        transport = self.channel.transport
        if self._reader.is_too_slow(transport, _reactor.seconds()):
            transport.abortConnection()
            return
        super().handle_reply(message)
        self._reader.sent(transport)

    def _is_stream(self) -> bool:
        kinds = self.responseHeaders.getRawHeaders(b"content-type") or [b""]
        return bool(kinds[0].startswith(b"text/event-stream"))


class BoundedFactory(HTTPFactory):  # type: ignore[misc]
    """Daphne's factory, with bounded connections."""

    protocol = BoundedChannel

    def __init__(self, server: Any) -> None:
        super().__init__(server)
        bodies.serve_by_blocks(server)

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        channel = super().buildProtocol(addr)
        channel.requestFactory = BoundedRequest
        return channel


def _most_bytes(uri: bytes) -> tuple[int, bool]:
    """How many bytes a body for this address may have, and whether files are expected there."""
    most = int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
    try:
        files = body_bytes_of(resolve(unquote(uri.partition(b"?")[0].decode("latin-1"))).func)
    except Resolver404:
        files = None
    return (most, False) if files is None else (files, True)
