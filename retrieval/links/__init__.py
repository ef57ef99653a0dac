"""Fetching a link from checked public addresses. The module `fetch` is offered for those who measure or test it."""

from __future__ import annotations

from retrieval.links import fetch
from retrieval.links.fetch import Fetched, fetch_all
from retrieval.links.targets import FetchRefused

__all__ = ["FetchRefused", "Fetched", "fetch", "fetch_all"]
