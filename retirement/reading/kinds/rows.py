"""The rows that the reading works with: a kind of fact, and the small words that its patterns are built from."""

from __future__ import annotations

import re
from dataclasses import dataclass

from retirement.checklist import Topic

_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_TENS = "thirty|forty|fifty|sixty|seventy|eighty|ninety"
# What stands in braces in a pattern, such as {age}.
_WORDS = {
    "age": rf"(?:(?:[3-9]\d|10[0-5])(?![\d,.]*\d)(?! ?(?:k\b|%|percent|grand))|(?:{_TENS})(?:[- ](?:{_UNITS}))?)",
    "money": r"(?:(?:\$ ?)?\d[\d,.]*+(?: ?(?:k|m|mm|grand|thousand|million|mil|hundred)\b)?+"
    r"(?! ?(?:years?|yrs?|days?|times|kids|%|percent)\b)|"
    rf"(?:{_UNITS}|ten|twelve|fifteen|(?:twenty|{_TENS})(?:[- ](?:{_UNITS}))?|a|half a|couple)(?: hundred)?"
    r"(?: (?:hundred )?(?:grand|thousand|million)\b| hundred\b))",
    "i": r"(?:i|we|he|she|they|wife|husband|spouse|partner|hubby)",
    "my": r"(?:my|our|his|her|their|the)",
    "family": r"(?:mother|father|mom|mum|dad|parents?|grand(?:mother|father|ma|pa|parents?)|aunts?|uncles?|folks|"
    r"sister|brother|siblings?|mother-in-law|father-in-law|in-laws?|relatives)",
    "kids": r"(?:kids?|child(?:ren)?|sons?|daughters?|stepsons?|stepdaughters?|stepkids|stepchild(?:ren)?|"
    r"nieces?|nephews?|heirs?|grand(?:kids?|child(?:ren)?|sons?|daughters?))",
    "no": r"(?:no|not|never|don't|dont|do not|doesn't|didn't|haven't|havent|hasn't|isn't|aren't|without|none)",
    "month": r"(?:a|per|each|every|/) ?(?:month|mo|year|yr|week)|monthly|annually|yearly|annual",
}
_BRACED = re.compile(r"\{(" + "|".join(_WORDS) + r")\}")

# How sure a pattern is: it decides by itself, it wins over the weaker ones in its part of a sentence, it only hints.
DECISIVE, USUAL, HINT = 3, 2, 1


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


def kinds(topic: Topic, *rows: tuple[str, str, int, str]) -> tuple[Kind, ...]:
    """Rows of (fact type, label, weight, pattern) as kinds of one topic; a label that ends in * is `of_others`."""
    return tuple(_kind(topic, *row) for row in rows)


def _kind(topic: Topic, fact_type: str, label: str, weight: int, pattern: str) -> Kind:
    return Kind(topic, fact_type, label.rstrip("*"), weight, re.compile(filled(pattern)), label.endswith("*"))


def filled(pattern: str) -> str:
    """The pattern with the words for each name in braces."""
    return _BRACED.sub(lambda name: _WORDS[name[1]], pattern)
