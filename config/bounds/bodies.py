"""The body of a request reaches the application a block at a time, from the file that it came into.

Daphne would lay all of it before the application at once, so that a body of 200 MB stood in memory.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

# Under this name the scope of a request holds the file.
_BODY = "assistants.body"
_BLOCK = 1 << 16

Receive = Callable[[], Awaitable[dict[str, Any]]]
Application = Callable[[Any, Any, Any], Awaitable[None]]


def serve_by_blocks(server: Any) -> None:
    """Let the application of Daphne's server read each body from the file that it came into."""
    server.application = _fed(server.application)
    server.create_application = partial(_hand_over, server.create_application)


def _hand_over(create_application: Callable[..., Any], request: Any, scope: dict[str, Any]) -> Any:
    """Daphne's own method, which finds an empty body; the application gets the file of the real one."""
    if scope["type"] == "http":
        scope[_BODY], request.content = request.content, io.BytesIO()
    return create_application(request, scope)


def _fed(application: Application) -> Application:
    """The application, whose receive() reads the body from the file that was handed over."""

    async def fed(scope: dict[str, Any], receive: Receive, send: Any) -> None:
        content = scope.pop(_BODY, None)
        if content is None:
            await application(scope, receive, send)
            return
        with content:
            await application(scope, _receiver(content, receive), send)

    return fed


def _receiver(content: Any, receive: Receive) -> Receive:
    """First the blocks of `content`, and then what comes after a body."""
    is_read = False

    async def next_message() -> dict[str, Any]:
        nonlocal is_read
        if is_read:
            return await receive()
        block = content.read(_BLOCK)
        is_read = len(block) < _BLOCK
        # Daphne's message of the empty body stands where the last block comes; others may run between blocks.
        await (receive() if is_read else asyncio.sleep(0))
        return {"type": "http.request", "body": block, "more_body": not is_read}

    return next_message
