"""The cadence of the specification (section 8), told to the model in a tool's result when it misses it."""

from __future__ import annotations

from typing import Any

from retirement.record import PlanRecord

# Facts since the last scores after which the model should look at everything, and then score again.
DUE = 5


def hint(thread_record: PlanRecord) -> dict[str, Any]:
    """`instructional_hint` and its sentence when a look is due; nothing otherwise."""
    return _due(thread_record, "INFORMATION_QUERY_DUE", "call information_query now")


def score_due(thread_record: PlanRecord) -> dict[str, Any]:
    """The same for scores, which fall due when the model has looked."""
    return _due(thread_record, "COMPLETENESS_DUE", "call completeness for what has changed")


def _due(thread_record: PlanRecord, name: str, act: str) -> dict[str, Any]:
    facts = thread_record.plan.facts_since_snapshot
    if facts < DUE:
        return {}
    return {"instructional_hint": name, "hint": f"{facts} facts since the last scores: {act}."}
