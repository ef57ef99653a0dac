"""record(): the one way to add an audit entry. Inside collecting(), entries are written together at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, models
from django.utils import timezone
from psycopg.types.json import Jsonb

from audit.models import AuditEntry


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, and from which turn. `user_id` is None for the system itself (a job)."""

    user_id: int | None
    thread_id: UUID | None = None
    turn_id: UUID | None = None


_rehearsing: ContextVar[bool] = ContextVar("audit_rehearsing", default=False)
_collected: ContextVar[list[AuditEntry] | None] = ContextVar("audit_entries", default=None)


def record(action: str, of: models.Model, *, by: Actor, data: dict[str, Any] | None = None) -> None:
    """Add an entry to the trail, in the caller's transaction. `data` holds JSON values only.

    Raises ValueError for an object without a key: the entry would name nothing, for good.
    """
    if of.pk is None:
        raise ValueError(f"{of._meta.label} has no key yet. Save it first, or give it a UUID key made in Python.")
    if _rehearsing.get():
        return
    entry = AuditEntry(
        actor_id=by.user_id,
        action=action,
        object_type=of._meta.label_lower,
        object_id=str(of.pk),
        thread_id=by.thread_id,
        turn_id=by.turn_id,
        data=data or {},
    )
    entries = _collected.get()
    if entries is None:
        _insert([entry])
    else:
        entries.append(entry)


# Written out: of rows that nobody reads back Django takes longer to compose the statement than PostgreSQL to run it.
_COLUMNS = ("at", "actor_id", "action", "object_type", "object_id", "thread_id", "turn_id", "data")
_INSERT = f"INSERT INTO audit_auditentry ({', '.join(_COLUMNS)}) VALUES "  # noqa: S608 - constants.
_ROW = f"({', '.join(['%s'] * len(_COLUMNS))})"


def _insert(entries: Sequence[AuditEntry]) -> None:
    """Write new entries in their order, in one statement; the database chains them."""
    values: list[Any] = []
    for entry in entries:
        about = (entry.actor_id, entry.action, entry.object_type, entry.object_id, entry.thread_id, entry.turn_id)
        values += [timezone.now(), *about, Jsonb(entry.data)]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT + ", ".join([_ROW] * len(entries)), values)


@contextmanager
def rehearsing() -> Iterator[None]:
    """Add no entries in this block, whose transaction is rolled back: they would hold the chain's lock until then."""
    token = _rehearsing.set(True)
    try:
        yield
    finally:
        _rehearsing.reset(token)


@contextmanager
def collecting() -> Iterator[None]:
    """Write the entries of this block in one statement at its end; an exception writes none of them.

    Those of a block within another are written with the outer one's.
    """
    if (outer := _collected.get()) is not None:
        length = len(outer)
        try:
            yield
        except BaseException:
            del outer[length:]
            raise
        return
    token = _collected.set([])
    try:
        yield
        entries = _collected.get()
        if entries:
            _insert(entries)
    finally:
        _collected.reset(token)
