"""Chunks go to the database by COPY: a long document comes with tens of thousands, which no INSERT takes as fast."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import connection

from retrieval.models import Chunk

_COLUMNS = (
    *("document_id", "collection_id", "key", "position", "heading", "text", "start", "end", "source_name"),
    *("citations", "language", "valid_from", "valid_to", "metadata", "names"),
)
_JSON = frozenset(("citations", "metadata"))
_COPY = "COPY document_chunks ({}) FROM STDIN"
_IDS = "SELECT nextval(pg_get_serial_sequence('document_chunks', 'id')) FROM generate_series(1, %s)"


def write(chunks: Sequence[Chunk]) -> None:
    """Write these new chunks, and give each its id. Their documents are written."""
    with connection.cursor() as cursor:
        cursor.execute(_IDS, [len(chunks)])
        for chunk, (number,) in zip(chunks, cursor.fetchall(), strict=True):
            chunk.pk = number
    _copy(chunks, ("id", *_COLUMNS))
    for chunk in chunks:
        chunk._state.adding = False


def write_as_they_come(chunks: Iterable[Chunk]) -> None:
    """Write these new chunks, each made while the database takes the ones before. It gives them their ids."""
    _copy(chunks, _COLUMNS)


def _copy(chunks: Iterable[Chunk], columns: Sequence[str]) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor, cursor.copy(_COPY.format(names)) as copy:
        for row in _rows(chunks, columns):
            copy.write_row(row)


def _rows(chunks: Iterable[Chunk], columns: Sequence[str]) -> Iterator[list[Any]]:
    for chunk in chunks:
        values = ((column, getattr(chunk, column)) for column in columns)
        yield [json.dumps(value) if column in _JSON else value for column, value in values]
