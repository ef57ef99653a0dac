"""One function for each act on a plan, the only writers. Rows are added, each with its audit entry, never changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from audit.trail import Actor, collecting, record
from retirement import record as records
from retirement.facts import FactView, current
from retirement.models import CompletenessSnapshot, InformationRecord, Plan
from retirement.record import Record
from retirement.topics import Topic
from retirement.words import Place

_COUNTERS = ("prompt", "facts_since_query", "facts_since_snapshot")

# Written out, because building it from a QuerySet costs more than running it.
_OLDER = """
SELECT * FROM retirement_informationrecord fact
 WHERE session_id = %s AND topic = %s AND fact_type = %s
   AND NOT EXISTS (SELECT 1 FROM retirement_informationrecord newer WHERE newer.supersedes_id = fact.id)
 ORDER BY created_at, id
"""


@contextmanager
def open_record(thread_id: UUID, by: Actor) -> Iterator[Record]:
    """A thread's record, locked in the caller's transaction; what changed of the plan is saved when the block ends."""
    if not _locked(thread_id):
        # Whoever comes first makes the row that both then wait for.
        Plan.objects.bulk_create([Plan(thread_id=thread_id)], ignore_conflicts=True)
        _locked(thread_id)
    found = records.load(thread_id)
    before = [getattr(found.plan, name) for name in _COUNTERS]
    yield found
    # Were this transaction rolled back, nobody would ever ask for this version.
    records.keep(found)
    changed = [name for name, old in zip(_COUNTERS, before, strict=True) if getattr(found.plan, name) != old]
    if changed:
        found.plan.save(update_fields=changed)


def _locked(thread_id: UUID) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM retirement_plan WHERE thread_id = %s FOR UPDATE", [thread_id])
        return cursor.fetchone() is not None


@contextmanager
def act_on(thread_id: UUID, by: Actor) -> Iterator[Record]:
    """One transaction around an act from outside a turn."""
    with transaction.atomic(), collecting(), open_record(thread_id, by) as found:
        yield found


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact to be added, in the specification's terms."""

    topic: Topic
    value: str
    subtopic: str | None = None
    fact_type: str | None = None
    confidence: float = 0.9


def record_fact(found: Record, new: NewFact, *, place: Place | None, by: Actor) -> tuple[FactView, bool]:
    """Add a fact, and whether it is new. It supersedes the current fact of the same topic and type, which stays.

    A current fact that says the same is given back instead: nothing is kept twice.
    """
    earlier = _current(found, new.topic, new.fact_type)
    for known in earlier:
        if (known.value, known.subtopic, known.fact_type) == (new.value, new.subtopic, new.fact_type):
            return known, False
    corrected = earlier[-1].id if new.fact_type and earlier else None
    row = InformationRecord(
        session_id=found.thread_id,
        topic=new.topic,
        subtopic=new.subtopic,
        fact_type=new.fact_type,
        value=new.value,
        confidence=new.confidence,
        supersedes_id=UUID(corrected) if corrected else None,
        message_id=place.message_id if place else None,
        start=place.start if place else None,
        end=place.end if place else None,
    )
    row.save(force_insert=True)
    fact = records.fact_view(row)
    found.add_fact(fact)
    found.plan.facts_since_query += 1
    found.plan.facts_since_snapshot += 1
    told = {"topic": new.topic.value, "fact_type": new.fact_type, "value": new.value[:500], "supersedes": corrected}
    record("retirement.fact_recorded", row, by=by, data=told)
    return fact, True


def _current(found: Record, topic: Topic, fact_type: str | None) -> list[FactView]:
    """The current facts of a topic and type, the oldest first; beyond the newest 50 the database is asked."""
    of_topic = [fact for fact in found.facts if fact.topic == topic]
    same = [fact for fact in current(of_topic) if fact.fact_type == fact_type]
    if same or len(of_topic) < records.NEWEST or fact_type is None:
        return same
    older = InformationRecord.objects.raw(_OLDER, [found.thread_id, topic.value, fact_type])
    return [records.fact_view(row) for row in older]


def record_snapshot(found: Record, scores: Sequence[Mapping[str, Any]], *, by: Actor) -> CompletenessSnapshot:
    """Add the model's scores exactly as they were sent."""
    row = CompletenessSnapshot(session_id=found.thread_id, scores=[dict(score) for score in scores])
    row.save(force_insert=True)
    found.add_scores(str(row.pk), {str(score["topic"]): dict(score) for score in scores})
    found.plan.facts_since_snapshot = 0
    record("retirement.snapshot_recorded", row, by=by, data={"scores": row.scores})
    return row


def note_query(found: Record) -> None:
    """The model has looked at everything: the cadence counts from here. No record changes."""
    found.plan.facts_since_query = 0


def choose_prompt(found: Record, prompt: Plan.Prompt, *, by: Actor) -> None:
    """Run the thread on this prompt from its next model call on."""
    if found.plan.prompt != prompt:
        found.plan.prompt = prompt
        record("retirement.prompt_chosen", found.plan, by=by, data={"prompt": str(prompt)})


def erase_records(thread_id: UUID) -> None:
    """Delete everything of a thread, in the erasure's transaction: the one pass that append-only rows let through."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL app.erasing = 'on'")
        InformationRecord.objects.filter(session_id=thread_id).delete()
        CompletenessSnapshot.objects.filter(session_id=thread_id).delete()
        Plan.objects.filter(thread_id=thread_id).delete()
        cursor.execute("SET LOCAL app.erasing = 'off'")
