"""Runs the turns of a thread again in a twin that is rolled back, and tells what comes out otherwise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from audit.trail import rehearsing
from chat import assistants
from chat.acts import by_hand
from chat.errors import Refused
from chat.models import Thread
from chat.replay.again import NotRecorded, Twin
from chat.replay.clock import at, shifted_clock
from chat.replay.compare import Difference, differences, state_differences
from chat.turns import instructions


@dataclass(slots=True)
class Replay:
    """How the turns of a thread came out again: the numbers of those that were run, and what differs.

    `ended` says why turns were left that could not be run, `hand` what was changed by hand so that the record in the
    end could not be compared; both are empty where there is nothing to say.
    """

    thread_id: UUID
    assistant: str
    turns: list[int] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    ended: str = ""
    hand: str = ""


def replay_thread(thread: Thread, *, upto: int | None = None, model: str | None = None) -> Replay:
    """Run its turns, those up to number `upto` where it is given, again as they were; nothing of it is touched.

    With `model`, as provider:id, that model answers instead of what was recorded. No allowance is used up, no audit
    entry added, and nothing is sent: what waits for a commit never happens.
    """
    replay = Replay(thread.pk, thread.assistant)
    try:
        with rehearsing(), shifted_clock(), transaction.atomic():
            _run(thread, replay, upto, model)
            transaction.set_rollback(True)
    except Refused as refusal:
        replay.ended = refusal.detail
    finally:
        # What models are told was stored in that transaction, and is not there any more.
        instructions.forget()
    return replay


def _run(thread: Thread, replay: Replay, upto: int | None, model: str | None) -> None:
    twin, hand = Twin(thread), list(by_hand(thread.pk))
    for turn in twin.turns:
        if upto is not None and turn.number > upto:
            return
        with at(turn.created_at):
            try:
                now = twin.say_again(turn, model)
            except NotRecorded as problem:
                replay.ended = f"turn {turn.number}: {problem}"
                return
        replay.turns.append(turn.number)
        why = ", ".join(dict.fromkeys(entry.action for entry in hand if entry.at < turn.created_at))
        replay.differences += differences(turn, now, twin.names, why)
    replay.hand = ", ".join(dict.fromkeys(entry.action for entry in hand))
    if twin.turns and not replay.hand:
        last = twin.turns[-1]
        states = [state_of(thread), state_of(twin.thread)]
        replay.differences += state_differences(states[0], states[1], last.pk, twin.names)


def state_of(thread: Thread) -> Any:
    """The record of the thread, as its assistant tells it."""
    assistant = assistants.get(thread.assistant)
    return assistant.state(assistant.load(thread.pk))
