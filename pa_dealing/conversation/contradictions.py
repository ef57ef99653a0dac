"""Makes a preview void that the person's newest words contradict, before anything else is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from chat.acts import act_on
from chat.turns import TurnRun, events, respond
from dialogue import Act, deeds_in
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.words import MEASURE, SMALL, all_numbers, asks
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction
from wording.lists import word_lists
from wording.phrases import patterns

_PHRASES = patterns(Path(__file__).with_name("contradictions.txt"), re.IGNORECASE)
_LISTS = word_lists(Path(__file__).with_name("small_words.txt"))
_GOES_ALONG = (SMALL | _LISTS["goes_along"]) - _LISTS["takes_back"]

# What surely is talk about other things leaves a preview as it was shown.
_TALK = frozenset({Act.CHAT, Act.COMPLAIN, Act.WAIT, Act.HELP, Act.HUMAN, Act.SUMMARY, Act.LEFT, Act.THANKS, Act.END})
_SURE = 0.8

_PART = re.compile(r"[^.!?;,\n]+\??")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_MOST_WORDS_OF_A_QUESTION, _MOST_WORDS_OF_COURTESY = 12, 7


def contradicts_the_preview(turn: TurnRun) -> bool:
    """Whether a previewed request is spoken of in any way but the few that plainly leave it as it was shown.

    Those are courtesy, assent, what the preview shows itself, and questions of procedure. Anything else costs one more
    press of Preview; what was shown is never submitted against later words.
    """
    draft: DraftRequest = turn.record
    if draft.status != DraftRequest.Status.PREVIEWED:
        return False
    text = turn.text[:2000]
    mention = direction(text)
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    numbers = [item for item in all_numbers(text) if not MEASURE.match(text, item.end)]
    amounts = {item.number.value if item.money is None else item.money.amount for item in numbers}
    if amounts - known or (mention is not None and mention.direction != draft.direction):
        return True
    if may_be_inside(text, widely=True) or may_be_related(text, widely=True):
        return True
    if all(deed.act in _TALK and deed.margin >= _SURE for deed in deeds_in(text, "yes_no")):
        return False
    shown = _shown(draft)
    return not all(_goes_along(part, shown) or _asks_of_procedure(part) for part in _PART.findall(text))


def _shown(draft: DraftRequest) -> frozenset[str]:
    """The words by which the preview itself names the trade."""
    security = draft.security or {}
    verb = "buy buying" if draft.direction == "BUY" else "sell selling"
    names = f"{security.get('name', '')} {security.get('symbol', '')} {draft.estimated_currency or ''} {verb}"
    return frozenset(_WORD.findall(names.casefold()))


def _goes_along(part: str, shown: frozenset[str]) -> bool:
    """Whether a part of a message holds only courtesy, assent, and what the preview shows."""
    if _PHRASES["courtesy"].match(part) and len(part.split()) <= _MOST_WORDS_OF_COURTESY:
        return True
    words = [word for word in _WORD.findall(part.casefold()) if not word[0].isdigit()]
    return all(word in _GOES_ALONG - {"buy", "sell"} or word in shown for word in words)


def _asks_of_procedure(part: str) -> bool:
    """Whether a part of a message asks how the request goes on, and tells nothing of the person or the trade."""
    if not asks(part) or len(part.split()) > _MOST_WORDS_OF_A_QUESTION or direction(part) is not None:
        return False
    if _PHRASES["of_oneself"].search(_PHRASES["nothing_told"].sub(" ", part)) or _PHRASES["otherwise"].search(part):
        return False
    return bool(_PHRASES["procedure"].search(part))


def void_preview(turn: TurnRun) -> Iterator[events.Event]:
    """Make the preview void, then go on with the turn."""
    with act_on(actions.open_request(turn.thread_id, turn.by)) as draft:
        if draft.status == DraftRequest.Status.PREVIEWED:
            actions.void_preview(draft, by=turn.by, words=turn.said[-1].whole())
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
