"""Reads a thread's plan with its newest facts and latest scores: one query, bounded however long the thread is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from retirement.facts import FactView
from retirement.models import InformationRecord, Plan
from retirement.topics import Topic

# Facts of a topic that the state shows (CONTRACT.md); all of them are at /information/.
NEWEST = 50

_READ = """
SELECT plan.id, plan.prompt, plan.facts_since_query, plan.facts_since_snapshot,
       (SELECT json_agg(json_build_array(fact.id, fact.topic, subtopic, fact_type, value, confidence,
                                         created_at, supersedes_id) ORDER BY created_at, fact.id)
          FROM unnest(%(topics)s::text[]) AS wanted(topic), LATERAL (
               SELECT id, topic, subtopic, fact_type, value, confidence, created_at, supersedes_id
                 FROM retirement_informationrecord
                WHERE session_id = %(thread)s AND topic = wanted.topic
                ORDER BY created_at DESC, id DESC LIMIT %(newest)s) fact),
       (SELECT json_object_agg(topic, score) FROM (
               SELECT DISTINCT ON (score ->> 'topic') score ->> 'topic' AS topic, score
                 FROM retirement_completenesssnapshot snapshot,
                      LATERAL jsonb_array_elements(scores) WITH ORDINALITY AS sent(score, place)
                WHERE session_id = %(thread)s
                ORDER BY score ->> 'topic', snapshot.created_at DESC, snapshot.id DESC, place DESC) latest),
       (SELECT json_agg(DISTINCT asked) FROM chat_turn WHERE thread_id = %(thread)s AND asked <> '')
  FROM (SELECT 1) one LEFT JOIN retirement_plan plan ON plan.thread_id = %(thread)s
"""


class Record:
    """A plan as the chat holds it: the row, the newest facts of each topic, the latest scores, what was asked for.

    `asked` holds the fact types of all questions so far, `question` that of the one in this turn's reply.
    """

    def __init__(
        self, plan: Plan, facts: list[FactView], scores: dict[str, dict[str, Any]], asked: Sequence[str] = ()
    ) -> None:
        self.plan, self.facts, self.scores, self.asked = plan, facts, scores, asked
        self.question = ""

    @property
    def thread_id(self) -> UUID:
        return self.plan.thread_id

    def add_fact(self, fact: FactView) -> None:
        """Show a fact that was just recorded; the oldest of its topic beyond the newest 50 is shown no more."""
        self.facts.append(fact)
        same = [one for one in self.facts if one.topic == fact.topic]
        if len(same) > NEWEST:
            self.facts.remove(same[0])


def load(thread_id: UUID) -> Record:
    """The record of a thread for reading, with a new unsaved plan when there is none. One query."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, {"thread": thread_id, "topics": Topic.values, "newest": NEWEST})
        pk, prompt, since_query, since_snapshot, facts, scores, asked = cursor.fetchone()
    plan = Plan(thread_id=thread_id)
    if pk is not None:
        plan = Plan(pk, thread_id, prompt, since_query, since_snapshot)
        plan._state.adding = False
    return Record(plan, [_view(row) for row in _parsed(facts) or []], _parsed(scores) or {}, _parsed(asked) or ())


def fact_view(row: InformationRecord) -> FactView:
    """A row as the value that everything reasons over."""
    return FactView(
        id=str(row.pk),
        topic=Topic(row.topic),
        subtopic=row.subtopic,
        fact_type=row.fact_type,
        value=row.value,
        confidence=row.confidence,
        created_at=row.created_at.isoformat(),
        supersedes=str(row.supersedes_id) if row.supersedes_id else None,
    )


def all_facts(thread_id: UUID) -> list[FactView]:
    """Every fact of a thread, the oldest first."""
    rows: Iterable[InformationRecord] = InformationRecord.objects.filter(session_id=thread_id)
    return [fact_view(row) for row in rows]


def _view(row: list[Any]) -> FactView:
    pk, topic, subtopic, fact_type, value, confidence, created_at, supersedes = row
    at = datetime.fromisoformat(created_at).isoformat()
    return FactView(pk, Topic(topic), subtopic, fact_type, value, float(confidence), at, supersedes)


def _parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
