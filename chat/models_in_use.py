"""Which model answers for which assistant, from the settings, and the offline model made of an assistant's rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from typing import Any

from django.conf import settings

from chat import assistants
from chat.assistants import Assistant
from chat.guidance import converse
from llm import registry
from llm.cards import Card, card_of, is_local_address
from llm.interface import ChatModel
from llm.offline import RuleModel
from llm.slots import Slot
from llm.tokens import tokens_of_request
from llm.tools import Tool
from llm.types import Clocks, ModelRequest, StreamItem

# The rules read everything, at once, and wait for nobody.
_OFFLINE = Card(context=10_000_000, output=1_000_000)

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


def load() -> None:
    """Have the assistants' models made before the first message asks for them: an SDK takes half a second to load.

    What the settings name wrongly is told by Django's check and by the turn that asks for it.
    """
    for assistant in assistants.all_assistants():
        with suppress(ValueError):
            chat_model(model_name(assistant.slug), assistant)


def card(slug: str, name: str) -> Card:
    """The card of the model `name` for this assistant: the settings, one's own cards, the shipped ones."""
    if name == registry.OFFLINE:
        return _OFFLINE
    keys = settings.PROVIDER_KEYS
    is_local = name.startswith("openai:") and is_local_address(keys.openai_base_url)
    fields = {**settings.MODEL_CARD_FIELDS, **settings.ASSISTANT_CARD_FIELDS.get(slug, {})}
    known = card_of(name, own=settings.MODEL_CARDS, is_local=is_local)
    if _stand_in.get()[1] is not None:
        # Whoever stands in is in nobody's line.
        fields["slots"] = 0
    return replace(known, **fields, is_guessed=known.is_guessed and "context" not in fields)


def clocks(card: Card, prompt_tokens: int) -> Clocks:
    """How long a call may take. The wait for the first token grows with what is to be read before it."""
    reading = prompt_tokens / card.prompt_tokens_s if card.prompt_tokens_s else 0.0
    first = settings.CHAT_FIRST_TOKEN_S or card.first_token_s + reading
    total = settings.CHAT_TOTAL_S or card.total_s + reading
    return Clocks(first, settings.CHAT_IDLE_S or card.idle_s, total)


class WithCard:
    """An assistant's model for work outside a turn: by its card, with its clocks, in its line."""

    def __init__(self, slug: str) -> None:
        self._slug, self.name = slug, model_name(slug)
        self._model = chat_model(self.name, assistants.get(slug))

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """The items of the model's reply. Raises ModelError and Stopped."""
        known, prompt = card(self._slug, self.name), tokens_of_request(request)
        most = known.may_write(request.max_output_tokens or settings.CHAT_MAX_ANSWER_TOKENS, prompt)
        slot = Slot(self.name, known.slots, request.stop).take(lambda place: None)
        try:
            yield from self._model.stream(
                replace(request, card=known, clocks=clocks(known, prompt), max_output_tokens=most)
            )
        finally:
            slot.free()


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
