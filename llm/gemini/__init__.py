"""Gemini by its own wire."""

from __future__ import annotations

from llm.gemini.client import GeminiChat, GeminiEmbedder

__all__ = ["GeminiChat", "GeminiEmbedder"]
