"""Fetches what a link leads to, from public addresses only. The address that was checked is the one connected to.

A name is looked up once for each hop; what it answers later does not matter, because nothing asks again.
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from urllib.parse import quote

import httpcore2

from llm.interface import ModelError, StopSignal
from llm.text import clean_text
from llm.types import Clocks
from llm.wire import NETWORK_ERRORS, Connection, Origin, Watch, WireReply, WireRequest, tls_context
from retrieval.links.addresses import parsed
from retrieval.links.targets import Address, FetchRefused, Guard, checked_target, decoded, joined, shown_link
from retrieval.reading import Unpacker

_REDIRECTS = {301, 302, 303, 307, 308}
_HEADERS = [
    (b"User-Agent", b"Mozilla/5.0 (compatible; assistants/1.0)"),
    (b"Accept", b"text/html,application/xhtml+xml,application/pdf,text/plain,text/markdown;q=0.9,*/*;q=0.5"),
    (b"Accept-Language", b"en,nl;q=0.8,*;q=0.5"),
    (b"Accept-Encoding", b"gzip, deflate"),
    (b"Connection", b"close"),
]
# What a reader may make text of. Servers that do not know say octet-stream; the reader looks at the content.
_TYPES = {
    "",
    "application/octet-stream",
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "application/x-pdf",
    "application/xhtml+xml",
    "binary/octet-stream",
}


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one fetch may cost: bytes on the wire and unpacked, seconds for all of it, redirects followed."""

    size: int = 10_000_000
    seconds: float = 15.0
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came. `final_url` is where the redirects led; `content_type` is the server's word, "" where it gave none."""

    url: str
    final_url: str
    content_type: str
    data: bytes


_PUBLIC = Guard()
# Every link has the same, and reading the certificates of the system takes longer than many an answer.
_tls = cache(tls_context)


def fetch(
    url: str, *, limits: FetchLimits = FetchLimits(), stop: StopSignal | None = None, guard: Guard | None = None
) -> Fetched:
    """What the link leads to. Raises FetchRefused, and Stopped when `stop` is set meanwhile."""
    clock = Clocks(limits.seconds, limits.seconds, limits.seconds)
    shown = shown_link(url)
    here = url.strip()
    with Watch(clock, stop) as watch:
        try:
            for _ in range(limits.redirects + 1):
                watch.raise_if_ended()
                answer = _Hop(here, shown, guard or _PUBLIC, watch).get(limits.size)
                if isinstance(answer, Fetched):
                    return Fetched(url, here, answer.content_type, answer.data)
                here = answer
        except ModelError:
            raise FetchRefused(
                "timeout", f"{shown} did not answer in full within {limits.seconds:g} seconds."
            ) from None
    raise FetchRefused("redirects", f"{shown} redirects more than {limits.redirects} times.")


def fetch_all(
    urls: Sequence[str], *, limits: FetchLimits = FetchLimits(), stop: StopSignal | None = None, workers: int = 6
) -> list[Fetched | FetchRefused]:
    """Several links at once: for each, in the same order, what came or why nothing did. Raises Stopped."""

    def fetched(url: str) -> Fetched | FetchRefused:
        try:
            return fetch(url, limits=limits, stop=stop)
        except FetchRefused as refusal:
            return refusal

    if not urls:
        return []
    with ThreadPoolExecutor(min(workers, len(urls)), thread_name_prefix="fetch") as pool:
        return list(pool.map(fetched, urls))


class _Hop(Connection):
    """One request to one checked address. `Connection` does TLS with the name, so its certificate is checked by it."""

    def __init__(self, url: str, shown: str, guard: Guard, watch: Watch) -> None:
        self._shown, self._guard, self._call = shown, guard, watch
        self._parts, host, port = checked_target(url, shown, guard)
        self._url = url
        tls = (guard.tls or _tls()) if self._parts.scheme == "https" else None
        target = quote(self._parts.path or "/", safe="/%:@!$&'()*+,;=-._~")
        if self._parts.query:
            target += "?" + quote(self._parts.query, safe="/%:@!$&'()*+,;=-._~?")
        self._target = target.encode()
        super().__init__(Origin(host, port, tls))

    def get(self, size: int) -> Fetched | str:
        """The answer, or the address that it redirects to. Raises FetchRefused; ModelError and Stopped by the watch."""
        headers = [(b"Host", self._origin.authority.encode()), *_HEADERS]
        reply = None
        try:
            reply = self.send(WireRequest(b"GET", self._target, headers), self._call)
            return self._answer(reply, size)
        except NETWORK_ERRORS as error:
            self._call.raise_if_ended()
            if isinstance(error, httpcore2.ConnectError):
                raise FetchRefused("unreachable", f"{self._shown} cannot be reached: {error}.") from None
            raise FetchRefused("broken", f"{self._shown} broke off its answer ({type(error).__name__}).") from None
        finally:
            self.leave(reply)
            self.close()

    def addresses(self, host: str, port: int) -> list[Address]:
        """The addresses of the host, when all are allowed: a name with one private address is up to something."""
        resolved = self._looked_up(host, port)
        for *_, address in resolved:
            if not self._guard.allows(parsed(address[0])):
                raise FetchRefused(
                    "not_public", f"{self._shown} leads to {address[0]}, which is not on the public internet."
                )
        return resolved

    def _looked_up(self, host: str, port: int) -> list[Address]:
        # The resolver cannot be stopped, so it runs beside: at the end of the clock it is left to itself.
        answer: list[list[Address] | OSError] = []

        def look() -> None:
            try:
                answer.append(self._guard.resolve(host, port))
            except (OSError, UnicodeError) as error:
                answer.append(error if isinstance(error, OSError) else OSError(str(error)))

        thread = threading.Thread(target=look, name="fetch-resolver", daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.05)
            self._call.raise_if_ended()
        addresses = answer[0]
        if isinstance(addresses, OSError) or not addresses:
            raise FetchRefused("unreachable", f"{self._shown} cannot be reached: there is no server {host!r}.")
        return addresses

    def _answer(self, reply: WireReply, size: int) -> Fetched | str:
        headers = {name.decode("latin-1").lower(): decoded(value) for name, value in reply.headers}
        status = reply.status
        if status in _REDIRECTS and headers.get("location"):
            return joined(self._url, headers["location"], self._shown)
        if status != 200:
            raise FetchRefused("status", f"{self._shown} answered {_named(status)}.")
        content_type = clean_text(headers.get("content-type", ""))[:200]
        media = content_type.partition(";")[0].strip().lower()
        if media not in _TYPES and not media.startswith("text/"):
            raise FetchRefused(
                "content_type",
                f"{self._shown} is of the type {media!r}. A web page, a PDF, a DOCX or text can be read.",
            )
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length) > size:
            raise self._too_large(size)
        return Fetched("", "", content_type, self._body(reply, headers.get("content-encoding", ""), size))

    def _body(self, reply: WireReply, encoding: str, size: int) -> bytes:
        body, received = bytearray(), 0
        unpack = self._unpacker(encoding.strip().lower())
        for chunk in reply:
            self._call.raise_if_ended()
            received += len(chunk)
            try:
                for part in unpack.feed(chunk):
                    body += part
                    if len(body) > size:
                        raise self._too_large(size)
            except zlib.error:
                raise FetchRefused("broken", f"{self._shown} is packed wrongly.") from None
            if received > size:
                raise self._too_large(size)
        self._call.raise_if_ended()
        if received and not unpack.is_whole:
            raise FetchRefused("broken", f"{self._shown} broke off its answer.")
        return bytes(body)

    def _unpacker(self, encoding: str) -> Unpacker:
        try:
            return Unpacker(encoding)
        except ValueError:
            raise FetchRefused(
                "broken", f"{self._shown} is packed as {encoding[:40]!r}, which was not asked for."
            ) from None

    def _too_large(self, size: int) -> FetchRefused:
        return FetchRefused(
            "too_large", f"{self._shown} is larger than {size / 1e6:g} MB, which is the most that is read."
        )


def _named(status: int) -> str:
    try:
        return f"{status} ({HTTPStatus(status).phrase})"
    except ValueError:
        return str(status)
