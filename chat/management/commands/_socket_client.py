"""A question over a socket of one frame each way, as the terminal puts it: `chat … --url ws://host/ws`."""

from __future__ import annotations

import json
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

# An answer may take as long as a turn may.
_OPEN_S, _MOST_BYTES = 10.0, 4_000_000


class SocketFailed(Exception):
    """The socket cannot be reached, or what it sends is no answer. The text names the address and the remedy."""


def ask_once(url: str, token: str, message: str, dossier_id: str | None, *, answer_s: float = 900.0) -> dict[str, Any]:
    """The frame of the answer: {"status", "response" or "message", "dossier_id"}. Raises SocketFailed."""
    if not url.startswith(("ws://", "wss://")):
        raise SocketFailed(f"--url is {url!r}. It begins with ws:// or wss://, as in ws://localhost:8000/ws.")
    headers = {"Authorization": f"Token {token}"} if token else {}
    sent = {"message": message, **({"dossier_id": dossier_id} if dossier_id else {})}
    try:
        with connect(url, additional_headers=headers, open_timeout=_OPEN_S, max_size=_MOST_BYTES) as socket:
            socket.send(json.dumps(sent))
            frame = json.loads(socket.recv(timeout=answer_s))
    except (OSError, TimeoutError, ValueError, WebSocketException) as error:
        raise SocketFailed(f"{url!r} gave no answer ({error}). Is the server running, and is it its /ws?") from None
    if not isinstance(frame, dict):
        raise SocketFailed(f"{url!r} answered {str(frame)[:80]!r}, which is no object. Is it the /ws of a tax dossier?")
    return frame
