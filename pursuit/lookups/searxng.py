"""Asks a web search that speaks SearXNG's JSON, and reads the pages that it names. What comes is material."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

from django.conf import settings

from llm.interface import StopSignal
from llm.text import clean_text
from retrieval.links import Fetched, FetchRefused, fetch_all
from retrieval.reading import ReadDocument, Unreadable, read

Code = Literal["not_configured", "unreachable", "timeout", "status", "not_json", "empty"]

SECONDS, MOST_BYTES = 8.0, 2_000_000
RESULTS, PAGES = 8, 4
_CHUNK = 65_536
_READERS = 4


@dataclass(frozen=True, slots=True)
class WebResult:
    """One hit: where it is and what it is called. Only http and https addresses."""

    url: str
    title: str


@dataclass(frozen=True, slots=True)
class WebPage:
    """A page that was asked for: what was read, or the sentence why not."""

    url: str
    document: ReadDocument | None = None
    problem: str = ""


class WebSearchFailed(Exception):
    """No results came. `code` says which kind of reason; the text is a sentence for the person."""

    def __init__(self, code: Code, sentence: str) -> None:
        super().__init__(sentence)
        self.code: Code = code


def is_configured() -> bool:
    return bool(settings.WEB_SEARCH_URL)


def search_web(query: str, *, limit: int = RESULTS, seconds: float = SECONDS) -> list[WebResult]:
    """The first results for a query, in the search's order. Raises WebSearchFailed; no results is one, too.

    The address is the operator's, so it may be on this machine; what a result leads to may not.
    """
    if not is_configured():
        raise WebSearchFailed(
            "not_configured", "Web search is not configured here. Set WEB_SEARCH_URL to the address of a SearXNG."
        )
    results = _results(_answer(_address(query), seconds))[:limit]
    if not results:
        raise WebSearchFailed("empty", "The web search found nothing for this.")
    return results


def read_pages(urls: Sequence[str], *, stop: StopSignal | None = None) -> list[WebPage]:
    """Fetch and read pages at once, from public addresses only; for each, in order, its text or why there is none."""
    fetched = fetch_all(urls, stop=stop)

    def as_page(url: str, came: Fetched | FetchRefused) -> WebPage:
        if isinstance(came, FetchRefused):
            return WebPage(url, problem=str(came))
        try:
            return WebPage(url, read(came.data, came.final_url, content_type=came.content_type, stop=stop))
        except Unreadable as refusal:
            return WebPage(url, problem=str(refusal))

    if not urls:
        return []
    with ThreadPoolExecutor(min(_READERS, len(urls)), thread_name_prefix="page") as pool:
        return list(pool.map(as_page, urls, fetched))


def _address(query: str) -> str:
    given = settings.WEB_SEARCH_URL
    asked = urlencode({"q": clean_text(query).strip()[:400], "format": "json"})
    return f"{given}{'&' if urlsplit(given).query else '?'}{asked}"


def _answer(address: str, seconds: float) -> bytes:
    """The body of the answer. Both each wait and the whole are bounded, so a server that drips is one that is slow."""
    until = time.monotonic() + seconds
    if urlsplit(address).scheme not in ("http", "https"):
        raise WebSearchFailed("unreachable", "The web search cannot be reached: WEB_SEARCH_URL is not an http address.")
    request = urllib.request.Request(address, headers={"Accept": "application/json", "User-Agent": "assistants/1.0"})  # noqa: S310
    body = bytearray()
    try:
        with urllib.request.urlopen(request, timeout=seconds) as response:  # noqa: S310 - the scheme is checked above
            while chunk := response.read1(_CHUNK):
                body += chunk
                if time.monotonic() > until:
                    raise TimeoutError
                if len(body) > MOST_BYTES:
                    raise WebSearchFailed("not_json", "The web search answered with more than can be read.")
            if response.length:
                raise http.client.IncompleteRead(bytes(body))
    except urllib.error.HTTPError as error:
        error.close()
        raise WebSearchFailed("status", f"The web search answered with an error ({error.code}).") from None
    except TimeoutError:
        raise _timeout(seconds) from None
    except (urllib.error.URLError, OSError, ValueError) as error:
        if isinstance(getattr(error, "reason", None), TimeoutError):
            raise _timeout(seconds) from None
        raise WebSearchFailed("unreachable", "The web search cannot be reached right now.") from None
    except http.client.HTTPException as error:
        raise WebSearchFailed("unreachable", f"The web search broke off ({type(error).__name__}).") from None
    return bytes(body)


def _timeout(seconds: float) -> WebSearchFailed:
    return WebSearchFailed("timeout", f"The web search did not answer within {seconds:g} seconds.")


def _results(body: bytes) -> list[WebResult]:
    try:
        answer: Any = json.loads(body)
        rows = answer["results"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise WebSearchFailed(
            "not_json", "The web search did not answer with results in JSON. Its JSON format may be switched off."
        ) from None
    results: dict[str, WebResult] = {}
    for row in rows if isinstance(rows, list) else []:
        if isinstance(row, dict) and (url := _url(row.get("url"))):
            results.setdefault(url, WebResult(url, _text(row.get("title"), 300) or url))
    return list(results.values())


def _url(given: Any) -> str:
    try:
        parts = urlsplit(given) if isinstance(given, str) and len(given) <= 2000 else None
    except ValueError:
        return ""
    return clean_text(given) if parts and parts.scheme in ("http", "https") and parts.hostname else ""


def _text(given: Any, most: int) -> str:
    return " ".join(clean_text(given).split())[:most] if isinstance(given, str) else ""
