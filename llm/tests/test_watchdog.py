"""The watchdog itself: whose clock ends a call, from where a blocked one is woken, and what it costs."""

from __future__ import annotations

import contextlib
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from llm.interface import ModelError, Stopped, StopSignal
from llm.openai import OpenAIChat
from llm.tests.shared import SHORT, fail, first_token, idle, request, stopped_items, takes, total
from llm.tests.wire_server import Behaviour, Pause, WireServer, openai_chunk
from llm.types import Clocks
from llm.wire import watchdog
from llm.wire.connections import Connections
from llm.wire.watchdog import Watch


@pytest.fixture
def deaf() -> Iterator[socket.socket]:
    """A listening socket that nobody accepts on."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(0)
        yield listening


def address_of(listening: socket.socket, scheme: str = "http") -> str:
    return f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/v1"


@pytest.mark.parametrize(
    ("clocks", "name"), [(first_token(SHORT), "first token"), (idle(SHORT), "idle"), (total(SHORT), "total")]
)
def test_each_clock_wakes_a_blocked_read_and_names_itself(clocks: Clocks, name: str) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs, takes(SHORT, SHORT + 0.3), Watch(clocks, None) as watch:
        watch.attach(ours)
        if name == "idle":
            watch.data()
        assert ours.recv(1) == b""
        with pytest.raises(ModelError, match=f"{name} clock of {SHORT:g} s"):
            watch.raise_if_ended()


def test_data_puts_the_idle_clock_off() -> None:
    with Watch(Clocks(first_token=9, idle=SHORT, total=9), None) as watch:
        for _ in range(4):
            watch.data()
            time.sleep(SHORT / 2)
        assert not watch.ended


def test_the_first_reason_stands() -> None:
    stop = StopSignal()
    with Watch(total(SHORT), stop) as watch:
        stop.set()
        time.sleep(SHORT * 1.5)
        with pytest.raises(Stopped):
            watch.raise_if_ended()


def test_a_socket_that_was_released_is_never_shut() -> None:
    ours, theirs = socket.socketpair()
    stop = StopSignal()
    with ours, theirs, Watch(Clocks(), stop) as watch:
        watch.attach(ours)
        watch.release()
        stop.set()
        assert watch.ended
        theirs.send(b"x")
        assert ours.recv(1) == b"x"


def test_a_socket_that_comes_after_the_end_is_shut_at_once() -> None:
    ours, theirs = socket.socketpair()
    stop = StopSignal()
    with ours, theirs, Watch(Clocks(), stop) as watch:
        stop.set()
        watch.attach(ours)
        assert ours.recv(1) == b""


def test_a_wait_ends_with_stop() -> None:
    stop = StopSignal()
    threading.Timer(SHORT, stop.set).start()
    with Watch(Clocks(), stop) as watch, takes(SHORT * 0.9, SHORT + 0.3), pytest.raises(Stopped):
        watch.wait(9)


def test_a_call_that_is_over_leaves_nothing_behind() -> None:
    stop = StopSignal()
    with Watch(Clocks(), stop):
        assert len(watchdog._watchdog._watches) == 1
    assert not watchdog._watchdog._watches
    assert not stop._callbacks


def test_many_calls_have_one_thread_that_sleeps_when_none_runs() -> None:
    watches = [Watch(total(SHORT), None) for _ in range(300)]
    for watch in watches:
        watch.__enter__()
    assert sum(thread.name == "model-watchdog" for thread in threading.enumerate()) == 1
    time.sleep(SHORT + 0.1)
    assert all(watch.ended for watch in watches)
    for watch in watches:
        watch.__exit__(None, None, None)
    time.sleep(SHORT)
    assert watchdog._watchdog._wakes_at == float("inf")


def test_a_later_call_with_a_shorter_clock_is_not_overslept() -> None:
    with Watch(Clocks(), None):
        time.sleep(0.05)
        with Watch(total(SHORT), None) as hasty:
            time.sleep(SHORT + 0.1)
            assert hasty.ended


def test_stop_ends_a_call_whose_connection_is_never_accepted(deaf: socket.socket) -> None:
    # With the queue full, the kernel answers no further connection: connect() itself blocks.
    address = deaf.getsockname()
    blockers = [socket.socket() for _ in range(4)]
    for blocker in blockers:
        blocker.setblocking(False)
        blocker.connect_ex(address)
    assert stopped_items(OpenAIChat("k", address_of(deaf))) == []
    for blocker in blockers:
        blocker.close()


def test_a_tls_handshake_that_is_never_answered_meets_the_first_clock(deaf: socket.socket) -> None:
    model = OpenAIChat("k", address_of(deaf, "https"))
    with takes(SHORT, SHORT + 0.5):
        assert fail(model, request(clocks=first_token(SHORT)))[0].code == "timeout"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1, signed by itself, with its key, in one file."""
    made = tmp_path_factory.mktemp("tls") / "both.pem"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(made), "-out", f"{made}.crt", *names]
    subprocess.run(command, check=True, capture_output=True)
    made.write_text(made.read_text() + Path(f"{made}.crt").read_text())
    return made


@pytest.fixture
def tls_server(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[WireServer]:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with WireServer(tls=context) as server:
        yield server


def test_stop_and_clocks_end_a_call_over_tls(tls_server: WireServer) -> None:
    model = OpenAIChat("k", f"{tls_server.url}/v1")
    for _ in range(3):
        list(model.stream(request()))
    assert tls_server.connections == 1
    half = Behaviour([openai_chunk({"content": "Half"}), Pause(9)])
    tls_server.script = [half, half, Behaviour(before=[Pause(9)])]
    assert len(stopped_items(model)) == 1
    with takes(SHORT, SHORT + 0.5):
        assert fail(model, request(clocks=idle(SHORT)))[0].code == "timeout"
    assert stopped_items(model) == []
    list(model.stream(request()))


def test_a_certificate_that_nobody_signed_is_refused(tls_server: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SSL_CERT_FILE")
    error, _ = fail(OpenAIChat("k", f"{tls_server.url}/v1"), request())
    assert error.code == "unavailable"
    assert "certificate" in error.detail.lower()


def test_a_proxy_of_the_environment_is_used(server: WireServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", server.url)
    model = OpenAIChat("k", "http://model.invalid/v1")
    for _ in range(3):
        list(model.stream(request()))
    assert server.received[0].path == "http://model.invalid/v1/chat/completions"
    assert server.connections == 1
    server.script = [Behaviour([openai_chunk({"content": "Half"}), Pause(9)])]
    assert len(stopped_items(model)) == 1
    list(model.stream(request()))


@pytest.fixture
def tunnels() -> Iterator[tuple[str, list[bytes]]]:
    """A proxy that passes on what comes to the address that it is told, for who has the word; what it was asked."""
    asked: list[bytes] = []

    def pump(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def serve(client: socket.socket) -> None:
        asked.append(client.recv(65536))
        if b"Proxy-Authorization: Basic dTpwQHNz\r\n" not in asked[-1]:
            client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
            return
        host, port = asked[-1].split()[1].decode().split(":")
        server = socket.create_connection((host, int(port)))
        client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
        threading.Thread(target=pump, args=(server, client), daemon=True).start()
        pump(client, server)

    def accept(listening: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=accept, args=(listening,), daemon=True).start()
        yield f"127.0.0.1:{listening.getsockname()[1]}", asked
        listening.shutdown(socket.SHUT_RDWR)


def test_a_call_over_tls_goes_through_a_proxy_that_reads_nothing_of_it(
    tls_server: WireServer, tunnels: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    address, asked = tunnels
    monkeypatch.setenv("https_proxy", f"http://u:p%40ss@{address}")
    model = OpenAIChat("secret", f"{tls_server.url}/v1")
    for _ in range(3):
        list(model.stream(request()))
    assert (tls_server.connections, len(asked)) == (1, 1)
    assert asked[0].startswith(f"CONNECT {tls_server.url.removeprefix('https://')} HTTP/1.1\r\n".encode())
    assert b"secret" not in asked[0]
    assert "proxy-authorization" not in tls_server.received[0].headers
    tls_server.script = [Behaviour([openai_chunk({"content": "Half"}), Pause(9)])]
    assert len(stopped_items(model)) == 1
    list(model.stream(request()))


def test_a_proxy_that_refuses_is_named(
    tls_server: WireServer, tunnels: tuple[str, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("https_proxy", f"http://{tunnels[0]}")
    error, _ = fail(OpenAIChat("k", f"{tls_server.url}/v1"), request())
    assert error.code == "unavailable"
    assert f"the proxy {tunnels[0]} answered 407" in error.detail
    assert not tls_server.received


def test_no_proxy_is_used_where_the_environment_excepts_the_host(
    server: WireServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    list(OpenAIChat("k", f"{server.url}/v1").stream(request()))
    assert server.received[0].path == "/v1/chat/completions"


def test_connections_that_nobody_used_for_a_minute_are_closed(server: WireServer) -> None:
    connections = Connections(server.url)
    old, new = connections.take(), connections.take()
    connections.give_back(old)
    old.idle_since -= 61
    connections.give_back(new)
    assert list(connections._idle) == [new]
