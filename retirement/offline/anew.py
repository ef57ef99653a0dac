"""What the later words of one message put right in it, and its facts as they would be known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dialogue import Act, deeds_in
from retirement.facts import FactView
from retirement.offline.corrections import puts_right, read_corrections
from retirement.reading import Fact


def put_right_itself(text: str, read: list[Fact]) -> list[Fact]:
    """The facts of a message as its later words put them right: "roth: 60k. sorry, the roth is 72k now"."""
    for deed in deeds_in(text):
        before, words = [fact for fact in read if fact.end <= deed.start], text[deed.start : deed.end]
        if deed.act is not Act.CHANGE or not deed.is_sure or not before or not puts_right(words):
            continue
        meant = {put.fact.value: put.value for put in read_corrections(words, as_views(before), changes=True)}
        types = {fact.fact_type for fact in before if fact.value in meant}
        kept = [fact for fact in read if fact in before or fact.fact_type not in types]
        read = [replace(fact, value=meant.get(fact.value, fact.value)) for fact in kept]
    return read


def as_views(read: Sequence[Fact]) -> list[FactView]:
    """Facts of this very message, so that "I'm 58, how many years until 64?" knows the age."""
    return [
        FactView(f"new-{n}", fact.topic, fact.subtopic, fact.fact_type, fact.value, fact.confidence, "9999")
        for n, fact in enumerate(read)
    ]
