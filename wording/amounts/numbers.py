"""Finds the numbers in a text, in digits and in words, with their spans. Returns nothing rather than a wrong
value.
"""

from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from functools import lru_cache
from typing import Literal

from wording.amounts.currency_words import ACTIVE_CODES
from wording.amounts.grammar import BEGIN_A_NUMBER, read_number, read_ordinal, read_share
from wording.amounts.number_words import DENOMINATORS, MONTHS, ORDINALS, SCALES, WEEKDAYS, words
from wording.amounts.spoken import Reading, read_small, touches, word_at
from wording.amounts.token import Token
from wording.amounts.tokens import tokenize

NumberKind = Literal["cardinal", "fraction", "percent", "ordinal", "date", "time", "phone"]

_SPECIAL_KINDS: dict[str, NumberKind] = {"date": "date", "time": "time", "phone": "phone"}
_PRONOUN_BEFORE = words(
    "the this that these those which each every any no some other another only last next same right "
    "wrong new old previous former latter correct cheaper cheapest bigger biggest smaller smallest "
    "good bad better best loved such first's either neither"
)
_PRONOUN_AFTER = words("of another by who whose that which is was can could should would must might has 's")
_NOUNS_AFTER_ONE = words(
    "share shares lot lots unit units contract contracts option options bond bonds stock dollar "
    "dollars euro euros pound pounds cent cents penny yen point hundred thousand million percent "
    "half and third quarter"
)
_YEAR_BEFORE = words("in during since year fy calendar until till before after by throughout")
_GOES_ON = words("and or i we to at on was is but with for")
_TIME_BEFORE = frozenset({"half", "quarter", "past"})
_PERCENT = frozenset({"%", "percent", "pct", "percents", "percentage", "٪", "％"})
_SIGNS = frozenset("$€£¥₹₩₪")
_MAX_POWER = 64
# Texts up to so many characters are read once, whatever is asked of them.
_KEPT_CHARS, _KEPT_TEXTS = 2_000, 512
# A token that is none of these begins no number, and most words of a text are none.
_BEGINNINGS = BEGIN_A_NUMBER | {"minus", "negative", "-"}
_NUMERALS = frozenset({"numeral", "fraction", "ordinal", *_SPECIAL_KINDS})


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text; `text[start:end]` of the original holds it.

    `kind` says how to take it: `cardinal` and `fraction` are amounts; a `percent` is in percent (50 bps are 0.5);
    `ordinal`, `date`, `time` and `phone` are no amounts, and the value of the last three is only their first numeral.
    `alternatives` are other values that the writing may mean ("1.234", "2 500"); `approximate` marks "a couple".
    """

    value: Decimal
    start: int
    end: int
    text: str
    kind: NumberKind = "cardinal"
    alternatives: tuple[Decimal, ...] = ()
    approximate: bool = False

    @property
    def ambiguous(self) -> bool:
        """Whether the writing has a second conventional reading; better ask than guess."""
        return bool(self.alternatives)

    @property
    def is_amount(self) -> bool:
        """Whether the number counts or measures something: neither a rank, a rate, a date nor an address."""
        return self.kind in {"cardinal", "fraction"}


@dataclass(frozen=True, slots=True)
class Located:
    """A number with the range of tokens that it was read from."""

    number: Number
    first: int
    after: int


def find_numbers(text: str) -> list[Number]:
    """Every number in `text`, in order, with no overlap. Never raises; linear in the length of the text.

    Digits inside words and identifiers are left out; dates, times and ordinals are in, marked by `kind`.
    """
    return [located.number for located in locate_numbers(text)[1]]


def locate_numbers(text: str) -> tuple[list[Token], list[Located]]:
    """The tokens of a text, and `find_numbers` with the tokens that each was read from; nobody changes either."""
    return _located_in(text) if len(text) <= _KEPT_CHARS else _located_in.__wrapped__(text)


@lru_cache(_KEPT_TEXTS)
def _located_in(text: str) -> tuple[list[Token], list[Located]]:
    tokens = tokenize(text)
    located_numbers: list[Located] = []
    index = 0
    with localcontext(Context(prec=40)):
        while index < len(tokens):
            begins = tokens[index].kind in _NUMERALS or tokens[index].text in _BEGINNINGS
            floor = located_numbers[-1].after if located_numbers else 0
            located = _locate_at(text, tokens, index, floor) if begins else None
            if located:
                located_numbers.append(located)
                index = located.after
            else:
                index += 1
    return tokens, located_numbers


def _locate_at(text: str, tokens: list[Token], index: int, floor: int) -> Located | None:
    """The number that begins at token `index`; `floor` is where the number before it ended."""
    token = tokens[index]
    if token.kind in _SPECIAL_KINDS:
        digits = "".join(c if c.isdigit() else " " for c in token.text).split()[0]
        return _located(text, tokens, index, Reading(Decimal(digits), index + 1), _SPECIAL_KINDS[token.kind])
    if _ends_a_name(tokens, index):
        return None
    sign = _read_sign(tokens, index, floor)
    reading = _read_at(tokens, index + (1 if sign else 0))
    if reading is None:
        return None
    if sign:
        if reading.kind == "ordinal":
            return None
        alternatives = tuple(-value for value in reading.alternatives)
        # The sign belongs to the base of a power: (-2)^2 is 4, as calculators of chat bots have it.
        base = _exponent_is_even(tokens, index, reading)
        value = reading.value if base else -reading.value
        reading = Reading(value, reading.after, reading.kind, alternatives, reading.approximate)
    elif _is_pronoun(tokens, index, reading):
        return None
    kind = _kind_of(tokens, index, reading)
    if kind == "percent":
        return _percent(text, tokens, index, reading)
    return _located(text, tokens, index, reading, kind)


def _ends_a_name(tokens: list[Token], index: int) -> bool:
    """Whether a numeral is the end of a name with a hyphen: "COVID-19", "F-16", but not "twenty-5" or "EUR-5"."""
    if index < 2 or tokens[index].kind != "numeral" or tokens[index - 1].text != "-":
        return False
    joined = touches(tokens, index) and touches(tokens, index - 1)
    name = tokens[index - 2]
    return joined and name.kind == "word" and name.raw not in ACTIVE_CODES and read_small(tokens, index - 2) is None


def _read_at(tokens: list[Token], index: int) -> Reading | None:
    """The reading at `index`, the longest of: an ordinal, a fraction in words, a number with what follows it."""
    number = read_number(tokens, index)
    share = read_share(tokens, index)
    if share and share.after > (number.after if number else 0) and _stands_alone(tokens, index, share):
        return share
    if number is None:
        return read_ordinal(tokens, index)
    following = number.after + (word_at(tokens, number.after) == "-")
    if word_at(tokens, following) in ORDINALS and tokens[index].kind == "word":
        # "Twenty-first" and "one hundred and fifth" rank, they do not count.
        return Reading(number.value + ORDINALS[word_at(tokens, following)], following + 1, "ordinal")
    return _with_operator(tokens, number)


def _stands_alone(tokens: list[Token], index: int, share: Reading) -> bool:
    """Whether words that look like a fraction are one: "a third of", not "a third party" and not "half my shares"."""
    following = word_at(tokens, share.after)
    if share.after == index + 1:
        return len(tokens) == 1
    single = word_at(tokens, index) in {"a", "an", "one"} and word_at(tokens, share.after - 1) in DENOMINATORS
    quarter = word_at(tokens, share.after - 1) in {"quarter", "quarters"}
    ended = share.after >= len(tokens) or following in {"of", ".", ",", ";", "!", "?", ")", "and", "or"}
    return ended if single or quarter else True


def _with_operator(tokens: list[Token], number: Reading) -> Reading:
    """ "1 over 3" at the end of a phrase, and a power as in "1.1^23"."""
    operator = word_at(tokens, number.after)
    if operator not in {"over", "^"} or number.kind == "fraction":
        return number
    start = number.after + 1
    sign = -1 if operator == "^" and word_at(tokens, start) == "-" else 1
    other = read_number(tokens, start + (operator == "^" and word_at(tokens, start) in {"-", "+"}))
    if other is None or other.kind == "fraction":
        return number
    if operator == "^":
        if abs(other.value) > _MAX_POWER or (not number.value and sign < 0):
            return number
        return Reading(number.value ** (sign * other.value), other.after)
    ended = other.after >= len(tokens) or word_at(tokens, other.after) in {".", ",", ";", "!", "?", ")"}
    return Reading(number.value / other.value, other.after, "fraction") if other.value and ended else number


def _read_sign(tokens: list[Token], index: int, floor: int) -> str:
    """ "touching", "alone" or "word" when a minus sign stands at `index`, else ""."""
    token, before = tokens[index], tokens[index - 1] if index else None
    if index + 1 >= len(tokens) or (floor == index and floor):
        return ""
    if token.text in {"minus", "negative"}:
        return "word"
    if token.text != "-" or tokens[index + 1].kind not in {"numeral", "fraction", "word"}:
        return ""
    if tokens[index + 1].start == token.end:
        apart = before is None or (before.end < token.start) or before.text in {"(", "=", ":", "[", '"', "'"} | _SIGNS
        return "touching" if apart and tokens[index + 1].kind != "word" else ""
    # A dash with spaces may begin a list. It is a minus only where the number is all that is said.
    if tokens[index + 1].kind == "word":
        return ""
    if before is None:
        reading = read_number(tokens, index + 1)
        return "alone" if reading and reading.after >= len(tokens) else ""
    return "alone" if before.text in {"is", "was", "be", "=", "equals"} else ""


def _exponent_is_even(tokens: list[Token], index: int, reading: Reading) -> bool:
    exponent = word_at(tokens, reading.after - 1)
    raised = any(token.text == "^" for token in tokens[max(index, reading.after - 3) : reading.after])
    return raised and exponent.isdecimal() and int(exponent[-1]) % 2 == 0


def _is_pronoun(tokens: list[Token], index: int, reading: Reading) -> bool:
    """Whether "one" stands for a thing: "the first one", "this one", "the blue one", "one of them"."""
    if tokens[index].text != "one" or reading.after != index + 1:
        return False
    before, following = word_at(tokens, index - 1), word_at(tokens, index + 1)
    if following in _NOUNS_AFTER_ONE:
        return False
    if before in _PRONOUN_BEFORE or before in ORDINALS or following in _PRONOUN_AFTER:
        return True
    described = index >= 2 and tokens[index - 1].kind in {"word", "ordinal"}
    return described and word_at(tokens, index - 2) in {"the", "a", "an", "this", "that"}


def _kind_of(tokens: list[Token], index: int, reading: Reading) -> NumberKind:
    if reading.kind == "ordinal":
        return "date" if _beside_month(tokens, index, reading.after) else "ordinal"
    following = word_at(tokens, reading.after)
    if following in _PERCENT or (following == "per" and word_at(tokens, reading.after + 1) == "cent"):
        return "percent"
    if following in {"bps", "bp"} or (following == "basis" and word_at(tokens, reading.after + 1).startswith("point")):
        return "percent"
    if following in {"o'clock", "oclock"} or (
        word_at(tokens, index - 1) in {"past"} and word_at(tokens, index - 2) in _TIME_BEFORE
    ):
        return "time"
    decade = following == "s" and _looks_like_year(word_at(tokens, index)) and touches(tokens, reading.after)
    if decade or _is_year(tokens, index, reading) or _beside_month(tokens, index, reading.after):
        return "date"
    return reading.kind


def _beside_month(tokens: list[Token], index: int, after: int) -> bool:
    """Whether a month is named right beside a number that can be a day or a year: "4 May", "May 4th", "May 2024"."""
    text = word_at(tokens, index).rstrip("stndrh,")
    if not (text.isdecimal() and (int(text[:5]) <= 31 or _looks_like_year(text))) and tokens[index].kind != "word":
        return False
    skip = 1 if word_at(tokens, after) in {"of", ","} else 0
    for place in (index - 1, after + skip, index - 2 if word_at(tokens, index - 1) in {",", "the"} else -1):
        month = word_at(tokens, place)
        # "May" and "march" are verbs unless they are written as names.
        if month in MONTHS and (month not in {"may", "march"} or tokens[place].raw[0].isupper()):
            return True
    before = index - 2
    return _looks_like_year(text) and before >= 0 and word_at(tokens, before) in MONTHS


def _looks_like_year(text: str) -> bool:
    return len(text) == 4 and text.isdecimal() and 1900 <= int(text) <= 2099


def _is_year(tokens: list[Token], index: int, reading: Reading) -> bool:
    """Whether four digits are a year by the word before them, and nothing is counted by them."""
    if not _looks_like_year(word_at(tokens, index)) or reading.after != index + 1:
        return False
    before, following = word_at(tokens, index - 1), tokens[index + 1] if index + 1 < len(tokens) else None
    counted = following is not None and (following.text in _SIGNS or following.text in SCALES)
    if following is not None and following.kind == "word":
        counted = following.text not in _GOES_ON
    return not counted and (before in _YEAR_BEFORE or before in MONTHS or before in WEEKDAYS)


def _percent(text: str, tokens: list[Token], index: int, reading: Reading) -> Located:
    following = word_at(tokens, reading.after)
    width = 2 if following in {"per", "basis"} else 1
    value = reading.value / 100 if following in {"bps", "bp", "basis"} else reading.value
    ended = Reading(value, reading.after + width, alternatives=reading.alternatives)
    return _located(text, tokens, index, ended, "percent")


def _located(text: str, tokens: list[Token], index: int, reading: Reading, kind: NumberKind) -> Located:
    start, end = tokens[index].start, tokens[reading.after - 1].end
    number = Number(reading.value, start, end, text[start:end], kind, reading.alternatives, reading.approximate)
    return Located(number, index, reading.after)
