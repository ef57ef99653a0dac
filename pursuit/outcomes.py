"""One table: what an objective's status means to a person, and how it is told when it ends."""

from __future__ import annotations

from dataclasses import dataclass

from pursuit.models import MasterObjective

Status = MasterObjective.Status

RESOLVED = "We've resolved your question."
PICK_UP = "You can pick this up from your recent queries to try again."
# What is replied when the person gives a question up.
UNDERSTOOD = "Understood. Let me know if you'd like to ask something else."


@dataclass(frozen=True, slots=True)
class StatusOutcome:
    """`objective_status` of the payload and its closure message, None where there is none."""

    objective_status: str
    closure_message: str | None = None


OUTCOMES: dict[str, StatusOutcome] = {
    Status.SOLVED: StatusOutcome("resolved", RESOLVED),
    Status.ACTIVE: StatusOutcome("need_info"),
    Status.BLOCKED: StatusOutcome("unable"),
    Status.ABANDONED: StatusOutcome("user_ended"),
    Status.INCOMPLETE: StatusOutcome("incomplete", PICK_UP),
}


def outcome_of(status: str) -> StatusOutcome:
    """The outcome of a stored status. Raises KeyError for one that there is not."""
    return OUTCOMES[status]
