"""Reads the quantity and the value of a trade in one message, or says why what stands there cannot be taken."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pa_dealing import hints
from pa_dealing.offline.result import MessageReading
from pa_dealing.words import (
    UNITS_MEANT,
    VALUE_MEANT,
    amount_of,
    amounts_in,
    currencies_meant,
    currency_beside,
    currency_corrected,
    denied_values,
    is_unclear_change,
    quantities_in,
    trade_numbers,
)
from wording.amounts import RoleNumber, find_currencies
from wording.answers import leading_answer
from wording.directions import direction

_TIMES = re.compile(r"\d\s*(?:x|×|\*|times)\s*[\d$€£]", re.IGNORECASE)
# A number that nobody writes of a trade: 1e99.
ODD = re.compile(r"\b\d+(?:\.\d+)?e\d+\b", re.IGNORECASE)
_UNKNOWN_CODE = re.compile(r"\s*([A-Z]{3})\b")
_MOST_WORDS_OF_A_CURRENCY = 3
# By these words the next message is known to answer what a number is.
UNITS_OR_VALUE = "a number of units or a value?"


def read_quantity(
    reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    value_asked = asked == hints.MISSING_ESTIMATED_VALUE or draft.get("estimated_value") is not None
    for item in numbers if draft.get("quantity") is not None else []:
        if is_unclear_change(text, item, value_asked=value_asked) and draft["quantity"] not in denied_values(text):
            reading.complaint = which_of_the_two(item.number.text[:40])
            return
    stated = [item for item in numbers if item.role == "quantity"]
    if not stated and not reading.has("confirm_selection"):
        stated = _bare_quantity(reading, text, draft, asked)
    if len({item.number.value for item in stated}) > 1:
        shown = " and ".join(f'"{item.number.text}"' for item in stated)
        reading.complaint = f"I read more than one quantity: {shown}. How many units is it?"
        return
    if not stated:
        if (odd := ODD.search(text)) and asked != hints.MISSING_ESTIMATED_VALUE:
            reading.complaint = f'"{odd.group()[:40]}" is out of range. Write the quantity as a plain number.'
        return
    number = stated[0].number
    if number.ambiguous or number.approximate:
        reading.complaint = f'"{number.text}" is not certain enough for a quantity; write it as a plain number.'
    elif number.value != number.value.to_integral_value() or number.value <= 0:
        reading.complaint = f'A quantity is a whole number of units above 0; I read "{number.text[:40]}".'
    elif number.value >= 10**10:
        reading.complaint = f'A quantity has at most ten digits; "{number.text[:40]}" is out of range.'
    elif number.value != draft.get("quantity"):
        reading.add("set_quantity", quantity=int(number.value))


def _bare_quantity(reading: MessageReading, text: str, draft: Mapping[str, Any], asked: str) -> list[RoleNumber]:
    """Numbers without a unit that the question or the sentence makes the quantity."""
    if asked in (hints.CURRENCY_CONFIRMATION_REQUIRED, hints.VALUE_CONFIRMATION_REQUIRED):
        return []
    searched = [str(call[1]["search_term"]) for call in reading.calls if call[0] == "set_security"]
    names = [*searched, *filter(None, [draft.get("security_search_term")])]
    stated = quantities_in(text, asked=asked == hints.MISSING_QUANTITY, names=names)
    if draft.get("quantity") in denied_values(text):
        return quantities_in(text, asked=True, names=names)
    answers_value = asked == hints.MISSING_ESTIMATED_VALUE and draft.get("quantity") is not None
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
    reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    if reading.complaint and not reading.has("set_quantity") and UNITS_OR_VALUE in reading.complaint:
        return
    counted = [call[1]["quantity"] for call in reading.calls if call[0] == "set_quantity"]
    stated = [
        item
        for item in amounts_in(text, asked=asked == hints.MISSING_ESTIMATED_VALUE)
        if item.money or item.number.value not in counted
    ]
    if not any(item.role == "money" for item in stated) and asked == hints.MISSING_ESTIMATED_VALUE:
        stated = [] if reading.has("set_quantity") else stated
        if _TIMES.search(text) or (not stated and any(item.role == "price" for item in numbers)):
            reading.complaint = "I note only a total that you write yourself."
            return
    if not stated:
        _without_amount(reading, text, numbers, draft, asked)
        return
    if len({amount_of(item) for item in stated}) > 1:
        shown = " and ".join(f'"{text[item.start : item.end]}"' for item in stated)
        reading.complaint = f"I read more than one value: {shown}. What is the trade worth in total?"
        return
    item, amount, shown = stated[0], amount_of(stated[0]), text[stated[0].start : stated[0].end]
    if amount <= 0 or amount >= 10**12 or amount != round(amount, 2):
        reading.complaint = (
            f'"{shown[:60]}" cannot be the value of a trade: it must be above 0, with two decimals at most.'
        )
    elif item.number.ambiguous or item.number.approximate:
        reading.complaint = f'"{shown[:60]}" can be read in two ways; write the value as a plain number.'
    elif item.role == "bare" and amount == draft.get("quantity"):
        # "80", of which 80 units are noted, is said again rather than worth 80.
        reading.complaint = which_of_the_two(shown[:40])
    else:
        code = _code_of(item, text)
        if code is None and (unknown := _UNKNOWN_CODE.match(text, item.end)):
            reading.complaint = f'"{unknown[1]}" is no currency code that I know.'
        _amount_said(reading, amount, code, draft)


def _amount_said(reading: MessageReading, amount: Decimal, code: str | None, draft: Mapping[str, Any]) -> None:
    known = draft.get("estimated_value")
    if known is not None and Decimal(known) == amount and code in (None, draft.get("estimated_currency")):
        return
    if code is None:
        reading.add("set_value_pending_currency", amount=amount)
    else:
        reading.add("set_trade_value", amount=amount, currency=code)


def _code_of(item: RoleNumber, text: str) -> str | None:
    if (corrected := currency_corrected(text, item)) is not None:
        return corrected
    if item.money is not None and (item.money.currency or item.money.candidates):
        return item.money.currency or item.money.conventional
    return currency_beside(text, item)


def _without_amount(
    reading: MessageReading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    """The currency that was asked for, or another price for a value that was questioned."""
    waits = draft.get("estimated_value") and (asked == hints.CURRENCY_CONFIRMATION_REQUIRED or _currency_open(draft))
    if waits and not reading.calls:
        named = currencies_meant(text)
        code = named.pop() if len(named) == 1 else None
        if code is not None:
            reading.add("set_trade_value", amount=Decimal(draft["estimated_value"]), currency=code)
        elif asked == hints.CURRENCY_CONFIRMATION_REQUIRED and _names_something(text):
            reading.complaint = _unknown_currency(text)
    if asked == hints.MISSING_ESTIMATED_VALUE and not (reading.calls or numbers) and _names_something(text):
        # A currency alone is no value yet.
        named = currencies_meant(text)
        code = named.pop() if len(named) == 1 else None
        reading.complaint = f"How much is it, in {code}?" if code else reading.complaint
    priced = any(item.role == "price" for item in numbers)
    if asked == hints.VALUE_CONFIRMATION_REQUIRED and priced and draft.get("estimated_currency") and not reading.calls:
        # The price has no tool of its own: it is noted with the value, which stays as it is.
        amount = Decimal(draft["estimated_value"])
        reading.add("set_trade_value", amount=amount, currency=draft["estimated_currency"])


def _names_something(text: str) -> bool:
    """Whether an answer to the question for the currency is so short that it can only name one."""
    words = text.strip(" .").split()
    return 0 < len(words) <= _MOST_WORDS_OF_A_CURRENCY and leading_answer(text) is None


def _unknown_currency(text: str) -> str:
    for mention in find_currencies(text):
        if len(mention.candidates) > 1:
            return f'"{mention.text}" can be {", ".join(mention.candidates[:6])}. Name the currency by its code.'
    return f'I know no currency by "{text.strip()[:60]}". Name it by its code, such as EUR, GBP or CHF.'


def _currency_open(draft: Mapping[str, Any]) -> bool:
    """Whether a value stands without a currency, whatever else is being asked."""
    return not draft.get("estimated_currency")
