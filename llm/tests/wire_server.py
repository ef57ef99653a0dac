"""A local server that speaks both wires, scripted a request at a time. `python -m llm.tests.wire_server --port N`.

With an empty script it answers every request with the same short text, as fast as it can.
"""

from __future__ import annotations

import argparse
import json
import ssl
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEEP_ALIVE = b": keep-alive\n\n"


@dataclass(frozen=True)
class Pause:
    """Say nothing for `seconds`, or until the server is closed."""

    seconds: float


@dataclass(frozen=True)
class Cut:
    """Close the connection without the end of the body."""


# Bytes are sent as one HTTP chunk, exactly; a dict is sent as an event; a text as a `data:` line.
Step = bytes | str | dict[str, Any] | Pause | Cut


@dataclass(frozen=True)
class Behaviour:
    """How one request is answered. `before` comes before the status line."""

    steps: Sequence[Step] = ()
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    before: Sequence[Pause | Cut] = ()
    content_type: str = "text/event-stream; charset=utf-8"


@dataclass(frozen=True)
class Received:
    """A request as it came."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


class WireServer:
    """Serves on 127.0.0.1 from threads. A context manager; `script` may grow while it runs."""

    def __init__(self, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.script: list[Behaviour] = []
        self.received: list[Received] = []
        self.connections = 0
        self.closing = threading.Event()
        self.lock = threading.Lock()
        self._http = _Server(("127.0.0.1", port), _Handler)
        self._http.wire = self
        self._scheme = "http"
        if tls is not None:
            self._scheme = "https"
            self._http.socket = tls.wrap_socket(self._http.socket, server_side=True)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        return f"{self._scheme}://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> WireServer:
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join(5)

    def reset(self) -> None:
        """Forget the script and what was received; end the pauses of requests that still run."""
        with self.lock:
            self.closing.set()
            self.closing = threading.Event()
            self.script, self.received, self.connections = [], [], 0

    def next_behaviour(self, received: Received) -> Behaviour:
        with self.lock:
            self.received.append(received)
            if self.script:
                return self.script.pop(0)
        if received.path.endswith("/embeddings") or received.path.endswith(":batchEmbedContents"):
            return default_embeddings(received.body)
        return default_gemini() if "generateContent" in received.path.replace("streamG", "g") else default_openai()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512
    wire: WireServer

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that shuts its connection is what the tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1
    server: _Server

    def setup(self) -> None:
        super().setup()
        with self.server.wire.lock:
            self.server.wire.connections += 1

    def log_message(self, format: str, *args: Any) -> None:
        """Tests read `received`."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        received = Received(self.path, {k.lower(): v for k, v in self.headers.items()}, json.loads(body or b"{}"))
        wire = self.server.wire
        closing = wire.closing
        behaviour = wire.next_behaviour(received)
        try:
            if self._pass(behaviour.before, closing):
                self._head(behaviour)
                self._body(behaviour.steps, closing)
        except OSError:
            self.close_connection = True

    def _pass(self, steps: Sequence[Pause | Cut], closing: threading.Event) -> bool:
        for step in steps:
            if isinstance(step, Cut):
                self.close_connection = True
                return False
            closing.wait(step.seconds)
        return True

    def _head(self, behaviour: Behaviour) -> None:
        self.send_response(behaviour.status)
        self.send_header("Content-Type", behaviour.content_type)
        self.send_header("Transfer-Encoding", "chunked")
        for name, value in behaviour.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _body(self, steps: Sequence[Step], closing: threading.Event) -> None:
        for step in steps:
            if isinstance(step, Pause | Cut):
                # What was written so far is on its way before the server falls silent.
                self.wfile.flush()
                if not self._pass([step], closing):
                    return
                continue
            data = step if isinstance(step, bytes) else event(step)
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.write(b"0\r\n\r\n")
        self.wfile.flush()


def event(data: str | dict[str, Any]) -> bytes:
    """One server-sent event."""
    return b"data: " + (data if isinstance(data, str) else json.dumps(data)).encode() + b"\n\n"


def failure(status: int, body: dict[str, Any], **headers: str) -> Behaviour:
    """An error reply; `Retry_After="1"` gives the header Retry-After."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Behaviour([json.dumps(body).encode()], status, named, content_type="application/json")


def whole(body: dict[str, Any] | list[Any]) -> Behaviour:
    """A whole JSON reply."""
    return Behaviour([json.dumps(body).encode()], content_type="application/json")


def openai_vectors(*vectors: object) -> Behaviour:
    """A reply of the Embeddings wire."""
    data = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    usage = {"prompt_tokens": 5, "total_tokens": 5}
    return whole({"object": "list", "data": data, "model": "served-model", "usage": usage})


def gemini_vectors(*vectors: object) -> Behaviour:
    """A reply of Gemini's batchEmbedContents."""
    return whole({"embeddings": [{"values": vector} for vector in vectors]})


def default_embeddings(body: dict[str, Any]) -> Behaviour:
    """For each text a vector of the dimension asked for: the text's length, then ones. Not of length 1."""
    if "requests" in body:
        asked = [
            (asked_for["content"]["parts"][0]["text"], asked_for["outputDimensionality"])
            for asked_for in body["requests"]
        ]
        return gemini_vectors(*([float(len(text))] + [1.0] * (size - 1) for text, size in asked))
    size = body.get("dimensions", 8)
    return openai_vectors(*([float(len(text))] + [1.0] * (size - 1) for text in body["input"]))


def openai_chunk(delta: dict[str, Any] | None = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A chunk of a Chat Completions stream."""
    choice = {"index": 0, "delta": delta or {}, "finish_reason": finish}
    base = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "served-model"}
    return {**base, "choices": [choice], **more}


def openai_text(*pieces: str, finish: str = "stop") -> list[Step]:
    """A whole Chat Completions stream that says the pieces."""
    return [
        openai_chunk({"role": "assistant", "content": ""}),
        *(openai_chunk({"content": piece}) for piece in pieces),
        openai_chunk(finish=finish),
        *openai_end(),
    ]


def openai_end() -> list[Step]:
    """The usage and the end of a Chat Completions stream."""
    details = {"prompt_tokens_details": {"cached_tokens": 3}}
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18, **details}
    return [{**openai_chunk(usage=usage), "choices": []}, "[DONE]"]


def gemini_chunk(*parts: dict[str, Any], finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A chunk of a Gemini stream."""
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": list(parts)}, "index": 0, **more}
    if finish:
        candidate["finishReason"] = finish
    usage = {
        "promptTokenCount": 11,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 2,
        "cachedContentTokenCount": 3,
    }
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "served-gemini"}


def gemini_text(*pieces: str, finish: str = "STOP") -> list[Step]:
    """A whole Gemini stream that says the pieces."""
    return [*(gemini_chunk({"text": piece}) for piece in pieces), gemini_chunk({"text": ""}, finish=finish)]


def default_openai() -> Behaviour:
    return Behaviour(openai_text("Hello", " from", " the", " wire", " server."))


def default_gemini() -> Behaviour:
    return Behaviour(gemini_text("Hello", " from", " the", " wire", " server."))


def main() -> None:
    """Serve the default replies until interrupted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8123)
    with WireServer(parser.parse_args().port) as server:
        print(f"{server.url}/v1 (OpenAI) and {server.url}/ (Gemini)", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
