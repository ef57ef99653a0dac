"""Reads the quantity and the value of a trade in one message, or says why what stands there cannot be taken."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from pa_dealing import hints
from pa_dealing.offline.result import MessageReading
from pa_dealing.words import (
    OF_THE_TRADE,
    UNITS_MEANT,
    VALUE_MEANT,
    amount_of,
    amounts_in,
    clause_at,
    corrects_quantity,
    currency_meant,
    currency_of,
    denied_values,
    is_unclear_change,
    only_a_currency,
    quantities_in,
    takes_back,
    trade_numbers,
)
from wording.amounts import RoleNumber
from wording.answers import leading_answer, yes_or_no
from wording.directions import direction

_TIMES = re.compile(r"\d\s*(?:x|×|\*|times)\s*[\d$€£]", re.IGNORECASE)
# A number that nobody writes of a trade: 1e99.
_ODD = re.compile(r"\b\d+(?:\.\d+)?e\d+\b", re.IGNORECASE)
_MOST_WORDS_OF_A_CURRENCY = 3
_THE_VALUE = re.compile(r"\b(?:the|its|their) (?:total |estimated |whole )?(?:value|worth)\b", re.IGNORECASE)
# An amount out of turn is one where its clause is told by so much.
_OUT_OF_TURN = 0.5
# By these words the next message is known to answer how much it is in the currency that was named alone.
HOW_MUCH = "What is the trade worth in total, in"
# By these words the next message is known to answer what a number is.
UNITS_OR_VALUE = "a number of units or a value?"


def read_quantity(
    reading: MessageReading, text: str, numbers: Sequence[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    """Propose the quantity that is written; the tool says what is unclear of it."""
    value_asked = asked == hints.MISSING_ESTIMATED_VALUE or draft.get("estimated_value") is not None
    for item in numbers if draft.get("quantity") is not None and not currency_meant(text) else []:
        noted = {"quantity": draft["quantity"], "value": draft.get("estimated_value")}
        if is_unclear_change(text, item, value_asked=value_asked, **noted) and draft["quantity"] not in denied_values(
            text
        ):
            reading.complaint = which_of_the_two(item.number.text[:40])
            return
    stated = [item for item in numbers if item.role == "quantity"]
    if not stated and not reading.has("confirm_selection"):
        stated = _bare_quantity(reading, text, draft, asked)
    if not stated:
        if (odd := _ODD.search(text)) and asked != hints.MISSING_ESTIMATED_VALUE:
            reading.complaint = f'"{odd.group()[:40]}" is out of range. Write the quantity as a plain number.'
        return
    number = stated[0].number
    if number.value <= 0 or number.value != number.value.to_integral_value():
        reading.complaint = f'A quantity is a whole number of units above 0; I read "{number.text[:40]}".'
    elif number.value != draft.get("quantity"):
        reading.add("set_quantity", quantity=int(number.value))


def _bare_quantity(reading: MessageReading, text: str, draft: Mapping[str, Any], asked: str) -> list[RoleNumber]:
    """Numbers without a unit that the question or the sentence makes the quantity."""
    if asked in (hints.CURRENCY_CONFIRMATION_REQUIRED, hints.VALUE_CONFIRMATION_REQUIRED):
        return []
    names = [*reading.searched(), *filter(None, [draft.get("security_search_term")])]
    stated = quantities_in(text, asked=asked == hints.MISSING_QUANTITY, names=names)
    value_asked = asked == hints.MISSING_ESTIMATED_VALUE
    if corrects_quantity(text, draft.get("quantity"), draft.get("estimated_value"), value_asked=value_asked):
        return quantities_in(text, asked=True, names=names)
    answers_value = value_asked and draft.get("quantity") is not None
    return [] if answers_value and direction(text) is None and not reading.has("set_security") else stated


def which_of_the_two(shown: str) -> str:
    return f'Is "{shown}" {UNITS_OR_VALUE} Answer with "units" or "value", or write "{shown} shares".'


def read_what_it_is(reading: MessageReading, text: str, questioned: str) -> bool:
    """Whether the message says what the one bare number of the message before it is."""
    bare = [item.number for item in trade_numbers(questioned) if item.role == "bare"]
    if len(bare) != 1 or bare[0].ambiguous or bare[0].value <= 0:
        return False
    if UNITS_MEANT.fullmatch(text) and bare[0].value == bare[0].value.to_integral_value():
        reading.add("set_quantity", quantity=int(bare[0].value))
    elif VALUE_MEANT.fullmatch(text):
        reading.add("set_value_pending_currency", amount=bare[0].value)
    return bool(reading.calls)


def read_value(
    reading: MessageReading,
    text: str,
    numbers: Sequence[RoleNumber],
    draft: Mapping[str, Any],
    asked: str,
    currency: str | None = None,
) -> None:
    """Propose the value that is written; in `currency` where only that was said before."""
    asks_which = reading.complaint and not reading.has("set_quantity") and UNITS_OR_VALUE in reading.complaint
    if asks_which and not any(item.role == "money" for item in numbers):
        return
    kept = draft.get("estimated_currency") if takes_back(text, draft.get("estimated_value")) else None
    units = _units_said(reading, text, draft)
    stated = [
        item
        for item in amounts_in(text, asked=bool(kept) or asked == hints.MISSING_ESTIMATED_VALUE)
        if item.money or item.number.value not in units
    ]
    if not any(item.role == "money" for item in stated) and asked == hints.MISSING_ESTIMATED_VALUE:
        stated = [] if reading.has("set_quantity") else stated
        if stated and draft.get("quantity") and (answer := leading_answer(text)) is not None and not answer.value:
            # "No, no, return how it was before, 40" may well take back a number of units.
            reading.complaint = which_of_the_two(stated[0].number.text[:40])
            return
        if _TIMES.search(text) or (not stated and any(item.role == "price" for item in numbers)):
            reading.complaint = "I note only a total that you write yourself."
            return
    if not stated:
        _without_amount(reading, text, numbers, draft, asked)
        return
    if asked != hints.MISSING_ESTIMATED_VALUE and not _is_said_of_the_trade(reading, text, stated[0], draft, asked):
        return
    item, amount = stated[0], amount_of(stated[0])
    code, known = currency_of(item, text)[0] or currency or kept, draft.get("estimated_value")
    same = known is not None and Decimal(known) == amount
    if code is None and not same:
        reading.add("set_value_pending_currency", amount=amount)
    elif code is not None and not (same and code == draft.get("estimated_currency")):
        reading.add("set_trade_value", amount=amount, currency=code)


def _units_said(reading: MessageReading, text: str, draft: Mapping[str, Any]) -> list[int | None]:
    """The numbers that a message says of units: "I want to sell the 60, not buy" says the 60 that stand again."""
    counted = [call[1]["quantity"] for call in reading.calls if call[0] == "set_quantity"]
    return counted if direction(text) is None else [*counted, draft.get("quantity")]


def _is_said_of_the_trade(
    reading: MessageReading, text: str, item: RoleNumber, draft: Mapping[str, Any], asked: str
) -> bool:
    """Whether an amount that was not asked for is surely one of the trade: "the hotel alone wants $9,000" is none."""
    clause = clause_at(text, item.start, asked)
    if reading.calls or draft.get("estimated_value") is not None or direction(text) is not None:
        return True
    # A bare number is one here only where nothing but it and a currency is told.
    is_alone = item.role == "bare" or (item.role == "money" and _THE_VALUE.search(text, 0, item.start) is not None)
    return clause is None or is_alone or clause.meaning not in OF_THE_TRADE or clause.margin >= _OUT_OF_TURN


def _without_amount(
    reading: MessageReading, text: str, numbers: Sequence[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    """The currency that was asked for, or another price for a value that was questioned."""
    value, currency = draft.get("estimated_value"), draft.get("estimated_currency")
    code, waits = currency_meant(text), asked == hints.CURRENCY_CONFIRMATION_REQUIRED
    own = (draft.get("security") or {}).get("trade_currency")
    if reading.calls:
        return
    if waits and (code == "USD" or (code is None and own in (None, "", "USD") and yes_or_no(text))):
        reading.add("confirm_pending", confirmation_type="currency_usd", confirmed=True)
    elif value and code and (waits or not currency or (code != currency and only_a_currency(text))):
        reading.add("set_trade_value", amount=Decimal(value), currency=code)
    elif waits and leading_answer(text) is None and len(text.split()) <= _MOST_WORDS_OF_A_CURRENCY:
        reading.complaint = (
            f'I know no currency by "{text.strip()[:60]}" alone. Name it by its code, such as EUR, GBP or CHF.'
        )
    elif code and asked == hints.MISSING_ESTIMATED_VALUE and not numbers:
        reading.complaint = f"{HOW_MUCH} {code}?"
    elif asked == hints.VALUE_CONFIRMATION_REQUIRED and currency and any(item.role == "price" for item in numbers):
        # The price has no tool of its own: it is noted with the value, which stays as it is.
        reading.add("set_trade_value", amount=Decimal(value or 0), currency=currency)
