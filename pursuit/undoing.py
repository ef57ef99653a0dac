"""What the person changed of a question can be taken back, the newest first: how it stood before each is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from audit.trail import Actor, record as audit
from chat.errors import Refused
from pursuit.actions import Status, save, save_part
from pursuit.asks import named
from pursuit.models import MasterObjective, SubObjective
from pursuit.record import SLOTS, Part, Record, load

# What is kept to be taken back.
MOST_CHANGES = 10
_ROW = ("status", "summary", *SLOTS, "slot_words", "prefer_newest", "status_before")
_PART = ("text", "status", "stuck_reason", "answer", "answered_by", "citations", "conflicts", "refused")


@contextmanager
def undoable(objective: Record, what: str) -> Iterator[None]:
    """Keeps how the question stood, where the block changes it. `what` names the change to the person."""
    row, before = objective.row, _snapshot(objective)
    yield
    if objective.row is None or (objective.row is row and before == _snapshot(objective)):
        return
    if objective.row is not row:
        before = {"former": str(row.pk), "status": before["row"]["status"]} if row is not None else {}
    save(objective, changes=[*objective.row.changes, {"what": what, "before": before}][-MOST_CHANGES:])


def _snapshot(objective: Record) -> dict[str, Any]:
    row = objective.row
    if row is None:
        return {}
    parts = {part.key: {name: getattr(part, name) for name in _PART} for part in objective.parts}
    return {"row": {name: getattr(row, name) for name in _ROW}, "parts": parts}


def undo(objective: Record, *, by: Actor) -> str:
    """Take the last change back; what it was. Answers that were found since stay with the parts that stay.

    Raises Refused when nothing is left to take back.
    """
    row = objective.row
    is_ended = row is not None and row.status == Status.ABANDONED
    if row is None or not row.changes or (is_ended and "row" not in row.changes[-1]["before"]):
        raise Refused("nothing_to_undo", _("There is nothing here that could be taken back."))
    *earlier, change = row.changes
    audit("pursuit.undone", row, by=by, data={"what": change["what"], "parts": [part.text for part in objective.parts]})
    save(objective, changes=earlier)
    kept = change["before"].get("parts", {})
    gone = [part.text for part in objective.parts if part.key not in kept]
    if "row" in change["before"]:
        _restore(objective, change["before"])
    else:
        _leave(objective, change["before"])
    return named(gone) if gone else str(change["what"])


def _leave(objective: Record, before: Mapping[str, Any]) -> None:
    """The question itself is taken back: it is ended, and the one before it stands again."""
    save(objective, status=Status.ABANDONED, status_before="")
    earlier = MasterObjective.objects.filter(thread_id=objective.thread_id)
    former = earlier.filter(pk=before["former"]).first() if before else None
    if former is not None:
        former.status, former.updated_at = before["status"], timezone.now()
        former.save(update_fields=["status", "updated_at"])
    fresh = load(objective.thread_id)
    objective.row, objective.parts, objective.asks, objective.tried = fresh.row, fresh.parts, fresh.asks, fresh.tried


def _restore(objective: Record, before: Mapping[str, Any]) -> None:
    assert objective.row is not None
    moved = any(getattr(objective.row, name) != before["row"].get(name) for name in SLOTS)
    kept = []
    for part in objective.parts:
        if part.key not in before["parts"]:
            save_part(part, left_at=timezone.now())
            continue
        was = before["parts"][part.key]
        judged = part.refused != was.get("refused", part.refused) or part.answered_by == SubObjective.By.PERSON
        if moved or judged or part.text != was["text"]:
            save_part(part, **was)
        kept.append(part)
    there = {part.key for part in kept}
    for row in SubObjective.objects.filter(objective=objective.row, key__in=set(before["parts"]) - there):
        part = Part(row.pk, row.key, row.text, row.kind, row.needs, row.queries, row.position)
        save_part(part, left_at=None, **before["parts"][row.key])
        kept.append(part)
    objective.parts = sorted(kept, key=lambda part: part.position)
    values = dict(before["row"])
    if not objective.open_parts and values["status"] in (Status.ACTIVE, Status.BLOCKED):
        values["status"] = Status.SOLVED
    save(objective, **values, information=objective.row.information + 1)
