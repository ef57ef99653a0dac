"""record(): the one way to add an audit entry. Inside collecting(), entries are written together at its end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import models

from audit.models import AuditEntry
from audit.stored import add


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
        add([entry], *_FIELDS)
    else:
        entries.append(entry)


_FIELDS = ("at", "actor", "action", "object_type", "object_id", "thread_id", "turn_id", "data")


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
            # One statement; the database chains them in their order.
            add(entries, *_FIELDS)
    finally:
        _collected.reset(token)
