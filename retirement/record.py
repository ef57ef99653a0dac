"""Reads a thread's plan with its newest facts and latest scores, bounded however long the thread is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar
from uuid import UUID
from weakref import WeakValueDictionary

from django.db import connection

from retirement.checklist import Topic
from retirement.facts import FactView, current
from retirement.models import InformationRecord, Plan

# Facts of a topic that the state shows (CONTRACT.md); all of them are at /information/.
NEWEST = 50

# The newest facts of each topic as the state shows them, the types of those before them, and the latest scores.
_CONTENT = (
    """
(SELECT json_object_agg(wanted.topic, (
        SELECT json_agg(shown ORDER BY shown.created_at, shown.id) FROM (
               SELECT id, topic, subtopic, fact_type, value, confidence,
                      to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"') AS created_at,
                      supersedes_id AS supersedes, covers
                 FROM retirement_informationrecord fact
                WHERE session_id = %(thread)s AND fact.topic = wanted.topic
                  AND NOT EXISTS (SELECT 1 FROM retirement_withdrawal WHERE fact_id = fact.id)
                ORDER BY fact.created_at DESC, id DESC LIMIT %(newest)s) shown))
   FROM unnest(%(topics)s::text[]) AS wanted(topic))""",
    """
(SELECT json_object_agg(wanted.topic, (
        SELECT json_build_array(json_agg(fact_type), string_agg(array_to_string(covers, ' '), ' ')) FROM (
               SELECT fact_type, covers FROM retirement_informationrecord fact
                WHERE session_id = %(thread)s AND fact.topic = wanted.topic
                  AND NOT EXISTS (SELECT 1 FROM retirement_withdrawal WHERE fact_id = fact.id)
                ORDER BY fact.created_at DESC, id DESC OFFSET %(newest)s) older))
   FROM unnest(%(topics)s::text[]) AS wanted(topic))""",
    """
(SELECT json_object_agg(topic, score) FROM (
        SELECT DISTINCT ON (score ->> 'topic') score ->> 'topic' AS topic, score
          FROM retirement_completenesssnapshot snapshot,
               LATERAL jsonb_array_elements(scores) WITH ORDINALITY AS sent(score, place)
         WHERE session_id = %(thread)s
         ORDER BY score ->> 'topic', snapshot.created_at DESC, snapshot.id DESC, place DESC) latest)""",
)
# The plan and the time, the questions so far, and the content unless it is known in the version `known`.
# `seen` is the plan's version in the snapshot that all of it is read from.
_READ = """
SELECT plan.id, plan.prompt, plan.facts_since_snapshot, plan.version, plan.begun_at,
       (SELECT version FROM retirement_plan WHERE thread_id = %(thread)s) AS seen, clock_timestamp(),
       (SELECT json_agg(DISTINCT asked) FROM chat_turn
                WHERE thread_id = %(thread)s AND asked <> '' AND (finished_at > plan.begun_at) IS NOT FALSE)
""" + "".join(f", CASE WHEN plan.version = %(known)s::uuid THEN NULL ELSE {part} END" for part in _CONTENT)  # noqa: S608
_FREE = _READ + " FROM (SELECT 1) thread LEFT JOIN retirement_plan plan ON plan.thread_id = %(thread)s"
_LOCKING = _READ + " FROM retirement_plan plan WHERE plan.thread_id = %(thread)s FOR UPDATE"
Scores = dict[str, dict[str, Any]]
T = TypeVar("T")


class TopicFacts:
    """The newest facts of one topic, the oldest first, and the types of those before them. It never changes.

    `shown` are the facts as the state's JSON; `covers` the checklist's types that were read from a fact's words.
    """

    def __init__(
        self,
        topic: Topic,
        shown: Sequence[dict[str, Any]] = (),
        covers: Mapping[str, Sequence[str]] | None = None,
        older: frozenset[str] = frozenset(),
    ) -> None:
        self.topic, self.shown, self.covers, self.older = topic, tuple(shown), dict(covers or {}), older
        self._worked_out: dict[Callable[[TopicFacts], Any], Any] = {}

    @cached_property
    def facts(self) -> tuple[FactView, ...]:
        """All that are shown, the corrected ones too."""
        return tuple(self.view(fact) for fact in self.shown)

    @cached_property
    def current(self) -> list[dict[str, Any]]:
        """Those of `shown` that nothing has superseded."""
        gone = {fact["supersedes"] for fact in self.shown}
        return [fact for fact in self.shown if fact["id"] not in gone]

    def view(self, fact: Mapping[str, Any]) -> FactView:
        """One of `shown` as a value."""
        covers = self.covers.get(fact["id"])
        return FactView(**{**fact, "topic": self.topic}, covers=tuple(covers) if covers is not None else None)

    def once(self, work: Callable[[TopicFacts], T]) -> T:
        """What `work` makes of these facts, made once and given up together with them."""
        if work not in self._worked_out:
            self._worked_out[work] = work(self)
        result: T = self._worked_out[work]
        return result

    def plus(self, fact: FactView) -> TopicFacts:
        """With one more; the oldest beyond the newest 50 is shown no more, and only its type is remembered."""
        shown, covers, older = [*self.shown, shown_as(fact)], self.covers, self.older
        if fact.covers is not None:
            covers = {**covers, fact.id: fact.covers}
        if len(shown) > NEWEST:
            dropped = shown.pop(0)
            older = older | {dropped["fact_type"], *covers.get(dropped["id"], ())} - {None}
        return TopicFacts(self.topic, shown, covers, older)


def shown_as(fact: FactView) -> dict[str, Any]:
    """A fact as the state's JSON."""
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


class PlanContent:
    """What was read of a thread in one version of its plan; every write makes another version. It never changes."""

    def __init__(self, version: UUID | None, topics: Mapping[Topic, TopicFacts], scores: Scores) -> None:
        self.version, self.topics, self.scores = version, topics, scores


# What the records in use were read from, so that the acts of a turn read no second time what its beginning has read.
# Nothing is held for itself: the last record that goes takes what was said with it.
_in_use: WeakValueDictionary[UUID, PlanContent] = WeakValueDictionary()


class PlanRecord:
    """A plan as the chat holds it: the row, the newest facts of each topic, the latest scores, what was asked for.

    `asked` holds the fact types of all questions so far, `question` that of the one in this turn's reply.
    """

    def __init__(self, plan: Plan, content: PlanContent, asked: tuple[str, ...]) -> None:
        self.plan, self.asked, self._content = plan, asked, content
        self.topics, self.scores = dict(content.topics), dict(content.scores)
        # When the plan was locked; without the lock nothing is recorded.
        self.locked_at: datetime | None = None
        # Facts that were recorded and wait to be written; the transaction that holds the lock writes them at its end.
        self.unwritten: list[InformationRecord] = []
        self.question = ""

    @property
    def thread_id(self) -> UUID:
        return self.plan.thread_id

    @property
    def facts(self) -> list[FactView]:
        """The newest facts of all topics, the oldest first."""
        every = [fact for topic in self.topics.values() for fact in topic.facts]
        return sorted(every, key=lambda fact: (fact.created_at, fact.id))

    @property
    def current(self) -> list[FactView]:
        """Those that nothing has superseded."""
        return current(self.facts)

    def tick(self) -> datetime:
        """The time of the next fact: that of the lock, a microsecond later for each, so that their order stands."""
        if self.locked_at is None:
            raise TypeError("Facts are recorded under the lock; open the record with retirement.actions.")
        self.locked_at += timedelta(microseconds=1)
        return self.locked_at

    def add_fact(self, fact: FactView) -> None:
        """Show a fact that was just recorded."""
        self.topics[fact.topic] = self.topics[fact.topic].plus(fact)

    def add_scores(self, scores: Scores) -> None:
        """Show the scores of a snapshot that was just recorded."""
        self.scores.update(scores)


def load(thread_id: UUID) -> PlanRecord:
    """The record of a thread for reading, with a new unsaved plan when there is none. One query."""
    loaded = _read(_FREE, thread_id)
    assert loaded is not None
    return loaded[0]


def load_locked(thread_id: UUID) -> PlanRecord | None:
    """The record for an act, its plan locked until the caller's transaction ends; None when there is no plan yet.

    One query, and a second one after somebody else has written while it waited for the lock.
    """
    if (loaded := _read(_LOCKING, thread_id)) is None:
        return None
    record, locked_at, is_newest = loaded
    if not is_newest:
        record, locked_at, _ = _read(_LOCKING, thread_id) or loaded
    record.locked_at = locked_at
    return record


def _read(statement: str, thread_id: UUID) -> tuple[PlanRecord, datetime, bool] | None:
    """The record, the time, and whether the plan is the one in whose version all else was read."""
    known = _in_use.get(thread_id)
    version = known and known.version
    values: dict[str, Any] = {"thread": thread_id, "topics": Topic.values, "newest": NEWEST, "known": version}
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        if (row := cursor.fetchone()) is None:
            return None
    pk, prompt, since_snapshot, version, begun_at, seen, now, *parts = row
    asked, facts, older, latest = map(_parsed, parts)
    plan = Plan(thread_id=thread_id)
    if pk is not None:
        plan = Plan(pk, thread_id, prompt, since_snapshot, version, begun_at)
        plan._state.adding = False
    if known is None or known.version != version:
        known = PlanContent(version, _topics(facts or {}, older or {}), latest or {})
        if version is not None and version == seen:
            _in_use[thread_id] = known
    return PlanRecord(plan, known, tuple(asked or ())), now, version == seen


def _topics(facts: Mapping[str, Any], older: Mapping[str, Any]) -> dict[Topic, TopicFacts]:
    return {topic: _topic(topic, facts.get(topic) or (), *older.get(topic) or ((), "")) for topic in Topic}


def _topic(
    topic: Topic, shown: Sequence[dict[str, Any]], types: Iterable[str | None] | None, covered: str | None
) -> TopicFacts:
    older = frozenset(filter(None, types or ())) | frozenset((covered or "").split())
    covers = {}
    for fact in shown:
        # JSON has one kind of number; a whole one would become an integer.
        fact["confidence"] = float(fact["confidence"])
        if (read := fact.pop("covers")) is not None:
            covers[fact["id"]] = read
    return TopicFacts(topic, shown, covers, older)


def fact_view(row: InformationRecord) -> FactView:
    """A row as the value that everything reasons over."""
    return FactView(
        id=str(row.pk),
        topic=Topic(row.topic),
        subtopic=row.subtopic,
        fact_type=row.fact_type,
        value=row.value,
        confidence=row.confidence,
        created_at=row.created_at.isoformat(timespec="microseconds"),
        supersedes=str(row.supersedes_id) if row.supersedes_id else None,
        covers=tuple(row.covers) if row.covers is not None else None,
    )


def all_facts(thread_id: UUID) -> list[FactView]:
    """Every fact of a thread that was not taken back, the oldest first."""
    rows: Iterable[InformationRecord] = InformationRecord.objects.filter(session_id=thread_id, withdrawal=None)
    return [fact_view(row) for row in rows]


def _parsed(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
