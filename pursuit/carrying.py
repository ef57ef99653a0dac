"""What a new question takes over from the one before it: of which payer, plan and state it is. It is said, and kept."""

from __future__ import annotations

from collections.abc import Mapping

from audit.trail import Actor, record as audit
from pursuit.actions import save
from pursuit.models import MasterObjective
from pursuit.record import SLOTS, Record
from pursuit.words import SlotName


def carry_over(
    objective: Record, before: MasterObjective | None, named: Mapping[SlotName, str], *, by: Actor
) -> dict[str, str]:
    """Take payer, plan and state from the question before, with the words that named them: {slot: value}.

    Nothing where the new question names another, or asks of codes alone, which are the same for every payer.
    """
    assert objective.row is not None
    held = {name: str(value) for name in SLOTS if (value := getattr(before, name, ""))}
    is_another = any(held.get(name) != value for name, value in named.items())
    if before is None or not held or is_another or all(part.kind == "code" for part in objective.parts):
        return {}
    carried = {name: value for name, value in held.items() if name not in named}
    words = {name: quote for name, quote in before.slot_words.items() if name in carried}
    save(objective, **carried, slot_words=words)
    audit("pursuit.carried_over", objective.row, by=by, data={"from": str(before.pk), **carried})
    return carried
