"""What an address says is cleaned before anything reads it: NUL becomes a character that can be looked for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from llm.text import clean_text

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


@sync_and_async_middleware
def clean_addresses(get_response: Callable[[HttpRequest], Answer]) -> Callable[[HttpRequest], Answer]:
    """Cleans path and query, so that no query of the database gets from there what it cannot hold."""
    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> Any:
            _clean(request)
            return await get_response(request)

        return answer

    def respond(request: HttpRequest) -> Answer:
        _clean(request)
        return get_response(request)

    return respond


def _clean(request: HttpRequest) -> None:
    request.path, request.path_info = clean_text(request.path), clean_text(request.path_info)
    query = str(request.META.get("QUERY_STRING", ""))
    request.META["QUERY_STRING"] = clean_text(query).replace("%00", "%EF%BF%BD")
