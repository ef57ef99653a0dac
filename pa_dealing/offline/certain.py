"""Short answers that are certain from the question on the screen; code reads them before any model sees them."""

from __future__ import annotations

from chat.assistants import PlannedCall, ToolContext
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.offline.read import read_message
from pa_dealing.state import state_of
from pa_dealing.words import (
    FLAG_QUESTIONS,
    FlagsSaid,
    all_numbers,
    certain_choice,
    doubted_denials,
    flags_declared,
    flags_told,
    takes_the_shown,
)
from wording.answers import yes_or_no

# The calls by which a short answer settles the question on the screen.
_ANSWERS = {
    hints.CURRENCY_CONFIRMATION_REQUIRED: ("set_trade_value", "confirm_pending"),
    hints.VALUE_CONFIRMATION_REQUIRED: ("confirm_pending",),
    hints.COACHING_REQUIRED: ("confirm_pending",),
    hints.MISSING_QUANTITY: ("set_quantity",),
    hints.MISSING_DIRECTION: ("set_direction",),
}
# The questions that a bare "1", "yes" or "no" answers while results wait.
_SELECTING = (hints.SECURITY_SELECTION_REQUIRED, "SELECTION_LIST")
# A short answer; anything longer says more than one thing and is for the model to read.
MAX_WORDS = 6


def certain_calls(context: ToolContext) -> list[PlannedCall]:
    """The tool calls that the newest message makes certain, or none."""
    draft: DraftRequest = context.record
    text = context.said[-1].text.strip() if context.said else ""
    if not draft.is_open or not text:
        return []
    if flags := _flags(context):
        return flags
    if len(text) > 200 or context.asked in FLAG_QUESTIONS:
        return []
    if draft.candidates and draft.security is None and context.asked in _SELECTING:
        return [PlannedCall("confirm_selection", {"response": text})] if _selects(draft, text, context.asked) else []
    settled_by = _ANSWERS.get(context.asked)
    if settled_by is None or len(text.split()) > MAX_WORDS or len(all_numbers(text)) > 1:
        return []
    reading = read_message(text, {**state_of(draft), "asked": context.asked})
    if reading.complaint or [name in settled_by for name, _ in reading.calls] != [True]:
        return []
    return [PlannedCall(name, arguments) for name, arguments in reading.calls]


def _selects(draft: DraftRequest, text: str, asked: str) -> bool:
    """Whether the text chooses or refuses. A yes takes the one match that was shown, but nothing from a list."""
    answer = yes_or_no(text)
    if takes_the_shown(text):
        return asked == hints.SECURITY_SELECTION_REQUIRED
    return answer is False or certain_choice(text, draft.candidates) is not None


def _flags(context: ToolContext) -> list[PlannedCall]:
    """A whole answer to the compliance question, inside information affirmed at any time, and what casts doubt."""
    draft: DraftRequest = context.record
    declared = flags_declared(context.said[-1], context.asked, draft)
    # A yes or no, and "neither": one phrase that is the whole answer. What says more is for the model to read.
    is_phrase = yes_or_no(context.said[-1].text) is not None or declared.inside_words == declared.related_words
    answered = declared != FlagsSaid() and is_phrase and context.asked in FLAG_QUESTIONS
    if not answered and not declared.inside:
        if False not in (draft.has_inside_info, draft.is_related_party):
            # Nothing was denied that a doubt could concern.
            return []
        told_more = flags_told(context.said[-1], context.asked, draft)
        # What affirms in words of its own is for who reads them; a mere doubt is asked about at once.
        affirmed = told_more.inside or told_more.related
        if affirmed or not doubted_denials(context.said[-1], draft, context.asked):
            return []
    inside = draft.has_inside_info if declared.inside is None else declared.inside
    related = draft.is_related_party if declared.related is None else declared.related
    return [PlannedCall("set_compliance_flags", {"has_inside_info": bool(inside), "is_related_party": bool(related)})]
