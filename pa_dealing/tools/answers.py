"""The tools for reasons, compliance answers, confirmations and the preview."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

from chat.assistants import Said, ToolContext
from llm.tools import another_value, tool
from pa_dealing import actions, hints
from pa_dealing.conversation import questions
from pa_dealing.models import DraftRequest
from pa_dealing.rules import rate_justification
from pa_dealing.tools.results import quoted_part, refusals_as_results
from pa_dealing.words import (
    SOMETHING_ELSE,
    FlagsSaid,
    amount_of,
    another_amount,
    changes_the_reason,
    currency_in_words,
    doubted_denials,
    flags_proposed,
    flags_told,
    goes_on,
    is_untaught,
    may_agree,
    names_either,
    no_reason,
    passage_in_words,
    plainly_agrees,
    relation_told,
    speaks_against,
    trade_numbers,
)
from wording.amounts import find_currencies
from wording.answers import leading_answer, yes_or_no
from wording.attribution import statements
from wording.quotes import NotInWords, Quote


@tool
@refusals_as_results
def set_justification(context: ToolContext, justification: str) -> dict[str, Any]:
    """Keep why the person wants the trade, in their own words and in full. The result rates it WEAK or GOOD.

    - "because my savings are all in cash and I want some equities" -> that whole sentence
    """
    words = passage_in_words(context.said, justification)
    message = next(message for message in context.said if message.message_id == words.source)
    if why := no_reason(words.text) or _asked_in(message, words):
        raise NotInWords(
            f'"{words.text[:80]}" reads as {why}, and is no reason for the trade.', "Ask why they want it."
        )
    return _keep_reason(context, message, words)


def _asked_in(message: Said, words: Quote) -> str:
    """Whether a passage was cut out of a question."""
    return "" if statements(message.text)[words.start : words.end].strip() else "a part of a question"


def _keep_reason(context: ToolContext, message: Said, words: Quote) -> dict[str, Any]:
    """A reason adds to the one that stands, unless the person puts another in its place."""
    draft: DraftRequest = context.record
    before, text = draft.justification, words.text
    actions.require_open(draft)
    if before and text not in before and before not in text:
        # A weak reason takes no better one's place: it stands behind it.
        weaker = draft.justification_quality == DraftRequest.Quality.GOOD
        weaker = weaker and rate_justification(text).quality == DraftRequest.Quality.WEAK
        if weaker or not changes_the_reason(message.text):
            text = f"{before}{'' if before[-1] in '.!?' else '.'} {text}"
    if not (before and text in before):
        actions.set_justification(draft, text, by=context.by, words=words)
    quality, reason = str(draft.justification_quality), draft.justification_reason
    return {"status": "success", "quality": quality, "reason": reason, "justification": draft.justification}


@tool(puts_right=another_value)
@refusals_as_results
def set_compliance_flags(
    context: ToolContext, has_inside_info: bool | None, is_related_party: bool | None, words: str = ""
) -> dict[str, Any]:
    """Set the answers to the compliance question. Call it only when the person answered it.

    words: the person's words that answer, as they stand; empty for the whole newest message.
    - "No inside info, not related" -> has_inside_info=false, is_related_party=false
    - "no inside information, but my wife is a director there" -> has_inside_info=false, is_related_party=true
    - only one of the two answered -> null for the other; the server asks for it
    """
    draft: DraftRequest = context.record
    newest = context.said[-1]
    actions.require_open(draft)
    doubted = doubted_denials(newest, draft, context.asked)
    early = relation_told(newest, context.asked)
    if early and not doubted and not draft.is_related_party and flags_told(newest, context.asked, draft) == FlagsSaid():
        actions.set_compliance_flags(
            draft, inside=None, related=None, by=context.by, words={hints.RELATION_TOLD: early}
        )
        return {"status": "pending", "answered": [], "told": early.text[:200]}
    flags = _flags_said(context, quoted_part(context, words), has_inside_info, is_related_party, doubted)
    if flags != FlagsSaid():
        actions.set_compliance_flags(
            draft, inside=flags.inside, related=flags.related, by=context.by, words=flags.evidence()
        )
    if fields := [field for field in doubted if field not in flags.evidence()]:
        actions.take_back_flags(draft, fields, by=context.by, words=newest.whole())
        return {"status": "pending", "taken_back": fields, "words": newest.text.strip()[:200]}
    if flags.inside:
        _with_compliance(context)
    if draft.has_inside_info is None or draft.is_related_party is None:
        return {"status": "pending", "answered": list(flags.evidence())}
    return {"status": "success"}


def _flags_said(
    context: ToolContext, part: Said, inside: bool | None, related: bool | None, doubted: Sequence[str]
) -> FlagsSaid:
    """What the words bear out; nothing where they only cast doubt on an answer that stands. Raises NotInWords."""
    draft: DraftRequest = context.record
    declared = flags_told(part, context.asked, draft)
    # What takes back a denial that stands is kept, whatever the call says of it.
    related = related or (True if declared.related and draft.is_related_party is False else related)
    try:
        flags = flags_proposed(part, context.asked, draft, inside=inside, related=related)
    except NotInWords:
        if not doubted:
            raise
        return FlagsSaid()
    return flags if flags.inside or flags.related or not doubted else FlagsSaid()


def _with_compliance(context: ToolContext) -> None:
    """The turn ends with our own words, which say no more than they must; the person goes on and submits, or not."""
    draft: DraftRequest = context.record
    if hints.determine_instructional_hint(draft) == hints.DRAFT_COMPLETE:
        actions.preview_request(draft, by=context.by)
    context.reply = f"{questions.ESCALATED}\n\n{questions.question_for(draft)}"


@tool
@refusals_as_results
def confirm_pending(
    context: ToolContext,
    confirmation_type: Literal["currency_usd", "value", "weak_justification"],
    confirmed: bool,
    words: str = "",
) -> dict[str, Any]:
    """Pass on the person's answer to a question that waits: USD, the value, or a weak justification.

    words: the person's words that answer, as they stand; empty for the whole newest message.
    - asked whether it is USD, "yes, USD" -> confirmation_type="currency_usd", confirmed=true
    - asked whether the value is right, "correct" -> confirmation_type="value", confirmed=true
    - after coaching, "proceed" -> confirmation_type="weak_justification", confirmed=true
    """
    part = quoted_part(context, words)
    answer = _confirmation_words(context, part, confirmation_type, confirmed, is_quoted=bool(words.strip()))
    draft: DraftRequest = context.record
    if confirmation_type == "currency_usd":
        actions.confirm_currency(draft, "USD" if confirmed else None, by=context.by, words=answer)
    elif confirmation_type == "value":
        actions.confirm_value(draft, confirmed, by=context.by, words=answer)
    else:
        actions.confirm_weak_justification(draft, confirmed, by=context.by, words=answer)
    return {"status": "success", "confirmed": confirmed}


_WAITING = {
    "currency_usd": hints.CURRENCY_CONFIRMATION_REQUIRED,
    "value": hints.VALUE_CONFIRMATION_REQUIRED,
    "weak_justification": hints.COACHING_REQUIRED,
}


def _confirmation_words(context: ToolContext, message: Said, kind: str, confirmed: bool, *, is_quoted: bool) -> Quote:
    """The words that answer the waiting question. Raises NotInWords when it does not wait or was not answered so."""
    waiting = hints.determine_instructional_hint(context.record)
    if waiting != _WAITING[kind]:
        raise NotInWords(
            "That answers no question that is open.", f"No {kind} question waits; what waits is {waiting}."
        )
    if kind == "currency_usd" and confirmed and _names_usd(message):
        return message.whole()
    if leading_answer(message.text) and yes_or_no(message.text) is None and names_either(message.text):
        raise NotInWords(
            f'"{message.text[:80]}" answers the compliance question and not this one.', "Ask this one again."
        )
    goes = kind == "weak_justification" and confirmed and goes_on(message.text) and yes_or_no(message.text) is None
    # Who says the value again means it; another number is looked for below.
    says_it_again = kind == "value" and confirmed and bool(trade_numbers(message.text))
    why = "" if goes else speaks_against(message.text, confirmed)
    if why and not (says_it_again and why == SOMETHING_ELSE):
        raise NotInWords(
            f'"{message.text[:80]}" is {why}, and does not answer the question with {"yes" if confirmed else "no"}.',
            "Ask again.",
        )
    settles = kind != "weak_justification" and confirmed
    agrees = plainly_agrees(message.text) or trade_numbers(message.text) or is_untaught(message.text)
    agrees = agrees or (is_quoted and may_agree(message.text.strip()))
    if settles and (not agrees or another_amount(message.text)):
        raise NotInWords(
            f'"{message.text[:80]}" does not plainly say yes.', "Quote in `words` what says yes, or ask again."
        )
    if confirmed and (other := _other_numbers(context.record, message.text)):
        raise NotInWords(f'You wrote "{other}", which is another number.', "Ask which is right.")
    if context.asked != _WAITING[kind] and not goes:
        raise NotInWords("That question did not stand on the screen, so a yes or no does not answer it.", "Ask it now.")
    return message.whole()


def _names_usd(message: Said) -> bool:
    """Whether the answer names US dollars, and no other currency. Raises NotInWords where it names another."""
    named = {mention.currency or mention.conventional for mention in find_currencies(message.text)}
    if not named or currency_in_words(message, "USD"):
        return bool(named)
    if named != {"USD"}:
        raise NotInWords(
            f'You said "{message.text[:80]}", which is not USD.', "Call set_trade_value with their currency."
        )
    return speaks_against(message.text, True) in ("", SOMETHING_ELSE)


def _other_numbers(draft: DraftRequest, text: str) -> str:
    """The first number beside a yes that is none of the request's; "" where there is none."""
    known = {Decimal(number) for number in (draft.quantity, draft.estimated_value, draft.unit_price) if number}
    numbers = (item for item in trade_numbers(text) if item.role in ("quantity", "money", "bare", "price"))
    return next((text[item.start : item.end] for item in numbers if amount_of(item) not in known), "")


@tool
@refusals_as_results
def show_preview(context: ToolContext) -> dict[str, Any]:
    """Show the complete request for the person to check. Call it when the hint is DRAFT_COMPLETE.

    Only the person can submit, with the button beside the chat.
    """
    actions.preview_request(context.record, by=context.by)
    return {"status": "success", "preview": dict(questions.preview_lines(context.record))}
