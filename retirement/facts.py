"""A fact as a pure value: what the rules, the coverage and the next question reason over, without the database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from retirement.checklist import Topic


@dataclass(frozen=True, slots=True)
class FactView:
    """One information record, as the state shows it. `created_at` is ISO 8601, `supersedes` an earlier id.

    `covers` are the checklist's types that its words show, where it was read for them; None where it was not.
    """

    id: str
    topic: Topic
    subtopic: str | None
    fact_type: str | None
    value: str
    confidence: float
    created_at: str
    supersedes: str | None = None
    covers: tuple[str, ...] | None = None


def superseded_by(facts: Iterable[FactView]) -> dict[str, str]:
    """For each superseded fact, the id of the newest fact that took its place."""
    return {fact.supersedes: fact.id for fact in facts if fact.supersedes}


def current(facts: Iterable[FactView]) -> list[FactView]:
    """The facts that nothing has superseded, in their order."""
    listed = list(facts)
    gone = superseded_by(listed)
    return [fact for fact in listed if fact.id not in gone]


def views_in(state: Mapping[str, Any]) -> list[FactView]:
    """The facts of a state, those of a topic together."""
    return [
        FactView(**{**fact, "topic": Topic(fact["topic"])})
        for topic in state.get("topics", ())
        for fact in topic["facts"]
    ]
