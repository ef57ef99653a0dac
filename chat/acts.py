"""An act on what an assistant keeps of a thread: one transaction, its audit entries, and the rows that it locks."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cached_property
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db import connection, models, transaction
from django.db.models.expressions import DatabaseDefault
from django.db.models.functions import Now

from audit.models import AuditEntry
from audit.stored import first_row
from audit.trail import collecting
from chat.errors import Refused, sentence
from chat.models import Thread

R = TypeVar("R")
M = TypeVar("M", bound=models.Model)


# Stands for the thread in a statement that is composed once.
_ANY = UUID(int=0)
# Acts without a turn that leave the record as it was, or that a twin begins with.
_CHANGES_NOTHING = r"\.(started|shared|unshared|exported)$"


class RowOfThread(Generic[M]):
    """Reads the first row of a thread by a query whose statement is composed once.

    A turn reads its record several times, and Django takes longer to compose a query with what stands beside its row
    than PostgreSQL to answer it. `compose` gives the query for a thread; JSON that it annotates is given as `as_read`
    takes it.
    """

    def __init__(self, model: type[M], compose: Callable[[UUID], models.QuerySet[M]]) -> None:
        self._model, self._compose = model, compose

    @cached_property
    def _statement(self) -> tuple[str, tuple[Any, ...]]:
        statement, values = self._compose(_ANY)[:1].query.sql_with_params()
        return statement, tuple(values)

    def get(self, thread_id: UUID) -> M | None:
        statement, values = self._statement
        return first_row(self._model, statement, [thread_id if v == _ANY else v for v in values])


def as_read(held: Sequence[Any]) -> list[Any]:
    """The rows beside a row, which were annotated as an array of JSON: a composed statement gives them as text."""
    return [json.loads(row) if isinstance(row, str) else row for row in held]


@contextmanager
def act_on(opened: AbstractContextManager[R]) -> Iterator[R]:
    """One transaction around an act from outside a turn: a form, a button, the API. `opened` locks the record."""
    with transaction.atomic(), collecting(), opened as record:
        yield record


def by_hand(thread_id: Any) -> models.QuerySet[AuditEntry]:
    """What was done to the record of the thread by buttons, by others or by jobs, and not by its turns."""
    entries = AuditEntry.objects.filter(thread_id=thread_id, turn_id=None).exclude(object_type__startswith="chat.")
    return entries.exclude(action__regex=_CHANGES_NOTHING).order_by("id")


def close_other_branches(thread_id: UUID) -> None:
    """What was said in this thread is handed in: its other branches are there to be read. Within a transaction.

    Raises Refused where another branch was handed in before.
    """
    thread = Thread.objects.get(pk=thread_id)
    if thread.family is None:
        return
    # The lock makes the second of two branches that are handed in at once see that it is closed.
    family = list(Thread.objects.relatives(thread).select_for_update(no_key=True).order_by("pk"))
    if any(branch.pk == thread_id and branch.closed_at for branch in family):
        raise Refused("branch_closed", sentence("branch_closed"))
    others = [branch.pk for branch in family if branch.pk != thread_id]
    Thread.objects.filter(pk__in=others, closed_at=None).update(closed_at=Now())


# The statements are written out: a turn locks once a round, and a QuerySet takes longer to build than to run.


def lock_rows(model: type[models.Model], thread_id: UUID) -> bool:
    """Lock what a thread has of `model` until the caller's transaction ends; False when it has nothing."""
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT 1 FROM "{model._meta.db_table}" WHERE thread_id = %s FOR UPDATE', [thread_id])  # noqa: S608
        return cursor.fetchone() is not None


def locked_row(model: type[M], thread_id: UUID) -> M | None:
    """The thread's newest row of `model`, locked until the caller's transaction ends. `locked_at` is the time of it."""
    statement = (
        f'SELECT *, clock_timestamp() AS locked_at FROM "{model._meta.db_table}"'  # noqa: S608
        " WHERE thread_id = %s ORDER BY created_at DESC LIMIT 1 FOR UPDATE"
    )
    return first_row(model, statement, [thread_id])


def made_row(row: M) -> M | None:
    """The row as it was added, locked like one that was found; None when there is one already.

    Whoever comes first makes the row that all others then wait for.
    """
    values = {field: field.pre_save(row, add=True) for field in row._meta.concrete_fields}
    given = {field: value for field, value in values.items() if not isinstance(value, DatabaseDefault)}
    columns = ", ".join(f'"{field.column}"' for field in given)
    statement = (
        f'INSERT INTO "{row._meta.db_table}" ({columns}) VALUES ({", ".join(["%s"] * len(given))})'  # noqa: S608
        " ON CONFLICT DO NOTHING RETURNING *, clock_timestamp() AS locked_at"
    )
    arguments = [field.get_db_prep_save(value, connection) for field, value in given.items()]
    return first_row(type(row), statement, arguments)
