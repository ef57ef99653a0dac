"""Reads one message of a trade conversation by rules: which tools it calls for, and what cannot be taken as it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pa_dealing import hints
from pa_dealing.search_terms import clean_term
from pa_dealing.selection import chosen
from wording.answers import is_cancel, leading_answer
from wording.compliance import flag_answers
from wording.directions import direction
from wording.money import find_currencies
from wording.quantities import RoleNumber, classify_numbers

Call = tuple[str, dict[str, Any]]

_GREETING = re.compile(r"\s*(?:hi|hello|hey|good (?:morning|afternoon|evening)|hallo)\b[\s\w,!.]{0,20}$", re.IGNORECASE)
_BECAUSE = re.compile(
    r"[\s,;.:-]*\b(?:because|since (?:i|my|the|it|they|we)\b|as (?:i|my|we)\b|so that|in order to|reason(?: is|:)|"
    r"my reason|the idea is|to (?:diversify|rebalance|hedge|reduce|fund|pay|save|spread|free)\b)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:i meant|i mean|change (?:it|the \w+|that) to|make it|switch to|not \S+ but|instead(?: of \S+)?[,:]?)\s+(?P<term>[^,.;!?]+)",
    re.IGNORECASE,
)
# Words that lead up to an amount and are no part of a security's name.
_BEFORE_AMOUNT = re.compile(
    r"[\s,;(]*(?:\b(?:which|that|it|is|are|and|about|around|approximately|approx|roughly|some|worth|totall?ing|total|"
    r"valued|value|for|at|of|a|the|price|limit|circa|ca|say|in|so)\b\.?[\s,:]*|[@~:=(]\s*)+$",
    re.IGNORECASE,
)
_AFTER_AMOUNT = re.compile(r"\s*\b(?:in total|total|altogether|each|per (?:share|unit|lot)|a share|apiece)\b\)?", re.IGNORECASE)


@dataclass(slots=True)
class Reading:
    """The calls that a message asks for, in order, and a complaint about what it holds but cannot be used."""

    calls: list[Call] = field(default_factory=list)
    complaint: str = ""
    is_greeting: bool = False
    is_cancel: bool = False

    def add(self, name: str, **arguments: Any) -> None:
        self.calls.append((name, arguments))

    def has(self, *names: str) -> bool:
        return any(name in names for name, _ in self.calls)


def read_message(text: str, state: Mapping[str, Any]) -> Reading:
    """The reading of the person's newest message in `state` (the contract's state, with "asked" beside it)."""
    draft, asked = state["draft"], state.get("asked", "")
    reading = Reading(is_greeting=bool(_GREETING.match(text)), is_cancel=is_cancel(text))
    if reading.is_greeting or reading.is_cancel:
        return reading
    numbers = classify_numbers(text)
    _security(reading, text, numbers, draft, asked)
    if (mention := direction(text)) is not None and mention.direction != draft.get("direction"):
        reading.add("set_direction", direction=mention.direction)
    _quantity(reading, text, numbers, draft, asked)
    _value(reading, text, numbers, draft, asked)
    _confirmation(reading, text, asked)
    _justification(reading, text, asked)
    flags = flag_answers(text)
    if (flags.inside is not None or flags.related is not None) and not reading.has("set_security", "set_justification"):
        reading.add("set_compliance_flags", has_inside_info=flags.inside is True, is_related_party=flags.related is True)
    return reading


def _security(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    candidates = draft.get("candidates") or []
    if candidates and not draft.get("security"):
        if chosen(text, candidates) is not None:
            reading.add("confirm_selection", response=text)
            return
        answer = leading_answer(text)
        rest = text[answer.end :].strip(" ,.!") if answer is not None and not answer.value else text
        if term := security_term(rest, classify_numbers(rest)):
            reading.add("set_security", search_term=term)
        return
    if draft.get("security"):
        if (change := _CHANGE.search(text)) and not any(n.role != "bare" for n in numbers):
            term = clean_term(change["term"]).text
            if term and not classify_numbers(term) and not find_currencies(term):
                reading.add("set_security", search_term=term)
        return
    if asked in (hints.MISSING_SECURITY, "") or direction(text) is not None:
        if term := security_term(text, numbers):
            reading.add("set_security", search_term=term)


def security_term(text: str, numbers: list[RoleNumber]) -> str:
    """The security that a sentence about a trade names, without its amounts and reasons; "" when it names none."""
    cut = _BECAUSE.search(text)
    kept = text[: cut.start()] if cut else text
    for item in sorted(numbers, key=lambda n: -n.start):
        if item.role not in ("money", "price") or item.end > len(kept):
            continue
        after = _AFTER_AMOUNT.match(kept, item.end)
        head = _BEFORE_AMOUNT.sub("", kept[: item.start])
        kept = head + " " + kept[after.end() if after else item.end :]
    sentences = [part for part in re.split(r"(?<=[.!?;])\s+|\n+", kept) if part.strip(" .,;!?")]
    if not sentences:
        return ""
    named = next((part for part in sentences if direction(part) is not None), sentences[0])
    term = clean_term(named.strip(" ,.;!?")).text.strip(" ,.;!?")
    return term if any(character.isalpha() for character in term) and not _only_noise(term) else ""


_NOISE = frozenset(
    "i want to buy sell it some shares share stock stocks units lots trade please yes no ok a the my me this that "
    "something anything what how why help you can would like order options futures calls puts".split()
)


def _only_noise(term: str) -> bool:
    return all(word in _NOISE for word in re.findall(r"\w+", term.casefold()))


def _quantity(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    if reading.has("confirm_selection"):
        return
    stated = [item for item in numbers if item.role == "quantity"]
    if not stated:
        bare = [item for item in numbers if item.role == "bare"]
        wanted = asked == hints.MISSING_QUANTITY or (
            len(bare) == 1 and draft.get("quantity") is None and direction(text) is not None
        )
        stated = bare[:1] if wanted and asked != hints.MISSING_ESTIMATED_VALUE else []
    if len({item.number.value for item in stated}) > 1:
        shown = " and ".join(f'"{item.number.text}"' for item in stated)
        reading.complaint = f"I read more than one quantity: {shown}. How many units is it?"
        return
    if not stated:
        return
    number = stated[0].number
    if number.ambiguous or number.approximate:
        reading.complaint = f'"{number.text}" is not certain enough for a quantity; write it as a plain number.'
    elif number.value != number.value.to_integral_value() or number.value <= 0:
        reading.complaint = f"A quantity is a whole number of units above 0; I read {number.value.normalize():f}."
    elif number.value >= 10**10:
        reading.complaint = f"A quantity of {number.value:.3g} is out of range; it has at most ten digits."
    elif number.value != draft.get("quantity"):
        reading.add("set_quantity", quantity=int(number.value))


def _value(reading: Reading, text: str, numbers: list[RoleNumber], draft: Mapping[str, Any], asked: str) -> None:
    said = [item for item in numbers if item.role == "money"]
    if not said and asked == hints.MISSING_ESTIMATED_VALUE:
        said = [item for item in numbers if item.role == "bare"][:1]
    amounts = {item.money.amount if item.money else item.number.value for item in said}
    if len(amounts) > 1:
        shown = " and ".join(f'"{text[item.start : item.end]}"' for item in said)
        reading.complaint = f"I read more than one value: {shown}. What is the trade worth in total?"
        return
    if not said:
        if asked == hints.CURRENCY_CONFIRMATION_REQUIRED and draft.get("estimated_value"):
            _currency(reading, text, draft)
        return
    item, amount = said[0], amounts.pop()
    if amount <= 0 or amount >= 10**12 or amount != round(amount, 2):
        shown = text[item.start : item.end]
        reading.complaint = f'"{shown}" cannot be the value of a trade: it must be above 0, with at most two decimals.'
        return
    if item.number.ambiguous:
        reading.complaint = f'"{item.number.text}" can be read in two ways; write the value without separators.'
        return
    code = _code_of(item, text)
    if code is None:
        reading.add("set_value_pending_currency", amount=amount)
    else:
        reading.add("set_trade_value", amount=amount, currency=code)


def _code_of(item: RoleNumber, text: str) -> str | None:
    if item.money is not None and (item.money.currency or item.money.candidates):
        return item.money.currency or item.money.conventional
    named = {mention.currency or mention.conventional for mention in find_currencies(text)} - {None}
    return named.pop() if len(named) == 1 else None


def _currency(reading: Reading, text: str, draft: Mapping[str, Any]) -> None:
    named = {mention.currency or mention.conventional for mention in find_currencies(text)} - {None}
    if len(named) == 1:
        from decimal import Decimal

        reading.add("set_trade_value", amount=Decimal(draft["estimated_value"]), currency=named.pop())
    elif not named:
        reading.complaint = f'I know no currency in "{text.strip()[:60]}". Name it by its code, such as EUR, GBP or CHF.'


def _confirmation(reading: Reading, text: str, asked: str) -> None:
    kinds = {hints.VALUE_CONFIRMATION_REQUIRED: "value", hints.COACHING_REQUIRED: "weak_justification"}
    if asked not in kinds or reading.calls:
        return
    answer = leading_answer(text)
    proceeds = asked == hints.COACHING_REQUIRED and re.search(r"\b(?:proceed|go ahead|as it is|anyway|continue)\b", text, re.I)
    if answer is not None or proceeds:
        confirmed = bool(proceeds) or bool(answer and answer.value)
        reading.add("confirm_pending", confirmation_type=kinds[asked], confirmed=confirmed)


def _justification(reading: Reading, text: str, asked: str) -> None:
    if reading.has("confirm_pending", "confirm_selection"):
        return
    if asked in (hints.MISSING_JUSTIFICATION, hints.COACHING_REQUIRED) and not reading.has("set_security"):
        # The whole answer is the reason, whatever numbers it holds; they belong to the reason.
        reading.calls = [call for call in reading.calls if call[0] == "never"]
        reading.complaint = ""
        reading.add("set_justification", justification=text.strip())
        return
    if cut := _BECAUSE.search(text):
        reason = text[cut.start() :].strip(" ,;.:-")
        if len(reason.split()) >= 3:
            reading.add("set_justification", justification=reason)
