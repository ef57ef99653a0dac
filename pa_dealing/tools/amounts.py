"""The tools for quantity and value: each number and currency is found in the words, or refused."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from chat.assistants import Said, ToolContext
from llm.tools import another_value, tool
from pa_dealing import actions, hints
from pa_dealing.models import DraftRequest
from pa_dealing.tools.results import refusals_as_results
from pa_dealing.words import (
    ValueInWords,
    corrects_quantity,
    currency_in_words,
    denied_values,
    derivative_said,
    fits,
    is_unclear_change,
    of_this_request,
    price_in_words,
    quantity_in_words,
    takes_back,
    trade_numbers,
    value_in_words,
)
from wording.amounts import is_known_currency
from wording.quotes import NotInWords, Quote

# Ten digits are more units than any employee trades; a longer number is a slip.
MAX_QUANTITY = 9_999_999_999
MAX_VALUE = Decimal("999999999999.99")


def _note_price(context: ToolContext) -> None:
    """Keep the price of one unit where the person named one: it proves quantity and value."""
    messages = of_this_request(context.said, context.record.evidence)
    if (price := price_in_words(messages)) is not None and 0 < price[0] <= MAX_VALUE:
        actions.set_unit_price(context.record, price[0], by=context.by, words=price[1])


def _names(draft: DraftRequest) -> list[str]:
    """The names and symbols by which the person may call the security behind a number: "5 tesla please"."""
    known = [draft.security_search_term]
    for security in [draft.security] if draft.security else draft.candidates:
        known += [security["symbol"], security["name"].split(" ")[0]]
    return [name for name in known if len(name) > 1]


def _refuse_unclear(context: ToolContext, words: Quote, *, other: int | None, counts: bool = False) -> None:
    """Raises NotInWords where "make it 1,500" may change the quantity that stands as well as the value.

    `counts`: it is proposed as the quantity.
    """
    newest, draft = context.said[-1], context.record
    value_asked = context.asked == hints.MISSING_ESTIMATED_VALUE or draft.estimated_value is not None
    for item in trade_numbers(newest.text) if other is not None and words.source == newest.message_id else []:
        if other in denied_values(newest.text):
            continue
        unclear = is_unclear_change(
            newest.text,
            item,
            value_asked=value_asked,
            quantity=draft.quantity if counts else None,
            value=draft.estimated_value,
        )
        if item.start == words.start and unclear:
            raise NotInWords(f'"{words.text}" can be the quantity or the value.', "Ask which is meant.")


def _refuse_quantity(context: ToolContext, amount: Decimal, words: Quote) -> None:
    """Raises NotInWords for the number of units that stands, said again with nothing that makes it money."""
    if amount == context.record.quantity and _is_bare(context.said[-1], words):
        raise NotInWords(f'"{words.text}" is the quantity that stands.', "Ask whether it is the value too.")


def _is_bare(newest: Said, words: Quote) -> bool:
    """Whether a number of the newest message stands there with nothing that makes it money."""
    bare = [item.start for item in trade_numbers(newest.text) if item.role == "bare"]
    return words.source == newest.message_id and words.start in bare


@tool(puts_right=another_value)
@refusals_as_results
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
    draft: DraftRequest = context.record
    messages = of_this_request(context.said, draft.evidence)
    # "Sorry, 18, not 80" counts what the 80 counted.
    asked = context.asked == hints.MISSING_QUANTITY or corrects_quantity(
        context.said[-1].text,
        draft.quantity,
        draft.estimated_value,
        value_asked=context.asked == hints.MISSING_ESTIMATED_VALUE,
    )
    words = quantity_in_words(messages, quantity, asked=asked, names=_names(draft))
    _refuse_unclear(context, words, other=draft.quantity, counts=True)
    wanted = derivative_said(context.said[-1].text) if draft.security else None
    if wanted and draft.security and not fits(draft.security, wanted):
        raise NotInWords(
            f'"{wanted.words}" was said, and {draft.security["name"]} ({draft.security["inst_type"]}) is none.',
            "Ask which security is meant, and search it again.",
        )
    actions.set_quantity(draft, quantity, by=context.by, words=words)
    _note_price(context)
    return {"status": "success", "quantity": quantity}


@tool(puts_right=another_value)
@refusals_as_results
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
        raise NotInWords(f'"{currency[:20]}" is not a currency code of ISO 4217.', "Ask which currency is meant.")
    _require_amount(amount)
    if draft.estimated_value == amount and (mention := currency_in_words(context.said[-1], code)):
        actions.confirm_currency(draft, code, by=context.by, words=mention)
        return {"status": "success", "amount": str(amount), "currency": code}
    value = _value_said(context, amount)
    _refuse_quantity(context, amount, value.evidence)
    if value.currency is None and not value.unsure:
        if draft.currency_confirmed and draft.estimated_currency == code:
            return _value_set(context, amount, code, value.evidence)
        raise NotInWords(
            f'No currency stands beside "{value.evidence.text}" in your words.', "Call set_value_pending_currency."
        )
    if code not in (value.currency, *value.unsure):
        named = value.currency or " or ".join(value.unsure[:6])
        raise NotInWords(f'Your words say "{value.evidence.text}": that is {named}, not {code}.')
    if _may_mean_another(draft, code, value.currency, value.unsure):
        actions.set_value_pending_currency(draft, amount, by=context.by, words=value.evidence)
        return {"status": "pending", "amount": str(amount), "may_be": list(value.unsure)}
    return _value_set(context, amount, code, value.evidence)


def _value_said(context: ToolContext, amount: Decimal) -> ValueInWords:
    messages = of_this_request(context.said, context.record.evidence)
    corrects = takes_back(context.said[-1].text, context.record.estimated_value)
    return value_in_words(messages, amount, asked=corrects or context.asked == hints.MISSING_ESTIMATED_VALUE)


def _may_mean_another(draft: DraftRequest, code: str, conventional: str | None, unsure: tuple[str, ...]) -> bool:
    """ "$" is US dollars, unless the security trades in another dollar; "kr" always has to be asked."""
    if not unsure:
        return False
    own = (draft.security or {}).get("trade_currency")
    return code != conventional or (own in unsure and own != code)


def ask_which_dollar(context: ToolContext) -> None:
    """A "$" was US dollars before the security was known; of one that trades in another dollar it is asked."""
    draft: DraftRequest = context.record
    amount, code = draft.estimated_value, draft.estimated_currency
    # A currency that was asked for has words of its own.
    if amount is None or not code or "estimated_currency" in draft.evidence:
        return
    value = _value_said(context, amount)
    if _may_mean_another(draft, code, value.currency, value.unsure):
        actions.set_value_pending_currency(draft, amount, by=context.by, words=value.evidence)


def _value_set(context: ToolContext, amount: Decimal, code: str, words: Quote) -> dict[str, Any]:
    actions.set_trade_value(context.record, amount, code, by=context.by, words=words)
    _note_price(context)
    return {"status": "success", "amount": str(amount), "currency": code}


def _require_amount(amount: Decimal) -> None:
    if not 0 < amount <= MAX_VALUE:
        raise NotInWords(f"A value must be above 0 and at most {MAX_VALUE:,}; this is {amount:,f}.")
    if amount != round(amount, 2):
        raise NotInWords(f"A value has at most two decimals; this is {amount:f}.")


@tool(puts_right=another_value)
@refusals_as_results
def set_value_pending_currency(context: ToolContext, amount: Decimal) -> dict[str, Any]:
    """Set what the trade is worth when no currency was named. The server then asks for the currency.

    Once the person names it, call set_trade_value with the same amount and that currency.

    - "the trade is worth 50,000" -> amount=50000
    """
    _require_amount(amount)
    value = _value_said(context, amount)
    _refuse_unclear(context, value.evidence, other=context.record.quantity)
    _refuse_quantity(context, amount, value.evidence)
    if value.currency is not None and not value.unsure:
        raise NotInWords(
            f'Your words name a currency: "{value.evidence.text}".', f"Call set_trade_value with {value.currency}."
        )
    actions.set_value_pending_currency(context.record, amount, by=context.by, words=value.evidence)
    _note_price(context)
    return {"status": "pending", "amount": str(amount)}
