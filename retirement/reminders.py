"""What the person said lately and nothing notes: the model is reminded of it, and decides whether it is a fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from chat.assistants import Said
from dialogue import Act, deeds_in
from llm.text import fenced
from retirement.coverage import base_type
from retirement.models import Withdrawal
from retirement.reading import Fact, measures_in, read_facts
from retirement.record import PlanRecord

# Messages before the newest that are looked at, and characters of their words that are shown.
_MESSAGES, _CHARS = 4, 160
_REMINDER = "Said before, and in no record. Call information for each that is a fact of theirs (material):"


def reminder(thread_record: PlanRecord, said: Sequence[Said]) -> str:
    """The words of the last messages before the newest that no record holds, for the prompt; "" where there are none.

    A question is answered alone, and after something was taken back nothing is recalled: it may be meant to be gone.
    """
    newest = said[-1].text if said else "?"
    if "?" in newest or any(deed.act is Act.QUESTION and deed.is_sure for deed in deeds_in(newest)):
        return ""
    earlier = said[-1 - _MESSAGES : -1]
    words = list(dict.fromkeys(_unnoted(thread_record, earlier)))
    if not words or Withdrawal.objects.filter(fact__session_id=thread_record.thread_id).exists():
        return ""
    return f"\n{_REMINDER}\n{fenced('said', chr(10).join(words))}"


def _unnoted(thread_record: PlanRecord, earlier: Sequence[Said]) -> Iterator[str]:
    values, types = set[Decimal](), set[str]()
    for fact in thread_record.facts:
        types.add(base_type(fact.fact_type or ""))
        types.update(fact.covers or ())
        values.update(value for measure in measures_in(fact.value) for value in measure.values)
    for message in earlier:
        for fact in read_facts(message.text):
            if not _is_noted(fact, values, types):
                yield message.text[fact.start : fact.end].strip()[:_CHARS]


def _is_noted(fact: Fact, values: set[Decimal], types: set[str]) -> bool:
    """Whether a record has its number, or, where it has none, is of its kind."""
    measures = measures_in(fact.value)
    if measures:
        return any(measure.values & values for measure in measures)
    return base_type(fact.fact_type) in types
