"""What one fact says under a second topic as well, where it decides something there too (specification, section 3)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from retirement.checklist import Topic
from retirement.reading.kinds import WORDS
from wording.phrases import any_of, phrase_sections


@dataclass(frozen=True, slots=True)
class Span:
    """A kind of fact, the words that let it count twice, and the topic and fact type that it is there."""

    fact_types: frozenset[str]
    words: re.Pattern[str]
    topic: Topic
    fact_type: str


def _spans() -> Iterator[Span]:
    for heading, phrases in phrase_sections(Path(__file__).parent / "phrases/spans.txt", WORDS):
        fact_types, _, counted = heading.partition(" > ")
        topic, fact_type = counted.split()
        yield Span(frozenset(fact_types.split()), re.compile(any_of(phrases)), Topic(topic), fact_type)


_SPANS = tuple(_spans())


def further_topics(fact_type: str, text: str) -> Iterator[tuple[Topic, str]]:
    """The further topics, with the fact type there, of a fact that a part with the plain words `text` states."""
    for span in _SPANS:
        if fact_type in span.fact_types and span.words.search(text):
            yield span.topic, span.fact_type
