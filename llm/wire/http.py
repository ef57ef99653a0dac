"""One model call over HTTP: its event lines, and its retries before the first visible token. Knows no provider.

The SDKs say where to and with which headers; their typed decoding (3-8 ms of CPU a call) is passed by.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol

from llm.interface import ModelError, StopSignal
from llm.types import Clocks, ModelRequest, StreamItem, TextDelta, Usage
from llm.wire.bounds import Bounds
from llm.wire.connections import NETWORK_ERRORS, Connection, Connections, headers_of, is_json
from llm.wire.errors import PATIENCE, BrokenOffError, SlipError, TransientError, error_in_stream, error_of_reply
from llm.wire.replies import WireReply, WireRequest
from llm.wire.shapes import excerpt
from llm.wire.watchdog import Watch

# The pauses between attempts, in seconds, where the provider names none; their number bounds the retries.
_PAUSES_S = (0.25, 1.0)
# A call that nobody waits for goes on for longer.
_LONG_PAUSES_S = (4.0, 10.0, 20.0)
_ERROR_BODY_BYTES = 65536
# The headers that a key is sent in, in lower case. A shorter key is none, but a word for servers that ask for any.
_KEY_HEADERS, _KEY_CHARS = ("authorization", "api-key", "x-goog-api-key"), 12
_REPLY_BYTES = 64_000_000
# One event of a stream, which may hold a whole reply and what must go back with it.
_EVENT_BYTES = 4_000_000


class ReplyReader(Protocol):
    """Reads the events of one reply; each attempt has its own."""

    finished: bool
    """Whether the model has said that its answer is complete. A body that ends before was cut."""

    withdrawn: bool
    """Whether the text so far was a thought and no answer; whoever tells it on sets it back."""

    def feed(self, event: dict[str, Any]) -> str | None:
        """The text to show; "" for model data that shows nothing; None for an event without model data."""
        ...

    def finish(self) -> Iterable[StreamItem]:
        """The tool calls in order, then the usage. Raises ModelError when the reply is no answer."""
        ...


class Wire:
    """Sends requests to one origin with the same headers. Thread-safe; one serves the process."""

    def __init__(self, base_url: str, headers: Mapping[str, str]) -> None:
        """Raises ValueError for a base URL that is none, and for a header that cannot be sent."""
        self._connections = Connections(base_url)
        for name, value in headers.items():
            if not value.isascii() or not value.isprintable():
                # The value may be a key, so it is not quoted.
                raise ValueError(
                    f"the header {name} has a character that cannot be sent. Check the key for line breaks."
                )
        sent = [value.removeprefix("Bearer ") for name, value in headers.items() if name.lower() in _KEY_HEADERS]
        self._keys = {key for key in sent if len(key) >= _KEY_CHARS}
        self._headers = [(b"Host", self._connections.host.encode())]
        self._headers += [(name.encode(), value.encode()) for name, value in headers.items()]

    def stream(
        self, target: str, body: bytes, request: ModelRequest, new_reader: Callable[[], ReplyReader]
    ) -> Iterator[StreamItem]:
        """POST `body` to `target` (path and query) and yield what the reader makes of the events.

        A failure that may pass is tried again, at most twice and only before the first item.
        Raises ModelError or Stopped.
        """
        message = self._message(target, body)
        with self._keys_withheld(), Watch(request.clocks, request.stop) as watch:
            watch.raise_if_ended()
            slips = 0
            for pause in (*_PAUSES_S, None):
                try:
                    yield from self._attempt(message, request, new_reader(), watch)
                    return
                except TransientError as error:
                    slips += isinstance(error, SlipError)
                    if watch.shown or pause is None or slips > 1 or (wait := _wait(pause, error)) >= watch.left:
                        raise
                watch.wait(wait)

    def ask(
        self, target: str, body: bytes, model: str, *, clocks: Clocks, stop: StopSignal | None, patience: float
    ) -> dict[str, Any]:
        """POST `body` to `target` and return the JSON object of the whole reply, within `clocks.total` seconds.

        A failure that may pass is tried again, also where the provider asks for a pause of at most `patience` seconds.
        Raises ModelError or Stopped.
        """
        message = self._message(target, body)
        with self._keys_withheld(), Watch(Clocks(clocks.total, clocks.total, clocks.total), stop) as watch:
            for pause in (*_PAUSES_S, *_LONG_PAUSES_S, None):
                watch.raise_if_ended()
                try:
                    return self._whole(message, model, watch, patience)
                except TransientError as error:
                    if pause is None or pause > patience or (wait := _wait(pause, error)) >= watch.left:
                        raise
                watch.wait(wait)
        raise AssertionError("the last attempt returns or raises")

    def close(self) -> None:
        """Close the idle connections. The wire can still be used."""
        self._connections.close()

    @contextmanager
    def _keys_withheld(self) -> Iterator[None]:
        """No error quotes a key of ours, of whatever form: servers repeat what they were sent."""
        try:
            yield
        except ModelError as error:
            error.withhold(self._keys)
            raise

    def _message(self, target: str, body: bytes) -> WireRequest:
        headers = [*self._headers, (b"Content-Length", b"%d" % len(body))]
        return WireRequest(b"POST", target.encode(), headers, body)

    def _whole(self, message: WireRequest, model: str, watch: Watch, patience: float) -> dict[str, Any]:
        connection, reply = self._send(message, watch)
        try:
            if reply.status != 200:
                raise _error_of(reply, model, patience)
            body = bytearray()
            for chunk in reply:
                body += chunk
                if len(body) > _REPLY_BYTES:
                    raise ModelError("malformed", f"the reply is longer than {_REPLY_BYTES // 1_000_000} MB")
            watch.raise_if_ended()
            return _object(bytes(body), model)
        except NETWORK_ERRORS as error:
            watch.raise_if_ended()
            raise TransientError("unavailable", f"the connection was cut: {type(error).__name__}") from error
        finally:
            if connection.leave(reply):
                self._connections.give_back(connection)

    def _attempt(
        self, message: WireRequest, request: ModelRequest, reader: ReplyReader, watch: Watch
    ) -> Iterator[StreamItem]:
        model = request.model
        connection, reply = self._send(message, watch)
        try:
            if reply.status != 200:
                raise _error_of(reply, model)
            # A whole reply instead of a stream: an error, or a server that cannot stream.
            events = _whole_events if is_json(reply) else _events
            bounds = Bounds(request.max_output_tokens)
            for event in events(reply, reader, model):
                text = reader.feed(event)
                watch.raise_if_ended()
                yield from _taken_back(reader)
                if text:
                    shown, end = bounds.cut(text)
                    watch.hold()
                    yield TextDelta(shown)
                    if end:
                        yield Usage(output_tokens=bounds.written // 4, model=model, finish_reason=end)
                        return
                if text is not None:
                    watch.data()
            watch.raise_if_ended()
            if not reader.finished:
                raise BrokenOffError("unavailable", "the connection was cut in the middle of the reply")
            for item in reader.finish():
                if isinstance(item, TextDelta):
                    watch.hold()
                yield item
            connection.drain(reply)
        except NETWORK_ERRORS as error:
            watch.raise_if_ended()
            raise TransientError("unavailable", f"the connection was cut: {type(error).__name__}") from error
        finally:
            if connection.leave(reply):
                self._connections.give_back(connection)

    def _send(self, message: WireRequest, watch: Watch) -> tuple[Connection, WireReply]:
        refused = False
        while True:
            # A server may close an idle connection just as we use it; that says nothing about a fresh one.
            connection = self._connections.take(fresh=refused)
            reused = connection.was_used
            try:
                return connection, connection.send(message, watch)
            except NETWORK_ERRORS as error:
                connection.leave(None)
                watch.raise_if_ended()
                if not reused:
                    detail = f"the provider cannot be reached ({type(error).__name__}): {error}"
                    raise TransientError("unavailable", detail) from error
            refused = True


def _taken_back(reader: ReplyReader) -> Iterator[TextDelta]:
    if reader.withdrawn:
        reader.withdrawn = False
        yield TextDelta("", takes_back=True)


def _wait(pause: float, error: ModelError) -> float:
    """The seconds before the next attempt: what the provider asks for, else about `pause`."""
    # Many calls that failed together must not come back together.
    return pause * random.uniform(0.8, 1.2) if error.retry_after is None else error.retry_after  # noqa: S311


def _object(body: bytes, model: str) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ModelError("malformed", f"the reply is no JSON: {body[:80]!r}") from error
    if not isinstance(data, dict) or data.get("error"):
        raise error_in_stream(data, model=model)
    return data


def _events(chunks: Iterable[bytes], reader: ReplyReader, model: str) -> Iterator[dict[str, Any]]:
    """The JSON objects of the `data:` lines, up to `[DONE]`. Comments and other fields are skipped."""
    rest = b""
    for chunk in chunks:
        lines = (rest + chunk).split(b"\n")
        # Lines are decoded one by one and whole, so a character that is split over two chunks is never broken.
        rest = lines.pop()
        if len(rest) > _EVENT_BYTES:
            raise ModelError("malformed", f"an event of the stream is longer than {_EVENT_BYTES // 1_000_000} MB")
        for line in lines:
            if line[:5] != b"data:":
                continue
            data = line[5:].strip()
            if data == b"[DONE]":
                reader.finished = True
                return
            yield _event(data, model)
    if rest[:5] == b"data:" and rest[5:].strip() not in (b"", b"[DONE]"):
        yield _event(rest[5:], model)


def _event(data: bytes, model: str) -> dict[str, Any]:
    try:
        event = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise ModelError("malformed", f"an event of the stream is no JSON: {data[:80]!r}") from error
    return _checked(event, model)


def _checked(event: object, model: str) -> dict[str, Any]:
    """An event that is an object. Raises the error that it tells; Gemini wraps its own in a list."""
    first = event[0] if isinstance(event, list) and event else event
    if isinstance(first, dict) and first.get("error"):
        raise error_in_stream(first, model=model)
    if not isinstance(event, dict):
        raise ModelError("malformed", f"an event of the stream is no object: {excerpt(event)!r}")
    return event


def _whole_events(chunks: Iterable[bytes], reader: ReplyReader, model: str) -> Iterator[dict[str, Any]]:
    """A whole JSON reply as the events that a stream would have had."""
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > _REPLY_BYTES:
            raise ModelError("malformed", f"the reply is longer than {_REPLY_BYTES // 1_000_000} MB")
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ModelError("malformed", f"the reply is no JSON: {bytes(body[:80])!r}") from error
    events = data if isinstance(data, list) else [data]
    if not any(isinstance(event, dict) and (event.keys() & {"choices", "candidates", "error"}) for event in events):
        raise ModelError("malformed", "the provider answered with a whole JSON reply that holds no answer")
    for event in events:
        yield _checked(event, model)
    reader.finished = True


def _error_of(reply: WireReply, model: str, patience: float = PATIENCE) -> ModelError:
    body = b""
    for chunk in reply:
        body += chunk
        if len(body) > _ERROR_BODY_BYTES:
            break
    return error_of_reply(reply.status, headers_of(reply), body, model=model, patience=patience)
