"""Rows that many tests need on file: stored by the first test of a process, and copied as they were by the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model

# What documents consist of.
DOCUMENTS = tuple(apps.get_app_config("retrieval").get_models())


def copied(models: Iterable[type[Model]]) -> Callable[[Callable[[], object]], Callable[[], None]]:
    """For a function that stores rows of these models and of no others.

    Where there is a row of one of them already it stores its own itself, as it does the first time. Ids are those of
    then, which no sequence gives a second time, and the vectors have no index, which so few of them do without.
    """
    tables = [model._meta.db_table for model in models]

    def decorate(store: Callable[[], object]) -> Callable[[], None]:
        kept: dict[str, bytes] = {}

        @wraps(store)
        def stored() -> None:
            if _any_row(tables):
                store()
            elif kept:
                _write(kept)
            else:
                store()
                kept.update(_read(tables))

        return stored

    return decorate


def _any_row(tables: list[str]) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + " OR ".join(f'EXISTS (SELECT FROM "{table}")' for table in tables))
        return bool(cursor.fetchone()[0])


def _read(tables: list[str]) -> dict[str, bytes]:
    rows = {}
    with connection.cursor() as cursor:
        for table in tables:
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                rows[table] = b"".join(map(bytes, copy))
    return {table: text for table, text in rows.items() if text}


def _write(kept: dict[str, bytes]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        # What they point at was there when they were stored, and is copied with them.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table, rows in kept.items():
            with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                copy.write(rows)
        cursor.execute("SET LOCAL session_replication_role = origin")
