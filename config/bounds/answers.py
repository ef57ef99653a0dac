"""The answer to a request that no application saw: a page, a text or JSON, whichever its sender reads."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from twisted.web import http

from chat.access import header


def kind_for(scope: dict[str, Any], path: bytes) -> str:
    """What the sender reads: a script of ours a text, which it shows, a browser a page, a program JSON."""
    if path.startswith(b"/v1/"):
        return "application/json"
    if header(scope, b"hx-request"):
        return "text/plain"
    return "text/html" if "text/html" in header(scope, b"accept") else "application/json"


def refusal(status: int, code: str, sentence: str, *, kind: str, retry_after: int | None) -> bytes:
    """The bytes of the whole answer, after which the connection ends."""
    if kind == "text/html":
        body = f'<!doctype html><meta charset="utf-8"><title>{status}</title><p>{escape(sentence)}</p>\n'.encode()
    elif kind == "text/plain":
        body = sentence.encode()
    else:
        body = json.dumps({"detail": sentence, "code": code}).encode()
    headers = {
        "Content-Type": f"{kind}; charset=utf-8",
        "Content-Length": str(len(body)),
        "Cache-Control": "no-store",
        "Connection": "close",
        **({"Retry-After": str(retry_after)} if retry_after is not None else {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    reason = http.RESPONSES.get(status, b"Refused").decode()
    return f"HTTP/1.1 {status} {reason}\r\n{head}\r\n".encode() + body
