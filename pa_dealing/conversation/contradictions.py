"""Makes a preview void that the person's newest words contradict, before anything else is done with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from chat.acts import act_on
from chat.turns import TurnRun, events, respond
from dialogue import Act, deeds_in, is_asked
from pa_dealing import actions
from pa_dealing.models import DraftRequest
from pa_dealing.words import (
    FIELDS,
    OF_COMPLIANCE,
    OF_ONESELF,
    OF_THE_TRADE,
    MeantClause,
    all_numbers,
    asks,
    clauses,
    counts_another_thing,
)
from wording.compliance_topics import may_be_inside, may_be_related
from wording.directions import direction

# What surely is talk about other things leaves a preview as it was shown.
_TALK = frozenset({Act.CHAT, Act.COMPLAIN, Act.WAIT, Act.HELP, Act.HUMAN, Act.SUMMARY, Act.LEFT, Act.THANKS, Act.END})
_TALK |= {Act.YES, Act.ACT_FOR_ME, Act.GREET}
# What tells of something in a question: "does it matter that their figures passed my desk?"
_NOT_TOLD_OF = r"request|trade|order|(?:tele)?phone|mobile|laptop|computer|screen|browser|account|password|e-?mail"
_TELLS = re.compile(
    rf"\b(?:my (?!{_NOT_TOLD_OF})|our|their|mijn|that (?:i|we|they|s?he|some\w+)\b|dat (?:ik|wij?|ze|hij)\b)",
    re.IGNORECASE,
)
# A question is of procedure where it is told by so much.
_SURER_OF_A_QUESTION = 0.2
_IS_WRONG = re.compile(r"\b(?:wrong|incorrect|mistaken?|not (?:right|correct|true)|fout|klopt niet)\b", re.IGNORECASE)
_DOUBTS = re.compile(r"\b(?:not|\w+n't|other|different|niet|ander\w*)\b", re.IGNORECASE)
_OF_THE_REQUEST = (*OF_THE_TRADE, *OF_COMPLIANCE, "denies", "no", "not_now", "reason")


def contradicts_the_preview(turn: TurnRun) -> bool:
    """Whether a previewed request is spoken of in any way but the few that plainly leave it as it was shown.

    Those are courtesy, assent, and questions of procedure. Anything else costs one more press of Preview; what was
    shown is never submitted against later words.
    """
    draft: DraftRequest = turn.record
    if draft.status != DraftRequest.Status.PREVIEWED:
        return False
    text = turn.text[:2000]
    mention = direction(text)
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    numbers = [item for item in all_numbers(text) if not counts_another_thing(text, item)]
    amounts = {item.number.value if item.money is None else item.money.amount for item in numbers}
    if amounts - known or (mention is not None and mention.direction != draft.direction):
        return True
    # "What counts as inside information?" tells nothing of the person.
    own = text if not asks(text) or OF_ONESELF.search(text) else ""
    if may_be_inside(own, widely=True) or may_be_related(own, widely=True):
        return True
    if "?" in text and not _TELLS.search(text) and _is_talk(text, _SURER_OF_A_QUESTION, Act.ASIDE):
        return False
    return not all(map(_leaves_it, clauses(text)))


def _leaves_it(clause: MeantClause) -> bool:
    """Whether a clause is courtesy, assent, small talk, or asks how the request goes on."""
    if clause.means("talk", "yes", "goes_on"):
        return not _IS_WRONG.search(clause.text)
    if _TELLS.search(clause.text):
        return False
    if clause.means("asks") or (clause.meaning == "asks" and is_asked(clause.text)):
        return not (_DOUBTS.search(clause.text) and _names_a_field(clause.text))
    # Numbers, names, sides and compliance are looked for by themselves; other words leave it where no deed is told.
    speaks_of_it = clause.means(*_OF_THE_REQUEST) or _names_a_field(clause.text)
    return not speaks_of_it and _is_talk(clause.text, 0.0, Act.ASIDE)


def _names_a_field(words: str) -> bool:
    """What is said of a field of the request, by its name, may put it right: "the number is wrong"."""
    return not FIELDS.isdisjoint(re.findall(r"\w+", words.lower()))


def _is_talk(text: str, least: float, *others: Act) -> bool:
    return all(deed.act in (*_TALK, *others) and deed.margin >= least for deed in deeds_in(text, "yes_no"))


def void_preview(turn: TurnRun) -> Iterator[events.Event]:
    """Make the preview void, then go on with the turn."""
    with act_on(actions.open_request(turn.thread_id, turn.by)) as draft:
        if draft.status == DraftRequest.Status.PREVIEWED:
            actions.void_preview(draft, by=turn.by, words=turn.said[-1].whole())
    turn.record = turn.assistant.load(turn.thread_id)
    turn.state = turn.assistant.state(turn.record)
    yield events.state_snapshot(turn.state)
    yield from respond(turn)
