"""Words before values: finds a proposed value in the person's own words, with its span, or says what stands there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from chat.assistants import Said
from pa_dealing.words.numbers import (
    CORRECTS,
    UNITS_MEANT,
    VALUE_MEANT,
    amounts_in,
    denied_values,
    is_of_this_trade,
    quantities_in,
    trade_numbers,
)
from pa_dealing.words.sentence_words import SMALL
from wording.amounts import RoleNumber, classify_numbers, find_currencies, find_money
from wording.quotes import NotInWords, Quote, find_quote, nearest_quote

# "4 350", with any blank between the groups.
_GROUPED = re.compile(r"\d\s\d{3}\b")
# A currency that was named alone waits so many messages for its number.
_FIRST_WORDS, _WAITS = re.compile(r"[,;.:!?]|\s[-–—]\s"), 4


def of_this_request(messages: Sequence[Said], evidence: Mapping[str, Any]) -> Sequence[Said]:
    """The messages since the request was begun: what was said of an earlier one in the thread is no word of this."""
    begun = evidence.get("begun", {}).get("message_id")
    return [message for message in messages if begun is None or message.message_id >= begun] or messages[-1:]


def numbers_said(message: Said) -> str:
    """The numbers of a message for a sentence: `"2,000" (quantity), "EUR 262,900" (money)`."""
    numbers = classify_numbers(message.text)
    if not numbers:
        return "no number"
    return ", ".join(f'"{message.text[n.start : n.end]}" ({n.role})' for n in numbers[:8])


def quantity_in_words(messages: Sequence[Said], quantity: int, *, asked: bool, names: Sequence[str] = ()) -> Quote:
    """Where the person wrote `quantity` as a number of units of this trade. Raises NotInWords.

    A number without a unit counts in the newest message only: where the quantity was asked for (`asked`), beside the
    verb of the trade, or before one of the security's `names`. One that was denied since stands no longer.
    """
    newest = messages[-1]
    for place, message in enumerate(reversed(messages)):
        stated = quantities_in(message.text, asked=asked and not place, names=names if not place else ())
        if place:
            stated = [item for item in stated if item.role == "quantity"]
        if not stated and not place and UNITS_MEANT.fullmatch(message.text) and len(messages) > 1:
            earlier = messages[-2]
            if bare := [item for item in trade_numbers(earlier.text) if item.role == "bare"]:
                return _quantity_of(earlier, bare, quantity)
        if stated:
            return _quantity_of(message, stated, quantity)
        if quantity in denied_values(message.text):
            raise NotInWords(f"You said that it is not {quantity:,}.", "Ask how many units.")
    raise NotInWords(
        f"You wrote no quantity {quantity:,} of this trade. Your last message holds {numbers_said(newest)}.",
        "Ask for the quantity.",
    )


def _quantity_of(message: Said, numbers: Sequence[RoleNumber], quantity: int) -> Quote:
    for item in numbers:
        number = item.number
        if number.approximate:
            raise NotInWords(f'"{number.text}" is not an exact number.', "Ask how many units.")
        if number.ambiguous and quantity in (number.value, *number.alternatives):
            raise NotInWords(f'"{number.text}" can mean {_readings(item)}.', "Ask which.")
        if number.value == quantity:
            if len({other.number.value for other in numbers}) > 1:
                raise NotInWords(f"Your words hold more than one quantity: {numbers_said(message)}.", "Ask which.")
            return message.quote(number.start, number.end)
    raise NotInWords(
        f"You did not write {quantity:,}. Your words hold {numbers_said(message)}.", "Use what the person wrote."
    )


def _readings(item: RoleNumber) -> str:
    return " or ".join(f"{value.normalize():,f}" for value in (item.number.value, *item.number.alternatives))


@dataclass(frozen=True, slots=True)
class ValueInWords:
    """An amount as the person wrote it. `currency` is None when none was named; `unsure` lists what "$" may mean."""

    amount: Decimal
    currency: str | None
    evidence: Quote
    unsure: tuple[str, ...] = ()


def value_in_words(messages: Sequence[Said], amount: Decimal, *, asked: bool) -> ValueInWords:
    """Where the person wrote `amount` as the value of the trade. Raises NotInWords.

    A number with neither a currency nor a word such as "worth" counts only as the answer to the question for the
    value (`asked`). In one message a value goes before a quantity or a price of the same number.
    """
    newest = messages[-1]
    for place, message in enumerate(reversed(messages)):
        stated = amounts_in(message.text, asked=asked and not place)
        if asked and not place and len(trade_numbers(message.text)) == 1:
            stated = [_as_one(item) for item in stated]
        if not stated and not place and VALUE_MEANT.fullmatch(message.text) and len(messages) > 1:
            message = messages[-2]
            stated = [item for item in trade_numbers(message.text) if item.role == "bare"]
        if alike := [item for item in stated if amount in _amounts(item)]:
            if len({amount_of(item) for item in stated}) > 1:
                raise NotInWords(
                    f"Your words hold more than one amount: {numbers_said(message)}.", "Ask which is the value."
                )
            value = _value_of(message, alike[0])
            if value.currency is None and not place and len(messages) > 1:
                value = replace(value, currency=currency_before([earlier.text for earlier in messages[:-1]]))
            return value
        for item in trade_numbers(message.text):
            if amount in _amounts(item) and item.role in ("quantity", "price"):
                is_what = "the quantity, not the value" if item.role == "quantity" else "the price of one unit"
                raise NotInWords(f'"{message.text[item.start : item.end]}" is {is_what}.', "Ask for the value.")
        if amount in denied_values(message.text):
            raise NotInWords(f"You said that it is not {amount:,f}.", "Ask for the value.")
    raise NotInWords(
        f"You wrote no value {amount:,f} of this trade. Your last message holds {numbers_said(newest)}.",
        "Use what the person wrote, or ask for the value.",
    )


def _as_one(item: RoleNumber) -> RoleNumber:
    """ "4 350 euro" as one number: a value was asked for, and the currency stands at it."""
    is_grouped = item.money is not None and item.money.currency and _GROUPED.search(item.number.text)
    return replace(item, number=replace(item.number, alternatives=())) if is_grouped else item


def amount_of(item: RoleNumber) -> Decimal:
    """What a number is as an amount."""
    return item.money.amount if item.money is not None else item.number.value


def _amounts(item: RoleNumber) -> tuple[Decimal, ...]:
    """What a number may mean as an amount; more than one makes it uncertain."""
    return (amount_of(item), *item.number.alternatives)


def _value_of(message: Said, item: RoleNumber) -> ValueInWords:
    if item.number.ambiguous:
        raise NotInWords(f'"{item.number.text}" can mean {_readings(item)}.', "Ask which.")
    if item.number.approximate:
        raise NotInWords(f'"{item.number.text}" is not an exact amount.', "Ask what the trade is worth.")
    currency, unsure = currency_of(item, message.text)
    return ValueInWords(amount_of(item), currency, message.quote(item.start, item.end), unsure)


def currency_of(item: RoleNumber, text: str) -> tuple[str | None, tuple[str, ...]]:
    """The currency of an amount: what takes the place of the one beside it, that one, or the only one of the text.

    Behind it what else it may be, as "$" may.
    """
    if (corrected := _currency_corrected(text, item)) is not None:
        return corrected, ()
    if item.money is not None and (item.money.currency or item.money.candidates):
        return item.money.currency or item.money.conventional, () if item.money.currency else item.money.candidates
    return currency_meant(text), ()


def currency_meant(text: str) -> str | None:
    """The one currency that a text names for this trade; None where it names none or two."""
    named = currencies_meant(text)
    return named.pop() if len(named) == 1 else None


def only_a_currency(text: str) -> str | None:
    """The currency that a message names and nothing else: "gbp", "in euros please"."""
    code, mentions = currency_meant(text), find_currencies(text)
    rest = text
    for mention in reversed(mentions):
        rest = rest[: mention.start] + rest[mention.end :]
    return code if code and {word.casefold() for word in re.findall(r"[^\W_]+", rest)} <= SMALL else None


def currency_before(texts: Sequence[str]) -> str | None:
    """The currency that the last of these messages which speak of any begins with, where no number was said since.

    "Euros, it's the Amsterdam listing", and something else in between, before "around 8,200".
    """
    for text in reversed(texts[-_WAITS:]):
        # "One moment" counts nothing.
        named, counts = currencies_meant(text), any(item.number.value > 1 for item in trade_numbers(text))
        if named or counts:
            code = only_a_currency(_FIRST_WORDS.split(text, maxsplit=1)[0])
            return code if named == {code} and not counts else None
    return None


def _currency_corrected(text: str, item: RoleNumber) -> str | None:
    """The currency that takes the place of the one beside an amount: "4,000 dollars, no sorry, euros"."""
    behind = text[item.end : item.end + 40]
    for mention in find_currencies(behind):
        if not find_money(behind) and CORRECTS.search(behind[: mention.start]):
            return mention.currency or mention.conventional
    return None


def currencies_meant(text: str) -> set[str | None]:
    """The currencies that a text names for this trade; None stands for one that can be several."""
    return {
        mention.currency or mention.conventional
        for mention in find_currencies(text)
        if is_of_this_trade(text, mention.start)
    }


def currency_in_words(message: Said, currency: str) -> Quote | None:
    """Where the newest message names `currency` with no amount ("in euros please"), or None.

    A currency beside an amount says what that amount is, and nothing about one that was said before.
    """
    amounts = find_money(message.text)
    for mention in find_currencies(message.text):
        beside = any(money.start <= mention.start < money.end for money in amounts)
        meant = is_of_this_trade(message.text, mention.start)
        if currency in (mention.currency, mention.conventional) and meant and not beside:
            return message.quote(mention.start, mention.end)
    return None


def price_in_words(messages: Sequence[Said]) -> tuple[Decimal, Quote] | None:
    """The newest price of one unit that the person wrote; None when there is none, or it can be read in two ways."""
    for message in reversed(messages):
        for item in trade_numbers(message.text):
            if item.role == "price":
                unclear = item.number.ambiguous or item.number.approximate
                return None if unclear else (amount_of(item), message.quote(item.start, item.end))
    return None


def passage_in_words(messages: Sequence[Said], passage: str) -> Quote:
    """Where the person wrote `passage`, in their own wording. Raises NotInWords when it is not theirs.

    A passage that was changed a little (spelling, spaces) gives the words as the person wrote them.
    """
    for message in reversed(messages):
        if quote := find_quote(passage, message.text, message.message_id):
            return quote
        if near := nearest_quote(passage, message.text, message.message_id):
            return near[0]
    raise NotInWords("These are not your own words.", "Send the reason exactly as the person wrote it, or ask for it.")
