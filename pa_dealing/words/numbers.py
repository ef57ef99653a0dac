"""The numbers of a message about a trade, each with what it is. Pure functions.

The one rule: a number is a quantity or a value only where its clause speaks of this trade and a unit, a currency, the
verb of the trade or the question makes it one; what is denied, held, of the past or of something else is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from pa_dealing.words.meaning import OF_THE_TRADE, MeantClause, clause_at, is_undecided
from pa_dealing.words.selection import alike
from pa_dealing.words.sentence_words import INDEX_NAMES, INDEX_NUMBERS, NAMES, SHARE_UNITS, SMALL, STOPS
from pa_dealing.words.whole_units import in_whole_units, is_untaught
from wording.amounts import RoleNumber, classify_numbers, find_currencies
from wording.directions import direction
from wording.phrases import patterns

_BESIDE = patterns(Path(__file__).parent / "phrases/numbers.txt", re.IGNORECASE)
MEASURE, CORRECTS = _BESIDE["measure"], _BESIDE["corrects"]
UNITS_MEANT, VALUE_MEANT = _BESIDE["units_meant"], _BESIDE["value_meant"]
# A message with more numbers than this describes no trade; the person is asked. So many texts are read once.
_MOST_NUMBERS, _KEPT_TEXTS = 60, 512
# Behind a name it is as well the year in which a bond falls due.
_YEARS = ("202", "203", "204", "205", "206")
_PAID = re.compile(r"\b(?:bought|paid|purchased|acquired|cost me|got)\b", re.IGNORECASE)
# A number is like another of which it is at most so many times as much, and unlike one from so many times on.
_NEAR, _FAR = 3, 10
# What goes on from the words before it in its sentence: "… for EUR 28,000".
_GOES_ON = re.compile(r"\W*(?:for|at|voor|tegen)\b(?:\W+[^\W\d]+){0,3}?\W+\d", re.IGNORECASE)
# "If I were to buy 1,000, would I have to …?"; the "if" may stand right before the clause.
_SUPPOSES, _IF_CHARS = re.compile(r"\b(?:if|suppose|supposing|were to|als|stel)\b", re.IGNORECASE), 8
# A clause that is told by less than this may be of something else.
_HARDLY = 0.05
_SPACED_DASH = re.compile(r"(?<=\s)[-–—](?=\s)")
_NO_CENTS = re.compile(r"(?<=\d),[-–—=](?=\s*[^\W\d])")
_LAST_WORD = re.compile(r"([^\s,;:]+)\s*\Z")
_NEXT_WORD = re.compile(r"\W*([^\W\d_][\w'’]*)")


@lru_cache(_KEPT_TEXTS)
def all_numbers(text: str) -> tuple[RoleNumber, ...]:
    """Every number of a text, in order, each with what it is; a number inside a name is left out."""
    # Of a symbol no number counts anything, and a dash between spaces parts two facts ("qty 7 - CHF 3,700").
    bare_text = text
    for kind in ("option_symbol", "number_symbol"):
        bare_text = NAMES[kind].sub(lambda match: "x" * len(match.group()), bare_text)
    # "2.000,- euro" is 2,000 euro.
    bare_text = _NO_CENTS.sub("  ", bare_text)
    numbers = classify_numbers(_SPACED_DASH.sub(";", bare_text))
    if len(numbers) > _MOST_NUMBERS:
        return ()
    return tuple(_by_its_neighbours(text, item) for item in numbers if not _is_of_a_name(text, item))


@lru_cache(_KEPT_TEXTS)
def trade_numbers(text: str) -> tuple[RoleNumber, ...]:
    """The numbers of this trade, in order, each with what it is; what belongs to something else is left out."""
    kept = [item for item in all_numbers(text) if _is_of_this(text, item)]
    for place, (item, following) in enumerate(pairwise(kept)):
        # "100 or 200 shares" are two quantities, of which the writing counts only the second.
        between = text[item.end : following.start]
        if item.role == "bare" and following.role == "quantity" and _BESIDE["alternative"].fullmatch(between):
            kept[place] = replace(item, role="quantity")
    stand: list[RoleNumber] = []
    for item in reversed(kept):
        if (instead := _corrected_by(text, item, stand[::-1])) is None:
            stand.append(item)
        elif item.role == "quantity":
            # What takes the place of a number of units is one.
            stand[stand.index(instead)] = replace(instead, role="quantity")
    return tuple(in_whole_units(text, item) for item in stand[::-1])


def denied_values(text: str) -> set[Decimal]:
    """The numbers that a text denies or takes back: "not 500", "500 is wrong", "forget the 500"."""
    return {item.number.value for item in all_numbers(text) if _is_denied(text, item.start)}


def takes_back(text: str, value: Decimal | str | None) -> bool:
    """Whether a text takes the noted value back, so that another number in it is worth that currency.

    "38,000, not 36,000", of 36,000.
    """
    return value is not None and Decimal(value) in denied_values(text)


def quantities_in(text: str, *, asked: bool, names: Sequence[str] = ()) -> list[RoleNumber]:
    """The numbers that are a quantity: those with a unit, else bare ones that the trade or the question makes one.

    `asked` says that the quantity was asked for; `names` are the names of the security, of which a bare number counts.
    """
    numbers = trade_numbers(text)
    if stated := [item for item in numbers if item.role == "quantity"]:
        return stated
    # "About 50" is money at the end of a sentence, and a quantity where that was asked for.
    return [
        item
        for item in numbers
        if (item.role == "bare" or (asked and item.role == "money" and item.money is None))
        and _counts_units(text, item, asked, names)
    ]


def amounts_in(text: str, *, asked: bool) -> list[RoleNumber]:
    """The numbers that are the value: money, else what answers the question for it, or is alone, in a currency."""
    numbers = trade_numbers(text)
    if stated := [item for item in numbers if item.role == "money"]:
        return stated
    if any(item.money for item in all_numbers(text)):
        # The currency of a sum that is not of this trade is no currency of another number.
        return []
    bare = [item for item in numbers if item.role == "bare" and _is_an_answer(text, item)]
    return bare if asked or (len(bare) == len(numbers) == 1 and find_currencies(text)) else []


def is_of_this_trade(text: str, position: int) -> bool:
    """Whether what stands at a place of a text, such as a currency, is said of this trade."""
    clause = clause_at(text, position)
    if clause is None or is_undecided(clause) or _is_denied(text, position) or _is_supposed(text, clause):
        return False
    if is_untaught(text):
        return True
    lead = text[: clause.start].rstrip()
    before = clause_at(text, len(lead) - 1) if _GOES_ON.match(clause.text) else None
    if before is not None and lead[-1:] not in ".!?;\n":
        return is_of_this_trade(text, before.start)
    return clause.meaning in ("yes", "no", "unknown") or (clause.meaning in OF_THE_TRADE and clause.margin >= _HARDLY)


def _is_supposed(text: str, clause: MeantClause) -> bool:
    """Whether a clause only asks what would be: "if I were to buy 1,000, would I have to …?"."""
    begins = max(0, clause.start - _IF_CHARS)
    return clause.text.rstrip().endswith("?") and bool(_SUPPOSES.search(text, begins, clause.end))


def is_unclear_change(
    text: str,
    item: RoleNumber,
    *,
    value_asked: bool,
    quantity: int | None = None,
    value: Decimal | str | None = None,
) -> bool:
    """Whether "make it 1,500" may change the quantity as well as the value: it stands bare behind a word of change.

    Where the noted `quantity` and `value` are given, a number of the quantity's size and not of the value's is clear,
    and where the value stands beside it, in money, it is no value.
    """
    if quantity and _has_money(trade_numbers(text)):
        return False
    if _is_like_the_quantity(item.number.value, quantity, value):
        return False
    return value_asked and _is_changed(text, item)


def corrects_quantity(text: str, quantity: int | None, value: Decimal | str | None, *, value_asked: bool) -> bool:
    """Whether a text denies the `quantity` that is noted ("not 80"), or puts it right: "sorry 45".

    A number does so where no `value` is noted and none is asked for, or that stands beside it, or is of another size.
    """
    numbers = trade_numbers(text)
    is_of_it = bool(quantity) and (_has_money(numbers) or (not value and not value_asked))
    changed = [item.number.value for item in numbers if _is_changed(text, item)]
    of_its_size = any(_is_like_the_quantity(number, quantity, value) for number in changed)
    return quantity in denied_values(text) or of_its_size or (is_of_it and bool(changed))


def _has_money(numbers: Sequence[RoleNumber]) -> bool:
    """Whether one of the numbers is the value, written as money."""
    return any(item.role == "money" and item.money is not None for item in numbers)


def _is_changed(text: str, item: RoleNumber) -> bool:
    """Whether a bare number stands behind words that put one right, or before them: "it must be 16", "16 it is"."""
    is_changed = _BESIDE["changed"].search(_lead(text, item)) or _BESIDE["changed_before"].match(text, item.end)
    return item.role == "bare" and bool(is_changed)


def _is_like_the_quantity(number: Decimal, quantity: int | None, value: Decimal | str | None) -> bool:
    """Whether a number is about as large as the quantity that is noted, and far from the value that is."""
    noted = (Decimal(quantity or 0), Decimal(value or 0))
    if min(number, *noted) <= 0:
        return False
    near, far = (max(number, other) / min(number, other) for other in noted)
    return near <= _NEAR and far >= _FAR


def _lead(text: str, item: RoleNumber) -> str:
    """The words right before a number; of fixed length, so that a long message takes no longer for each number."""
    return text[max(0, item.start - 60) : item.start]


def _is_denied(text: str, position: int) -> bool:
    clause, before = clause_at(text, position), text[max(0, position - 40) : position]
    is_wrong = _BESIDE["wrong_before"].match(text, position)
    if is_wrong or _BESIDE["denied"].search(before) or (clause is not None and clause.means("denies")):
        return True
    following = clause_at(text, clause.end + 1) if clause is not None and clause.text.endswith("?") else None
    # "500 shares? No."
    return following is not None and following.meaning == "no"


def _is_of_this(text: str, item: RoleNumber) -> bool:
    before = _lead(text, item)
    if _BESIDE["elsewhere"].search(before) or _BESIDE["no_count"].match(text, item.end):
        return False
    if _BESIDE["of_an_option"].match(text, item.end) and re.search(r"\d", text[max(0, item.start - 200) : item.start]):
        # "Buy 10 AAPL Jan 2026 200 calls": the number beside "calls" is the strike.
        return False
    clause = clause_at(text, item.start)
    # "The price is 131" has the price for its subject.
    priced = clause is not None and clause.meaning == "things" and item.role == "price" and not _PAID.search(before)
    return priced or bool(_BESIDE["counts_them"].search(before)) or is_of_this_trade(text, item.start)


def _corrected_by(text: str, item: RoleNumber, later: Sequence[RoleNumber]) -> RoleNumber | None:
    """The later number that takes the place of this one, or None: "100, sorry, 160 shares"."""
    following = next((other for other in later if other.role == item.role or other.role == "bare"), None)
    if following is None or item.role not in ("quantity", "money", "bare"):
        return None
    return following if CORRECTS.search(text[item.end : following.start][:60]) else None


def counts_another_thing(text: str, item: RoleNumber) -> bool:
    """Whether a bare number measures something, or counts what is no unit of a trade: "140 guests", "one computer"."""
    after = _NEXT_WORD.match(text, item.end) if item.role == "bare" else None
    counted = after is not None and after[1].islower() and after[1] not in STOPS | SMALL
    return bool(MEASURE.match(text, item.end)) or counted


def _counts_units(text: str, item: RoleNumber, asked: bool, names: Sequence[str]) -> bool:
    digits = item.number.text
    if re.match(r"0\d", digits) or (not asked and re.fullmatch(r"\d{7,}", digits)):
        return False
    before, after = _lead(text, item), text[item.end : item.end + 80]
    behind = after.lstrip().casefold()
    if _BESIDE["of_them"].match(after) or any(name and behind.startswith(name.casefold()) for name in names):
        return True
    if MEASURE.match(after):
        return False
    if _BESIDE["name_and_unit"].match(after) or _BESIDE["governed"].search(before):
        return True
    if _BESIDE["verb_and_name"].search(before) and _BESIDE["ends"].match(after) and digits[:3] not in _YEARS:
        return True
    # "Boeing, sell, 22, USD 4,100": a part that is nothing but the number.
    alone = re.search(r"(?:^|[,;:\n])\s*$", before) and re.match(r"\s*(?:[,;.!\n]|$)", after)
    return _is_an_answer(text, item) if asked else bool(alone) and direction(text) is not None


def _is_an_answer(text: str, item: RoleNumber) -> bool:
    """Whether a bare number is the answer to a question: what stands beside it counts and measures nothing else."""
    beside = f"{text[max(0, item.start - 2) : item.start]}#{text[item.end : item.end + 2]}"
    # "14/12" is a day rather than a fraction.
    if re.match(r"0\d", item.number.text) or "/" in item.number.text or re.search(r"\d[\s/-]*#|#[\s/-]*\d", beside):
        return False
    after = _NEXT_WORD.match(text, item.end)
    return after is None or (after[1].casefold() in SMALL and after[1] != "of")


def _by_its_neighbours(text: str, item: RoleNumber) -> RoleNumber:
    """The same number with the role that the words right beside it give."""
    before, after = _lead(text, item), text[item.end : item.end + 24]
    if item.role in ("money", "bare") and _BESIDE["each_before"].search(before):
        return replace(item, role="price")
    if item.role == "price" and _BESIDE["valued_before"].search(before):
        return replace(item, role="money")
    if item.role == "bare" and _BESIDE["money_word"].match(after):
        return replace(item, role="money")
    word = _NEXT_WORD.match(text, item.end) if item.role == "bare" else None
    return replace(item, role="quantity") if word is not None and is_unit_with_slip(word[1]) else item


def is_unit_with_slip(word: str) -> bool:
    """Whether a word counts what is traded, but for a slip: "60 roche shars"."""
    return word.islower() and any(alike(word, unit) for unit in SHARE_UNITS)


def _is_of_a_name(text: str, item: RoleNumber) -> bool:
    """Whether a number is of a name: "Euro Stoxx 50", "the Core one", "3M" where another number is the quantity."""
    lead = text[max(0, item.number.start - 60) : item.number.start]
    before = _LAST_WORD.search(lead)
    if before is not None and before[1].casefold().rstrip(".") in INDEX_NAMES and item.number.value in INDEX_NUMBERS:
        return True
    if item.number.text == "one" and before is not None and re.match(r"[A-Z]\w", before[1]):
        return True
    if item.role == "bare" and before is not None:
        # "Vanguard 500 Fund": a number between two words of a name is a part of it.
        after = re.match(r"\s+([^\W\d_]+)", text[item.number.end : item.number.end + 60])
        if after is not None and not {before[1].casefold(), after[1].casefold()} & STOPS and before[1].isalpha():
            return True
    # "EUR 3M" and "worth 3M" are amounts; "3M shares" and "3M" alone are more likely the company.
    named = _BESIDE["name_number"].match(text, item.number.start)
    return bool(named) and (item.role != "money" or not item.number.text.startswith("3"))
