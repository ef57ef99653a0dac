"""The state as the contract's JSON, made without a query."""

from __future__ import annotations

from typing import Any

from chat.turns import Encoded, dumps
from retirement.checklist import Topic
from retirement.record import PlanRecord, TopicFacts


def state_of(record: PlanRecord) -> dict[str, Any]:
    """{"topics": [{"topic", "label", "score", "reason", "facts"}]}: all topics, each with its 50 newest facts."""
    heads = {topic: _head(record, topic) for topic in Topic}
    topics = [{**head, "facts": list(record.topics[topic].shown)} for topic, head in heads.items()]

    def text() -> str:
        parts = (f'{dumps(head)[:-1]},"facts":{record.topics[topic].once(_encoded)}}}' for topic, head in heads.items())
        return f'{{"topics":[{",".join(parts)}]}}'

    return Encoded({"topics": topics}, text)


def _encoded(facts: TopicFacts) -> str:
    return dumps(facts.shown)


def _head(record: PlanRecord, topic: Topic) -> dict[str, Any]:
    latest = record.scores.get(topic.value, {})
    score, reason = latest.get("score"), latest.get("reason") or ""
    return {"topic": topic.value, "label": str(topic.label), "score": score, "reason": reason}
