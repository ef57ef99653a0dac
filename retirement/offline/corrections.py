"""Reads what puts an earlier fact right: another number, another unit, another name, or the panel's "That's wrong"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from retirement.checklist import item_named
from retirement.coverage import base_type
from retirement.fact_types import may_repeat
from retirement.facts import FactView, current
from retirement.reading import Fact, Measure, kinds_in, label_of, measures_in, passage
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/corrections.txt")
_NUMBER = _PATTERNS["number"]
_SWAP = [re.compile(_PATTERNS[name], re.I) for name in ("new_then_old", "old_then_new", "from_to", "said_then_new")]
_CHANGES = re.compile(_PATTERNS["changes"], re.I)
_NEW = re.compile(_PATTERNS["new"], re.I)
_DENIED = re.compile(_PATTERNS["denied"], re.I)
_UNIT = re.compile(r"\b(?:(?:a|per|each|every) |by the )(?:day|week|month|quarter|year)\b|/(?:mo|yr)\b", re.I)
_NAMES = re.compile(r"(?<![.!?] )(?<!^)(?<!\w)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)*\b")
_PANEL_SENTENCE = re.compile(
    r"\s*That's wrong: [“\"](?P<quoted>.+?)[”\"]\.?\s*(?:It(?:'s| is| was)\b)?(?P<said>.*)\Z", re.I | re.DOTALL
)
_SWAPPED = re.compile(r"\b(?P<new>[a-z]{3,}),? (?:instead of|rather than|(?:and )?not) (?P<old>[a-z]{3,})\b", re.I)
# A number and its unit, as in "$6,400 a month": of a longer answer the number alone would lose the rest.
MAX_NUMBER_WORDS = 4
# What is told as a correction is told so surely.
SURELY = 0.95
# What is named by its amount alone is corrected to at most so many times as much.
FARTHEST = 5
# A correction is short, and shorter where it names nothing of what it corrects.
MAX_CORRECTION, BARE_WORDS = 300, 8


@dataclass(frozen=True, slots=True)
class Correction:
    """An earlier fact with the person's new words in the place of the old ones. `is_plain`: the old ones are named."""

    fact: FactView
    value: str
    is_plain: bool = True


def read_corrections(text: str, facts: Sequence[FactView], *, changes: bool = False) -> list[Correction]:
    """The corrections of earlier facts; none where it is not certain which.

    `changes` says that the message is known to put something right, so that it need not say "not" or "I meant".
    """
    if len(text) > MAX_CORRECTION:
        return []
    known = sorted(current(facts), key=lambda fact: fact.created_at, reverse=True)
    meant = list(_of_number(text, known)) or list(_of_unit(text, known))
    if not meant and (changes or _CHANGES.search(text)):
        meant = list(_of_name(text, known)) or list(_of_kind(text, known))
    return meant or list(_of_newest(text, known, changes))


def _of_number(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "67, not 65": the newest fact that holds the old number."""
    for match in itertools.chain.from_iterable(pattern.finditer(text) for pattern in _SWAP):
        old, new = _values(match["old"]), match["new"].rstrip(".,")
        holding = ((fact, held) for fact in known for held in measures_in(fact.value) if old & held.values)
        if not old & _values(new) and (first := next(holding, None)):
            fact, held = first
            yield Correction(fact, _put(fact.value, held, new))
            known = [other for other in known if other is not fact]


def _of_unit(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "a month, not a year": the newest fact that is told by the other unit, of that number where one is named."""
    units = list(_UNIT.finditer(text))
    if not units or not re.search(r"\b(?:not|instead|oops|meant|sorry)\b", text, re.I):
        return
    new = units[-1] if re.search(r"\bnot\s*$", text[: units[0].start()], re.I) else units[0]
    numbers = {value for measure in measures_in(text) for value in measure.values}
    for fact in known:
        held = _UNIT.search(fact.value)
        if held and held[0].lower() != new[0].lower() and (not numbers or numbers & _values(fact.value)):
            yield Correction(fact, fact.value[: held.start()] + new[0] + fact.value[held.end() :])
            return


def _of_name(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "out of Asheville, it will be Greenville": the newest fact that holds one of two names."""
    names = list(dict.fromkeys(_NAMES.findall(text)))
    if swapped := _SWAPPED.search(text):
        names = [swapped["new"], swapped["old"]]
    for fact in known:
        old = [name for name in names if re.search(rf"\b{name}\b", fact.value)]
        new = [name for name in names if name not in old]
        if len(old) == len(new) == 1:
            yield Correction(fact, fact.value.replace(old[0], new[0]))
            return


def _of_kind(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "about the age, make it 66": for each number a fact with one of that kind, of which the message speaks."""
    kinds, words = kinds_in(text), set(passage(text).content)
    weighed = []
    for fact in known:
        item = item_named(fact.topic, base_type(fact.fact_type or ""))
        about = f"{fact.value}. {item.question if item else ''} {label_of(base_type(fact.fact_type or ''))}"
        shared = len(words & set(passage(about).content)) + 2 * (fact.fact_type in kinds)
        # "Age" is among the words that carry nothing by themselves.
        shared += (fact.fact_type or "").endswith("_age") and re.search(r"\bage\b", text, re.I) is not None
        if shared and len(measures_in(fact.value)) == 1:
            weighed.append((shared, fact))
    weighed.sort(key=lambda pair: -pair[0])
    for measure in measures_in(text):
        if best := next((pair for pair in weighed if _alike(measures_in(pair[1].value)[0], measure)), None):
            weighed.remove(best)
            yield Correction(best[1], _put(best[1].value, measures_in(best[1].value)[0], measure.number.text), False)


def _of_newest(text: str, known: Sequence[FactView], changes: bool) -> Iterator[Correction]:
    """ "sorry, 66", "I read that wrong, it's 1,080 a month": the newest fact of one number that measures the same."""
    changed, numbers = _NEW.search(text), measures_in(text)
    if changed and known and len(text.split()) <= BARE_WORDS:
        new, facts = changed["new"].rstrip(".,"), known[:1]
    elif changes and len(numbers) == 1 and not kinds_in(text):
        new, facts = numbers[0].number.text, known
    else:
        return
    for fact in facts:
        held = measures_in(fact.value)
        if len(held) == 1 and (changed or _may_replace(held[0], numbers[0])):
            yield Correction(fact, _put(fact.value, held[0], new), False)
            return


def _alike(held: Measure, new: Measure) -> bool:
    """Whether two numbers may measure the same: both ages, both years, or both larger sums."""
    sizes = [
        "year" if 1900 <= number.value <= 2100 and "$" not in number.text else "age" if number.value <= 115 else "sum"
        for number in (held.number, new.number)
    ]
    return sizes[0] == sizes[1] and held.number.kind == new.number.kind


def _may_replace(held: Measure, new: Measure) -> bool:
    """Whether one may have been said for the other: a slip changes no number to many times as much."""
    low, high = sorted((held.number.value, new.number.value))
    return low > 0 and high <= FARTHEST * low and _alike(held, new) and held.period == new.period


def as_known(fact: Fact, facts: Sequence[FactView], *, corrects: bool) -> Fact:
    """A fact as one of those that are known: what says less than it is the same ("I rent" after "I rent for 1,450 a
    month"), and where the message puts something right (`corrects`), so is the one account of the same name.
    """
    same = [known for known in current(facts) if base_type(known.fact_type or "") == fact.fact_type]
    if not measures_in(fact.value):
        denies = re.search(r"\b(?:no|not|never)\b|n't", fact.value)
        more = [known for known in same if known.fact_type == fact.fact_type and measures_in(known.value)]
        says_less = more and not denies and len(fact.value.split()) <= MAX_NUMBER_WORDS
        return replace(fact, value=more[0].value) if says_less else fact
    if not (corrects and may_repeat(fact.fact_type)):
        return fact
    named = set(passage(fact.value).content)
    accounts = [known for known in same if named & set(passage(known.value).content)]
    if len(accounts) != 1:
        return fact
    return replace(fact, fact_type=accounts[0].fact_type or fact.fact_type, confidence=SURELY)


def _values(words: str) -> set[Decimal]:
    return {value for measure in measures_in(words) for value in measure.values}


def _put(value: str, held: Measure, new: str) -> str:
    """The value with the words of a number in the place of another's, and one sign of the currency."""
    start = held.start - (value[: held.start].endswith("$") and new.startswith("$"))
    return value[:start] + new + value[held.end :]


def panel_correction(text: str, facts: Sequence[FactView]) -> Correction | None:
    """What the panel's "That's wrong" begins and the person ends: the fact that it quotes, as they say it is."""
    match = _PANEL_SENTENCE.match(text.replace("’", "'"))
    if match is None or not (meant := match["said"].strip().rstrip(".")):
        return None
    quoted = match["quoted"].removesuffix("…").strip()
    fact = next((candidate for candidate in reversed(current(facts)) if candidate.value.startswith(quoted)), None)
    if fact is None:
        return None
    number, held = re.match(rf"(?:about |roughly |around )?({_NUMBER})", meant, re.I), measures_in(fact.value)
    if number and len(held) == 1 and len(meant.split()) <= MAX_NUMBER_WORDS:
        return Correction(fact, _put(fact.value, held[0], number[1].rstrip(".,")))
    label = label_of(base_type(fact.fact_type or "")) or fact.topic.short_label
    return Correction(fact, f"{label[:1].upper()}{label[1:]}: {meant}")


def is_panel_sentence(text: str) -> bool:
    """Whether the panel's "That's wrong" began it."""
    return _PANEL_SENTENCE.match(text.replace("’", "'")) is not None


def is_denial(text: str) -> bool:
    """Whether the person says that something is wrong without saying how it is."""
    return _DENIED.search(text.replace("’", "'")) is not None
