"""Labelled messages: are the facts of a message noted under the right topics in the first turn of a fresh thread?

Each message runs inside a transaction that is rolled back: a measurement leaves nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chat.evaluations import share
from chat.live import state_after
from retirement.checklist import Topic, unknown_topic
from retirement.coverage import base_type

# A noted fact: its topic and its fact type.
Noted = tuple[str, str]


def evaluate(cases: Iterable[Mapping[str, Any]], model: str | None = None) -> dict[str, Any]:
    """`accuracy`: the share of expected topics that are noted; a message that states no fact counts once, when none is.

    `exact` is the share of messages whose topics are just those expected, `fact_type` the share of labelled fact
    types that are noted by that name, `topics` the precision and recall of each topic (by message), `failed` the
    turns that did not end as done. `model` is `provider:id`; without one the configured model answers.

    Raises:
        ValueError: a case has no message or no list of expected facts, or expects a topic that there is not.
    """
    right = expected_count = exact = n = failed = types_right = types_count = 0
    hits, wanted_of, noted_of = Counter[str](), Counter[str](), Counter[str]()
    for position, case in enumerate(cases, start=1):
        message, expected = _case(position, case)
        done, noted = noted_in(message, model)
        wanted, noted_topics = {fact["topic"] for fact in expected}, {topic for topic, _ in noted}
        n, failed, exact = n + 1, failed + (not done), exact + (wanted == noted_topics)
        expected_count += max(len(wanted), 1)
        right += len(wanted & noted_topics) if wanted else not noted_topics
        for counter, topics in ((hits, wanted & noted_topics), (wanted_of, wanted), (noted_of, noted_topics)):
            counter.update(topics)
        for fact in expected:
            if fact.get("fact_type"):
                types_count += 1
                types_right += (fact["topic"], fact["fact_type"]) in noted
    figures = {"accuracy": share(right, expected_count), "exact": share(exact, n), "n": n, "failed": failed}
    if types_count:
        figures["fact_type"] = share(types_right, types_count)
    return figures | {
        "topics": {
            topic: {"precision": share(hits[topic], noted_of[topic]), "recall": share(hits[topic], wanted_of[topic])}
            for topic in Topic.values
            if wanted_of[topic] or noted_of[topic]
        }
    }


def noted_in(message: str, model: str | None = None) -> tuple[bool, list[Noted]]:
    """Say `message` in a fresh thread; whether the turn was done, and the facts that stand in the state after it."""
    done, state = state_after("retirement", message, model)
    facts = [fact for topic in state["topics"] for fact in topic["facts"]]
    return done, [(fact["topic"], base_type(fact["fact_type"] or "")) for fact in facts]


def _case(position: int, case: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    message, expected = case.get("message"), case.get("expect")
    if not isinstance(message, str) or not isinstance(expected, list):
        raise ValueError(f'Case {position} is not {{"message": "…", "expect": [{{"topic", "fact_type"?}}]}}.')
    for fact in expected:
        if not isinstance(fact, dict) or fact.get("topic") not in Topic.values:
            named = fact.get("topic") if isinstance(fact, dict) else fact
            raise ValueError(f"Case {position}: {unknown_topic(str(named))}")
    return message, expected
