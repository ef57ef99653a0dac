"""The one application that Daphne serves: pages and the API over HTTP, the chat over WebSockets."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

from config.environment import read_dotenv

read_dotenv()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Django is set up here, before the import of anything that has models.
http_application = get_asgi_application()

from chat.routing import websocket_application  # noqa: E402

application = ProtocolTypeRouter({"http": http_application, "websocket": websocket_application})
