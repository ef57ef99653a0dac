"""One message as the first turn of a thread that is rolled back: what `manage.py evaluate` measures assistants by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from chat import assistants, live
from chat.errors import TurnRefused
from chat.models import Thread, Turn


def state_after(slug: str, message: str, model: str | None) -> tuple[bool, dict[str, Any]]:
    """Whether the turn was done, and the assistant's state after it. `model` is provider:id, or the configured one."""
    with _answered_by(slug, model), transaction.atomic():
        user = get_user_model().objects.create(username=f"evaluation-{uuid4().hex[:12]}")
        thread = Thread.objects.create(owner=user, assistant=slug)
        try:
            turn = live.begin(thread.pk, user.pk, message, None)
        except TurnRefused:
            done = False
        else:
            done = not isinstance(turn, Turn) and live.run_here(turn).status == Turn.Status.DONE
        assistant = assistants.get(slug)
        state = assistant.state(assistant.load(thread.pk))
        transaction.set_rollback(True)
    return done, state


@contextmanager
def _answered_by(slug: str, model: str | None) -> Iterator[None]:
    before = settings.ASSISTANT_MODELS
    if model:
        settings.ASSISTANT_MODELS = {**before, slug: model}
    try:
        yield
    finally:
        settings.ASSISTANT_MODELS = before
