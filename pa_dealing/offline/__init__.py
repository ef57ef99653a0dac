"""The reader without a model: one message to the tool calls that a model would make. The door is `answer`."""

from __future__ import annotations

from pa_dealing.offline import rules

__all__ = ["rules"]
