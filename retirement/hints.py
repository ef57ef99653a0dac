"""The cadence of the specification (section 8), told to the model in a tool's result when it misses it."""

from __future__ import annotations

from typing import Any

from retirement.record import PlanRecord

# Facts after which the model should have looked at everything, and after which it should have scored again.
QUERY_DUE, SNAPSHOT_DUE = 5, 5


def hint(thread_record: PlanRecord) -> dict[str, Any]:
    """`instructional_hint` and its sentence when a look or a snapshot is due; nothing otherwise."""
    plan = thread_record.plan
    if plan.facts_since_query >= QUERY_DUE:
        sentence = f"{plan.facts_since_query} facts since you last looked: call information_query now."
        return {"instructional_hint": "INFORMATION_QUERY_DUE", "hint": sentence}
    if plan.facts_since_snapshot >= SNAPSHOT_DUE:
        sentence = f"{plan.facts_since_snapshot} facts since the last scores: call completeness for what has changed."
        return {"instructional_hint": "COMPLETENESS_DUE", "hint": sentence}
    return {}
