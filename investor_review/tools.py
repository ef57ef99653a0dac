"""What the model may call in a review."""

from __future__ import annotations

from llm.tools import Tool

TOOLS: tuple[Tool, ...] = ()
