"""What a link names: a server and a port that may be asked, and how sentences show it. What may not is refused."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal
from urllib.parse import SplitResult, urljoin, urlsplit

from llm.text import clean_text
from retrieval.links.addresses import is_public

Code = Literal[
    "bad_url", "not_public", "unreachable", "timeout", "redirects", "status", "content_type", "too_large", "broken"
]

Address = tuple[int, int, int, Any]
PORTS = {"http": 80, "https": 443}
_LONGEST_URL = 4000
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?\.?")


def resolve_host(host: str, port: int) -> list[Address]:
    addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [(family, kind, protocol, address) for family, kind, protocol, _, address in addresses]


class FetchRefused(Exception):
    """Nothing was fetched. `code` says which kind of reason; the text is a sentence that names the link."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code


@dataclass(frozen=True, slots=True)
class Guard:
    """What may be connected to. No setting makes another one; tests do, to reach a server of their own."""

    resolve: Callable[[str, int], list[Address]] = resolve_host
    allows: Callable[[IPv4Address | IPv6Address], bool] = is_public
    ports: frozenset[int] = frozenset({80, 443})
    tls: ssl.SSLContext | None = None


def checked_target(url: str, shown: str, guard: Guard) -> tuple[SplitResult, str, int]:
    """The parts, the host as it is looked up, and the port. Raises FetchRefused."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise FetchRefused("bad_url", f"{shown} is not a link.") from None
    if parts.scheme not in PORTS or not host:
        raise FetchRefused(
            "bad_url", f"{shown} is not a link to a page. Give one that begins with https:// or http://."
        )
    if "@" in parts.netloc or "\\" in url or len(url) > _LONGEST_URL or re.search(r"[\x00-\x20\x7f]", url):
        raise FetchRefused(
            "bad_url", f"{shown} has a user name, a space or a sign in it that a link to a public page does not have."
        )
    if ":" not in host:
        try:
            host = host.encode("idna").decode("ascii").lower()
        except UnicodeError:
            host = ""
        if not _HOST.fullmatch(host):
            raise FetchRefused("bad_url", f"{shown} does not name a server.")
    port = PORTS[parts.scheme] if port is None else port
    if port not in guard.ports:
        raise FetchRefused("not_public", f"{shown} names port {port}. Public pages are on ports 80 and 443.")
    return parts, host, port


def joined(base: str, location: str, shown: str) -> str:
    try:
        return urljoin(base, location.strip().replace(" ", "%20"))
    except ValueError:
        raise FetchRefused("bad_url", f"{shown} redirects to what is not a link.") from None


def decoded(value: bytes) -> str:
    """A header's value. Servers write the letters of an address as they are, most of them in UTF-8."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def shown_link(url: str) -> str:
    """The link as sentences show it: storable, on one line, not endless, and without a password."""
    text = re.sub(r"//[^/?#]*@", "//…@", " ".join(clean_text(url).split()))
    return repr(text if len(text) <= 200 else f"{text[:197]}…")
