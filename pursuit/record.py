"""An objective as a turn holds it: the row, its parts, its asks and what was tried, read in one query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, F, OuterRef, QuerySet, Value, When
from django.db.models.functions import JSONObject

from chat.acts import RowOfThread, as_read
from pursuit.models import Attempt, MasterObjective, SubObjective, UserAsk

SLOTS = ("payer", "plan", "plan_type", "state")
_PART = (
    *("id", "key", "text", "kind", "needs", "queries", "position", "status", "stuck_reason", "answer", "answered_by"),
    *("citations", "conflicts", "refused"),
)
_ASK = ("kind", "stuck_reason", "angle", "information", "text")
_TRIED = ("sub_objective_id", "place", "query", "query_sha", "result", "found", "tool", "counts")
# What a panel and a page show of a ledger; more is in the admin.
MOST_TRIED = 400


@dataclass(slots=True)
class Part:
    """A part of the question, as its row has it. `id` is None until it is saved."""

    id: int | None
    key: str
    text: str
    kind: str = ""
    needs: Sequence[str] = ()
    # Searches that a model proposed for it.
    queries: Sequence[str] = ()
    position: int = 0
    status: str = SubObjective.Status.PENDING
    stuck_reason: str = ""
    answer: str = ""
    answered_by: str = ""
    citations: Sequence[Mapping[str, Any]] = ()
    conflicts: Sequence[Mapping[str, Any]] = ()
    refused: Sequence[Mapping[str, Any]] = ()
    left_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        return self.status in SubObjective.OPEN


@dataclass(slots=True)
class Record:
    """The newest objective of a thread; `row` is None while there is none."""

    thread_id: UUID
    row: MasterObjective | None = None
    parts: list[Part] = field(default_factory=list)
    asks: list[Mapping[str, Any]] = field(default_factory=list)
    tried: list[Mapping[str, Any]] = field(default_factory=list)
    asked: str = ""

    @property
    def open_parts(self) -> list[Part]:
        return [part for part in self.parts if part.is_open]

    @property
    def near(self) -> list[Part]:
        """The open parts for which words were shown that may answer them."""
        near = (SubObjective.Status.PARTIAL, "no_evidence")
        return [part for part in self.parts if part.citations and (part.status, part.stuck_reason) == near]

    @property
    def answered(self) -> list[Part]:
        return [part for part in self.parts if not part.is_open]

    @property
    def is_open(self) -> bool:
        """Whether the objective is pursued: parts are open, and nobody and nothing ended it."""
        return self.row is not None and self.row.status in ("active", "blocked") and bool(self.open_parts)

    def part(self, key: str) -> Part | None:
        return next((part for part in self.parts if part.key == key), None)

    def slots(self) -> dict[str, str]:
        """The slots that the person has named."""
        if self.row is None:
            return {}
        return {name: value for name in SLOTS if (value := getattr(self.row, name))}

    def was_sent(self, place: str, sha: str) -> bool:
        """Whether this query went to this place before, and came through."""
        return any(a["place"] == place and a["query_sha"] == sha and a["counts"] for a in self.tried)

    def state(self) -> dict[str, Any]:
        """The contract's JSON, and nothing else."""
        row = self.row
        if row is None:
            return {"master_objective": None, "objective_status": None, "closure_message": None}
        outcome = outcome_of(row.status)
        return {
            "master_objective": {
                "id": str(row.pk),
                "status": str(row.status),
                "summary": row.summary,
                "sub_objectives": [
                    {"id": part.key, "text": part.text, "status": str(part.status)} for part in self.parts
                ],
                "attempts": row.attempts,
                "last_user_ask": _iso(row.last_user_ask),
                "created_at": _iso(row.created_at),
                "updated_at": _iso(row.updated_at),
            },
            "objective_status": outcome.objective_status,
            "closure_message": outcome.closure_message,
        }


def _iso(when: datetime | Any | None) -> str | None:
    return when.isoformat() if isinstance(when, datetime) else None


def load(thread_id: UUID) -> Record:
    """The objective of a thread that counts now: the open one, else the newest. One query."""
    row = _COUNTS_NOW.get(thread_id)
    return record_of(row) if row is not None else Record(thread_id)


def _those_of(thread_id: UUID) -> QuerySet[MasterObjective]:
    first = Case(When(status__in=["active", "blocked"], then=Value(0)), default=Value(1))
    return with_parts(MasterObjective.objects.filter(thread_id=thread_id)).order_by(first, "-updated_at", "-created_at")


_COUNTS_NOW = RowOfThread(MasterObjective, _those_of)


def with_parts(rows: QuerySet[MasterObjective]) -> QuerySet[MasterObjective]:
    """The objectives with their parts, asks and ledger beside them, for `record_of`."""
    return rows.defer("changes").annotate(
        held_parts=_held(SubObjective.objects.filter(left_at=None), _PART, "position"),
        held_asks=_held(UserAsk.objects, _ASK, "id"),
        held_tried=_held(Attempt.objects, _TRIED, "id"),
    )


def _held(rows: Any, names: Sequence[str], order: str) -> ArraySubquery:
    fields: dict[str, Any] = {name: F(name) for name in names}
    held = rows.filter(objective=OuterRef("pk")).order_by(order)
    return ArraySubquery(held.values(data=JSONObject(**fields))[:MOST_TRIED])


def record_of(row: Any) -> Record:
    """The record of an objective that was read by `with_parts`."""
    parts, asks, tried = map(as_read, (row.held_parts, row.held_asks, row.held_tried))
    return Record(row.thread_id, row, [Part(**values) for values in parts], asks, tried)


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
    MasterObjective.Status.SOLVED: StatusOutcome("resolved", RESOLVED),
    MasterObjective.Status.ACTIVE: StatusOutcome("need_info"),
    MasterObjective.Status.BLOCKED: StatusOutcome("unable"),
    MasterObjective.Status.ABANDONED: StatusOutcome("user_ended"),
    MasterObjective.Status.INCOMPLETE: StatusOutcome("incomplete", PICK_UP),
}


def outcome_of(status: str) -> StatusOutcome:
    """The outcome of a stored status. Raises KeyError for one that there is not."""
    return OUTCOMES[status]
