"""Makes a preview void that the person's newest words contradict, before anything else is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from chat import events
from chat.loop import respond
from chat.turns import TurnRun
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.reasons import DO, is_greeting, no_reason
from pa_dealing.sentence import trade_numbers
from pa_dealing.words import whole
from wording.answers import leading_answer
from wording.attribution import statements
from wording.compliance import FlagAnswers, flag_answers
from wording.directions import direction

MIN_TOLD = 4
_OF_ONESELF = re.compile(r"\b(?:i|i'm|i've|we|we've|my|our|me|us|ik|wij|we|mijn|ons|onze)\b", re.IGNORECASE)


def contradicts_the_preview(turn: TurnRun) -> bool:
    """Whether a previewed request is spoken of with another direction or number, or the person tells something new.

    Words that are misread cost one more press of Preview; what was shown is never submitted against them.
    """
    draft: DraftRequest = turn.record
    if draft.status != DraftRequest.Status.PREVIEWED:
        return False
    text = statements(turn.text[:2000])
    mention = direction(text)
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    said = {item.money.amount if item.money is not None else item.number.value for item in trade_numbers(text)}
    if said - known or (mention is not None and mention.direction != draft.direction):
        return True
    return not said and _tells_something(text)


def _tells_something(text: str) -> bool:
    """Whether a person says a sentence of their own, which is no answer, thanks, question or command."""
    if len(text.split()) < MIN_TOLD or not _OF_ONESELF.search(text) or leading_answer(text) is not None:
        return False
    return not (is_greeting(text) or no_reason(text) == DO or flag_answers(text) != FlagAnswers())


def reopen(turn: TurnRun) -> Iterator[events.Event]:
    """Make the preview void, then go on with the turn."""
    with actions.act_on(turn.thread_id, turn.by) as draft:
        if draft.status == DraftRequest.Status.PREVIEWED:
            actions.void_preview(draft, by=turn.by, words=whole(turn.said[-1]))
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
