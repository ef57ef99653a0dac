"""What a request or a socket may cost before the application sees it, and the answer where nothing can be done."""

from __future__ import annotations

from config.bounds.http import BoundedFactory
from config.bounds.sockets import BoundedSocketFactory, frame_bytes

__all__ = ["BoundedFactory", "BoundedSocketFactory", "frame_bytes"]
