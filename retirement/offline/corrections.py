"""Reads what puts an earlier fact right: another number, another unit, another name, or the panel's "That's wrong"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from dialogue import Act, deeds_in
from retirement.checklist import item_named
from retirement.coverage import base_type
from retirement.fact_types import may_repeat
from retirement.facts import FactView, current
from retirement.reading import Counted, Fact, Measure, kinds_in, label_of, measures_in, passage, read_facts
from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/corrections.txt")
_SIGN, _MORE, _DENIED, _GONE_AFTER, _ANEW, _SWAPPED, _UNIT, _LETTERED = (
    re.compile(_PATTERNS[name], re.I)
    for name in ("sign", "more", "denied", "gone_after", "anew", "swapped", "unit", "lettered")
)
_GONE_BEFORE = re.compile(_PATTERNS["gone_before"] + r"[\s$€£]*$", re.I)
_NAMES = re.compile(r"(?<![.!?] )(?<!^)(?<!\w)[A-Z][a-zà-ÿ]+(?: [A-Z][a-zà-ÿ]+)*\b")
# A number and its unit, as in "$6,400 a month": of a longer answer the number alone would lose the rest.
MAX_NUMBER_WORDS = 4
# What is told as a correction is told so surely.
SURELY = 0.95
# What is named by its amount alone is corrected to at most so many times as much.
FARTHEST = 5
# What names nothing puts one of so many newest facts right.
LATELY = 4
# A correction is short.
MAX_CORRECTION = 300


@dataclass(frozen=True, slots=True)
class Correction:
    """An earlier fact with the person's new words in the place of the old ones. `is_plain`: the old ones are named."""

    fact: FactView
    value: str
    is_plain: bool = True

    @property
    def new_words(self) -> set[str]:
        """The names and sums that take the place of others."""
        return {*_written(self.value)} - {*_written(self.fact.value)}


def _written(value: str) -> list[str]:
    return _NAMES.findall(value) + [measure.number.text for measure in measures_in(value) if measure.is_sum]


def puts_right(text: str) -> bool:
    """Whether words have a sign that they put something right, and none that they tell of one more."""
    return len(text) <= MAX_CORRECTION and _SIGN.search(text) is not None and not _MORE.search(text)


def read_corrections(text: str, facts: Sequence[FactView], *, changes: bool = False) -> list[Correction]:
    """The corrections of earlier facts; none where it is not certain which.

    `changes` says that the message is known to put something right, so that it need not say "not" or "I meant".
    """
    if len(text) > MAX_CORRECTION:
        return []
    known = sorted(current(facts), key=lambda fact: fact.created_at, reverse=True)
    changes = changes or puts_right(text)
    meant = list(_of_old_number(text, known)) or list(_of_unit(text, known))
    names = _swapped(text)
    if changes or (names and all(name[0].isupper() for name in names)):
        put = {correction.fact.id for correction in meant}
        meant += [named for named in _of_name(text, known) if named.fact.id not in put]
    if not meant and changes:
        # "Make that $25,000; 40,000 would lift me into a higher bracket" says behind it why.
        signed = next((part for part in re.split(r"[;.!]\s", text) if _SIGN.search(part)), "")
        meant = list(_of_new_number(text, known)) or list(_of_new_number(signed, known))
    meant = meant or list(_of_topic(text, known))
    return [*meant, *_told_twice(meant, known)]


def _of_topic(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "Scratch what I said about the will, it's my two nephews": the fact that is named, in the new words."""
    if (anew := _ANEW.search(text)) and (facts := _spoken_of(anew["what"], known)):
        yield Correction(facts[0], in_words(facts[0], anew["meant"].strip().rstrip(".")))


def _told_twice(meant: Sequence[Correction], known: Sequence[FactView]) -> list[Correction]:
    """The same words under a second topic are put right with the first."""
    put = {correction.fact.id for correction in meant}
    by_words = {correction.fact.value: correction for correction in meant}
    return [replace(by_words[f.value], fact=f) for f in known if f.id not in put and f.value in by_words]


def _of_old_number(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "67, not 65", "the 65 was wrong, it is 67": the newest fact that holds the old number and may the new."""
    gone = [counted.measure for counted in passage(text).numbers if _is_gone(text, counted)]
    new = [measure for measure in measures_in(text) if measure not in gone]
    left = list(known)
    for old in gone:
        holding = [(fact, held) for fact in left for held in measures_in(fact.value) if _is_value(old, held)]
        for fact, held in holding:
            near = sorted(new, key=lambda measure: abs(measure.start - old.start))
            instead = next((other for other in near if _alike(held, other) and not _is_value(other, held)), None)
            if instead:
                yield Correction(fact, put_number(fact.value, held, instead.number.text))
                left.remove(fact)
                new.remove(instead)
                break


def _is_gone(text: str, counted: Counted) -> bool:
    """Whether a number is said to be the old one: denied, of the past, or wrong."""
    low, high = counted.measure.start, counted.measure.end
    return counted.sign < 0 or bool(_GONE_AFTER.match(text, high) or _GONE_BEFORE.search(text[max(0, low - 20) : low]))


def _is_value(old: Measure, held: Measure) -> bool:
    """Whether a number is the one that a fact holds; thousands may be left out, as in "44,000, not 48"."""
    return bool(old.values & held.values) or old.number.value * 1000 in held.values


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
    """ "out of Asheville, it will be Greenville": the newest fact that holds one of two names, or another letter behind
    the same word ("it's plan N").
    """
    for what, letter in _LETTERED.findall(text):
        for fact in known:
            held = re.search(rf"\b({what}) (?!{letter}\b)[A-Z]\b", fact.value, re.IGNORECASE)
            if held:
                yield Correction(fact, f"{fact.value[: held.end(1)]} {letter}{fact.value[held.end() :]}")
                return
    names = list(dict.fromkeys(_NAMES.findall(text)))
    names = _swapped(text) or names
    for fact in known:
        old = [name for name in names if re.search(rf"\b{name}\b", fact.value)]
        new = [name for name in names if name not in old]
        if len(old) == len(new) == 1:
            yield Correction(fact, fact.value.replace(old[0], new[0]))
            return


def _swapped(text: str) -> list[str]:
    """The two names of which one is said to take the place of the other; [] where none does."""
    swapped = _SWAPPED.search(text)
    return [name for name in swapped.groups() if name] if swapped else []


def _of_new_number(text: str, known: Sequence[FactView]) -> Iterator[Correction]:
    """ "about the age, make it 66", "sorry, 66": each number in a fact of which the message speaks, else in the newest
    that tells a number of that kind, and not of many times as much.
    """
    left, kinds = _spoken_of(text, known), kinds_in(text)
    meant = [counted.measure for counted in passage(text).numbers if not _is_gone(text, counted)]
    measures = [measure for measure in meant if measure.number.is_amount or measure.kind == "percent"]
    put = list(_instead(measures, left, is_bare=False))
    if not put and len(measures) == 1 and not kinds:
        put = list(_instead(measures, known[:LATELY], is_bare=True))
    yield from put


def _instead(measures: Sequence[Measure], left: Sequence[FactView], *, is_bare: bool) -> Iterator[Correction]:
    """Each number in the first of these facts that has one of its kind."""
    for new in measures:
        for fact in left:
            held = [measure for measure in measures_in(fact.value) if _may_replace(measure, new, is_bare)]
            if len(held) == 1 and (not new.period or held[0].period in ("", new.period)):
                yield Correction(fact, put_number(fact.value, held[0], new.number.text), False)
                left = [other for other in left if other is not fact]
                break


def _spoken_of(text: str, known: Sequence[FactView]) -> list[FactView]:
    """The facts that a message names, by a word or by what it tells of; those first that it names most."""
    kinds, words = kinds_in(text), set(passage(text).content)
    weighed = []
    for fact in known:
        item = item_named(fact.topic, base_type(fact.fact_type or ""))
        about = f"{fact.value}. {item.question if item else ''} {label_of(base_type(fact.fact_type or ''))}"
        shared = len(words & set(passage(about).content)) + 2 * (fact.fact_type in kinds)
        # "Age" is among the words that carry nothing by themselves.
        shared += (fact.fact_type or "").endswith("_age") and re.search(r"\bage\b", text, re.I) is not None
        weighed += [(shared, fact)] if shared else []
    return [fact for _, fact in sorted(weighed, key=lambda pair: -pair[0])]


def _alike(held: Measure, new: Measure) -> bool:
    """Whether two numbers may measure the same: both ages, both years, or both larger sums."""
    size = _size(held)
    return size == _size(new) and (size == "year" or held.number.kind == new.number.kind)


def _size(measure: Measure) -> str:
    """A year, an age or a sum; "2,030" is written as a sum."""
    number = measure.number
    if 1900 <= number.value <= 2100 and not re.search(r"[$,]", number.text):
        return "year"
    return "age" if number.value <= 115 else "sum"


def _may_replace(held: Measure, new: Measure, near: bool) -> bool:
    """Whether one may have been said for the other: what is `near` is no many times as much."""
    low, high = sorted((held.number.value, new.number.value))
    return _alike(held, new) and (not near or (low > 0 and high <= FARTHEST * low))


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


def put_number(value: str, held: Measure, new: str) -> str:
    """The value with the words of a number in the place of another's, and one sign of the currency."""
    start = held.start - (value[: held.start].endswith("$") and new.startswith("$"))
    return value[:start] + new + value[held.end :]


def in_words(fact: FactView, meant: str) -> str:
    """A fact in the person's new words, which need not name it."""
    label = label_of(base_type(fact.fact_type or "")) or fact.topic.short_label
    return f"{label[:1].upper()}{label[1:]}: {meant}"


def is_denial(text: str) -> bool:
    """Whether the person says that something is wrong without saying how it is."""
    return _DENIED.search(text.replace("’", "'")) is not None


def put_right_itself(text: str, read: list[Fact]) -> list[Fact]:
    """The facts of a message as its later words put them right: "roth: 60k. sorry, the roth is 72k now", "to Boise, no,
    not Boise, we will go to Reno".
    """
    changes = [(deed.start, deed.end) for deed in deeds_in(text) if deed.act is Act.CHANGE and deed.is_sure]
    spans = [(start, end, read) for start, end in changes if puts_right(text[start:end])]
    names = [match for match in _SWAPPED.finditer(text) if match[0].lower().startswith("not")]
    # What holds the place that is taken back is read without its denial.
    spans += [(m.start(), m.end(), read_facts(text[: m.start()])) for m in names]
    for start, end, facts in spans:
        before = [fact for fact in facts if fact.end <= start]
        corrections = read_corrections(text[start:end], as_views(before), changes=True)
        meant = {put.fact.value: put.value for put in corrections}
        if not meant:
            continue
        new = frozenset[str]().union(*(put.new_words for put in corrections))
        types = {fact.fact_type for fact in before if fact.value in meant}
        after = [fact for fact in read if fact.end > start and fact.fact_type not in types]
        kept = [*before, *(fact for fact in after if not any(word in fact.value for word in new))]
        read = [replace(fact, value=meant.get(fact.value, fact.value)) for fact in kept]
    return read


def as_views(read: Sequence[Fact]) -> list[FactView]:
    """Facts of this very message, so that "I'm 58, how many years until 64?" knows the age."""
    return [
        FactView(f"new-{n}", fact.topic, fact.subtopic, fact.fact_type, fact.value, fact.confidence, "9999")
        for n, fact in enumerate(read)
    ]
