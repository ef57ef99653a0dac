"""Links are fetched from public addresses only, in bounded time and memory. Servers are real, on loopback."""

from __future__ import annotations

import gzip
import socket
import ssl
import subprocess
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path

import pytest

from llm.interface import Stopped, StopSignal
from retrieval.links import fetch as fetching, targets
from retrieval.links.addresses import is_public, parsed
from retrieval.links.fetch import Fetched, FetchLimits, fetch, fetch_all
from retrieval.links.targets import FetchRefused, Guard
from retrieval.reading.readers import read

Handler = Callable[[socket.socket, str], None]


class Site:
    """A server on loopback that answers each path by its handler. `asked` holds the requests as they came."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.pages: dict[str, Handler | bytes] = {}
        self.asked: list[str] = []
        self.looked_up: list[str] = []
        self.closing = threading.Event()
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with suppress(OSError):
            if self._tls:
                connection = self._tls.wrap_socket(connection, server_side=True)
            head = b""
            while b"\r\n\r\n" not in head:
                got = connection.recv(65536)
                if not got:
                    return
                head += got
            self.asked.append(head.decode())
            page = self.pages.get(head.split()[1].decode(), answer(b"Not here", status="404 Not Found"))
            if isinstance(page, bytes):
                connection.sendall(page)
            else:
                page(connection, head.decode())
        connection.close()

    def close(self) -> None:
        self.closing.set()
        self._listener.close()

    def guard(self, *, allows: Callable[[object], bool] | None = None, tls: ssl.SSLContext | None = None) -> Guard:
        """Names under .test lead to this server, others to themselves; of addresses only this server's is let through."""

        def resolve(host: str, port: int) -> list[fetching.Address]:
            self.looked_up.append(host)
            if host.endswith(".test"):
                return [(socket.AF_INET, socket.SOCK_STREAM, 6, ("127.0.0.1", self._listener.getsockname()[1]))]
            return targets.resolve_host(host, port)

        here = ip_address("127.0.0.1")
        return Guard(resolve, allows or (lambda given: given == here or is_public(given)), tls=tls)  # type: ignore[arg-type]


def answer(body: bytes, status: str = "200 OK", **headers: str) -> bytes:
    named = {"Content-Type": "text/html", "Content-Length": str(len(body))}
    named |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = "".join(f"{name}: {value}\r\n" for name, value in named.items() if value)
    return f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body


def redirect(to: str, status: str = "302 Found") -> bytes:
    return answer(b"", status, Location=to)


def silence(site: Site) -> Handler:
    """A handler that says nothing until the site is closed."""

    def wait(*_: object) -> None:
        site.closing.wait(20)

    return wait


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


def get(site: Site, path: str = "/", **limits: float) -> Fetched:
    return fetch(f"http://site.test{path}", limits=FetchLimits(**limits), guard=site.guard())  # type: ignore[arg-type]


def refused(site: Site, path: str = "/", **limits: float) -> FetchRefused:
    with pytest.raises(FetchRefused) as caught:
        get(site, path, **limits)
    assert f"'http://site.test{path}'" in str(caught.value)
    assert str(caught.value).endswith(".")
    return caught.value


def test_a_page_comes_with_its_type_and_where_it_was(site: Site) -> None:
    site.pages["/a%20b?q=1"] = answer(b"<p>Hello</p>", Content_Type="text/html; charset=utf-8")
    got = get(site, "/a%20b?q=1#part")
    assert got == Fetched(
        "http://site.test/a%20b?q=1#part",
        "http://site.test/a%20b?q=1#part",
        "text/html; charset=utf-8",
        b"<p>Hello</p>",
    )
    assert "Host: site.test\r\n" in site.asked[0]
    assert "Cookie" not in site.asked[0]


def test_what_is_fetched_can_be_read(site: Site) -> None:
    site.pages["/"] = answer(
        "<html><body><p>Café, five per cent.</p></body></html>".encode("cp1252"),
        Content_Type="text/html; charset=windows-1252",
    )
    got = get(site)
    assert "Café" in read(got.data, got.final_url, content_type=got.content_type).text


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "0.0.0.0", "10.0.0.1",
        "172.16.5.5", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200", "168.63.129.16",
        "192.0.0.192", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "[::1]", "[::]",
        "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]",
        "[2002:7f00:1::1]", "[2001:0:1::1]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
        "[2001:db8::1]", "[100::1]", "[fec0::1]",
    ],
)  # fmt: skip
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    started = time.monotonic()
    with pytest.raises(FetchRefused) as caught:
        fetch(f"http://{address}/latest/meta-data/")
    assert caught.value.code in ("not_public", "unreachable"), caught.value
    assert time.monotonic() - started < 2


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1", "168.63.129.17"])
def test_a_public_address_is_allowed(address: str) -> None:
    assert is_public(parsed(address))


@pytest.mark.parametrize(
    "url",
    [
        "", "site.test", "ftp://site.test/", "file:///etc/passwd", "gopher://127.0.0.1/", "javascript:alert(1)",
        "http://", "http:///x", "http://[::1", "http://site.test:99999/", "http://user:secret@site.test/",
        "http://site.test@127.0.0.1/", "http://site.test\\@127.0.0.1/", "http://si te.test/", "http://site.test/\r\nX: y",
        "http://site..test/", "http://-/", "http://site.test/" + "a" * 5000, "http://%31%32%37.0.0.1/", "data:text/html,x",
    ],
)  # fmt: skip
def test_what_is_no_public_link_is_refused_before_anything_is_looked_up(site: Site, url: str) -> None:
    with pytest.raises(FetchRefused) as caught:
        fetch(url, guard=site.guard())
    assert caught.value.code == "bad_url"
    assert "secret" not in str(caught.value)
    assert site.looked_up == []


@pytest.mark.parametrize("port", [22, 25, 6379, 8080, 8443])
def test_another_port_than_80_and_443_is_refused(site: Site, port: int) -> None:
    with pytest.raises(FetchRefused, match=f"names port {port}"):
        fetch(f"http://site.test:{port}/", guard=site.guard())
    assert site.looked_up == []


def test_a_name_that_leads_inside_is_refused_and_not_asked(site: Site) -> None:
    with pytest.raises(FetchRefused, match=r"leads to 127\.0\.0\.1, which is not on the public internet"):
        fetch("http://inside.test/", guard=site.guard(allows=is_public))  # type: ignore[arg-type]
    assert site.asked == []


def test_a_name_with_one_private_address_among_public_ones_is_refused() -> None:
    def both(host: str, port: int) -> list[fetching.Address]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, (address, port)) for address in ("8.8.8.8", "10.0.0.1")]

    with pytest.raises(FetchRefused, match=r"leads to 10\.0\.0\.1"):
        fetch("http://mixed.test/", guard=Guard(both))


def test_a_name_is_looked_up_once_so_that_a_second_answer_does_not_matter(site: Site) -> None:
    site.pages["/"] = answer(b"right")
    port = site._listener.getsockname()[1]
    answers = iter(["127.0.0.1", "127.0.0.2"])

    def rebinding(host: str, _: int) -> list[fetching.Address]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, (next(answers), port))]

    guard = Guard(rebinding, lambda given: str(given) == "127.0.0.1")
    assert fetch("http://rebinding.test/", guard=guard).data == b"right"
    assert next(answers) == "127.0.0.2"


def test_a_redirect_is_followed_and_its_end_is_told(site: Site) -> None:
    site.pages["/"] = redirect("/next page?x=é")
    site.pages["/next%20page?x=%C3%A9"] = redirect("http://other.test/end", "308 Permanent Redirect")
    site.pages["/end"] = answer(b"here")
    got = get(site)
    assert (got.url, got.final_url, got.data) == ("http://site.test/", "http://other.test/end", b"here")
    assert site.looked_up == ["site.test", "site.test", "other.test"]
    assert "Host: other.test\r\n" in site.asked[-1]


@pytest.mark.parametrize(
    ("to", "code"),
    [
        ("http://10.0.0.1/", "not_public"),
        ("http://169.254.169.254/latest/meta-data/", "not_public"),
        ("http://[::ffff:7f00:2]/", "not_public"),
        ("//127.0.0.2/", "not_public"),
        ("http://other.test:6379/", "not_public"),
        ("http://user:pw@other.test/", "bad_url"),
        ("file:///etc/passwd", "bad_url"),
        ("http://[", "bad_url"),
    ],
)
def test_each_redirect_is_checked_anew(site: Site, to: str, code: str) -> None:
    site.pages["/"] = redirect(to)
    assert refused(site).code == code
    assert len(site.asked) == 1


def test_redirects_for_ever_end(site: Site) -> None:
    site.pages["/"] = redirect("/")
    assert refused(site).code == "redirects"
    assert len(site.asked) == 6


def test_a_page_that_says_it_is_too_large_is_not_downloaded(site: Site) -> None:
    site.pages["/"] = answer(b"", Content_Length="2000000000")
    error = refused(site)
    assert error.code == "too_large"
    assert "10 MB" in str(error)


def test_a_download_without_end_is_cut_at_the_limit(site: Site) -> None:
    sent = 0

    def endless(connection: socket.socket, _: str) -> None:
        nonlocal sent
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n")
        while not site.closing.is_set():
            connection.sendall(b"x" * 65536)
            sent += 65536

    site.pages["/"] = endless
    assert refused(site, size=1_000_000).code == "too_large"
    time.sleep(0.1)
    assert sent < 20_000_000


def test_a_packed_page_is_unpacked(site: Site) -> None:
    bare = zlib.compressobj(9, zlib.DEFLATED, -15)
    site.pages["/gzip"] = answer(gzip.compress(b"word " * 50_000), Content_Encoding="gzip")
    site.pages["/zlib"] = answer(zlib.compress(b"word " * 50_000), Content_Encoding="deflate")
    site.pages["/bare"] = answer(bare.compress(b"word " * 50_000) + bare.flush(), Content_Encoding="deflate")
    for path in ("/gzip", "/zlib", "/bare"):
        assert get(site, path).data == b"word " * 50_000


def test_a_packed_bomb_is_cut_at_the_limit(site: Site) -> None:
    site.pages["/"] = answer(gzip.compress(b"\0" * 200_000_000, 9), Content_Encoding="gzip")
    started = time.monotonic()
    assert refused(site).code == "too_large"
    assert time.monotonic() - started < 3


@pytest.mark.parametrize(
    "page",
    [
        answer(b"not packed at all", Content_Encoding="gzip"),
        answer(gzip.compress(b"words")[:-9], Content_Encoding="gzip"),
        answer(b"x", Content_Encoding="br"),
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 100\r\n\r\nshort",
        b"nonsense\r\n\r\n",
        b"",
    ],
    ids=["not packed", "cut", "brotli", "short", "nonsense", "nothing"],
)
def test_an_answer_that_breaks_off_is_refused(site: Site, page: bytes) -> None:
    site.pages["/"] = page
    assert refused(site).code == "broken"


@pytest.mark.parametrize("media", ["image/png", "video/mp4", "application/zip", "application/json", "audio/mpeg"])
def test_a_type_that_nothing_reads_is_refused_before_its_body(site: Site, media: str) -> None:
    site.pages["/"] = answer(b"", Content_Type=media, Content_Length="5000000")
    error = refused(site)
    assert error.code == "content_type"
    assert repr(media) in str(error)


@pytest.mark.parametrize(
    "media", ["", "text/plain", "application/pdf", "application/octet-stream", "Text/HTML;charset=x"]
)
def test_a_type_that_may_be_text_is_taken(site: Site, media: str) -> None:
    site.pages["/"] = answer(b"words", Content_Type=media)
    assert get(site).data == b"words"


@pytest.mark.parametrize(
    ("status", "named"),
    [
        ("404 Not Found", "404 (Not Found)"),
        ("500 X", "500 (Internal Server Error)"),
        ("204 No Content", "204 (No Content)"),
        ("599 X", "599"),
    ],
)
def test_another_status_is_named(site: Site, status: str, named: str) -> None:
    site.pages["/"] = answer(b"", status)
    error = refused(site)
    assert error.code == "status"
    assert f"answered {named}." in str(error)


def test_a_server_that_says_nothing_is_left_in_time(site: Site) -> None:
    site.pages["/"] = silence(site)
    started = time.monotonic()
    assert refused(site, seconds=0.4).code == "timeout"
    assert time.monotonic() - started < 5


def test_a_slow_drip_does_not_outlast_the_clock(site: Site) -> None:
    def drip(connection: socket.socket, _: str) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
        while not site.closing.wait(0.05):
            connection.sendall(b"x")

    site.pages["/"] = drip
    started = time.monotonic()
    assert refused(site, seconds=0.5).code == "timeout"
    assert time.monotonic() - started < 5


def test_slow_redirects_share_one_clock(site: Site) -> None:
    def slow(connection: socket.socket, _: str) -> None:
        site.closing.wait(0.2)
        connection.sendall(redirect("/"))

    site.pages["/"] = slow
    started = time.monotonic()
    assert refused(site, seconds=0.5).code == "timeout"
    assert time.monotonic() - started < 5


def test_a_resolver_that_hangs_does_not_outlast_the_clock() -> None:
    def hanging(host: str, port: int) -> list[fetching.Address]:
        time.sleep(3)
        return []

    started = time.monotonic()
    with pytest.raises(FetchRefused) as caught:
        fetch("http://site.test/", limits=FetchLimits(seconds=0.3), guard=Guard(hanging))
    assert caught.value.code == "timeout"
    assert time.monotonic() - started < 5


def test_a_name_that_is_not_there_is_unreachable() -> None:
    def nowhere(host: str, port: int) -> list[fetching.Address]:
        raise socket.gaierror(-2, "Name or service not known")

    with pytest.raises(FetchRefused, match=r"there is no server 'nowhere\.test'") as caught:
        fetch("http://nowhere.test/", guard=Guard(nowhere))
    assert caught.value.code == "unreachable"


def test_stop_ends_a_fetch_at_once(site: Site) -> None:
    site.pages["/"] = silence(site)
    stop = StopSignal()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    started = time.monotonic()
    with pytest.raises(Stopped):
        fetch("http://site.test/", stop=stop, guard=site.guard())
    assert time.monotonic() - started < 5
    timer.join()


def test_several_links_are_fetched_at_once_and_told_in_order(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(connection: socket.socket, head: str) -> None:
        site.closing.wait(1.5)
        connection.sendall(answer(head.split()[1].encode()))

    for number in range(5):
        site.pages[f"/{number}"] = slow
    monkeypatch.setattr(fetching, "_PUBLIC", site.guard())
    started = time.monotonic()
    links = [f"http://site.test/{number}" for number in range(5)]
    answers = fetch_all([*links, "http://10.0.0.1/", "http://site.test/none"])
    assert time.monotonic() - started < 5
    assert [item.data for item in answers[:5] if isinstance(item, Fetched)] == [b"/0", b"/1", b"/2", b"/3", b"/4"]
    assert [item.code for item in answers[5:] if isinstance(item, FetchRefused)] == ["not_public", "status"]
    assert fetch_all([]) == []


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for secure.test, signed by itself, with its key."""
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-keyout", str(path), "-out", f"{path}.crt", "-days", "2", "-subj", "/CN=secure.test"]
    command += ["-addext", "subjectAltName=DNS:secure.test"]
    subprocess.run(command, check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + Path(f"{path}.crt").read_bytes())
    return path


def test_the_certificate_is_checked_against_the_name_and_not_the_address(certificate: Path) -> None:
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(certificate)
    named: list[str | None] = []
    server_side.sni_callback = lambda _, name, __: named.append(name)
    site = Site(server_side)
    site.pages["/"] = answer(b"safe")
    guard = site.guard(tls=ssl.create_default_context(cafile=str(certificate)))
    try:
        assert fetch("https://secure.test/", guard=guard).data == b"safe"
        with pytest.raises(FetchRefused, match="certificate") as caught:
            fetch("https://other.test/", guard=guard)
        assert caught.value.code == "unreachable"
        assert named == ["secure.test", "other.test"]
    finally:
        site.close()
