"""The reader without a model: what the guide is told, and facts from sentences as the tool calls of a model."""

from __future__ import annotations

from retirement.offline.conversation import talk
from retirement.offline.rules import answer

__all__ = ["answer", "talk"]
