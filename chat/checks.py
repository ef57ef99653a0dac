"""What is wrong with the set-up is said at the start: names of models, and assistants that cannot be loaded."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from chat import assistants, models_in_use
from chat.guidance import tools_of
from llm.tokens import tokens_of, tokens_of_tools


@register()
def assistants_load(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every assistant of settings.ASSISTANTS imports, and its slug is its key."""
    problems: list[CheckMessage] = []
    for slug, path in settings.ASSISTANTS.items():
        try:
            assistant = assistants.get(slug)
        except ImportError as error:
            problems.append(Error(f"ASSISTANTS[{slug!r}] is {path!r}: {error}", id="chat.E001"))
            continue
        if assistant.slug != slug:
            problems.append(Error(f"{path} has the slug {assistant.slug!r}; it must be {slug!r}.", id="chat.E002"))
    return problems


@register()
def models_are_named(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Every assistant has a model that the registry knows."""
    try:
        names = models_in_use.all_names()
    except ValueError as error:
        return [Error(str(error), id="chat.E003")]
    return [problem for slug, name in names.items() for problem in _held_by_card(slug, name)]


def _held_by_card(slug: str, name: str) -> list[CheckMessage]:
    """An assistant works with what the card of its model says."""
    card = models_in_use.card(slug, name)
    if not card.tools:
        sentence = (
            f"{slug} has the model {name!r}, whose card says that it calls no tools. Set {slug.upper()}_MODEL to "
            "another, or write a card of your own with tools = true (MODEL_CARDS)."
        )
        return [Error(sentence, id="chat.E004")]
    assistant = assistants.get(slug)
    asked = tokens_of(assistants.unchanging_prompt(assistant.prompt)) + tokens_of_tools(tools_of(assistant))
    if asked + card.reserved(settings.CHAT_MAX_OUTPUT_TOKENS) > card.context:
        sentence = (
            f"The prompt and the tools of {slug} have about {asked:,} tokens, and the context of {name!r} is "
            f"{card.context:,} with its answer. Set {slug.upper()}_MODEL to another; where the server gives it more, "
            f"set {slug.upper()}_CONTEXT or MODEL_CONTEXT."
        )
        return [Error(sentence, id="chat.E005")]
    return []
