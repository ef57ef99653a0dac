"""The tools for reasons, compliance answers, confirmations and the preview."""

from __future__ import annotations

import re
from typing import Any, Literal

from chat.assistants import Said, ToolContext
from llm.tools import tool
from pa_dealing import actions, hints, questions
from pa_dealing.flags import flags_said
from pa_dealing.models import DraftRequest
from pa_dealing.tool_results import answered
from pa_dealing.words import Evidence, NotInWords, currency_in_words, passage_in_words, whole
from wording.answers import leading_answer
from wording.directions import negated
from wording.money import find_currencies


@tool
@answered
def set_justification(context: ToolContext, justification: str) -> dict[str, Any]:
    """Keep why the person wants the trade, in their own words and in full. The result rates it WEAK or GOOD.

    - "because my savings are all in cash and I want some equities" -> that whole sentence
    """
    words = passage_in_words(context.said, justification)
    rating = actions.set_justification(context.record, words.quote, by=context.by, words=words)
    return {"status": "success", "quality": str(rating.quality), "reason": rating.reason}


@tool
@answered
def set_compliance_flags(context: ToolContext, has_inside_info: bool, is_related_party: bool) -> dict[str, Any]:
    """Set both answers to the compliance question. Call it only when the person answered it.

    - "No inside info, not related" -> has_inside_info=false, is_related_party=false
    - "no inside information, but my wife is a director there" -> has_inside_info=false, is_related_party=true
    - only one of the two answered -> call it with what they said; the server asks for the other
    """
    said = flags_said(context.said, context.asked)
    draft: DraftRequest = context.record
    if said.inside is True:
        actions.escalate(draft, related=said.related, by=context.by, words=said.evidence())
        context.reply = questions.ESCALATED
        return {"status": "success"}
    if said.inside is False and said.related is None:
        actions.require_open(draft)
        if hints.determine_instructional_hint(draft) == hints.MISSING_HAS_INSIDE_INFO:
            actions.ask(draft, hints.MISSING_IS_RELATED_PARTY)
        return {"status": "pending", "answered": ["has_inside_info"], "ask": questions.question_for(draft)}
    if said.inside is None or said.related is None:
        raise NotInWords("The person has not answered both questions clearly. Ask them as they stand in `ask`.")
    if (said.inside, said.related) != (has_inside_info, is_related_party):
        raise NotInWords(f"The person said has_inside_info={said.inside}, is_related_party={said.related}.")
    actions.set_compliance_flags(draft, inside=said.inside, related=said.related, by=context.by, words=said.evidence())
    return {"status": "success"}


@tool
@answered
def confirm_pending(
    context: ToolContext, confirmation_type: Literal["currency_usd", "value", "weak_justification"], confirmed: bool
) -> dict[str, Any]:
    """Pass on the person's answer to a question that waits: USD, the value, or a weak justification.

    - asked whether it is USD, "yes, USD" -> confirmation_type="currency_usd", confirmed=true
    - asked whether the value is right, "correct" -> confirmation_type="value", confirmed=true
    - after coaching, "proceed" -> confirmation_type="weak_justification", confirmed=true
    """
    said = context.said[-1]
    words = _confirmation_words(context, said, confirmation_type, confirmed)
    draft: DraftRequest = context.record
    if confirmation_type == "currency_usd":
        actions.confirm_currency(draft, "USD" if confirmed else None, by=context.by, words=words)
    elif confirmation_type == "value":
        actions.confirm_value(draft, confirmed, by=context.by, words=words)
    else:
        actions.confirm_weak_justification(draft, confirmed, by=context.by, words=words)
    return {"status": "success", "confirmed": confirmed}


_WAITING = {
    "currency_usd": hints.CURRENCY_CONFIRMATION_REQUIRED,
    "value": hints.VALUE_CONFIRMATION_REQUIRED,
    "weak_justification": hints.COACHING_REQUIRED,
}
_PROCEED = re.compile(
    r"\b(?:proceed|go ahead|go on|continue|as it is|submit it anyway|keep it|leave it)\b", re.IGNORECASE
)


def _confirmation_words(context: ToolContext, said: Said, kind: str, confirmed: bool) -> Evidence:
    """The words that answer the waiting question. Raises NotInWords when it does not wait or was not answered so."""
    waiting = hints.determine_instructional_hint(context.record)
    if waiting != _WAITING[kind]:
        raise NotInWords(f"No {kind} question waits; what waits is {waiting}.")
    if kind == "currency_usd" and confirmed and currency_in_words(said, "USD"):
        return whole(said)
    if kind == "currency_usd" and confirmed and find_currencies(said.text):
        raise NotInWords(
            f'The person said "{said.text[:80]}", which is not USD. Call set_trade_value with their currency.'
        )
    proceed = _PROCEED.search(said.text)
    if kind == "weak_justification" and confirmed and proceed and not negated(said.text, proceed.span()):
        return whole(said)
    answer = leading_answer(said.text)
    if answer is None or answer.value is not confirmed:
        raise NotInWords(
            f'"{said.text[:80]}" does not answer the question with {"yes" if confirmed else "no"}. Ask again.'
        )
    if context.asked != _WAITING[kind]:
        raise NotInWords("That question did not stand on the screen, so a yes or no does not answer it. Ask it now.")
    return whole(said)


@tool
@answered
def show_preview(context: ToolContext) -> dict[str, Any]:
    """Show the complete request for the person to check. Call it when the hint is DRAFT_COMPLETE.

    Only the person can submit, with the button beside the chat.
    """
    actions.preview_request(context.record, by=context.by)
    return {"status": "success", "preview": dict(questions.preview_lines(context.record))}
