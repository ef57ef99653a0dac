"""Fetching a link from checked public addresses."""

from __future__ import annotations

from retrieval.links import fetch
from retrieval.links.fetch import Fetched, FetchRefused, fetch_all

__all__ = ["FetchRefused", "Fetched", "fetch", "fetch_all"]
