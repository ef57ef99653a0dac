"""Says what each number in a sentence about a trade is: a quantity, money, a price, a percentage, a date, or bare.

The rules, first match wins: (1) percent and date or time by the number's own kind; (2) a unit of trading beside it
("2,000 units", "lots: 5", "10x") is a quantity; (3) "@", "at", "a price of", "limit" before it or "per share", "each"
after it is a price, with or without a currency; (4) an amount with a currency, or one after "worth", "value",
"total", "amount", "about", "for" is money; (5) the rest is bare.
"""

import re
from dataclasses import dataclass
from typing import Literal

from wording.amounts.currency_mentions import COUNTED
from wording.amounts.money import LocatedMoney, Money, locate_money
from wording.amounts.number_words import words
from wording.amounts.numbers import Located, Number, locate_numbers
from wording.amounts.token import Token

Role = Literal["quantity", "money", "price", "percent", "date", "bare"]

_FILLERS = words("is was are be of a an the about around roughly approximately approx circa ca : = only just")
_PRICE_BEFORE = words("@ at price priced limit strike")
_MONEY_BEFORE = words(
    "worth value valued total totals totalling totaling amount amounts amounting sum cost costs "
    "costing consideration notional spend spent invest investing transfer pay paid payment refund"
)
# These make a number money only when the number ends its clause: "..., about 262,900" but not "for 200
# clients".
_MONEY_AT_END = words("about around roughly approximately approx for total ~ circa ca")
_QUANTITY_NOUNS = words("quantity qty size")
_QUANTITY_BEFORE = words("units shares lots contracts")
_PER = frozenset(["per", "each", "apiece"])
_UNIT_ADJECTIVES = words(
    "ordinary common preferred preference more additional extra other of my the class new call put "
    "bund government corporate treasury zero-coupon bearer full whole fractional single"
)


@dataclass(frozen=True, slots=True)
class RoleNumber:
    """A number, its role in a sentence about a trade, and the money it belongs to when a currency is named."""

    number: Number
    role: Role
    money: Money | None = None

    @property
    def start(self) -> int:
        """Where the whole expression begins, the currency included."""
        return self.money.start if self.money else self.number.start

    @property
    def end(self) -> int:
        """Where the whole expression ends, the currency included."""
        return self.money.end if self.money else self.number.end


def classify_numbers(text: str) -> list[RoleNumber]:
    """Every number in `text` but ordinals and telephone numbers, in order, each with its role."""
    tokens, numbers = locate_numbers(text)
    monies = {money.number.first: money for money in locate_money(text, tokens, numbers)}
    classified: list[RoleNumber] = []
    covered = 0
    for located in numbers:
        if located.number.kind in {"ordinal", "phone"} or located.first < covered:
            continue
        money = monies.get(located.first)
        if money:
            covered = money.after
        role = _role_of(tokens, located, money)
        classified.append(RoleNumber(located.number, role, money.money if money else None))
    return classified


def _role_of(tokens: list[Token], located: Located, money: LocatedMoney | None) -> Role:
    if located.number.kind == "percent":
        return "percent"
    if located.number.kind in {"date", "time"}:
        return "date"
    before = _words(tokens, located.first - 1, located.first)
    if before == ["%"] and money is None and re.fullmatch(r"20[2-9]\d", located.number.text):
        # "4.5% 2030 bonds" names a maturity.
        return "date"
    first, after = (money.first, money.after) if money else (located.first, located.after)
    if money is None and _is_quantity(tokens, first, after):
        return "quantity"
    if _is_price(tokens, first, after):
        return "price"
    return "money" if money or _is_money(tokens, first, after) else "bare"


def _words(tokens: list[Token], start: int, end: int) -> list[str]:
    return [token.text for token in tokens[max(start, 0) : max(end, 0)]]


def _before(tokens: list[Token], first: int) -> str:
    """The nearest word before a number that is no filler: "a price of about 5" -> "price"."""
    for word in reversed(_words(tokens, first - 4, first)):
        if word not in _FILLERS:
            return word
    return ""


def _is_quantity(tokens: list[Token], first: int, after: int) -> bool:
    for word in _words(tokens, after, after + 3):
        if word in COUNTED or word in {"x", "×"}:
            return True
        if word not in _UNIT_ADJECTIVES and word != "-":
            break
    noun = _words(tokens, first - 1, first)
    if noun in (["x"], ["×"]):
        return True
    named = [word for word in _words(tokens, first - 3, first) if word not in {":", "=", "is", "of", "to", "-"}][-1:]
    # "Shares: 500" and "quantity of 500", but not "shares of 3M".
    return bool(named) and (named[0] in _QUANTITY_NOUNS or (named[0] in _QUANTITY_BEFORE and noun != ["of"]))


def _is_price(tokens: list[Token], first: int, after: int) -> bool:
    following = _words(tokens, after, after + 2)
    if following[:1] and following[0] in _PER:
        return True
    if len(following) == 2 and following[0] in {"a", "/"} and following[1] in COUNTED:
        return True
    return _before(tokens, first) in _PRICE_BEFORE


def _is_money(tokens: list[Token], first: int, after: int) -> bool:
    if _before(tokens, first) in _MONEY_BEFORE:
        return True
    ended = after >= len(tokens) or tokens[after].text in {".", ",", ";", "!", "?", ")", "in", "total"}
    if _words(tokens, after, after + 1) == ["worth"]:
        return True
    return ended and any(word in _MONEY_AT_END for word in _words(tokens, first - 1, first))
