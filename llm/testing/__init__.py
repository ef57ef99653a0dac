"""Models without a provider: one that answers by a script, and personas of known character. For tests and figures."""

from __future__ import annotations

from llm.testing.fuzz import INVENTED_NUMBERS, INVENTED_WORDS, FuzzModel
from llm.testing.lies import FALSE_CLAIMS, lied
from llm.testing.personas import KINDS, HonestCall, Persona
from llm.testing.scripted import Reply, ScriptedModel, ScriptItem, Stall, call, registered, say

__all__ = [
    "FALSE_CLAIMS",
    "INVENTED_NUMBERS",
    "INVENTED_WORDS",
    "KINDS",
    "FuzzModel",
    "HonestCall",
    "Persona",
    "Reply",
    "ScriptItem",
    "ScriptedModel",
    "Stall",
    "call",
    "lied",
    "registered",
    "say",
]
