"""The one application that Daphne serves: pages and the API over HTTP, the chat over WebSockets."""

from __future__ import annotations

import os
from typing import Any

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

from config.environment import read_dotenv

read_dotenv()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django is set up here, before the import of anything that has models.
http_application = get_asgi_application()

from chat.live import broadcast  # noqa: E402
from chat.routing import websocket_application  # noqa: E402

_router = ProtocolTypeRouter({"http": http_application, "websocket": websocket_application})


async def application(scope: Any, receive: Any, send: Any) -> None:
    """The router, with the server's loop known to the turns: also one over REST streams to pages of other processes."""
    broadcast.attach_loop()
    await _router(scope, receive, send)
