"""Finds money in a text: an amount beside a currency word, code or symbol. Whether to ask which dollar is
the caller's.
"""

from dataclasses import dataclass
from decimal import Decimal

from wording.amounts.currency_mentions import COUNTED, CurrencyMention, Unit, names_a_currency, unit_at
from wording.amounts.currency_words import (
    ACTIVE_CODES,
    LONGEST_NAME,
    LOWER_CODES,
    WORD_CODES,
    CurrencyWord,
    is_known_currency,
)
from wording.amounts.number_words import words
from wording.amounts.numbers import Located, Number, locate_numbers
from wording.amounts.token import Token

__all__ = ["CurrencyMention", "Money", "find_currencies", "find_money", "is_known_currency", "locate_money"]

_DIRECTIONS = words("buy buying sell selling purchase purchasing acquire short trade order of")
# After a bare "20 dollars 43" only these leave the 43 to be cents; a noun would make it a count.
_AFTER_BARE_CENTS = words(
    "and or for to from in on at please per each total a as is was if but with by today that which"
)
_OF_GOODS = frozenset(["pound", "pounds"])


@dataclass(frozen=True, slots=True)
class Money:
    """An amount of money in major units; `text[start:end]` of the original holds all of it.

    `currency`, `conventional` and `candidates` are as in `CurrencyMention`; all are empty for "ten grand", where
    `currency_start` and `currency_end` are None too. `number` is the (first) number, as it stands.
    """

    amount: Decimal
    currency: str | None
    conventional: str | None
    candidates: tuple[str, ...]
    start: int
    end: int
    text: str
    number: Number
    currency_start: int | None
    currency_end: int | None

    @property
    def ambiguous(self) -> bool:
        """Whether the currency or the amount has a second reading, so that the person must be asked."""
        return self.currency is None or self.number.ambiguous


@dataclass(frozen=True, slots=True)
class LocatedMoney:
    """Money with the range of tokens it was read from and the tokens of its number."""

    money: Money
    first: int
    after: int
    number: Located


def find_money(text: str) -> list[Money]:
    """Every amount of money in `text`, in order: "$1.2bn", "20 dollars 43 cents", "EUR 5", "fifty pence" (0.50)."""
    return [located.money for located in locate_money(text, *locate_numbers(text))]


def locate_money(text: str, tokens: list[Token], numbers: list[Located]) -> list[LocatedMoney]:
    """`find_money` on tokens and numbers that the caller already has."""
    amounts: list[LocatedMoney] = []
    pending: list[int] = []
    used = place = 0
    while place < len(numbers):
        located = numbers[place]
        if not located.number.is_amount or located.first < used:
            place += 1
            continue
        units = _units_of(tokens, located, used)
        if units is None:
            pending.append(place)
            place += 1
            continue
        money, taken = _assemble(text, tokens, numbers, place, units)
        amounts.extend(_range_start(text, tokens, numbers, pending, money))
        amounts.append(money)
        pending, used, place = [], money.after, place + taken
    return amounts


def find_currencies(text: str) -> list[CurrencyMention]:
    """Every currency named in `text`, with or without an amount: "in euros please", "yes, USD", "dollars"."""
    tokens, numbers = locate_numbers(text)
    money = locate_money(text, tokens, numbers)
    beside = {index for located in money for index in range(located.first, located.after)}
    mentions: list[CurrencyMention] = []
    index = 0
    while index < len(tokens):
        unit = unit_at(tokens, index)
        if unit is None or (index not in beside and not names_a_currency(tokens, unit)):
            index += 1
            continue
        start, end = tokens[index].start, tokens[unit.after - 1].end
        word = unit.word
        mentions.append(CurrencyMention(word.currency, word.conventional, word.candidates, start, end, text[start:end]))
        index = unit.after
    return mentions


def _units_of(tokens: list[Token], located: Located, used: int) -> tuple[Unit | None, Unit | None] | None:
    """The currency words before and after a number; None when it is no money."""
    after = _unit_after(tokens, located)
    before = _unit_before(tokens, located, used, plain=after is None)
    if before or after:
        return before, after
    grand = "grand" in located.number.text.lower()
    return (None, None) if grand else None


def _unit_after(tokens: list[Token], located: Located) -> Unit | None:
    index = located.after
    following = tokens[index].text if index < len(tokens) else ""
    if following == "-" or (following == "of" and "million" in located.number.text.lower()):
        index += 1
    unit = unit_at(tokens, index)
    if unit is None or (unit.word.weak and following != tokens[unit.first].text):
        return None
    token = tokens[unit.first]
    touching = token.start == located.number.end
    # A sign with a space before it belongs to the number after it: "200 $300" are two things.
    next_token = tokens[unit.after] if unit.after < len(tokens) else None
    if unit.strong and not touching and next_token and next_token.kind == "numeral" and not token.raw.isalpha():
        return None
    if token.text in {"p", "c"} and (not touching or located.number.text in {"720", "1080"}):
        return None
    if token.raw in WORD_CODES and _follows_direction(tokens, located.first):
        return None
    # Five hundred pounds of steel are a weight; "500 pounds of Siemens" is an order.
    if token.text in _OF_GOODS and next_token and next_token.text == "of" and unit.after + 1 < len(tokens):
        goods = tokens[unit.after + 1]
        if goods.raw.islower() and goods.text not in COUNTED | {"my", "the", "it", "that", "this", "debt"}:
            return None
    return unit


def _follows_direction(tokens: list[Token], index: int) -> bool:
    return index > 0 and tokens[index - 1].text in _DIRECTIONS


def _unit_before(tokens: list[Token], located: Located, used: int, plain: bool) -> Unit | None:
    """The currency word that ends right before a number; `plain` when none follows it."""
    end = located.first
    # "$-5" and "$ - 5" keep their sign in the number; "-$5" has it before the symbol.
    for length in range(min(LONGEST_NAME, end - used), 0, -1):
        unit = unit_at(tokens, end - length)
        if unit is None or unit.after != end:
            continue
        return unit if _may_precede(tokens, unit, located, plain) else None
    return None


def _may_precede(tokens: list[Token], unit: Unit, located: Located, plain: bool) -> bool:
    token = tokens[unit.first]
    following = tokens[located.after] if located.after < len(tokens) else None
    if unit.word.factor != 1 and token.text != "gbx":
        return False
    if unit.first >= 2 and tokens[unit.first - 1].text == "/":
        # "EUR/USD 1.08" is a rate, not an amount of dollars.
        return False
    symbol = not tokens[unit.after - 1].text.isalpha()
    if symbol:
        return True
    counted = following is not None and following.kind == "word" and following.text in COUNTED
    if token.raw in WORD_CODES:
        free = following is None or following.kind != "word"
        lower_somewhere = any(other.kind == "word" and other.raw.islower() for other in tokens)
        shouted = not lower_somewhere and len(tokens) > 3
        return free and plain and not shouted
    if counted or unit.word.weak or (not plain and not unit.strong):
        return False
    code = token.raw in ACTIVE_CODES or token.text in LOWER_CODES or unit.strong
    # A name goes before its amount only where nothing else is counted: "ringgits 42", not "dollars 3 times".
    return code or following is None or following.kind != "word"


def _assemble(
    text: str,
    tokens: list[Token],
    numbers: list[Located],
    place: int,
    units: tuple[Unit | None, Unit | None],
) -> tuple[LocatedMoney, int]:
    """The money around number `place`, and how many numbers it took: the cents are a second one."""
    before, after = units
    located = numbers[place]
    unit = _agreed(before, after)
    word = unit.word if unit else None
    first = before.first if before else located.first
    end = after.after if after else located.after
    amount = located.number.value * (word.factor if word else 1)
    if before and first and tokens[first - 1].text == "-" and _leads(tokens, first - 1):
        amount, first = -amount, first - 1
    taken = 1
    while word and taken < 3 and place + taken < len(numbers):
        minor = _minor_part(tokens, numbers[place + taken], end, word, taken, bool(after))
        if minor is None:
            break
        amount += minor[0].copy_sign(amount) if amount else minor[0]
        end, word, taken = minor[1], minor[2], taken + 1
    money = _money(text, tokens, located, amount, (first, end), _agreed(before, after))
    return LocatedMoney(money, first, end, located), taken


def _leads(tokens: list[Token], index: int) -> bool:
    """Whether a minus touches the sign after it and nothing before it."""
    touching = tokens[index].end == tokens[index + 1].start
    return touching and (index == 0 or tokens[index - 1].end < tokens[index].start)


def _agreed(before: Unit | None, after: Unit | None) -> Unit | None:
    """The unit that says more: "$5 CAD" are Canadian."""
    if before and after:
        narrower = len(after.word.candidates) < len(before.word.candidates)
        return after if narrower and set(after.word.candidates) <= set(before.word.candidates) else before
    return before or after


def _minor_part(
    tokens: list[Token],
    located: Located,
    end: int,
    main: CurrencyWord,
    taken: int,
    named: bool,
) -> tuple[Decimal, int, CurrencyWord] | None:
    """The cents after an amount ("43 cents", "and five", "20p"): their share, the token after, their word."""
    gap = [token.text for token in tokens[end : located.first]]
    if gap not in ([], ["and"], ["&"], [","]) or not located.number.is_amount or located.number.value < 0:
        return None
    value, unit = located.number.value, _unit_after(tokens, located)
    if unit and unit.word.factor < main.factor:
        shares = set(unit.word.candidates) & set(main.candidates) or unit.word.conventional == "USD"
        fits = value * unit.word.factor < main.factor and shares
        return (value * unit.word.factor, unit.after, unit.word) if fits else None
    following = tokens[located.after] if located.after < len(tokens) else None
    free = following is None or following.kind == "mark" or following.text in _AFTER_BARE_CENTS
    if unit or not free or gap == [","] or not named or value != value.to_integral_value():
        return None
    if following is not None and following.text in {"%", "$", "€", "£", "@", "/"}:
        return None
    if main.factor == 1 and value < 100 and taken == 1:
        return value / 100, located.after, main
    return (value / 100, located.after, main) if main.factor == Decimal("0.1") and value < 10 else None


def _range_start(
    text: str, tokens: list[Token], numbers: list[Located], pending: list[int], money: LocatedMoney
) -> list[LocatedMoney]:
    """The low end of a range shares its currency: "5 to 10 dollars", "between 10 and 20 pounds"."""
    located = numbers[pending[-1]] if pending else None
    if located is None or money.first != money.number.first or money.money.currency_start is None:
        return []
    gap = [token.text for token in tokens[located.after : money.first]]
    between = gap == ["and"] and located.first > 0 and tokens[located.first - 1].text == "between"
    if not (between or gap in (["to"], ["-"], ["or"], ["–"])):
        return []
    unit = _unit_after(tokens, money.number)
    if unit is None:
        return []
    amount = located.number.value * unit.word.factor
    low = _money(text, tokens, located, amount, (located.first, located.after), unit)
    return [LocatedMoney(low, located.first, located.after, located)]


def _money(
    text: str,
    tokens: list[Token],
    located: Located,
    amount: Decimal,
    span: tuple[int, int],
    unit: Unit | None,
) -> Money:
    word = unit.word if unit else None
    start, end = tokens[span[0]].start, tokens[span[1] - 1].end
    return Money(
        amount=amount,
        currency=word.currency if word else None,
        conventional=word.conventional if word else None,
        candidates=word.candidates if word else (),
        start=start,
        end=end,
        text=text[start:end],
        number=located.number,
        currency_start=tokens[unit.first].start if unit else None,
        currency_end=tokens[unit.after - 1].end if unit else None,
    )
