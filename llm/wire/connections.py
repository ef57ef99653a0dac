"""Connections to one provider. Each serves one call at a time; its socket is known to the call's watchdog.

A pool that serves several calls over its connections walks all of them, under a lock; a stack of single ones does not.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
import urllib.request
from base64 import b64encode
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

import httpcore2

from llm.wire.replies import Headers, WireReply, WireRequest
from llm.wire.watchdog import Watch

NETWORK_ERRORS = (
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.TimeoutException,
    httpcore2.ProxyError,
)

# Seconds. The watchdog usually ends a slow connect earlier; this one moves on to the host's next address.
_CONNECT_S = 10.0
_KEEP_IDLE_S = 60.0
# The end of a body is either there when its last event is, or the connection is not worth waiting for.
_LAST_READ_S = 0.05
_READ_BYTES = 65_536


class Origin(NamedTuple):
    """Who is spoken to, and with what certificates are checked where it is over TLS."""

    host: str
    port: int
    tls: ssl.SSLContext | None

    @property
    def authority(self) -> str:
        """Host and port, as a header names them."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == (443 if self.tls else 80) else f"{name}:{self.port}"


class WireProxy(NamedTuple):
    """Who is asked to pass a request on, and the headers that it wants itself."""

    host: str
    port: int
    headers: Headers


class Connection:
    """One connection, straight or through a proxy, and the socket that it hangs on."""

    def __init__(self, origin: Origin, proxy: WireProxy | None = None) -> None:
        self.idle_since = 0.0
        self.was_used = False
        self._origin, self._proxy = origin, proxy
        self._watch: Watch | None = None
        self._socket: socket.socket | None = None

    def send(self, request: WireRequest, watch: Watch) -> WireReply:
        """The reply from its head on; `watch` holds the socket until `leave`. Raises one of NETWORK_ERRORS."""
        self._watch = watch
        if self._proxy is not None and self._origin.tls is None:
            whole = f"http://{self._origin.authority}".encode() + request.target
            request = request._replace(target=whole, headers=[*self._proxy.headers, *request.headers])
        message = request.encoded()
        if self._socket is None:
            connected = self._connected()
        else:
            connected = self._socket
            watch.attach(connected)
        return _reply_to(message, connected)

    def leave(self, reply: WireReply | None) -> bool:
        """The call is over. Whether the connection may serve another; it is closed otherwise."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.release()
        self.was_used = True
        if watch is not None and not watch.ended and reply is not None and reply.keeps_alive:
            return True
        self.close()
        return False

    def drain(self, reply: WireReply) -> None:
        """Read the end of the body after its last event, so that the connection can be used again."""
        if reply.is_whole or self._socket is None:
            return
        try:
            self._socket.settimeout(_LAST_READ_S)
            for _ in reply:
                pass
            self._socket.settimeout(None)
        except (*NETWORK_ERRORS, OSError):
            self.close()

    def is_dead(self) -> bool:
        """Whether an idle one can serve no call: closed by us, by the server, or idle for too long."""
        if self._socket is None or self.idle_since < time.monotonic() - _KEEP_IDLE_S:
            return True
        # What has something to read between two calls was closed by the server.
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return bool(poll.poll(0))

    def close(self) -> None:
        closing, self._socket = self._socket, None
        if closing is not None:
            closing.close()

    def addresses(self, host: str, port: int) -> list[tuple[int, int, int, Any]]:
        """Where to connect to, in order: (family, kind, protocol, address). Raises ConnectError."""
        try:
            resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore2.ConnectError(f"{host!r} cannot be resolved: {error}") from error
        return [(family, kind, protocol, address) for family, kind, protocol, _, address in resolved]

    def _connected(self) -> socket.socket:
        host, port, tls = self._origin
        if self._proxy is None:
            connected = self._reached(host, port)
        else:
            connected = self._reached(self._proxy.host, self._proxy.port)
            if tls is not None:
                self._tunnel(connected, self._proxy)
        return connected if tls is None else self._over_tls(connected, tls)

    def _reached(self, host: str, port: int) -> socket.socket:
        """A socket that the watchdog knows before it connects, and that has no timeout afterwards."""
        failure: OSError = OSError(f"no address for {host!r}")
        for family, kind, protocol, address in self.addresses(host, port):
            made = socket.socket(family, kind, protocol)
            try:
                self._hang_on(made)
                made.settimeout(_CONNECT_S)
                made.connect(address)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                made.settimeout(None)
                return made
            except OSError as error:
                made.close()
                failure = error
        raise httpcore2.ConnectError(f"{host}:{port}: {failure}") from failure

    def _tunnel(self, connected: socket.socket, proxy: WireProxy) -> None:
        """Have the proxy pass on what comes, unread. Raises ProxyError with the proxy's status where it does not."""
        host, port, _ = self._origin
        target = (f"[{host}]:{port}" if ":" in host else f"{host}:{port}").encode()
        request = WireRequest(b"CONNECT", target, [(b"Host", target), *proxy.headers])
        if (reply := _reply_to(request.encoded(), connected)).status >= 300:
            raise httpcore2.ProxyError(f"the proxy {proxy.host}:{proxy.port} answered {reply.status}")

    def _over_tls(self, connected: socket.socket, tls: ssl.SSLContext) -> socket.socket:
        host = self._origin.host
        try:
            # The handshake waits for the network too, so the watchdog learns of the new socket before it.
            wrapped = tls.wrap_socket(connected, server_hostname=host, do_handshake_on_connect=False)
            self._hang_on(wrapped)
            wrapped.settimeout(_CONNECT_S)
            wrapped.do_handshake()
            wrapped.settimeout(None)
        except OSError as error:
            self.close()
            raise httpcore2.ConnectError(f"TLS with {host}: {error}") from error
        return wrapped

    def _hang_on(self, made: socket.socket) -> None:
        """The call now hangs on this socket. Raises ConnectError when the call has ended meanwhile."""
        self._socket = made
        if self._watch is not None:
            self._watch.attach(made)
            if self._watch.ended:
                made.close()
                raise httpcore2.ConnectError("the call has ended")


def _reply_to(message: bytes, connected: socket.socket) -> WireReply:
    # A server may answer before it has read all, as that the request is too long, and close; its answer is still there.
    with suppress(OSError):
        connected.sendall(message)
    return WireReply(partial(_received, connected))


def _received(connected: socket.socket) -> bytes:
    try:
        return connected.recv(_READ_BYTES)
    except TimeoutError as error:
        raise httpcore2.ReadTimeout from error
    except OSError as error:
        raise httpcore2.ReadError(str(error)) from error


def tls_context() -> ssl.SSLContext:
    """With the certificates that the system, or SSL_CERT_FILE, trusts."""
    context = httpcore2.default_ssl_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


class Connections:
    """A stack of idle connections to one origin; the last used is the first taken, the oldest are closed."""

    def __init__(self, base_url: str) -> None:
        """Raises ValueError for an address that is not http:// or https://, and for a proxy that is not."""
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{base_url!r} is no base URL. Give one like https://api.example.com/v1")
        is_tls = parts.scheme == "https"
        host, port = parts.hostname.encode("idna").decode("ascii"), parts.port or (443 if is_tls else 80)
        self._origin = Origin(host, port, tls_context() if is_tls else None)
        self._proxy = _proxy_for(parts.scheme, parts.hostname)
        self._idle: deque[Connection] = deque()
        self._lock = threading.Lock()
        self.host = parts.netloc.rpartition("@")[2]

    def take(self, *, fresh: bool = False) -> Connection:
        """A connection that no other call uses. Nothing is sent or connected yet."""
        while not fresh:
            with self._lock:
                if not self._idle:
                    break
                connection = self._idle.pop()
            if not connection.is_dead():
                return connection
            connection.close()
        return Connection(self._origin, self._proxy)

    def give_back(self, connection: Connection) -> None:
        """`connection` may serve the next call; those that nobody took for a minute are closed."""
        connection.idle_since = now = time.monotonic()
        expired = []
        with self._lock:
            self._idle.append(connection)
            while self._idle[0].idle_since < now - _KEEP_IDLE_S:
                expired.append(self._idle.popleft())
        for old in expired:
            old.close()

    def close(self) -> None:
        """Close the idle connections; calls that run are not touched, and new ones connect anew."""
        with self._lock:
            idle, self._idle = self._idle, deque()
        for connection in idle:
            connection.close()


def _proxy_for(scheme: str, host: str) -> WireProxy | None:
    """The proxy that the environment names for `host` (HTTPS_PROXY, NO_PROXY and so on)."""
    proxies = urllib.request.getproxies()
    address = proxies.get(scheme) or proxies.get("all")
    if not address or urllib.request.proxy_bypass(host):
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the proxy {parts.scheme}://{parts.hostname} is not supported. Use an http:// proxy.")
    headers = []
    if parts.username:
        pair = unquote_to_bytes(parts.username) + b":" + unquote_to_bytes(parts.password or "")
        headers = [(b"Proxy-Authorization", b"Basic " + b64encode(pair))]
    return WireProxy(parts.hostname, parts.port or 80, headers)


def headers_of(reply: WireReply) -> dict[str, str]:
    """The headers by their names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in reply.headers}


def is_json(reply: WireReply) -> bool:
    """Whether the body is one JSON value, and no stream of events."""
    return any(
        name.lower() == b"content-type" and value.lower().startswith(b"application/json")
        for name, value in reply.headers
    )
