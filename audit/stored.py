"""Rows as objects of their models and back, by statements that are written out.

A turn reads and writes a handful of rows, and for one of many columns Django takes longer to compose the statement, and
to prepare what reads it, than PostgreSQL to run it. Here both are made once a statement.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

from django.db import DatabaseError, connection, models

M = TypeVar("M", bound=models.Model)
_Convert = Callable[[Any, Any, Any], Any]
_Reader = tuple[int, list[tuple[int, str, _Convert | None]], list[tuple[int, str]]]

_MOST_STATEMENTS = 500
_readers: dict[tuple[type[models.Model], str], _Reader] = {}


def ordered_id() -> UUID:
    """A UUID of 74 random bits behind the time in milliseconds, which is version 7 of RFC 9562.

    After a checkpoint PostgreSQL logs the whole of every page that it changes. Of random ids each new row has a page of
    its own, in every index that begins with one; ids of one time stand on the same.
    """
    milliseconds, chance = time.time_ns() // 1_000_000, int.from_bytes(os.urandom(10))
    return UUID(int=milliseconds << 80 | 0x7 << 76 | (chance >> 68) << 64 | 0b10 << 62 | chance & (1 << 62) - 1)


def first_row(model: type[M], statement: str, values: Sequence[Any]) -> M | None:
    """The first row of a statement; what it gives beside the model's columns is set, too, and what it leaves out is
    read when it is asked for.
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row = cursor.fetchone()
        if row is None:
            return None
        reader = _readers.get((model, statement))
        if reader is None or reader[0] != len(row):
            if len(_readers) >= _MOST_STATEMENTS:
                _readers.clear()
            reader = _readers[model, statement] = _reader_of(model, [column.name for column in cursor.description])
    _, fields, beside = reader
    names = [name for _, name, _ in fields]
    given = [row[place] if convert is None else convert(row[place], None, connection) for place, _, convert in fields]
    first = model.from_db(connection.alias, names, given)
    for place, name in beside:
        setattr(first, name, row[place])
    return first


def _reader_of(model: type[models.Model], columns: Sequence[str]) -> _Reader:
    places = {name: place for place, name in enumerate(columns)}
    fields = [
        (places[str(field.column)], field.attname, getattr(field, "from_db_value", None))
        for field in model._meta.concrete_fields
        if field.column in places
    ]
    known = {field.column for field in model._meta.concrete_fields}
    return len(columns), fields, [(place, name) for name, place in places.items() if name not in known]


def add(rows: Sequence[models.Model], *names: str) -> None:
    """Insert rows of one model in one statement and in their order, with the fields of these names; no more is read."""
    if rows:
        fields = [rows[0]._meta.get_field(name) for name in names]
        values = [_stored(field, row, adding=True) for row in rows for field in fields]
        with connection.cursor() as cursor:
            cursor.execute(_insert(type(rows[0]), names, len(rows)), values)


def write(row: models.Model, *names: str) -> None:
    """Write the fields of these names in the row's place. Raises DatabaseError where there is none."""
    values = [_stored(row._meta.get_field(name), row, adding=False) for name in names]
    with connection.cursor() as cursor:
        cursor.execute(_update(type(row), names), [*values, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"{row._meta.label} {row.pk} has no row to be written to")


def _stored(field: Any, row: models.Model, *, adding: bool) -> Any:
    return field.get_db_prep_save(field.pre_save(row, adding), connection)


@lru_cache(_MOST_STATEMENTS)
def _insert(model: type[models.Model], names: tuple[str, ...], count: int) -> str:
    columns = ", ".join(f'"{model._meta.get_field(name).column}"' for name in names)  # type: ignore[union-attr]
    of_a_row = f"({', '.join(['%s'] * len(names))})"
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES {", ".join([of_a_row] * count)}'  # noqa: S608


@lru_cache(_MOST_STATEMENTS)
def _update(model: type[models.Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f'"{model._meta.get_field(name).column}" = %s' for name in names)  # type: ignore[union-attr]
    return f'UPDATE "{model._meta.db_table}" SET {changes} WHERE "{model._meta.pk.column}" = %s'  # noqa: S608
