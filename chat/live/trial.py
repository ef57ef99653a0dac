"""Messages as the turns of a fresh thread that is rolled back: what `manage.py evaluate` measures assistants by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from chat import assistants
from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Thread, Turn


def state_after(slug: str, message: str, model: str | None) -> tuple[bool, dict[str, Any]]:
    """Whether the turn was done, and the assistant's state after it. `model` is provider:id, or the configured one."""
    with conversation(slug, [message], model) as (done, thread_id):
        assistant = assistants.get(slug)
        return done, assistant.state(assistant.load(thread_id))


@contextmanager
def conversation(slug: str, messages: Sequence[str], model: str | None) -> Iterator[tuple[bool, UUID]]:
    """Say these in a fresh thread; whether every turn was done, and the thread's id while it is there to be read."""
    with _answered_by(slug, model), transaction.atomic():
        user = get_user_model().objects.create(username=f"evaluation-{uuid4().hex[:12]}")
        thread = Thread.objects.create(owner=user, assistant=slug)
        done = [_is_done(thread, message) for message in messages]
        yield all(done), thread.pk
        transaction.set_rollback(True)


def _is_done(thread: Thread, message: str) -> bool:
    try:
        turn = runs.begin(thread.pk, thread.owner_id, message, None)
    except TurnRefused:
        return False
    return not isinstance(turn, Turn) and runs.run_here(turn).status == Turn.Status.DONE


@contextmanager
def _answered_by(slug: str, model: str | None) -> Iterator[None]:
    before = settings.ASSISTANT_MODELS
    if model:
        settings.ASSISTANT_MODELS = {**before, slug: model}
    try:
        yield
    finally:
        settings.ASSISTANT_MODELS = before
