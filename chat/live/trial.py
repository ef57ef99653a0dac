"""Messages as the turns of a fresh thread that is rolled back: what `manage.py evaluate` measures assistants by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from chat import assistants
from chat.errors import TurnRefused
from chat.live import runs
from chat.models import Thread, Turn
from chat.turns import TurnRun
from llm.registry import parse_model_name


@dataclass(frozen=True, slots=True)
class TrialThread:
    """A thread of a person who exists for this measurement alone."""

    thread: Thread
    user_id: int

    def say(self, message: str) -> TurnRun | None:
        """The finished turn of that message; None where it was refused."""
        try:
            turn = runs.begin(self.thread.pk, self.user_id, message, None)
        except TurnRefused:
            return None
        return None if isinstance(turn, Turn) else runs.run_here(turn)


def state_after(slug: str, message: str, model: str | None) -> tuple[bool, dict[str, Any]]:
    """Whether the turn was done, and the assistant's state after it. `model` is provider:id, or the configured one."""
    with conversation(slug, [message], model) as (done, thread_id):
        assistant = assistants.get(slug)
        return done, assistant.state(assistant.load(thread_id))


@contextmanager
def conversation(slug: str, messages: Sequence[str], model: str | None) -> Iterator[tuple[bool, UUID]]:
    """Say these in a fresh thread; whether every turn was done, and the thread's id while it is there to be read."""
    with trial_thread(slug, model) as trial:
        turns = [trial.say(message) for message in messages]
        yield all(turn is not None and turn.status == Turn.Status.DONE for turn in turns), trial.thread.pk


@contextmanager
def trial_thread(slug: str, model: str | None, *, with_sample: bool = False) -> Iterator[TrialThread]:
    """A fresh thread, which is gone afterwards; `with_sample` begins it with the assistant's sample of material.

    Raises ValueError where `model` names none.
    """
    with _answered_by(slug, model), transaction.atomic():
        user = get_user_model().objects.create(username=f"evaluation-{uuid4().hex[:12]}")
        thread = assistants.get(slug).sample_thread(user) if with_sample else None
        yield TrialThread(thread or Thread.objects.create(owner=user, assistant=slug), user.pk)
        transaction.set_rollback(True)


@contextmanager
def _answered_by(slug: str, model: str | None) -> Iterator[None]:
    before = settings.ASSISTANT_MODELS
    if model:
        # A name that is none is told before anything is measured.
        parse_model_name(model)
        settings.ASSISTANT_MODELS = {**before, slug: model}
    try:
        yield
    finally:
        settings.ASSISTANT_MODELS = before
