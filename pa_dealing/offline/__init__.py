"""The reader without a model: one message to the tool calls that a model would make, and what the guide is told."""

from __future__ import annotations

from pa_dealing.offline.certain import certain_calls
from pa_dealing.offline.conversation import talk
from pa_dealing.offline.rules import answer

__all__ = ["answer", "certain_calls", "talk"]
