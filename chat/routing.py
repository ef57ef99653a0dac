"""The addresses of the sockets: the chat's own, those that assistants declare, and last the refusal of all others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from channels.routing import URLRouter
from django.urls import path, re_path

from chat import assistants
from chat.live import ThreadConsumer


async def no_such_socket(
    scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
) -> None:
    """Refuses the handshake of an address that is none; without it the router fails, with a traceback in the log."""
    await receive()
    await send({"type": "websocket.close"})


websocket_application = URLRouter(
    [
        path("ws/threads/<uuid:thread_id>/", ThreadConsumer.as_asgi()),
        *(socket for assistant in assistants.all_assistants() for socket in assistant.sockets()),
        re_path("", no_such_socket),  # type: ignore[arg-type]
    ]
)
