"""How much of the checklist is known, computed by code: the second thermometer, beside the model's own score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from retirement.checklist import Item, items_of
from retirement.facts import FactView, current
from retirement.reading import label_of, read_facts
from retirement.topics import Topic

# A fact that adds to an earlier one of its kind ("debts_2") is of the same kind.
_NUMBERED = re.compile(r"_\d+$")


@dataclass(frozen=True, slots=True)
class TopicCoverage:
    """What is known of a topic and what is not; `share` is 0.0 to 1.0 and `words` says it without a number."""

    known: tuple[Item, ...]
    missing: tuple[Item, ...]
    share: float
    words: str

    @property
    def score(self) -> int:
        """The share as the whole number of a completeness snapshot, 0 to 100."""
        return round(self.share * 100)


def coverage(facts: Iterable[FactView]) -> dict[Topic, TopicCoverage]:
    """The coverage of every topic by the facts that nothing has superseded."""
    named: dict[Topic, set[str]] = {topic: set() for topic in Topic}
    everywhere: set[str] = set()
    for fact in current(facts):
        types = fact_types_of(fact)
        named[fact.topic] |= types
        everywhere |= types
    return {topic: _of_topic(topic, named[topic], everywhere) for topic in Topic}


def fact_types_of(fact: FactView) -> frozenset[str]:
    """The fact types of the checklist that a fact stands for: its own, else those that its words show."""
    own = base_type(fact.fact_type or "")
    if any(own in item.names for item in items_of(fact.topic)):
        return frozenset((own,))
    return frozenset((own,)) | _types_in(fact.value, fact.topic)


def base_type(fact_type: str) -> str:
    """The fact type without the number that a further fact of its kind has."""
    return _NUMBERED.sub("", fact_type)


@lru_cache(maxsize=4096)
def _types_in(value: str, topic: Topic) -> frozenset[str]:
    return frozenset(fact.fact_type for fact in read_facts(value) if fact.topic == topic)


def _of_topic(topic: Topic, named: set[str], everywhere: set[str]) -> TopicCoverage:
    items = items_of(topic)
    # What was said under another topic answers too: part-time work is income and a way of life.
    known = tuple(item for item in items if item.fact_type in named or item.names & everywhere)
    missing = tuple(item for item in items if item not in known)
    share = len(known) / len(items)
    return TopicCoverage(known, missing, share, _words(known, missing, share))


def _words(known: tuple[Item, ...], missing: tuple[Item, ...], share: float) -> str:
    if not known:
        return "Nothing is known yet."
    how = (
        "Nearly everything is known"
        if share >= 0.8
        else "A good part is known"
        if share >= 0.4
        else "A little is known"
    )
    if not missing:
        return "Everything on the list is known."
    return f"{how}. Still open: {', '.join(label_of(item.fact_type) for item in missing[:3])}."


def moved_scores(facts: Iterable[FactView], latest: Mapping[str, int | None], by: int = 10) -> list[dict[str, object]]:
    """The scores of the topics whose coverage is `by` points or more from the latest snapshot (none counts as 0)."""
    return [
        {"topic": topic.value, "score": found.score, "reason": found.words}
        for topic, found in coverage(facts).items()
        if abs(found.score - (latest.get(topic.value) or 0)) >= by
    ]
