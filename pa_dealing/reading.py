"""Reads one message of a trade conversation by rules: which tools it calls for, and what cannot be taken as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pa_dealing import hints
from pa_dealing.flags import QUESTIONS
from pa_dealing.reading_answers import (
    SHORTER,
    answered_why,
    confirmation,
    declared,
    given_reason,
    keep_to_this_trade,
    speaks_of_compliance,
)
from pa_dealing.reading_result import Reading, amount_of as _amount
from pa_dealing.reasons import asks, is_correction, without_reason
from pa_dealing.selection import certain_choice, chosen
from pa_dealing.sentence import security_named, trade_numbers
from wording.answers import is_cancel, leading_answer, yes_or_no
from wording.directions import direction
from wording.money import find_currencies
from wording.quantities import RoleNumber

_GREETING = re.compile(r"\s*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo)\b[\s\w,!.]{0,20}$", re.IGNORECASE)
_ASKS = re.compile(r"\s*(?:what|how|when|why|where|who|which|do i|does|is it|is there)\b[^.!]*\?\s*$", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:i meant|i mean|change (?:it|the (?:security|stock|share|company|name)|that) to|make (?:it|that)|switch to|"
    r"(?:rather|instead)(?: of \S+)?[,:]?)\s+(?P<term>[^,.;!?]+)",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\d\s*(?:x|×|\*|times)\s*[\d$€£]", re.IGNORECASE)
# A number that nobody writes of a trade: 1e99.
_ODD = re.compile(r"\b\d+(?:\.\d+)?e\d+\b", re.IGNORECASE)
_UNKNOWN_CODE = re.compile(r"\s*([A-Z]{3})\b")
_THANKS = re.compile(
    r"(?:many |ok(?:ay)?,? )?(?:thanks|thank you|thx|cheers|great|perfect|super|fine|please)\b.{0,12}", re.I
)
_REASON_QUESTIONS = (hints.MISSING_JUSTIFICATION, hints.COACHING_REQUIRED)


def read_message(text: str, state: Mapping[str, Any]) -> Reading:
    """The reading of the person's newest message in `state` (the contract's state, with "asked" beside it)."""
    draft, asked = state["draft"], state.get("asked", "")
    reading = Reading(is_greeting=bool(_GREETING.match(text)), is_cancel=is_cancel(text))
    if reading.is_greeting or reading.is_cancel:
        return reading
    if declared(reading, text, draft, asked):
        return reading
    if asked in _REASON_QUESTIONS and not is_correction(text):
        answered_why(reading, text, asked)
        return reading
    facts = without_reason(text)
    numbers = trade_numbers(facts)
    elsewhere = speaks_of_compliance(text)
    if elsewhere:
        reading.complaint = SHORTER
    if not (elsewhere and draft.get("candidates")):
        _security(reading, facts, numbers, draft, asked)
    _direction(reading, facts, numbers, draft)
    _quantity(reading, facts, numbers, draft, asked)
    _value(reading, facts, numbers, draft, asked)
    confirmation(reading, text, numbers, draft, asked)
    keep_to_this_trade(reading, facts, draft)
    given_reason(reading, text, draft)
    if not reading.calls and not reading.complaint:
        _unread(reading, text, numbers, asked)
    return reading


def _direction(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any]) -> None:
    mention = direction(text)
    if mention is None or mention.direction == draft.get("direction"):
        return
    # "How do I sell shares?" asks something and wants nothing yet.
    if not (_ASKS.match(text) and not numbers and not reading.has("set_security", "confirm_selection")):
        reading.add("set_direction", direction=mention.direction)


def _security(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    if draft.get("security"):
        change = _CHANGE.search(text)
        if change and asked not in QUESTIONS and (term := security_named(f"buy {change['term']}")):
            reading.add("set_security", search_term=term)
        return
    if draft.get("candidates"):
        _selection(reading, text, draft["candidates"], asked)
        return
    term = security_named(text, expected=asked in (hints.MISSING_SECURITY, ""))
    if not term and asked == hints.MISSING_SECURITY and _may_be_a_name(text, numbers):
        term = text.strip(" .,!?\n\t\"'")
    if term:
        reading.add("set_security", search_term=term)


def _may_be_a_name(text: str, numbers: list[RoleNumber]) -> bool:
    """Whether a short answer to "which security?" can only be a name, though it is made of common words ("Next")."""
    if _THANKS.fullmatch(text.strip()):
        return False
    short = 0 < len(text.split()) <= 3 and any(character.isalpha() for character in text)
    return short and not numbers and direction(text) is None and yes_or_no(text) is None and "?" not in text


def _selection(reading: Reading, text: str, candidates: list[dict[str, Any]], asked: str) -> None:
    """A result of the search is named, refused, or another security is."""
    answer = leading_answer(text)
    refused = answer is not None and not answer.value
    if answer is not None and answer.value and asked != hints.SECURITY_SELECTION_REQUIRED:
        # A yes takes the one match that was shown; in a list it points at nothing.
        return
    if not refused and (certain_choice(text, candidates) is not None or chosen(text, candidates) is not None):
        reading.add("confirm_selection", response=text)
        return
    if answer is not None and answer.value:
        reading.add("confirm_selection", response=text[answer.start : answer.end])
        return
    rest = text[answer.end :].strip(" ,.!;:-") if answer is not None else text
    if term := security_named(f"buy {rest}" if refused else rest, expected=asked != hints.MISSING_QUANTITY):
        reading.add("set_security", search_term=term)
    elif refused:
        reading.add("confirm_selection", response=text)


def _quantity(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    stated = [item for item in numbers if item.role == "quantity"]
    if not stated and not reading.has("confirm_selection"):
        stated = _bare_quantity(reading, text, numbers, draft, asked)
    if len({item.number.value for item in stated}) > 1:
        shown = " and ".join(f'"{item.number.text}"' for item in stated)
        reading.complaint = f"I read more than one quantity: {shown}. How many units is it?"
        return
    if not stated:
        if (odd := _ODD.search(text)) and asked != hints.MISSING_ESTIMATED_VALUE:
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


def _bare_quantity(
    reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> list[RoleNumber]:
    """Numbers without a unit that are the quantity: it was asked for, or the sentence names a trade and only one."""
    bare = [item for item in numbers if item.role == "bare"]
    if asked == hints.MISSING_QUANTITY:
        return bare
    trade = draft.get("quantity") is None and (direction(text) is not None or reading.has("set_security"))
    answers_another = asked in (hints.MISSING_ESTIMATED_VALUE, hints.CURRENCY_CONFIRMATION_REQUIRED)
    return bare if len(bare) == 1 and trade and not answers_another else []


def _value(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    said = [item for item in numbers if item.role == "money"]
    if not said and asked == hints.MISSING_ESTIMATED_VALUE:
        said = [item for item in numbers if item.role == "bare"]
        if _TIMES.search(text) or (not said and any(item.role == "price" for item in numbers)):
            reading.complaint = "I note only a total that you write yourself."
            return
    if not said:
        _without_amount(reading, text, numbers, draft, asked)
        return
    if len({_amount(item) for item in said}) > 1:
        shown = " and ".join(f'"{text[item.start : item.end]}"' for item in said)
        reading.complaint = f"I read more than one value: {shown}. What is the trade worth in total?"
        return
    item, amount, shown = said[0], _amount(said[0]), text[said[0].start : said[0].end]
    if amount <= 0 or amount >= 10**12 or amount != round(amount, 2):
        reading.complaint = (
            f'"{shown[:60]}" cannot be the value of a trade: it must be above 0, with two decimals at most.'
        )
    elif item.number.ambiguous or item.number.approximate:
        reading.complaint = f'"{shown[:60]}" can be read in two ways; write the value as a plain number.'
    else:
        code = _code_of(item, text)
        if code is None and (unknown := _UNKNOWN_CODE.match(text, item.end)):
            reading.complaint = f'"{unknown[1]}" is no currency code that I know.'
        _amount_said(reading, amount, code, draft)


def _amount_said(reading: Reading, amount: Decimal, code: str | None, draft: Mapping[str, Any]) -> None:
    known = draft.get("estimated_value")
    if known is not None and Decimal(known) == amount and code in (None, draft.get("estimated_currency")):
        return
    if code is None:
        reading.add("set_value_pending_currency", amount=amount)
    else:
        reading.add("set_trade_value", amount=amount, currency=code)


def _code_of(item: RoleNumber, text: str) -> str | None:
    if item.money is not None and (item.money.currency or item.money.candidates):
        return item.money.currency or item.money.conventional
    named = {mention.currency or mention.conventional for mention in find_currencies(text)} - {None}
    return named.pop() if len(named) == 1 else None


def _without_amount(
    reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str
) -> None:
    """The currency that was asked for, or another price for a value that was questioned."""
    if asked == hints.CURRENCY_CONFIRMATION_REQUIRED and draft.get("estimated_value") and not reading.calls:
        named = {mention.currency or mention.conventional for mention in find_currencies(text)}
        code = named.pop() if len(named) == 1 else None
        if code is not None:
            reading.add("set_trade_value", amount=Decimal(draft["estimated_value"]), currency=code)
        elif yes_or_no(text) is not False:
            reading.complaint = _unknown_currency(text)
    priced = any(item.role == "price" for item in numbers)
    if asked == hints.VALUE_CONFIRMATION_REQUIRED and priced and draft.get("estimated_currency") and not reading.calls:
        # The price has no tool of its own: it is noted with the value, which stays as it is.
        amount = Decimal(draft["estimated_value"])
        reading.add("set_trade_value", amount=amount, currency=draft["estimated_currency"])


def _unknown_currency(text: str) -> str:
    for mention in find_currencies(text):
        if len(mention.candidates) > 1:
            return f'"{mention.text}" can be {", ".join(mention.candidates[:6])}. Name the currency by its code.'
    return f'I know no currency by "{text.strip()[:60]}". Name it by its code, such as EUR, GBP or CHF.'


def _unread(reading: Reading, text: str, numbers: list[RoleNumber], asked: str) -> None:
    """Say what is unclear about a message that was understood in part."""
    if asked in QUESTIONS and yes_or_no(text) is True:
        reading.complaint = "Please answer the two separately, for instance: no inside information, but I am related."
    elif asked in QUESTIONS and not asks(text):
        reading.complaint = SHORTER
    elif asked == hints.CURRENCY_CONFIRMATION_REQUIRED and yes_or_no(text) is False:
        reading.complaint = "Then name the currency by its code, such as EUR, GBP or CHF."
    elif asked in (hints.MISSING_QUANTITY, hints.MISSING_ESTIMATED_VALUE) and (odd := _ODD.search(text)):
        reading.complaint = f'"{odd.group()[:40]}" is out of range. Write a plain number.'
    elif bare := [item for item in numbers if item.role == "bare"]:
        shown = bare[0].number.text[:40]
        reading.complaint = (
            f'Is "{shown}" a number of units or a value? Write "{shown} shares", or the value with its currency.'
        )
