"""The JSON of a request, read as REST framework does: whatever cannot be read is the sender's and no fault of ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import exceptions, parsers


class RequestParser(parsers.JSONParser):
    """REST framework's parser, which lets the error of deep nesting through; of a browser it reads before any view."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise exceptions.ParseError("The body nests too deep.") from None
