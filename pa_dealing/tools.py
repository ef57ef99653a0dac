"""What the model may call. Every argument is required and is checked against the person's own words before it counts."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import Any, Literal

from chat.assistants import Said, ToolContext
from llm.tools import tool
from pa_dealing import actions, hints, questions
from pa_dealing.flags import flags_said
from pa_dealing.instruments import Match, search_instruments
from pa_dealing.models import DraftRequest
from pa_dealing.search_terms import clean_term
from pa_dealing.selection import chosen
from pa_dealing.words import (
    Evidence,
    NotInWords,
    currency_in_words,
    passage_in_words,
    price_in_words,
    quantity_in_words,
    term_in_words,
    value_in_words,
    whole,
)
from wording.answers import leading_answer, yes_or_no
from wording.directions import direction as direction_said
from wording.money import find_currencies, is_known_currency

Function = Callable[..., dict[str, Any]]

# Ten digits are more units than any employee trades; a longer number is a slip.
MAX_QUANTITY = 9_999_999_999
MAX_VALUE = Decimal("999999999999.99")

# What a request keeps of a search result.
SECURITY_FIELDS = ("symbol", "name", "isin", "inst_type", "trade_currency")


def _answered(function: Function) -> Function:
    """Give every result its status and hint, and turn a refusal into an error that the model can act on."""

    @wraps(function)
    def run(context: ToolContext, **arguments: Any) -> dict[str, Any]:
        draft: DraftRequest = context.record
        try:
            result = function(context, **arguments)
        except NotInWords as refusal:
            result = {"status": "error", "error": str(refusal)}
        except actions.ActionRefused as refusal:
            result = {"status": "error", "error": refusal.detail, "code": refusal.code}
        if draft.is_open:
            result.setdefault("instructional_hint", hints.determine_instructional_hint(draft))
            result.setdefault("ask", questions.question_for(draft))
        return result

    return run


def _note_price(context: ToolContext) -> None:
    """Keep the price of one unit where the person named one: it proves quantity and value."""
    if (found := price_in_words(context.said)) is not None and 0 < found[0] <= MAX_VALUE:
        actions.set_unit_price(context.record, found[0], by=context.by, words=found[1])


@tool
@_answered
def set_security(context: ToolContext, search_term: str) -> dict[str, Any]:
    """Search the securities master. Pass only the name, symbol or ISIN, in the person's own words.

    Leave out everything else they said: verbs, lots, shares, calls, puts, options, futures, prices, "@".
    Never pass a security that they did not name.

    - "buying 5 lots of bund calls @ 100" -> search_term="bund"
    - "sell 10 shares of AAPL" -> search_term="aapl"
    - "trade FGBL futures" -> search_term="fgbl"
    """
    words = term_in_words(context.said, search_term.strip())
    found = [{name: getattr(match, name) for name in SECURITY_FIELDS} for match in _search(context, search_term)]
    if not found:
        return {
            "status": "error",
            "error": f'No security matches "{search_term[:80]}". Ask for another name, the symbol or the ISIN.',
        }
    actions.set_candidates(context.record, search_term.strip(), found, by=context.by, words=words)
    return {"status": "pending", "top_match": found[0], "other_matches": len(found) - 1}


def _search(context: ToolContext, term: str) -> list[Match]:
    """Search for the term; calls, futures or lots in the person's words bring the derivatives to the top."""
    wanted = clean_term(context.said[-1].text).wants_derivative
    named = clean_term(term).wants_derivative
    return search_instruments(f"{term} {wanted}" if wanted and not named else term)


@tool
@_answered
def confirm_selection(context: ToolContext, response: str) -> dict[str, Any]:
    """Choose among the results of the search. Pass what the person typed, letter by letter.

    A number stays a number: never turn "1" into the name or symbol of the first result. The server reads it.

    - "1" -> response="1"
    - "yes" -> response="yes" (takes the top match)
    - "BUND" -> response="BUND"
    - "the first one" -> response="1"
    """
    draft: DraftRequest = context.record
    if not draft.candidates:
        return {"status": "error", "error": "No search result waits to be chosen. Call set_security first."}
    said = context.said[-1]
    index = chosen(said.text, draft.candidates)
    if index is None and yes_or_no(said.text) is False:
        return _rejected(context, said)
    if index is None and response.strip() and response.strip().casefold() in said.text.casefold():
        index = chosen(response, draft.candidates)
    if index is None:
        return {"status": "error", "error": f'"{said.text[:80]}" names none of the results. Ask which one is meant.'}
    actions.choose_security(draft, index, by=context.by, words=whole(said))
    return {"status": "success", "security": draft.security, "existing_position": draft.existing_position}


def _rejected(context: ToolContext, said: Said) -> dict[str, Any]:
    """No to the top match shows the others; no to the list drops it."""
    draft: DraftRequest = context.record
    if len(draft.candidates) > 1 and context.asked == hints.SECURITY_SELECTION_REQUIRED:
        actions.ask(draft, "SELECTION_LIST")
        return {"status": "pending", "candidates": draft.candidates}
    actions.reject_candidates(draft, by=context.by, words=whole(said))
    return {"status": "success", "rejected": True}


@tool
@_answered
def set_direction(context: ToolContext, direction: Literal["BUY", "SELL"]) -> dict[str, Any]:
    """Set whether the person buys or sells.

    - "I want to buy", "purchase", "get into" -> direction="BUY"
    - "selling my position", "dispose of", "get out of" -> direction="SELL"
    """
    for said in reversed(context.said):
        mention = direction_said(said.text)
        if mention is None:
            continue
        if mention.direction != direction:
            raise NotInWords(f'The person said "{mention.text}", which is {mention.direction}.')
        words = Evidence(mention.text, said.message_id, mention.start, mention.end)
        actions.set_direction(context.record, direction, by=context.by, words=words)
        return {"status": "success", "direction": direction}
    raise NotInWords("The person said neither buy nor sell. Ask which.")


@tool
@_answered
def set_quantity(context: ToolContext, quantity: int) -> dict[str, Any]:
    """Set the number of units, as a plain integer: drop the commas, write out "k".

    It is neither the price of one unit nor the value of the trade.

    - "2,000 units" -> quantity=2000
    - "buy 1,500 shares" -> quantity=1500
    - "5 lots" -> quantity=5
    - "15k" -> quantity=15000
    - "2,000 at 131.45, about 262,900" -> quantity=2000 (131.45 is a price, 262,900 the value)
    """
    if not 0 < quantity <= MAX_QUANTITY:
        raise NotInWords(f"A quantity must be a whole number from 1 to {MAX_QUANTITY:,}; this is {quantity:,}.")
    words = quantity_in_words(context.said, quantity, asked=context.asked == hints.MISSING_QUANTITY)
    actions.set_quantity(context.record, quantity, by=context.by, words=words)
    _note_price(context)
    return {"status": "success", "quantity": quantity}


@tool
@_answered
def set_trade_value(context: ToolContext, amount: Decimal, currency: str) -> dict[str, Any]:
    """Set what the trade is worth in total, with its currency. Call it only when the person named both.

    The currency is an ISO 4217 code; a bare "$" is USD. Without a currency in their words, call
    set_value_pending_currency instead: never guess one.

    - "EUR 262,900" -> amount=262900, currency="EUR"
    - "$500k" -> amount=500000, currency="USD"
    - "100,000 pounds" -> amount=100000, currency="GBP"
    """
    draft: DraftRequest = context.record
    code = currency.strip().upper()
    if not is_known_currency(code):
        raise NotInWords(f'"{currency[:20]}" is not a currency code of ISO 4217. Ask which currency is meant.')
    _require_amount(amount)
    if draft.estimated_value == amount and (mention := currency_in_words(context.said[-1], code)):
        actions.confirm_currency(draft, code, by=context.by, words=mention)
        return {"status": "success", "amount": str(amount), "currency": code}
    value = value_in_words(context.said, amount, asked=context.asked == hints.MISSING_ESTIMATED_VALUE)
    if value.currency is None and not value.unsure:
        if draft.currency_confirmed and draft.estimated_currency == code:
            return _value_set(context, amount, code, value.evidence)
        raise NotInWords(
            f'No currency stands beside "{value.evidence.quote}" in the words. Call set_value_pending_currency.'
        )
    if code not in (value.currency, *value.unsure):
        named = value.currency or " or ".join(value.unsure[:6])
        raise NotInWords(f'The words say "{value.evidence.quote}": that is {named}, not {code}.')
    if _may_mean_another(draft, code, value.currency, value.unsure):
        actions.set_value_pending_currency(draft, amount, by=context.by, words=value.evidence)
        return {"status": "pending", "amount": str(amount), "may_be": list(value.unsure)}
    return _value_set(context, amount, code, value.evidence)


def _may_mean_another(draft: DraftRequest, code: str, conventional: str | None, unsure: tuple[str, ...]) -> bool:
    """ "$" is US dollars, unless the security trades in another dollar; "kr" always has to be asked."""
    if not unsure:
        return False
    own = (draft.security or {}).get("trade_currency")
    return code != conventional or (own in unsure and own != code)


def _value_set(context: ToolContext, amount: Decimal, code: str, words: Evidence) -> dict[str, Any]:
    actions.set_trade_value(context.record, amount, code, by=context.by, words=words)
    _note_price(context)
    return {"status": "success", "amount": str(amount), "currency": code}


def _require_amount(amount: Decimal) -> None:
    if not 0 < amount <= MAX_VALUE:
        raise NotInWords(f"A value must be above 0 and at most {MAX_VALUE:,}; this is {amount:,f}.")
    if amount != round(amount, 2):
        raise NotInWords(f"A value has at most two decimals; this is {amount:f}.")


@tool
@_answered
def set_value_pending_currency(context: ToolContext, amount: Decimal) -> dict[str, Any]:
    """Set what the trade is worth when no currency was named. The server then asks for the currency.

    Once the person names it, call set_trade_value with the same amount and that currency.

    - "the trade is worth 50,000" -> amount=50000
    """
    _require_amount(amount)
    value = value_in_words(context.said, amount, asked=context.asked == hints.MISSING_ESTIMATED_VALUE)
    if value.currency is not None and not value.unsure:
        raise NotInWords(
            f'The words name a currency: "{value.evidence.quote}". Call set_trade_value with {value.currency}.'
        )
    actions.set_value_pending_currency(context.record, amount, by=context.by, words=value.evidence)
    _note_price(context)
    return {"status": "pending", "amount": str(amount)}


@tool
@_answered
def set_justification(context: ToolContext, justification: str) -> dict[str, Any]:
    """Keep why the person wants the trade, in their own words and in full. The result rates it WEAK or GOOD.

    - "because my savings are all in cash and I want some equities" -> that whole sentence
    """
    words = passage_in_words(context.said, justification)
    rating = actions.set_justification(context.record, words.quote, by=context.by, words=words)
    return {"status": "success", "quality": str(rating.quality), "reason": rating.reason}


@tool
@_answered
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
        actions.ask(draft, hints.MISSING_IS_RELATED_PARTY)
        return {"status": "pending", "answered": ["has_inside_info"], "ask": questions.question_for(draft)}
    if said.inside is None or said.related is None:
        raise NotInWords("The person has not answered both questions clearly. Ask them as they stand in `ask`.")
    if (said.inside, said.related) != (has_inside_info, is_related_party):
        raise NotInWords(f"The person said has_inside_info={said.inside}, is_related_party={said.related}.")
    actions.set_compliance_flags(draft, inside=said.inside, related=said.related, by=context.by, words=said.evidence())
    return {"status": "success"}


@tool
@_answered
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
_PROCEED = ("proceed", "go ahead", "go on", "continue", "as it is", "submit it anyway", "keep it", "leave it")


def _confirmation_words(context: ToolContext, said: Said, kind: str, confirmed: bool) -> Evidence:
    """The words that answer the waiting question. Raises NotInWords when it does not wait or was not answered so."""
    waiting = hints.determine_instructional_hint(context.record)
    if waiting != _WAITING[kind]:
        raise NotInWords(f"No {kind} question waits; what waits is {waiting}.")
    if kind == "currency_usd" and confirmed and currency_in_words(said, "USD"):
        return whole(said)
    if kind == "currency_usd" and confirmed and find_currencies(said.text):
        raise NotInWords(f'The person said "{said.text[:80]}", which is not USD. Call set_trade_value with their currency.')
    if kind == "weak_justification" and confirmed and any(word in said.text.casefold() for word in _PROCEED):
        return whole(said)
    answer = leading_answer(said.text)
    if answer is None or answer.value is not confirmed:
        raise NotInWords(f'"{said.text[:80]}" does not answer the question with {"yes" if confirmed else "no"}. Ask again.')
    if context.asked != _WAITING[kind]:
        raise NotInWords("That question did not stand on the screen, so a yes or no does not answer it. Ask it now.")
    return whole(said)


@tool
@_answered
def show_preview(context: ToolContext) -> dict[str, Any]:
    """Show the complete request for the person to check. Call it when the hint is DRAFT_COMPLETE.

    Only the person can submit, with the button beside the chat.
    """
    actions.preview_request(context.record, by=context.by)
    return {"status": "success", "preview": dict(questions.preview_lines(context.record))}


TOOLS = (
    set_security,
    confirm_selection,
    set_direction,
    set_quantity,
    set_trade_value,
    set_value_pending_currency,
    set_justification,
    set_compliance_flags,
    confirm_pending,
    show_preview,
)
