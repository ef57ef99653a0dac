"""The numbers of a sentence about a trade, each with what it is. Pure functions.

The one rule: a number is a quantity or a value only where a unit, a currency, the verb of the trade or the question
makes it one, and nothing else explains it better; what belongs to another thing is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import zip_longest

from pa_dealing.words import trade_number_words as beside
from pa_dealing.words.clauses import clause_at
from pa_dealing.words.owners import owner_of
from pa_dealing.words.sentence_words import INDEX_NAMES, INDEX_NUMBERS, NAMES, PREPOSITIONS, SMALL, STOPS
from pa_dealing.words.trade_number_words import BESIDE
from wording.amounts import RoleNumber, classify_numbers
from wording.directions import direction


@lru_cache(maxsize=64)
def all_numbers(text: str) -> tuple[RoleNumber, ...]:
    """Every number of a text, in order, each with what it is; a number inside a name is left out."""
    # A dash between spaces parts two facts ("qty 7 - CHF 3,700"); its currency must not go to the number before it.
    # Of a symbol no number counts anything.
    bare_text = text
    for kind in ("option_symbol", "number_symbol"):
        bare_text = NAMES[kind].sub(lambda match: "x" * len(match.group()), bare_text)
    numbers = classify_numbers(beside.SPACED_DASH.sub(";", bare_text))
    if len(numbers) > beside.MOST_NUMBERS:
        return ()
    return tuple(_by_its_neighbours(text, item) for item in numbers if not _is_of_a_name(text, item, numbers))


_THREE_DECIMALS = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})


@lru_cache(maxsize=64)
def _of_this_trade(text: str) -> tuple[RoleNumber, ...]:
    numbers = all_numbers(text)
    kept = [
        item
        for place, item in enumerate(numbers)
        if not (
            _is_past(text, item)
            or BESIDE["one_unit"].match(text, item.start)
            or _is_strike(text, item, numbers[:place])
        )
        and _is_of_this(text, item)
    ]
    alternatives = [_as_alternative(text, *pair) for pair in zip_longest(kept, kept[1:])]
    return tuple(_in_whole_units(item) for item in _without_corrected(text, alternatives))


def _in_whole_units(item: RoleNumber) -> RoleNumber:
    """An amount with three digits behind its point is in thousands: no price of these currencies has three decimals."""
    money, value = item.money, item.number.value
    if money is None or money.currency in _THREE_DECIMALS or item.number.alternatives != (value * 1000,):
        return item
    number = replace(item.number, value=value * 1000, alternatives=())
    return replace(item, number=number, money=replace(money, amount=number.value, number=number))


def _is_of_this(text: str, item: RoleNumber) -> bool:
    if BESIDE["in_a_question"].search(text[max(0, item.start - 200) : item.start]) and not _is_wished(text, item):
        return False
    owner = owner_of(text, item.start, item.end, unit=item.role == "quantity")
    # "The price is 131" has the price for its subject.
    return owner == "this" or (owner == "thing" and item.role == "price")


def _is_wished(text: str, item: RoleNumber) -> bool:
    """Whether a question holds a wish to trade the number: "is it fine to buy 100?"."""
    lead = re.split(r"[.;!?\n]", _lead(text, item, 200))[-1]
    return direction(lead) is not None or bool(BESIDE["governed"].search(_lead(text, item)))


def trade_numbers(text: str) -> list[RoleNumber]:
    """The numbers of this trade, in order, each with what it is; what belongs to something else is left out."""
    return list(_of_this_trade(text))


def denied_values(text: str) -> set[Decimal]:
    """The numbers that a text denies or takes back: "not 500", "500 is wrong", "forget the 500"."""
    return {
        item.number.value
        for item in all_numbers(text)
        if owner_of(text, item.start, item.end, unit=item.role == "quantity") == "denied"
    }


def quantities_in(text: str, *, asked: bool, names: Sequence[str] = ()) -> list[RoleNumber]:
    """The numbers that are a quantity: those with a unit, else bare ones that the trade or the question makes one.

    `asked` says that the quantity was asked for; `names` are the names of the security, of which a bare number counts.
    """
    numbers = trade_numbers(text)
    if stated := [item for item in numbers if item.role == "quantity"]:
        return stated
    bare = [item for item in numbers if item.role == "bare" or (asked and _is_about(text, item))]
    return [item for item in bare if _counts_units(text, item, asked=asked, names=names)]


def amounts_in(text: str, *, asked: bool) -> list[RoleNumber]:
    """The numbers that are the value of the trade: money, else bare ones that answer the question for it (`asked`).

    Where one of several is called the total or the value, the others are something else.
    """
    numbers = trade_numbers(text)
    if stated := [item for item in numbers if item.role == "money"]:
        marked = [item for item in stated if _is_called_the_value(text, item)]
        return marked or stated
    return [item for item in numbers if item.role == "bare" and asked and _is_an_answer(text, item)]


def is_money_of(text: str, start: int, end: int) -> bool:
    """Whether what is said at a span of a text, such as a currency, is said of this trade."""
    return owner_of(text, start, end, unit=False) == "this" and not BESIDE["of_a_listing"].search(
        text, max(0, start - 40), start
    )


def _lead(text: str, item: RoleNumber, length: int = 80) -> str:
    """The words right before a number; of fixed length, so that a long message takes no longer for each number."""
    return text[max(0, item.start - length) : item.start]


def is_unclear_change(text: str, item: RoleNumber, *, value_asked: bool) -> bool:
    """Whether "make it 1,500" may change the quantity as well as the value: it stands bare behind a word of change."""
    return value_asked and item.role == "bare" and bool(BESIDE["changed"].search(_lead(text, item, 60)))


def _is_called_the_value(text: str, item: RoleNumber) -> bool:
    before, after = _lead(text, item, 40), text[item.end : item.end + 16]
    return bool(BESIDE["value_before"].search(before) or BESIDE["value_after"].match(after))


def _is_about(text: str, item: RoleNumber) -> bool:
    """ "About 50" is money at the end of a sentence, and a quantity where that was asked for."""
    return item.role == "money" and item.money is None and bool(BESIDE["about_before"].search(_lead(text, item, 40)))


def _counts_units(text: str, item: RoleNumber, *, asked: bool, names: Sequence[str]) -> bool:
    if beside.LEADING_ZERO.match(item.number.text) or (not asked and beside.LONG_CODE.fullmatch(item.number.text)):
        return False
    before, after = _lead(text, item), text[item.end : item.end + 80]
    behind = after.lstrip().casefold()
    if BESIDE["of_them"].match(after) or any(name and behind.startswith(name.casefold()) for name in names):
        return True
    if BESIDE["measure"].match(after):
        return False
    if (
        BESIDE["name_and_unit"].match(after)
        or BESIDE["governed"].search(before)
        or (
            BESIDE["verb_and_name"].search(before)
            and BESIDE["ends"].match(after)
            and not beside.A_YEAR.fullmatch(item.number.text)
        )
    ):
        return True
    return _is_an_answer(text, item) if asked else _is_a_part(text, item)


def _is_a_part(text: str, item: RoleNumber) -> bool:
    """Whether a bare number is all that its part of a wish to trade says: "Boeing, sell, 22, USD 4,100"."""
    clause = clause_at(text, item.start, item.end)
    alone = clause.before.strip(" :") in ("", "number", "aantal") and not clause.after.strip(" :.!")
    return alone and direction(text) is not None


def _is_an_answer(text: str, item: RoleNumber) -> bool:
    """Whether a bare number is the answer to a question: what stands beside it counts and measures nothing else."""
    clause = clause_at(text, item.start, item.end)
    if beside.LEADING_ZERO.match(item.number.text) or beside.DIGITS_BESIDE.search(
        f"{clause.before[-3:]}#{clause.after[:3]}"
    ):
        return False
    before, after = beside.WORD_BEFORE.search(clause.before), beside.WORD_AFTER.match(clause.after)
    if after is not None and (after[1] not in SMALL or after[1] == "of"):
        return False
    return before is None or before[1] in SMALL - PREPOSITIONS or bool(BESIDE["governed"].search(_lead(text, item)))


def _without_corrected(text: str, numbers: list[RoleNumber]) -> list[RoleNumber]:
    """The numbers without those that a later one of the same role takes the place of: "100, sorry, 160 shares"."""
    kept = []
    for place, item in enumerate(numbers):
        following = next((n for n in numbers[place + 1 :] if n.role == item.role or n.role == "bare"), None)
        corrected = (
            following is not None
            and item.role in ("quantity", "money", "bare")
            and BESIDE["corrects"].search(text[item.end : following.start][:60])
        )
        if not corrected:
            kept.append(item)
    return kept


def _is_strike(text: str, item: RoleNumber, earlier: Sequence[RoleNumber]) -> bool:
    """Whether a number is the strike of an option: it is called so, or it stands before "calls" behind a quantity."""
    if BESIDE["strike_before"].search(_lead(text, item, 40)) or BESIDE["strike_word_after"].match(text, item.end):
        return True
    if not BESIDE["strike_after"].match(text, item.end) or BESIDE["or_before"].search(
        text, max(0, item.start - 6), item.start
    ):
        return False
    return any(n.role in ("quantity", "bare", "date") for n in earlier) or bool(
        BESIDE["expiry"].search(text, max(0, item.start - 200), item.start)
    )


def _by_its_neighbours(text: str, item: RoleNumber) -> RoleNumber:
    """The same number with the role that the words right beside it give."""
    before, after = _lead(text, item, 40), text[item.end : item.end + 24]
    if item.role in ("money", "bare") and (BESIDE["each_before"].search(before) or BESIDE["each_after"].match(after)):
        return replace(item, role="price")
    if item.role in ("money", "bare") and BESIDE["trades_before"].search(before):
        return replace(item, role="price")
    if item.role == "price" and BESIDE["valued_before"].search(before):
        return replace(item, role="money")
    if item.role == "bare" and (
        BESIDE["money_word"].match(after) or (BESIDE["for_before"].search(before) and beside.CODE_AFTER.match(after))
    ):
        return replace(item, role="money")
    return item


def _as_alternative(text: str, item: RoleNumber, following: RoleNumber | None) -> RoleNumber:
    """ "100 or 200 shares" are two quantities, of which the writing counts only the second."""
    if item.role != "bare" or following is None or following.role != "quantity":
        return item
    between = "|and" if BESIDE["between"].search(text, max(0, item.start - 12), item.start) else ""
    joined = re.fullmatch(rf"\s*(?:or|to|-|–|/{between})\s*", text[item.end : following.start], re.IGNORECASE)
    return replace(item, role="quantity") if joined else item


def _is_past(text: str, item: RoleNumber) -> bool:
    """Whether an amount is what the person once paid: "I bought them at $10"."""
    if item.role not in ("money", "price"):
        return False
    clause = text[max(0, item.start - 120) : item.start]
    bought = list(BESIDE["past_before"].finditer(clause))
    return bool(bought) and not BESIDE["past_ends"].search(clause, bought[-1].end())


def _is_of_a_name(text: str, item: RoleNumber, numbers: Sequence[RoleNumber]) -> bool:
    """Whether a number belongs to a name: "Euro Stoxx 50", "S&P 500", "3M" where another number is the quantity."""
    written = text[item.number.start : item.number.end]
    # A slice of fixed length, so that a long message takes no longer for each of its numbers.
    lead = text[max(0, item.number.start - 60) : item.number.start]
    before = beside.LAST_WORD.search(lead)
    index = before is not None and before[1].casefold().rstrip(".") in INDEX_NAMES
    if index and item.number.value in INDEX_NUMBERS:
        return True
    if item.role == "bare" and before is not None:
        # "Vanguard 500 Fund": a number between two words of a name is a part of it.
        after = re.match(r"\s+([^\W\d_]+)", text[item.number.end : item.number.end + 60])
        if after is not None and not {before[1].casefold(), after[1].casefold()} & STOPS and before[1].isalpha():
            return True
    if not beside.NAME_NUMBER.match(text, item.number.start):
        return False
    # "EUR 3M" and "worth 3M" are amounts; "3M shares" and "3M" alone are more likely the company.
    return item.role != "money" or not written.startswith("3")
