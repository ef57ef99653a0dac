"""A provider on loopback that speaks Chat Completions and says its second half only when a test lets it."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

FIRST = "The **first** half of the answer stands here.\n\n"
SECOND = "And the second half came after it."
CODE = "\n\n# What it returns\n\n```python\nreturn 1  # done\n```\n"


class SlowModel(ThreadingHTTPServer):
    """`gate` lets the second half through; a message with "fail" breaks off after the first, once; one
    with "slowly" waits before the first, too; one with "code" gets some at the end.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.gate = threading.Event()
        self.asked: list[str] = []
        self.failed = False
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A turn that is stopped hangs up; that is no error here."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: SlowModel

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        words = next(str(m["content"]) for m in reversed(body["messages"]) if m["role"] == "user")
        self.server.asked.append(words)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        if "slowly" in words:
            self.server.gate.wait(30)
        for word in FIRST.split(" "):
            self._delta(word if word.endswith("\n\n") else word + " ")
        if "fail" in words and not self.server.failed:
            self.server.failed = True
            return
        if "fail" not in words and not self.server.gate.wait(30):
            return
        self._delta(SECOND)
        if "code" in words:
            self._delta(CODE)
        self._send({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        self.wfile.write(b"data: [DONE]\n\n")

    def _delta(self, text: str) -> None:
        self._send({"choices": [{"index": 0, "delta": {"role": "assistant", "content": text}, "finish_reason": None}]})

    def _send(self, chunk: dict[str, Any]) -> None:
        whole = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "slow", **chunk}
        self.wfile.write(f"data: {json.dumps(whole)}\n\n".encode())
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""
