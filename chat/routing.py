"""The addresses of the sockets."""

from __future__ import annotations

from channels.routing import URLRouter
from django.urls import path

from chat.consumers import ThreadConsumer

websocket_application = URLRouter([path("ws/threads/<uuid:thread_id>/", ThreadConsumer.as_asgi())])
