"""The tools of a request as JSON, encoded once: their schemas are most of a short request."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from llm.types import ToolSchema

_CACHED_TOOL_SETS = 256

Tools = tuple[ToolSchema, ...]


class EncodedTools:
    """Joins tools to the rest of a request. Thread-safe; `encode` gives the provider's own shape of them."""

    def __init__(self, encode: Callable[[Tools], list[dict[str, Any]]]) -> None:
        self._encode = encode
        # The tools are kept with their bytes: an id means something only as long as its object lives.
        self._known: dict[tuple[int, ...], tuple[Tools, bytes]] = {}

    def joined(self, body: str, tools: Tools) -> bytes:
        """The body, the JSON of an object that is not empty, with the tools under "tools"."""
        key = tuple(map(id, tools))
        encoded = self._known.get(key)
        if encoded is None:
            if len(self._known) >= _CACHED_TOOL_SETS:
                self._known.clear()
            encoded = self._known[key] = (tools, json.dumps(self._encode(tools)).encode())
        return body[:-1].encode() + b', "tools": ' + encoded[1] + b"}"
