"""Short answers that are certain from the question on the screen; code reads them before any model sees them."""

from __future__ import annotations

from chat.assistants import PlannedCall, ToolContext
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.words.evidence import currencies_meant
from pa_dealing.words.flags import FlagsSaid, doubted_denials, flags_declared, flags_told
from pa_dealing.words.meaning import FLAG_QUESTIONS
from pa_dealing.words.numbers import all_numbers, quantities_in
from pa_dealing.words.selection import certain_choice, takes_the_shown
from wording.amounts import find_currencies
from wording.answers import yes_or_no
from wording.directions import direction

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
    if len(text.split()) > MAX_WORDS:
        return []
    answer = yes_or_no(text)
    if context.asked == hints.CURRENCY_CONFIRMATION_REQUIRED:
        return _currency(draft, text, answer)
    if context.asked == hints.VALUE_CONFIRMATION_REQUIRED and answer is not None:
        return [PlannedCall("confirm_pending", {"confirmation_type": "value", "confirmed": answer})]
    if context.asked == hints.COACHING_REQUIRED and answer is not None:
        return [PlannedCall("confirm_pending", {"confirmation_type": "weak_justification", "confirmed": answer})]
    if context.asked == hints.MISSING_QUANTITY:
        return _quantity(text)
    if context.asked == hints.MISSING_DIRECTION and len(text.split()) <= 2 and (mention := direction(text)):
        return [PlannedCall("set_direction", {"direction": mention.direction})]
    return []


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
        told_more = flags_told(context.said[-1], context.asked, draft)
        # What affirms in words of its own is for who reads them; a mere doubt is asked about at once.
        affirmed = told_more.inside or told_more.related
        if affirmed or not doubted_denials(context.said[-1], draft, context.asked):
            return []
    inside = draft.has_inside_info if declared.inside is None else declared.inside
    related = draft.is_related_party if declared.related is None else declared.related
    return [PlannedCall("set_compliance_flags", {"has_inside_info": bool(inside), "is_related_party": bool(related)})]


def _currency(draft: DraftRequest, text: str, answer: bool | None) -> list[PlannedCall]:
    if all_numbers(text):
        # A number beside the currency is a new value and not the one that waits.
        return []
    if find_currencies(text) and not currencies_meant(text):
        return []
    named = currencies_meant(text)
    if named == {"USD"} or (answer is True and not named and not hints.foreign_currency(draft)):
        return [PlannedCall("confirm_pending", {"confirmation_type": "currency_usd", "confirmed": True})]
    if len(named) == 1 and None not in named and draft.estimated_value is not None:
        value = draft.estimated_value
        # A JSON number: the tools take no text for one.
        amount = int(value) if value == value.to_integral_value() else float(value)
        return [PlannedCall("set_trade_value", {"amount": amount, "currency": named.pop()})]
    return []


def _quantity(text: str) -> list[PlannedCall]:
    numbers = quantities_in(text, asked=True)
    if len(numbers) != 1 or len(all_numbers(text)) != 1 or numbers[0].number.ambiguous:
        return []
    value = numbers[0].number.value
    if value != value.to_integral_value() or not 0 < value < 10**10 or numbers[0].number.approximate:
        return []
    return [PlannedCall("set_quantity", {"quantity": int(value)})]
