"""One function for each act on a plan, the only writers. Rows are added, each with its audit entry, never changed."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from audit.trail import Actor, record
from chat.acts import made_row
from retirement import record as records
from retirement.checklist import Topic
from retirement.coverage import base_type, covers
from retirement.fact_types import may_repeat
from retirement.facts import FactView
from retirement.models import CompletenessSnapshot, InformationRecord, Plan, Withdrawal
from retirement.record import PlanRecord
from retirement.words import forget_texts
from wording.quotes import Quote

# Written out, because building them from a QuerySet costs more than running them.
_WRITE = """
WITH facts AS (
    INSERT INTO retirement_informationrecord (id, session_id, created_at, topic, subtopic, fact_type, value,
                                              confidence, supersedes_id, message_id, start, "end", covers)
    SELECT id, %(thread)s, created_at, topic, subtopic, fact_type, value, confidence, supersedes_id, message_id,
           start, "end", covers
      FROM jsonb_to_recordset(%(facts)s) AS fact(
           id uuid, created_at timestamptz, topic text, subtopic text, fact_type text, value text,
           confidence float8, supersedes_id uuid, message_id bigint, start int, "end" int, covers text[])
)
UPDATE retirement_plan
   SET prompt = %(prompt)s, facts_since_snapshot = %(since_snapshot)s,
       version = %(version)s, begun_at = %(begun_at)s
 WHERE id = %(plan)s
"""
_OLDER = """
SELECT * FROM retirement_informationrecord fact
 WHERE session_id = %s AND topic = %s AND fact_type = %s
   AND NOT EXISTS (SELECT 1 FROM retirement_withdrawal WHERE fact_id = fact.id)
   AND NOT EXISTS (SELECT 1 FROM retirement_informationrecord newer WHERE newer.supersedes_id = fact.id
                      AND NOT EXISTS (SELECT 1 FROM retirement_withdrawal WHERE fact_id = newer.id))
 ORDER BY created_at, id
"""
_COLUMNS = (
    *("id", "created_at", "topic", "subtopic", "fact_type", "value", "confidence"),
    *("supersedes_id", "covers", "message_id", "start", "end"),
)


# An "undo" takes back at most so many facts; one message hardly gives as many.
MOST_AT_ONCE = 60


@contextmanager
def open_record(thread_id: UUID, by: Actor) -> Iterator[PlanRecord]:
    """A thread's record, locked in the caller's transaction; what is new is written when the block ends.

    Two statements: one locks and reads, one writes.
    """
    thread_record = records.load_locked(thread_id)
    if thread_record is None:
        made_row(Plan(thread_id=thread_id))
        thread_record = records.load_locked(thread_id)
    assert thread_record is not None
    before = _changing(thread_record)
    try:
        yield thread_record
    finally:
        forget_texts()
    if _changing(thread_record) != before:
        write(thread_record)


def _changing(thread_record: PlanRecord) -> tuple[Any, ...]:
    plan = thread_record.plan
    return (plan.prompt, plan.facts_since_snapshot, len(thread_record.unwritten), dict(thread_record.scores))


def write_facts(thread_record: PlanRecord) -> None:
    """Write what waits before all facts are read back."""
    if thread_record.unwritten:
        write(thread_record)


def write(thread_record: PlanRecord) -> None:
    """Write the facts that wait and the plan, in one statement."""
    facts = [{name: getattr(row, name) for name in _COLUMNS} for row in thread_record.unwritten]
    thread_record.unwritten.clear()
    plan = thread_record.plan
    plan.version = uuid4()
    values: dict[str, Any] = {
        "thread": thread_record.thread_id,
        "facts": json.dumps(facts, default=_plain),
        "prompt": str(plan.prompt),
        "since_snapshot": plan.facts_since_snapshot,
        "version": plan.version,
        "begun_at": plan.begun_at,
        "plan": plan.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, values)


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact to be added, in the specification's terms."""

    topic: Topic
    value: str
    subtopic: str | None = None
    fact_type: str | None = None
    confidence: float = 0.9
    # The fact that it corrects, where that was said.
    corrects: FactView | None = None


def record_fact(thread_record: PlanRecord, new: NewFact, *, place: Quote | None, by: Actor) -> tuple[FactView, bool]:
    """Add a fact, and whether it is new. It supersedes the fact that it corrects, which stays in the timeline.

    That is the one that it names; without one the current fact of the same topic and type, but for types of which
    one has several. A current fact that says the same is given back instead: nothing is kept twice.
    """
    earlier = _current(thread_record, new.topic, new.fact_type)
    for known in earlier:
        if (known.value, known.subtopic, known.fact_type) == (new.value, new.subtopic, new.fact_type):
            if new.corrects in (None, known):
                return known, False
            # It was noted beside the one that it corrects.
            withdraw_facts(thread_record, [known.id], by=by)
    alone = earlier[-1:] if new.fact_type and not may_repeat(base_type(new.fact_type)) else []
    corrected = next((fact.id for fact in ([new.corrects] if new.corrects else alone)), None)
    row = InformationRecord(
        session_id=thread_record.thread_id,
        created_at=thread_record.tick(),
        topic=new.topic,
        subtopic=new.subtopic,
        fact_type=new.fact_type,
        value=new.value,
        confidence=new.confidence,
        supersedes_id=UUID(corrected) if corrected else None,
        covers=covers(new.topic, new.fact_type, new.value),
        message_id=place.source if place else None,
        start=place.start if place else None,
        end=place.end if place else None,
    )
    thread_record.unwritten.append(row)
    fact = records.fact_view(row)
    thread_record.add_fact(fact)
    thread_record.plan.facts_since_snapshot += 1
    data = {"topic": new.topic.value, "fact_type": new.fact_type, "value": new.value[:500], "supersedes": corrected}
    record("retirement.fact_recorded", row, by=by, data=data)
    return fact, True


def _current(thread_record: PlanRecord, topic: Topic, fact_type: str | None) -> list[FactView]:
    """The current facts of a topic and type, the oldest first; beyond the newest 50 the database is asked."""
    known = thread_record.topics[topic]
    same = [known.view(fact) for fact in known.current if fact["fact_type"] == fact_type]
    if same or fact_type is None or fact_type not in known.older:
        return same
    older = InformationRecord.objects.raw(_OLDER, [thread_record.thread_id, topic.value, fact_type])
    return [records.fact_view(row) for row in older]


def withdraw_facts(thread_record: PlanRecord, ids: Collection[str] | None = None, *, by: Actor) -> list[FactView]:
    """Take back the facts of these ids, or those that were noted from the newest words; what they corrected stands.

    They stay in the timeline. Gives back those that were taken back, the oldest first.
    """
    write_facts(thread_record)
    standing = InformationRecord.objects.filter(session_id=thread_record.thread_id, withdrawal=None)
    if ids is None:
        newest = standing.order_by("-created_at", "-id")[:MOST_AT_ONCE]
        rows = list(itertools.takewhile(lambda row: row.message_id == newest[0].message_id, newest))[::-1]
    else:
        rows = list(standing.filter(pk__in=ids))
    _withdraw(thread_record, rows, by)
    return [records.fact_view(row) for row in rows]


def start_over(thread_record: PlanRecord, *, by: Actor) -> int:
    """Take back everything, and how many facts that were; what was asked before may be asked again."""
    write_facts(thread_record)
    rows = list(InformationRecord.objects.filter(session_id=thread_record.thread_id, withdrawal=None))
    thread_record.plan.begun_at = thread_record.tick()
    thread_record.asked = ()
    _withdraw(thread_record, rows, by)
    return len(rows)


def _withdraw(thread_record: PlanRecord, rows: Sequence[InformationRecord], by: Actor) -> None:
    for row in rows:
        Withdrawal(fact=row).save(force_insert=True)
        record("retirement.fact_withdrawn", row, by=by, data={"topic": row.topic, "value": row.value[:500]})
    write(thread_record)
    thread_record.topics = records.load(thread_record.thread_id).topics


def record_snapshot(
    thread_record: PlanRecord, scores: Sequence[Mapping[str, Any]], *, by: Actor
) -> CompletenessSnapshot:
    """Add the model's scores exactly as they were sent."""
    row = CompletenessSnapshot(session_id=thread_record.thread_id, scores=[dict(score) for score in scores])
    row.save(force_insert=True)
    thread_record.add_scores({str(score["topic"]): dict(score) for score in scores})
    thread_record.plan.facts_since_snapshot = 0
    record("retirement.snapshot_recorded", row, by=by, data={"scores": row.scores})
    return row


def choose_prompt(thread_record: PlanRecord, prompt: Plan.Prompt, *, by: Actor) -> bool:
    """Run the thread on this prompt from its next model call on; whether that is a change."""
    before = str(thread_record.plan.prompt)
    if before == prompt:
        return False
    thread_record.plan.prompt = prompt
    record("retirement.prompt_chosen", thread_record.plan, by=by, data={"prompt": str(prompt), "before": before})
    return True


def erase_records(thread_id: UUID) -> None:
    """Delete everything of a thread, in the erasure's transaction: the one pass that append-only rows let through."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        InformationRecord.objects.filter(session_id=thread_id).delete()
        CompletenessSnapshot.objects.filter(session_id=thread_id).delete()
        Plan.objects.filter(thread_id=thread_id).delete()
        cursor.execute("SET LOCAL app.erasing = 'off'")
