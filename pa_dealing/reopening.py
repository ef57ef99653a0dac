"""Makes a preview void that the person's newest words contradict, before anything else is done with them."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from chat import events
from chat.loop import respond
from chat.turns import TurnRun
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.sentence import trade_numbers
from pa_dealing.words import whole
from wording.attribution import statements
from wording.directions import direction


def contradicts_the_preview(turn: TurnRun) -> bool:
    """Whether a previewed request is spoken of with another direction or another number than it has.

    Words that are misread cost one more press of Preview; what was shown is never submitted against them.
    """
    draft: DraftRequest = turn.record
    if draft.status != DraftRequest.Status.PREVIEWED:
        return False
    text = statements(turn.text[:2000])
    mention = direction(text)
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    said = {item.money.amount if item.money is not None else item.number.value for item in trade_numbers(text)}
    return bool(said - known) or (mention is not None and mention.direction != draft.direction)


def reopen(turn: TurnRun) -> Iterator[events.Event]:
    """Make the preview void, then go on with the turn."""
    with actions.act_on(turn.thread_id, turn.by) as draft:
        if draft.status == DraftRequest.Status.PREVIEWED:
            actions.void_preview(draft, by=turn.by, words=whole(turn.said[-1]))
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
