"""What is the same in every assistant: offline the guide hears a message first, and tools that all have."""

from __future__ import annotations

from chat.guidance.corrections import corrected
from chat.guidance.guided import converse
from chat.guidance.universal import PERSON, step_labels, tools_of

__all__ = ["PERSON", "converse", "corrected", "step_labels", "tools_of"]
