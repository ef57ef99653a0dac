"""The kinds of facts: the topic of each, what a person calls it, and what it says under a second topic as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retirement.checklist import Topic
from wording.phrases import any_of, phrase_lists, phrase_sections

_HERE = Path(__file__).parent
# How a label tells of the partner: "what you earn" is "what your partner earns".
_YOU, _OF_ONE = re.compile(r"\byou (\w+)"), {"are": "is", "were": "was", "have": "has"}
_DETERMINER = re.compile(r"^(?:your|the|an?) ")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: its topic and the label that a person reads."""

    topic: Topic
    fact_type: str
    label: str


@dataclass(frozen=True, slots=True)
class Span:
    """Kinds of facts, the words that let them count twice, and the topic and fact type that they are there."""

    fact_types: frozenset[str]
    words: re.Pattern[str]
    topic: Topic
    fact_type: str


KINDS = {
    line.partition(" ")[0]: Kind(Topic(topic), *line.split(" ", 1))
    for topic, lines in phrase_lists(_HERE / "kinds.txt").items()
    for line in lines
}


def _spans() -> Iterator[Span]:
    for heading, phrases in phrase_sections(_HERE / "spans.txt"):
        fact_types, _, counted = heading.partition(" > ")
        topic, fact_type = counted.split()
        yield Span(frozenset(fact_types.split()), re.compile(any_of(phrases)), Topic(topic), fact_type)


SPANS = tuple(_spans())


def further_topics(fact_type: str, words: str) -> Iterator[tuple[Topic, str]]:
    """The further topics, with the fact type there, of a fact that is told in these words of small letters."""
    for span in SPANS:
        if fact_type in span.fact_types and span.words.search(words):
            yield span.topic, span.fact_type


def label_of(fact_type: str) -> str:
    """What a person calls a fact of this type."""
    bare = fact_type if fact_type in KINDS else fact_type.removeprefix("partner_")
    mine = KINDS[bare].label if bare in KINDS else bare.replace("_", " ")
    if bare == fact_type:
        return mine
    theirs = _YOU.sub(lambda verb: f"your partner {_OF_ONE.get(verb[1], f'{verb[1]}s')}", mine)
    return theirs if theirs != mine else f"your partner's {_DETERMINER.sub('', mine)}"
