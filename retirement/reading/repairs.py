"""What a person puts right within one message ("I'm 58, no, 59"), and what two parts of it contradict."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from wording.phrases import groups

_PATTERNS = groups(Path(__file__).parent / "patterns/repairs.txt")

_REPAIRS = tuple(re.compile(_PATTERNS[name], re.IGNORECASE) for name in ("repair", "said_before"))
_NO = re.compile(r"\b(?:no|not|never|don'?t|doesn'?t|didn'?t|haven'?t|hasn'?t|isn'?t|without|none|paid off)\b", re.I)
_ONE_OF_A_LIFE = {"age", "birth_year"}
# Of these a person has one at a time; two that are said on two days are one too many.
_ONE_AT_A_TIME = _ONE_OF_A_LIFE | {
    *("current_age", "date_of_birth", "partner_age", "partner_birth_year", "life_expectancy", "planning_horizon"),
    *("target_retirement_age", "retirement_age", "retirement_date"),
}
_DIGITS = re.compile(r"\d[\d,.]*")


@dataclass(frozen=True, slots=True)
class Repair:
    """A number that is taken back for another: the place of the old one, the end of the new one and its words."""

    old_start: int
    old_end: int
    end: int
    new: str


def repairs_in(text: str) -> Iterator[Repair]:
    """The numbers that are put right in the same message; two that measure different things are none."""
    plain = text.replace("’", "'")
    for match in (match for form in _REPAIRS for match in form.finditer(plain)):
        if _alike(match["old"], match["new"]):
            yield Repair(match.start("old"), match.end("old"), match.end(), match["new"].strip())


def contradict(fact_type: str, values: list[str]) -> bool:
    """Whether what was said of one thing cannot all be so: there is one and there is none, or two ages."""
    if len(values) < 2:
        return False
    if len({bool(_NO.search(value)) for value in values}) == 2:
        return any(_core(value) & _core(other) for value, other in pairwise(values))
    numbers = [_DIGITS.findall(value) for value in values]
    return fact_type in _ONE_OF_A_LIFE and all(numbers) and len({number[0] for number in numbers}) > 1


def disagree(fact_type: str, values: list[str]) -> bool:
    """Whether facts that stand beside each other cannot all be so: as above, or two numbers where a life has one."""
    numbers = [_DIGITS.findall(value) for value in values]
    is_one = fact_type in _ONE_AT_A_TIME and all(numbers) and len({number[0] for number in numbers}) > 1
    return is_one or contradict(fact_type, values)


def _core(value: str) -> set[str]:
    """The words of a value that name the thing."""
    return {word for word in re.findall(r"[a-z]{4,}", value.lower()) if word not in ("have", "don't", "with", "that")}


def _alike(old: str, new: str) -> bool:
    before, after = _amount(old), _amount(new)
    return before > 0 and after > 0 and 1 / 5 <= before / after <= 5 and ("$" in old or "$" not in new or after > 105)


def _amount(words: str) -> float:
    digits = re.search(r"\d[\d,]*(?:\.\d+)?", words)
    assert digits is not None
    scale = re.search(r"k\b|grand|thousand", words, re.I), re.search(r"m\b|mil|million", words, re.I)
    return float(digits[0].replace(",", "")) * (1_000 if scale[0] else 1_000_000 if scale[1] else 1)
