"""The state as the contract's JSON, made without a query."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from retirement.facts import FactView
from retirement.record import At, Record
from retirement.topics import Topic


def state_of(record: Record) -> dict[str, Any]:
    """{"topics": [{"topic", "label", "score", "reason", "facts"}]}: all topics, each with its 50 newest facts."""
    return {"topics": _topics(record.at)}


@lru_cache(maxsize=64)
def _topics(at: At) -> list[dict[str, Any]]:
    record = at.record
    facts: dict[Topic, list[dict[str, Any]]] = {topic: [] for topic in Topic}
    for fact in record.facts:
        facts[fact.topic].append(_shown(fact))
    return [{**_head(record, topic), "facts": facts[topic]} for topic in Topic]


def _head(record: Record, topic: Topic) -> dict[str, Any]:
    latest = record.scores.get(topic.value, {})
    score, reason = latest.get("score"), latest.get("reason") or ""
    return {"topic": topic.value, "label": str(topic.label), "score": score, "reason": reason}


def _shown(fact: FactView) -> dict[str, Any]:
    return {
        "id": fact.id,
        "topic": fact.topic.value,
        "subtopic": fact.subtopic,
        "fact_type": fact.fact_type,
        "value": fact.value,
        "confidence": fact.confidence,
        "created_at": fact.created_at,
        "supersedes": fact.supersedes,
    }
