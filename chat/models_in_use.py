"""Which model answers for which assistant, from the settings, and the offline model made of an assistant's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from django.conf import settings

from chat import assistants
from chat.assistants import Assistant
from chat.guidance import converse
from llm import registry
from llm.interface import ChatModel
from llm.offline import RuleModel
from llm.tools import Tool
from llm.types import ModelRequest, StreamItem

_stand_in: ContextVar[tuple[str, ChatModel | None]] = ContextVar("chat_stand_in", default=("", None))


@contextmanager
def answered_by(name: str, model: ChatModel | None = None) -> Iterator[None]:
    """In this block every assistant is answered by the model `name`, and by `model` itself where it is given."""
    token = _stand_in.set((name, model))
    try:
        yield
    finally:
        _stand_in.reset(token)


def model_name(slug: str) -> str:
    """The name `provider:model` that the settings give this assistant."""
    if name := _stand_in.get()[0]:
        return name
    return registry.choose_model(
        slug, settings.ASSISTANT_MODELS.get(slug, ""), settings.CHAT_MODEL, settings.PROVIDER_KEYS
    )


def chat_model(name: str, assistant: Assistant) -> ChatModel:
    """The model of that name; `offline` is the assistant's own rules."""
    stand_in, model = _stand_in.get()
    if model is not None and name == stand_in:
        return model
    return registry.chat_model(name, settings.PROVIDER_KEYS, _offline(assistant.slug))


@cache
def _offline(slug: str) -> RuleModel:
    def rules(request: ModelRequest) -> Iterator[StreamItem]:
        return converse(assistants.get(slug), request)

    return RuleModel(rules)


@cache
def hash_of(tools: tuple[Tool, ...], hasher: Callable[[tuple[Tool, ...]], str]) -> str:
    """The hash of these tools, computed once a process."""
    return hasher(tools)


def all_names() -> dict[str, Any]:
    """Every assistant's model by slug."""
    return {slug: model_name(slug) for slug in settings.ASSISTANTS}
