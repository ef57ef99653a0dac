"""Words before values: finds a proposed value in the person's own words, with its span, or says what stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from rapidfuzz import fuzz

from chat.assistants import Said
from wording.money import Money, find_currencies
from wording.quantities import RoleNumber, classify_numbers


@dataclass(frozen=True, slots=True)
class Evidence:
    """The words that a value was read from; offsets are characters of the message."""

    quote: str
    message_id: int | None
    start: int = 0
    end: int = 0
    source: str = "chat"

    def as_json(self) -> dict[str, Any]:
        return {
            "quote": self.quote,
            "message_id": self.message_id,
            "start": self.start,
            "end": self.end,
            "source": self.source,
        }


class NotInWords(Exception):
    """A proposed value does not stand in the person's words. The text says what does, and what to do instead."""


def evidence_at(said: Said, start: int, end: int) -> Evidence:
    return Evidence(said.text[start:end], said.message_id, start, end)


def whole(said: Said) -> Evidence:
    """The whole message, without the spaces around it."""
    text = said.text.strip()
    start = said.text.index(text) if text else 0
    return evidence_at(said, start, start + len(text))


def numbers_said(said: Said) -> str:
    """The numbers of a message for a sentence: `"2,000" (quantity), "EUR 262,900" (money)`."""
    found = classify_numbers(said.text)
    if not found:
        return "no number"
    return ", ".join(f'"{said.text[n.start : n.end]}" ({n.role})' for n in found[:8])


def quantity_in_words(messages: Sequence[Said], quantity: int, *, asked: bool) -> Evidence:
    """Where the person wrote `quantity` as a number of units. Raises NotInWords.

    `asked` says whether the question for the quantity stood on the screen: only then does a bare number answer it
    in a message that holds other bare numbers or nothing else.
    """
    newest = messages[-1]
    for said in (newest, *reversed(messages[:-1])):
        numbers = classify_numbers(said.text)
        stated = [n for n in numbers if n.role == "quantity"]
        bare = [n for n in numbers if n.role == "bare"]
        if stated:
            return _quantity_of(said, stated, quantity)
        if bare and said is newest:
            if not asked and (len(bare) > 1 or _only_a_number(said, bare[0])):
                raise NotInWords(
                    f"It is not clear which number is the quantity: the words hold {numbers_said(said)}. Ask."
                )
            return _quantity_of(said, bare, quantity)
    raise NotInWords(
        f"The person wrote no quantity {quantity:,}. Their last message holds {numbers_said(newest)}. Ask how many units."
    )


def _quantity_of(said: Said, numbers: Sequence[RoleNumber], quantity: int) -> Evidence:
    for item in numbers:
        number = item.number
        if number.value == quantity and not number.ambiguous and not number.approximate:
            return evidence_at(said, number.start, number.end)
        if number.ambiguous and quantity in (number.value, *number.alternatives):
            readings = " or ".join(f"{v.normalize():,f}" for v in (number.value, *number.alternatives))
            raise NotInWords(f'"{number.text}" can mean {readings}. Ask which.')
        if number.approximate:
            raise NotInWords(f'"{number.text}" is not an exact number. Ask how many units.')
    raise NotInWords(f"The person did not write {quantity:,}. The words hold {numbers_said(said)}. Use what they wrote.")


def _only_a_number(said: Said, number: RoleNumber) -> bool:
    rest = said.text[: number.start] + said.text[number.end :]
    return not any(character.isalnum() for character in rest)


@dataclass(frozen=True, slots=True)
class ValueInWords:
    """An amount as the person wrote it. `currency` is None when none was named; `unsure` lists what "$" may mean."""

    amount: Decimal
    currency: str | None
    evidence: Evidence
    unsure: tuple[str, ...] = ()


def value_in_words(messages: Sequence[Said], amount: Decimal, *, asked: bool) -> ValueInWords:
    """Where the person wrote `amount` as the value of the trade. Raises NotInWords.

    `asked` says whether the question for the value stood on the screen, so that a bare number answers it.
    """
    newest = messages[-1]
    for said in (newest, *reversed(messages[:-1])):
        for item in classify_numbers(said.text):
            if _amount(item) != amount:
                continue
            if item.role == "quantity":
                raise NotInWords(f'"{item.number.text}" is the quantity, not the value. Ask for the value.')
            if item.role == "price":
                raise NotInWords(f'"{said.text[item.start : item.end]}" is the price of one unit. Ask for the value.')
            if item.role == "money" or (item.role == "bare" and said is newest and _answers(said, item, asked)):
                return _value_of(said, item)
    raise NotInWords(
        f"The person wrote no value {amount:,f}. Their last message holds {numbers_said(newest)}. "
        "Use what they wrote, or ask for the value."
    )


def _amount(item: RoleNumber) -> Decimal:
    return item.money.amount if item.money is not None else item.number.value


def _answers(said: Said, item: RoleNumber, asked: bool) -> bool:
    """Whether a bare number can be the value: it was asked for, or other words stand beside it."""
    return asked or not _only_a_number(said, item)


def _value_of(said: Said, item: RoleNumber) -> ValueInWords:
    if item.number.ambiguous:
        readings = " or ".join(f"{v.normalize():,f}" for v in (item.number.value, *item.number.alternatives))
        raise NotInWords(f'"{item.number.text}" can mean {readings}. Ask which.')
    evidence = evidence_at(said, item.start, item.end)
    if item.money is not None and (item.money.currency or item.money.candidates):
        return ValueInWords(item.money.amount, *_currency_of(item.money, evidence))
    named = {mention.currency or mention.conventional for mention in find_currencies(said.text)}
    named.discard(None)
    currency = named.pop() if len(named) == 1 else None
    return ValueInWords(_amount(item), currency, evidence)


def _currency_of(money: Money, evidence: Evidence) -> tuple[str | None, Evidence, tuple[str, ...]]:
    if money.currency:
        return money.currency, evidence, ()
    return money.conventional, evidence, tuple(money.candidates)


def currency_in_words(said: Said, currency: str) -> Evidence | None:
    """Where the newest message names `currency` with no amount ("in euros please"), or None."""
    for mention in find_currencies(said.text):
        if currency in (mention.currency, mention.conventional):
            return evidence_at(said, mention.start, mention.end)
    return None


def price_in_words(messages: Sequence[Said]) -> tuple[Decimal, Evidence] | None:
    """The newest price of one unit that the person wrote, or None."""
    for said in reversed(messages):
        for item in classify_numbers(said.text):
            if item.role == "price" and not item.number.ambiguous:
                return _amount(item), evidence_at(said, item.start, item.end)
    return None


def passage_in_words(messages: Sequence[Said], passage: str) -> Evidence:
    """Where the person wrote `passage`, in their own wording. Raises NotInWords when it is not theirs."""
    wanted = " ".join(passage.split())
    for said in reversed(messages):
        start = said.text.casefold().find(passage.strip().casefold())
        if start >= 0 and len(said.text.casefold()) == len(said.text):
            return evidence_at(said, start, start + len(passage.strip()))
        if len(said.text) <= 20_000 and fuzz.partial_ratio(wanted.casefold(), said.text.casefold()) >= 88:
            return whole(said)
    raise NotInWords("These are not the person's words. Send the reason exactly as they wrote it, or ask for it.")


def term_in_words(messages: Sequence[Said], term: str) -> Evidence:
    """Where the person named the security `term`, typos allowed. Raises NotInWords."""
    wanted = term.casefold().split()
    for said in reversed(messages):
        start = said.text.casefold().find(term.casefold())
        if start >= 0:
            return evidence_at(said, start, start + len(term))
        text = said.text.casefold()
        if wanted and all(word in text for word in wanted):
            return whole(said)
        compact = "".join(text.split())
        if len(text) <= 20_000 and wanted and "".join(wanted) in compact:
            return whole(said)
    raise NotInWords(f'The person did not write "{term[:80]}". Search for the name or symbol in their own words.')
