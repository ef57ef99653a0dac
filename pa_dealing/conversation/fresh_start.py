"""Empties a draft when a person says that they begin again. Code does it: nothing of the old request may stay."""

from __future__ import annotations

from collections.abc import Iterator

from chat.acts import act_on
from chat.errors import Refused
from chat.turns import TurnRun, events, respond, rows, say
from pa_dealing import actions
from wording.answers import starts_over

EMPTIED = "All right: I have cleared the request, nothing of it is kept."


def is_wanted(turn: TurnRun) -> bool:
    """Whether this turn's message begins with starting over, and there is a draft to empty."""
    draft = turn.record
    return starts_over(turn.text) > 0 and draft.is_open and not draft._state.adding


def respond_afresh(turn: TurnRun) -> Iterator[events.Event]:
    """Empty the draft, then go on with what the message says besides."""
    draft, end, refused = turn.record, starts_over(turn.text), ""
    # A turn that is tried again may have emptied it before it broke off.
    if draft.evidence.get("begun", {}).get("message_id") != turn.message_id:
        try:
            with act_on(actions.open_request(turn.thread_id, turn.by)) as locked:
                actions.start_over(locked, by=turn.by, words=turn.said[-1].quote(0, end))
        except Refused as refusal:
            refused = refusal.detail
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    if refused or not any(character.isalnum() for character in turn.text[end:]):
        rows.release_connection()
        yield from say(turn, refused or f"{EMPTIED} What would you like to trade?")
        yield events.state_snapshot(turn.state)
        return
    turn.asked_before = ""
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
