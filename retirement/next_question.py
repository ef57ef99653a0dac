"""The next most useful question: from what is unknown and what the person called important, and never one twice."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from retirement.checklist import CHECKLIST, Item, Topic, item_named
from retirement.coverage import TopicCoverage, coverage
from retirement.facts import FactView, current
from retirement.reading import calls_important, label_of, passage
from wording.sentences import sentence_spans

# Without these two nothing else can be weighed.
_FIRST = (
    (Topic.LONGEVITY_INFLATION, "age"),
    (Topic.INCOME_CASH_FLOW, "target_retirement_age"),
)
# A topic of which this share is known needs no more questions; one that the person called important needs more.
ENOUGH, ENOUGH_OF_IMPORTANT = 0.6, 0.8
PRIORITY = "priority"
# A model's question that shares so much with one of the list asks for the same: measured on 34 of them.
ALIKE = 1.25
# The fact types whose words decide whether a question makes sense.
DECIDING = frozenset(("marital_status", "renting", "target_retirement_age"))


def important_topics(facts: Iterable[FactView]) -> list[Topic]:
    """The topics that the person called important, the latest first."""
    return list(dict.fromkeys(fact.topic for fact in reversed(current(facts)) if is_important(fact)))


def is_important(fact: FactView) -> bool:
    """Whether a fact is labelled as important to the person, or its words say so."""
    return PRIORITY in (fact.subtopic, fact.fact_type) or calls_important(fact.value)


def next_question(
    facts: Sequence[FactView],
    asked: Collection[str] = (),
    important: Sequence[Topic] | None = None,
    known: Mapping[Topic, TopicCoverage] | None = None,
    raised: Collection[Topic] = (),
) -> Item | None:
    """The item to ask for next, or None when enough is known or everything was asked. The same for the same facts.

    `asked` holds the fact types that were asked for before; `important` and `known`, the coverage, are read from the
    facts without them. `raised` is what the person just came to: it is followed before the list goes on.
    """
    wanted = important_topics(facts) if important is None else list(important)
    known = coverage(facts) if known is None else known
    answers = {f.fact_type: f.value.lower() for f in current(facts) if f.fact_type and f.fact_type in DECIDING}
    first = [item for topic, name in _FIRST if (item := item_named(topic, name)) and item in known[topic].missing]
    listed = [item for topic in raised if known[topic].share < ENOUGH for item in known[topic].missing] + first
    for topic in _in_order(known, wanted):
        if known[topic].share < (ENOUGH_OF_IMPORTANT if topic in wanted else ENOUGH):
            listed += known[topic].missing
    return next((item for item in listed if item.fact_type not in asked and _applies(item, answers)), None)


def question_in(text: str) -> Item | None:
    """The item whose question stands in a reply, in either of its wordings; the last one where there are several."""
    places = [(max(text.rfind(item.question), text.rfind(item.again)), item) for item in CHECKLIST]
    place, item = max(places, key=lambda pair: pair[0])
    return item if place >= 0 else None


def question_like(text: str) -> Item | None:
    """The item that the last question of a reply asks for in its own words, by those that it shares with ours."""
    asked = next((text[a:b] for a, b in reversed([*sentence_spans(text)]) if text[a:b].rstrip().endswith("?")), "")
    words = set(passage(asked).content)
    if re.search(r"\bhow old\b[^?]*\byou\b|\byour age\b|\bage are you\b", asked, re.IGNORECASE):
        return item_named(Topic.LONGEVITY_INFLATION, "age")

    def likeness(item: Item) -> float:
        ours, wider = _words_of(item)
        return len(words & wider) / max(1, len(words)) + len(words & wider) / max(1, len(ours | words))

    best = max(CHECKLIST, key=likeness)
    return best if words and likeness(best) >= ALIKE else None


@cache
def _words_of(item: Item) -> tuple[frozenset[str], frozenset[str]]:
    """The words of an item's question, and those with its other wording and its label."""
    question = frozenset(passage(item.question).content)
    return question, question | frozenset(passage(f"{item.again} {label_of(item.fact_type)}").content)


def _in_order(known: Mapping[Topic, TopicCoverage], important: list[Topic]) -> list[Topic]:
    """Important topics first, then the least known; a topic that is begun is not left for one equally unknown."""
    order = list(Topic)
    return sorted(order, key=lambda topic: (topic not in important, known[topic].share, order.index(topic)))


def _applies(item: Item, answers: Mapping[str, str]) -> bool:
    """Whether the question makes sense after what was said: no mortgage for who rents, no partner for who is alone."""
    status = answers.get("marital_status", "")
    alone = (
        any(word in status for word in ("single", "widow", "divorc", "never married", "alone"))
        and "remarr" not in status
    )
    if item.fact_type in ("partner_age", "partner_agreement", "survivor_needs") and alone:
        return False
    if item.fact_type in ("home_value", "mortgage", "home_ownership") and "renting" in answers:
        return False
    retired = "retired" in answers.get("target_retirement_age", "")
    return not (item.fact_type in ("bridge_coverage", "phased_retirement", "employment_income") and retired)
