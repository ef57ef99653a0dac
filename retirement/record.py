"""Reads a thread's plan with its newest facts and latest scores, bounded however long the thread is."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import Any
from uuid import UUID

from django.db import connection

from retirement.facts import FactView
from retirement.models import InformationRecord, Plan
from retirement.topics import Topic

# Facts of a topic that the state shows (CONTRACT.md); all of them are at /information/.
NEWEST = 50

# What a record is read by: the plan, what its facts and snapshots are up to, and the questions so far.
_HEAD = """
SELECT plan.id, plan.prompt, plan.facts_since_query, plan.facts_since_snapshot,
       (SELECT json_agg(DISTINCT asked) FROM chat_turn WHERE thread_id = %(thread)s AND asked <> ''),
       (SELECT count(*) FROM retirement_informationrecord WHERE session_id = %(thread)s),
       (SELECT id FROM retirement_informationrecord WHERE session_id = %(thread)s
         ORDER BY created_at DESC, id DESC LIMIT 1),
       (SELECT count(*) FROM retirement_completenesssnapshot WHERE session_id = %(thread)s),
       (SELECT id FROM retirement_completenesssnapshot WHERE session_id = %(thread)s
         ORDER BY created_at DESC, id DESC LIMIT 1)
  FROM (SELECT 1) one LEFT JOIN retirement_plan plan ON plan.thread_id = %(thread)s
"""
_BODY = """
SELECT (SELECT json_agg(json_build_array(fact.id, fact.topic, subtopic, fact_type, value, confidence,
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
                ORDER BY score ->> 'topic', snapshot.created_at DESC, snapshot.id DESC, place DESC) latest)
"""
# How many facts and snapshots there are and which are the newest. Rows are only ever added, so two records of a
# thread at the same version hold the same.
Version = tuple[int, str | None, int, str | None]
Scores = dict[str, dict[str, Any]]


class Record:
    """A plan as the chat holds it: the row, the newest facts of each topic, the latest scores, what was asked for.

    `asked` holds the fact types of all questions so far, `question` that of the one in this turn's reply.
    """

    def __init__(
        self, plan: Plan, facts: Iterable[FactView], scores: Scores, asked: Sequence[str], version: Version
    ) -> None:
        self.plan, self.facts, self.scores, self.asked = plan, list(facts), scores, asked
        self.version = version
        self.question = ""

    @property
    def thread_id(self) -> UUID:
        return self.plan.thread_id

    @property
    def at(self) -> At:
        """What to remember results by."""
        return At(self.thread_id, self.version, self.plan.prompt, tuple(self.asked), self)

    def add_fact(self, fact: FactView) -> None:
        """Show a fact that was just recorded; the oldest of its topic beyond the newest 50 is shown no more."""
        self.facts.append(fact)
        same = [one for one in self.facts if one.topic == fact.topic]
        if len(same) > NEWEST:
            self.facts.remove(same[0])
        self.version = (self.version[0] + 1, fact.id, *self.version[2:])

    def add_scores(self, snapshot_id: str, scores: Scores) -> None:
        """Show the scores of a snapshot that was just recorded."""
        self.scores = {**self.scores, **scores}
        self.version = (*self.version[:2], self.version[2] + 1, snapshot_id)


@dataclass(frozen=True, slots=True)
class At:
    """A record at its version: what is worked out from one holds for every record that is equal to it."""

    thread_id: UUID
    version: Version
    prompt: str
    asked: tuple[str, ...]
    record: Record = field(compare=False)


class _Kept:
    """The newest facts and scores of the threads that were read last, each at its version, in this process."""

    def __init__(self, size: int) -> None:
        self._size, self._lock = size, Lock()
        self._rows: dict[UUID, tuple[Version, tuple[FactView, ...], Scores]] = {}

    def get(self, thread_id: UUID, version: Version) -> tuple[tuple[FactView, ...], Scores] | None:
        found = self._rows.get(thread_id)
        return found[1:] if found and found[0] == version else None

    def put(self, record: Record) -> None:
        with self._lock:
            self._rows.pop(record.thread_id, None)
            self._rows[record.thread_id] = (record.version, tuple(record.facts), record.scores)
            while len(self._rows) > self._size:
                del self._rows[next(iter(self._rows))]


_kept = _Kept(64)
keep = _kept.put


def load(thread_id: UUID) -> Record:
    """The record of a thread for reading, with a new unsaved plan when there is none.

    One query, and a second one where this process has not read the thread at this version.
    """
    with connection.cursor() as cursor:
        cursor.execute(_HEAD, {"thread": thread_id})
        pk, prompt, since_query, since_snapshot, asked, facts, newest, snapshots, latest = cursor.fetchone()
        version = (facts, str(newest) if newest else None, snapshots, str(latest) if latest else None)
        known = _kept.get(thread_id, version) if facts or snapshots else ((), {})
        if known is None:
            cursor.execute(_BODY, {"thread": thread_id, "topics": Topic.values, "newest": NEWEST})
            rows, scores = cursor.fetchone()
            known = tuple(_view(row) for row in _parsed(rows) or []), _parsed(scores) or {}
    plan = Plan(thread_id=thread_id)
    if pk is not None:
        plan = Plan(pk, thread_id, prompt, since_query, since_snapshot)
        plan._state.adding = False
    record = Record(plan, known[0], known[1], _parsed(asked) or (), version)
    keep(record)
    return record


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
