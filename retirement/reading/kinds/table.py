"""The kinds of facts: each a heading of `<topic>.txt` beside this, with the patterns that stand below it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retirement.checklist import Topic
from wording.phrases import any_of, phrase_lists, phrase_sections

_HERE = Path(__file__).parent
# What stands in braces in a pattern, such as {age}.
WORDS = phrase_lists(_HERE / "words.txt")
# How sure a pattern is: it decides by itself, it wins over the weaker ones in its part of a sentence, it only hints.
DECISIVE, USUAL, HINT = 3, 2, 1
# Where two kinds fit the same words equally well, the earlier table has it.
_ORDER = (
    Topic.LONG_TERM_CARE,
    Topic.TAX_EFFICIENCY_RMDS,
    Topic.ESTATE_PLANNING,
    Topic.HEALTHCARE_MEDICARE,
    Topic.INCOME_CASH_FLOW,
    Topic.HOUSING_GEOGRAPHY,
    Topic.LONGEVITY_INFLATION,
    Topic.LIFESTYLE_PURPOSE,
)
_HEADING = re.compile(r"(?P<fact_type>\w+)(?P<of_others>\*?) (?P<weight>[123]) \((?P<label>.+)\)")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: its topic, the label a person reads, and the words that show it.

    `of_others` says that it is a fact of the person's plan even when a parent or a child is its subject.
    """

    topic: Topic
    fact_type: str
    label: str
    weight: int
    pattern: re.Pattern[str]
    of_others: bool = False


def _kinds(topic: Topic) -> Iterator[Kind]:
    for heading, phrases in phrase_sections(_HERE / f"{topic}.txt", WORDS):
        match = _HEADING.fullmatch(heading)
        if match is None:
            raise ValueError(f"{topic}.txt has the heading {heading!r}; write: fact_type 3 (label):")
        shown = re.compile(any_of(phrases))
        yield Kind(topic, match["fact_type"], match["label"], int(match["weight"]), shown, bool(match["of_others"]))


KINDS = tuple(kind for topic in _ORDER for kind in _kinds(topic))
