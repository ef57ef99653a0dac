"""Chat Completions and Embeddings, as OpenAI and every compatible server speak them."""

from __future__ import annotations

from llm.openai.client import OpenAIChat, OpenAIEmbedder

__all__ = ["OpenAIChat", "OpenAIEmbedder"]
