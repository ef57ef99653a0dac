"""What the person said lately and nothing notes: the model is reminded of it, and decides whether it is a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chat.assistants import Said
from retirement.coverage import base_type
from retirement.models import Withdrawal
from retirement.reading import Fact, measures_in, read_facts
from retirement.record import PlanRecord

# Messages before the newest that are looked at.
_MESSAGES = 4


def unnoted(thread_record: PlanRecord, messages: Sequence[Said]) -> list[Said]:
    """The facts of the last messages before the newest that no record holds, each as its words.

    After something was taken back nothing is recalled: it may be meant to be gone.
    """
    words = list(_unnoted(thread_record, messages[-1 - _MESSAGES : -1]))
    if not words or Withdrawal.objects.filter(fact__session_id=thread_record.thread_id).exists():
        return []
    return words


def _unnoted(thread_record: PlanRecord, earlier: Sequence[Said]) -> Iterator[Said]:
    types = {kind for fact in thread_record.facts for kind in (base_type(fact.fact_type or ""), *(fact.covers or ()))}
    for message in earlier:
        for reading in read_facts(message.text):
            if not _is_noted(reading, thread_record, types):
                yield Said(message.message_id, message.text[reading.start : reading.end].strip())


def _is_noted(reading: Fact, thread_record: PlanRecord, types: set[str]) -> bool:
    """Whether a record has its number, or, where it has none, is of its kind; the newest is looked at first."""
    values = {value for measure in measures_in(reading.value) for value in measure.values}
    if not values:
        return base_type(reading.fact_type) in types
    return any(measure.values & values for fact in reversed(thread_record.facts) for measure in measures_in(fact.value))
