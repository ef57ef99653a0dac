"""What is wrong with the set-up is said at the start: names of models, and assistants that cannot be loaded."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from chat import assistants, models_in_use


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
        models_in_use.all_names()
    except ValueError as error:
        return [Error(str(error), id="chat.E003")]
    return []
