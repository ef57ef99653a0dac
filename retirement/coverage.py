"""How much of the checklist is known, computed by code: the second thermometer, beside the model's own score."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from retirement.checklist import NAMES, Item, Topic, items_of, names_of
from retirement.facts import FactView, current
from retirement.reading import label_of, read_facts


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
    return coverage_by(set().union(*map(fact_types_of, current(facts))))


def coverage_by(types: Collection[str]) -> dict[Topic, TopicCoverage]:
    """The coverage of every topic when facts of these types are known.

    What was said under another topic answers too: part-time work is income and a way of life.
    """
    listed = NAMES.intersection(types)
    return {topic: _of_topic(topic, listed & names_of(topic)) for topic in Topic}


def fact_types_of(fact: FactView) -> frozenset[str]:
    """The fact types of the checklist that a fact stands for: its own, else those that its words show."""
    own = frozenset((base_type(fact.fact_type or ""),))
    if is_listed(fact.topic, fact.fact_type):
        return own
    return own | (types_in(fact.value, fact.topic) if fact.covers is None else frozenset(fact.covers))


def covers(topic: Topic, fact_type: str | None, value: str) -> list[str] | None:
    """What is kept with a new fact: the types that its words show, or None where its own type is on the list."""
    return None if is_listed(topic, fact_type) else sorted(types_in(value, topic) & NAMES)


def is_listed(topic: Topic, fact_type: str | None) -> bool:
    """Whether the type is one of the topic's checklist."""
    names = names_of(topic)
    return fact_type in names or base_type(fact_type or "") in names


# From which share on, what is known counts as nearly all and as a good part; how many open items are named.
NEARLY_ALL = 0.8
A_GOOD_PART = 0.4
NAMED_OPEN = 3


def base_type(fact_type: str) -> str:
    """The fact type without the number that a further fact of its kind has: "debts" of "debts_2"."""
    kind, _, number = fact_type.rpartition("_")
    return kind if kind and number.isdecimal() else fact_type


def types_in(value: str, topic: Topic) -> frozenset[str]:
    """The fact types of a topic that the words of a value show. Takes milliseconds."""
    return frozenset(fact.fact_type for fact in read_facts(value) if fact.topic == topic)


# Holds the checklist's own names and nothing that anybody said.
@lru_cache(maxsize=4096)
def _of_topic(topic: Topic, named: frozenset[str]) -> TopicCoverage:
    items = items_of(topic)
    known = tuple(item for item in items if item.names & named)
    missing = tuple(item for item in items if item not in known)
    share = len(known) / len(items)
    return TopicCoverage(known, missing, share, _words(known, missing, share))


def _words(known: tuple[Item, ...], missing: tuple[Item, ...], share: float) -> str:
    if not known:
        return "Nothing is known yet."
    how = (
        "Nearly everything is known"
        if share >= NEARLY_ALL
        else "A good part is known"
        if share >= A_GOOD_PART
        else "A little is known"
    )
    if not missing:
        return "Everything on the list is known."
    return f"{how}. Still open: {', '.join(label_of(item.fact_type) for item in missing[:NAMED_OPEN])}."


def moved_scores(facts: Iterable[FactView], latest: Mapping[str, int | None], by: int = 10) -> list[dict[str, object]]:
    """The scores of the topics whose coverage is `by` points or more from the latest snapshot (none counts as 0)."""
    return [
        {"topic": topic.value, "score": covered.score, "reason": covered.words}
        for topic, covered in coverage(facts).items()
        if abs(covered.score - (latest.get(topic.value) or 0)) >= by
    ]
