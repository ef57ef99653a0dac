"""The grammar of English numbers over tokens: words, digits and mixtures. Look-ahead is bounded, so time is linear."""

import unicodedata
from dataclasses import replace
from decimal import Decimal

from wording.amounts.number_words import (
    BARE_SCALES,
    DENOMINATORS,
    DOZEN,
    GLUED,
    HUNDRED,
    ORDINALS,
    PLAIN_SUFFIXES,
    PLURAL_DENOMINATORS,
    SCALES,
    SUFFIXES,
    TEENS,
    TENS,
    UNITS,
    VAGUE,
)
from wording.amounts.numerals import read_numeral
from wording.amounts.spoken import (
    Reading,
    after_hyphen,
    read_decimals,
    read_hundreds,
    touches,
    with_point,
    with_tail,
    word_at,
)
from wording.amounts.token import Token

_MAX_SCALES = 3
_LARGEST = Decimal(10) ** 27
_SIGNS = frozenset("$€£¥₹")
# The words with which a number, a fraction in words or a rank can begin.
BEGIN_A_NUMBER = (
    frozenset({"a", "an", "point", "half", "quarter", "couple", "pair", "hundred", "dozen"})
    | BARE_SCALES
    | UNITS.keys()
    | TEENS.keys()
    | TENS.keys()
    | GLUED.keys()
    | ORDINALS.keys()
)


def _read_lead(tokens: list[Token], index: int) -> Reading | None:
    """What a scale may multiply: digits, a word number below ten thousand, "a", "half a", "two and a half"."""
    if index >= len(tokens):
        return None
    token = tokens[index]
    if token.kind in {"numeral", "fraction"}:
        lead = _read_digits(token, index)
        if lead and word_at(tokens, lead.after) in HUNDRED:
            lead = with_tail(tokens, Reading(lead.value * 100, lead.after + 1, alternatives=()))
        return lead and _with_half(tokens, with_point(tokens, lead))
    if token.text == "point" and word_at(tokens, index - 1) not in {
        "that",
        "this",
        "the",
        "which",
        "some",
        "any",
    }:
        digits, after = read_decimals(tokens, index + 1)
        return Reading(Decimal(f"0.{digits}"), after) if digits else None
    following = after_hyphen(tokens, index + 1)
    if token.text in {"a", "an"} and word_at(tokens, following) in BARE_SCALES | DOZEN | {"grand"}:
        single = Reading(Decimal(1), following)
        return (
            with_tail(tokens, Reading(Decimal(100), following + 1)) if word_at(tokens, following) in HUNDRED else single
        )
    if token.text in BARE_SCALES - HUNDRED or token.text == "dozen":
        return Reading(Decimal(1), index) if word_at(tokens, index - 1) not in VAGUE | {"couple", "per"} else None
    lead = read_hundreds(tokens, index)
    return lead and _with_half(tokens, with_point(tokens, lead))


def _read_digits(token: Token, index: int) -> Reading | None:
    if token.kind == "fraction":
        value = read_fraction(token.text)
        return None if value is None else Reading(value, index + 1, "fraction")
    numeral = read_numeral(token.text)
    return Reading(numeral.value, index + 1, alternatives=numeral.alternatives) if numeral else None


def read_fraction(text: str) -> Decimal | None:
    """The value of "3/4", "2 1/4", "¾" or "2¾"; None for a zero denominator and for "24/7"."""
    whole, _, rest = text.strip().replace(" /", "/").replace("/ ", "/").rpartition(" ")
    if "/" not in rest:
        digits = text[:-1].strip()
        # Fractions in one character have small exact denominators; 840 is a multiple of all of them
        # but 1/9 and 1/11.
        share = Decimal(unicodedata.numeric(text[-1])).quantize(Decimal("1e-12"))
        return Decimal(digits or 0) + share
    above, below = (Decimal(part) for part in rest.split("/"))
    if not below or rest in {"24/7", "50/50"}:
        return None
    return Decimal(whole.strip() or 0) + above / below


def _with_half(tokens: list[Token], lead: Reading) -> Reading:
    """Adds "and a half", "and three quarters", "and two thirds"."""
    if word_at(tokens, lead.after) not in {"and", "&"} or lead.value != lead.value.to_integral_value():
        return lead
    share = read_share(tokens, lead.after + 1)
    # "Two and a half million" is one number; "two and half a million" would be two.
    if share is None or share.value >= 1 or word_at(tokens, share.after) in {"a", "of"}:
        return lead
    return Reading(lead.value + share.value, share.after, "fraction")


def read_share(tokens: list[Token], index: int) -> Reading | None:
    """A fraction in words: "a half", "one third", "three quarters", "half"."""
    word = word_at(tokens, index)
    if word in {"a", "an"}:
        hundreds = word_at(tokens, index + 1) in HUNDRED
        numerator = _read_count(tokens, index + 1) if hundreds else Reading(Decimal(1), index + 1)
    else:
        numerator = _read_count(tokens, index)
    if word == "half":
        return Reading(Decimal("0.5"), index + 1, "fraction")
    if numerator is None:
        return None
    below = after_hyphen(tokens, numerator.after)
    tens = TENS.get(word_at(tokens, below), 0)
    if tens:
        below = after_hyphen(tokens, below + 1)
    last = word_at(tokens, below)
    table = DENOMINATORS if numerator.value == 1 else PLURAL_DENOMINATORS
    denominator = table.get(last, 0)
    if tens and numerator.value == 1 and not denominator:
        denominator = {"first": 1, "second": 2}.get(last, 0)
    if not denominator or (tens and denominator > 9):
        return None
    return Reading(numerator.value / (tens + denominator), below + 1, "fraction")


def _read_count(tokens: list[Token], index: int) -> Reading | None:
    token = tokens[index] if index < len(tokens) else None
    if token and token.kind == "numeral":
        return _read_digits(token, index)
    return read_hundreds(tokens, index)


def _read_scale(tokens: list[Token], index: int, numeral: bool) -> tuple[Decimal, int] | None:
    """The scale at `index`: a word ("thousand"), or after a numeral a suffix ("k", "bn")."""
    after = after_hyphen(tokens, index)
    word = word_at(tokens, after)
    if word in SCALES:
        return SCALES[word], after + 1
    if not numeral and word in {"k", "bn", "mn", "mln"} and after == index:
        return SUFFIXES[word], after + 1
    if not numeral or word not in SUFFIXES or after != index:
        return None
    raw, touching = tokens[index].raw, touches(tokens, index)
    signed = word_at(tokens, index - 2)[-1:] in _SIGNS or word_at(tokens, index + 1) in _SIGNS
    if word == "g" and not (touching and raw == "G" and ("." in tokens[index - 1].text or signed)):
        return None
    if word == "mm" and not signed:
        return None
    if word in PLAIN_SUFFIXES or touching or signed or raw.isupper():
        return SUFFIXES[word], index + 1
    return None


def _read_term(tokens: list[Token], index: int) -> tuple[Reading, Decimal] | None:
    """A lead with its scales, and the scale: "two hundred thousand" is (200000, 1000)."""
    lead = _read_lead(tokens, index)
    if lead is None:
        return None
    numeral = index < len(tokens) and tokens[index].kind in {"numeral", "fraction"}
    scale, after = Decimal(1), lead.after
    for _ in range(_MAX_SCALES):
        scaled = _read_scale(tokens, after, numeral and scale == 1)
        if scaled is None:
            break
        scale, after = scale * scaled[0], scaled[1]
    if scale == 1:
        unread = word_at(tokens, after)
        if numeral and unread in {"m", "mm", "b", "t"}:
            # "5 m" and "5mm" may be metres or millions: the plain number stands, the other reading is kept.
            lead = replace(lead, alternatives=(*lead.alternatives, lead.value * SUFFIXES[unread]))
        return lead, scale
    # A scale settles how its digits are meant: "1.234 million" has decimals.
    return Reading(lead.value * scale, after, "cardinal"), scale


def read_number(tokens: list[Token], index: int) -> Reading | None:
    """The longest number that begins at token `index`, without its sign; None when there is none."""
    shared = _read_share_of_scale(tokens, index) or _read_couple(tokens, index)
    if shared:
        return shared
    term = _read_term(tokens, index)
    if term is None:
        return None
    total, limit = term
    while limit > 1:
        following = _read_next_term(tokens, total.after, limit)
        if following is None:
            break
        total, limit = Reading(total.value + following[0].value, following[0].after), following[1]
    total = _with_half_scale(tokens, total, limit)
    dozen = after_hyphen(tokens, total.after)
    if word_at(tokens, dozen) in DOZEN:
        total = Reading(total.value * 12, dozen + 1)
    return total if total.value < _LARGEST else None


def _read_next_term(tokens: list[Token], index: int, limit: Decimal) -> tuple[Reading, Decimal] | None:
    """The next, smaller part after a scale: "… two hundred thousand", "… and five"; digits need a scale of
    their own.
    """
    word, comma = word_at(tokens, index), word_at(tokens, index) == ","
    start = index + 1 if word in {"and", ",", "-", "&"} else index
    if comma and word_at(tokens, start) == "and":
        start += 1
    token = tokens[start] if start < len(tokens) else None
    if token is None or token.text in BARE_SCALES or token.text in DOZEN or token.text == "point":
        return None
    term = _read_term(tokens, start)
    if term is None:
        return None
    reading, scale = term
    hundred = any(word_at(tokens, i) in HUNDRED for i in range(start, reading.after))
    if reading.value >= limit or scale >= limit or reading.kind == "fraction":
        return None
    if (token.kind == "numeral" or comma) and scale == 1 and not hundred:
        return None
    # "A thousand and a half" is read by its own rule.
    return None if token.text == "a" and not hundred else term


def _with_half_scale(tokens: list[Token], total: Reading, limit: Decimal) -> Reading:
    """ "A million and a half" is 1.5 million; the half may also be meant as one half."""
    if limit < 1000 or word_at(tokens, total.after) != "and":
        return total
    share = read_share(tokens, total.after + 1)
    if share is None or share.value >= 1 or word_at(tokens, share.after) in {"a", "of"} | SCALES.keys():
        return total
    value = total.value + share.value * limit
    return Reading(value, share.after, alternatives=(total.value + share.value,))


def _read_share_of_scale(tokens: list[Token], index: int) -> Reading | None:
    """ "Half a million", "a quarter of a million", "three quarters of a billion", "half a dozen", "half hundred"."""
    share = read_share(tokens, index)
    if share is None and word_at(tokens, index) == "quarter":
        share = Reading(Decimal("0.25"), index + 1, "fraction")
    if share is None:
        return None
    after = share.after + (word_at(tokens, share.after) == "of")
    after += word_at(tokens, after) in {"a", "an", "one"}
    word = word_at(tokens, after)
    if word in HUNDRED:
        return Reading(share.value * 100, after + 1)
    if word in DOZEN:
        return Reading(share.value * 12, after + 1)
    if word in SCALES:
        return Reading(share.value * SCALES[word], after + 1)
    return None


def _read_couple(tokens: list[Token], index: int) -> Reading | None:
    """ "A couple", "a couple of hundred", "a pair": two, but flagged as approximate unless it is a pair."""
    start = index + (word_at(tokens, index) in {"a", "an"})
    word = word_at(tokens, start)
    if word not in {"couple", "pair"}:
        return None
    after = start + 1 + (word_at(tokens, start + 1) == "of")
    scale_word = word_at(tokens, after)
    scale = SCALES.get(scale_word) or (Decimal(100) if scale_word in HUNDRED else None)
    scale = scale or (Decimal(12) if scale_word in DOZEN else None)
    if scale:
        return Reading(2 * scale, after + 1, approximate=True)
    return Reading(Decimal(2), start + 1, approximate=word == "couple") if start > index else None


def read_ordinal(tokens: list[Token], index: int) -> Reading | None:
    """ "Second", "twenty-first", "one hundred and fifth", "2nd"."""
    if index < len(tokens) and tokens[index].kind == "ordinal":
        digits = tokens[index].text[:-2].replace(",", "")
        return Reading(Decimal(digits), index + 1, "ordinal") if digits.isdecimal() and len(digits) < 9 else None
    value = ORDINALS.get(word_at(tokens, index))
    return Reading(Decimal(value), index + 1, "ordinal") if value else None
