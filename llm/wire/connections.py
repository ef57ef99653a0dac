"""Connections to one provider. Each serves one call at a time; its socket is known to the call's watchdog.

httpcore's own pool walks all its connections, under a lock, twice a request; a stack of single ones does not.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
import urllib.request
from collections import deque
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote, urlsplit

import httpcore2

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
_END_OF_HEAD = b"\r\n\r\n"


class Connection(httpcore2.NetworkBackend):
    """One connection, straight or through a proxy, and the socket that it hangs on."""

    def __init__(self, origin: httpcore2.Origin, tls: ssl.SSLContext | None, proxy: httpcore2.Proxy | None) -> None:
        self.idle_since = 0.0
        self.was_used = False
        self._watch: Watch | None = None
        self._socket: socket.socket | None = None
        self._http: httpcore2.HTTPConnection | httpcore2.HTTPProxy
        if proxy is None:
            self._http = httpcore2.HTTPConnection(
                origin, ssl_context=tls, keepalive_expiry=_KEEP_IDLE_S, network_backend=self
            )
        else:
            self._http = httpcore2.HTTPProxy(
                proxy.url, proxy_auth=proxy.auth, ssl_context=tls, max_connections=1, network_backend=self
            )

    def send(self, request: httpcore2.Request, watch: Watch) -> httpcore2.Response:
        """The reply's head; `watch` holds the socket until `leave`. Raises one of NETWORK_ERRORS."""
        self._watch = watch
        if self._socket is not None:
            watch.attach(self._socket)
        return self._http.handle_request(request)

    def leave(self, response: httpcore2.Response | None) -> bool:
        """The call is over. Whether the connection may serve another; it is closed otherwise."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.release()
        if response is not None:
            response.close()
        self.was_used = True
        if watch is not None and not watch.ended and response is not None and not self.is_dead():
            return True
        self.close()
        return False

    def drain(self, chunks: Iterable[bytes]) -> None:
        """Read the end of the body after its last event, so that the connection can be used again."""
        if self._socket is None:
            return
        try:
            self._socket.settimeout(_LAST_READ_S)
            for _ in chunks:
                pass
            self._socket.settimeout(None)
        except (*NETWORK_ERRORS, OSError):
            self.close()

    def is_dead(self) -> bool:
        """Whether it can serve no call: closed by us, by the server, or idle for too long."""
        if isinstance(self._http, httpcore2.HTTPProxy):
            return self._socket is None  # A proxied one looks after itself: its pool of one connects anew.
        return not self._http.is_idle() or self._http.has_expired()

    def close(self) -> None:
        self._socket = None
        self._http.close()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """For httpcore: a socket that the watchdog knows before it connects."""
        failure: OSError = OSError(f"no address for {host!r}")
        for family, kind, protocol, address in self.addresses(host, port):
            made = socket.socket(family, kind, protocol)
            try:
                self.hang_on(made)
                made.settimeout(_CONNECT_S)
                made.connect(address)
                made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                made.settimeout(None)
                return _Stream(made, self)
            except OSError as error:
                made.close()
                failure = error
        raise httpcore2.ConnectError(f"{host}:{port}: {failure}") from failure

    def addresses(self, host: str, port: int) -> list[tuple[int, int, int, Any]]:
        """Where to connect to, in order: (family, kind, protocol, address). Raises ConnectError."""
        try:
            resolved = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise httpcore2.ConnectError(f"{host!r} cannot be resolved: {error}") from error
        return [(family, kind, protocol, address) for family, kind, protocol, _, address in resolved]

    def hang_on(self, made: socket.socket) -> None:
        """The call now hangs on this socket. Raises ConnectError when the call has ended meanwhile."""
        self._socket = made
        if self._watch is not None:
            self._watch.attach(made)
            if self._watch.ended:
                made.close()
                raise httpcore2.ConnectError("the call has ended")


class _Stream(httpcore2.NetworkStream):
    """A connected socket for httpcore. It has no timeout: the watchdog ends what takes too long.

    The head of a request waits for its body, so that both are one write and wake the other side once.
    """

    def __init__(self, connected: socket.socket, connection: Connection) -> None:
        self._socket = connected
        self._connection = connection
        self._head = b""

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._head:
            self._send(b"")
        try:
            return self._socket.recv(max_bytes)
        except TimeoutError as error:
            raise httpcore2.ReadTimeout from error
        except OSError as error:
            raise httpcore2.ReadError(str(error)) from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        if not self._head and buffer.endswith(_END_OF_HEAD):
            self._head = buffer
        else:
            self._send(buffer)

    def _send(self, buffer: bytes) -> None:
        head, self._head = self._head, b""
        try:
            self._socket.sendall(head + buffer)
        except OSError as error:
            raise httpcore2.WriteError(str(error)) from error

    def close(self) -> None:
        self._socket.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        try:
            # The handshake waits for the network too, so the watchdog learns of the new socket before it.
            wrapped = ssl_context.wrap_socket(
                self._socket, server_hostname=server_hostname, do_handshake_on_connect=False
            )
            self._connection.hang_on(wrapped)
            wrapped.settimeout(_CONNECT_S)
            wrapped.do_handshake()
            wrapped.settimeout(None)
        except OSError as error:
            self.close()
            raise httpcore2.ConnectError(f"TLS with {server_hostname}: {error}") from error
        return _Stream(wrapped, self._connection)

    def get_extra_info(self, info: str) -> Any:
        if info == "socket":
            return self._socket
        if info == "ssl_object" and isinstance(self._socket, ssl.SSLSocket):
            return self._socket
        if info == "is_readable":
            return self._is_readable()
        return None

    def _is_readable(self) -> bool:
        # httpcore asks this of an idle connection only, where it means that the server has closed it.
        if self._socket.fileno() < 0:
            return True
        poll = select.poll()
        poll.register(self._socket, select.POLLIN)
        return bool(poll.poll(0))


class Connections:
    """A stack of idle connections to one origin; the last used is the first taken, the oldest are closed."""

    def __init__(self, base_url: str) -> None:
        """Raises ValueError for an address that is not http:// or https://, and for a proxy that is not."""
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{base_url!r} is no base URL. Give one like https://api.example.com/v1")
        self._address = (parts.scheme, parts.hostname.encode("idna"), parts.port)
        self._proxy = _proxy_for(parts.scheme, parts.hostname)
        self._tls = httpcore2.default_ssl_context() if parts.scheme == "https" else None
        self._idle: deque[Connection] = deque()
        self._lock = threading.Lock()
        self.host = parts.netloc.rpartition("@")[2]

    def url(self, target: str) -> httpcore2.URL:
        """The address of `target` (path and query) at this origin."""
        scheme, host, port = self._address
        return httpcore2.URL(scheme=scheme, host=host, port=port, target=target)

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
        return Connection(self.url("/").origin, self._tls, self._proxy)

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


def _proxy_for(scheme: str, host: str) -> httpcore2.Proxy | None:
    """The proxy that the environment names for `host` (HTTPS_PROXY, NO_PROXY and so on)."""
    proxies = urllib.request.getproxies()
    address = proxies.get(scheme) or proxies.get("all")
    if not address or urllib.request.proxy_bypass(host):
        return None
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"the proxy {parts.scheme}://{parts.hostname} is not supported. Use an http:// proxy.")
    auth = (unquote(parts.username), unquote(parts.password or "")) if parts.username else None
    return httpcore2.Proxy(f"{parts.scheme}://{parts.hostname}:{parts.port or 80}", auth=auth)


def headers_of(response: httpcore2.Response) -> dict[str, str]:
    """The headers by their names in lower case."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in response.headers}


def is_json(response: httpcore2.Response) -> bool:
    """Whether the body is one JSON value, and no stream of events."""
    return any(
        name.lower() == b"content-type" and value.lower().startswith(b"application/json")
        for name, value in response.headers
    )
