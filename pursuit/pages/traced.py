"""Where the answers of an objective and what was named come from: words, calls, citations and entries."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from audit.models import AuditEntry
from audit.traced import Traced
from pursuit.models import MasterObjective, SubObjective
from pursuit.pages.panel import SLOTS

# The newest questions of a thread; the others stand under the recents.
MAX_OBJECTIVES = 20
_LOOKING = ("plan_question", "search_policies", "look_up_code", "search_web", "read_material", "check_answers")


def traced_values(thread: Any) -> dict[str, Traced]:
    """What was named by "<objective>.<slot>" and each answered part by "<objective>.<part>"."""
    values: dict[str, Traced] = {}
    for row in MasterObjective.objects.filter(thread=thread).prefetch_related("parts")[:MAX_OBJECTIVES]:
        values |= {f"{row.pk}.{name}": _slot(row, name) for name in SLOTS if getattr(row, name)}
        answered = _answered_in(row)
        for part in row.parts.all():
            if part.answer and part.left_at is None:
                values[f"{row.pk}.{part.key}"] = _answer(row, part, answered.get(part.key))
    return values


def _answered_in(row: MasterObjective) -> dict[str, UUID | None]:
    """The turn in which each part was answered last, by its key; that of its last look-up where no entry tells it."""
    looked = row.ledger.order_by("id").values_list("sub_objective__key", "turn_id")
    entries = AuditEntry.objects.filter(object_type="pursuit.masterobjective", object_id=str(row.pk))
    of_answers = entries.filter(action="pursuit.answered").order_by("sequence").values_list("data__part", "turn_id")
    return {**dict(looked), **dict(of_answers)}


def _slot(row: MasterObjective, name: str) -> Traced:
    words = row.slot_words.get(name)
    return Traced(
        label=gettext(SLOTS[name]),
        value=getattr(row, name),
        record=row,
        acts=("pursuit.slots_named", "pursuit.begun", "pursuit.merged"),
        tools=("note_slots", "plan_question"),
        words=[words] if words else [],
    )


def _answer(row: MasterObjective, part: SubObjective, turn_id: UUID | None) -> Traced:
    return Traced(
        label=part.text,
        value=part.answer,
        record=row,
        acts=("pursuit.answered",),
        tools=_LOOKING,
        turn_id=turn_id,
        about={"part": part.key},
        sources=[{"title": str(each.get("title", "")), "quote": str(each["quote"])} for each in part.citations],
    )
