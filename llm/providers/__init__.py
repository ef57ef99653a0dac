"""One adapter for each provider, the offline one included, and the registry that knows them by name."""

from __future__ import annotations

from llm.providers import registry
from llm.providers.hashing import words_of
from llm.providers.offline import RuleModel
from llm.providers.registry import OFFLINE, ProviderKeys, embedder, parse_model_name, register_model

__all__ = [
    "OFFLINE",
    "ProviderKeys",
    "RuleModel",
    "embedder",
    "parse_model_name",
    "register_model",
    "registry",
    "words_of",
]
