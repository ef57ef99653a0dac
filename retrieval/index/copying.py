"""Chunks and vectors go to the database by COPY: no INSERT takes the tens of thousands of a long document as fast."""

from __future__ import annotations

import json
import struct
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
# The server tells of every word that is too long for its index, and nobody reads that while rows are sent. Where two
# hundred of them stand in the line, near the end of a document, both sides would wait for each other for ever.
_SILENT = "SET LOCAL client_min_messages = warning"
_IDS = "SELECT nextval(pg_get_serial_sequence('document_chunks', 'id')) FROM generate_series(1, %s)"
# Beside their table: of those whose chunk has a vector by now, none is written.
_VECTORS = """
CREATE TEMPORARY TABLE IF NOT EXISTS written_vectors (LIKE retrieval_embedding INCLUDING STORAGE) ON COMMIT DELETE ROWS;
TRUNCATE pg_temp.written_vectors
"""
_COPY_VECTORS = "COPY pg_temp.written_vectors (chunk_id, space_id, part, vector) FROM STDIN (FORMAT BINARY)"
_HEAD, _END = b"PGCOPY\n\xff\r\n\0" + bytes(8), b"\xff\xff"
_INSERT_VECTORS = """
INSERT INTO retrieval_embedding (chunk_id, space_id, part, vector)
SELECT chunk_id, space_id, part, vector FROM pg_temp.written_vectors ON CONFLICT DO NOTHING
"""


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


def write_vectors(space: int, part: int, vectors: Iterable[tuple[int, Sequence[float]]]) -> None:
    """Write the vectors of chunks, in the caller's transaction; one that is there stays.

    In binary: to write a vector as text, and to read it, takes twenty times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(_VECTORS)
        with cursor.copy(_COPY_VECTORS) as copy:
            copy.write(_HEAD)
            for chunk, vector in vectors:
                copy.write(_binary(space, part, chunk, vector))
            copy.write(_END)
        cursor.execute(_INSERT_VECTORS)


def _binary(space: int, part: int, chunk: int, vector: Sequence[float]) -> bytes:
    """A row as COPY reads it: how many columns, and of each its length and itself."""
    count = len(vector)
    return struct.pack(f">hiqiqiiihh{count}f", 4, 8, chunk, 8, space, 4, part, 4 + 4 * count, count, 0, *vector)


def _copy(chunks: Iterable[Chunk], columns: Sequence[str]) -> None:
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(_SILENT)
        with cursor.copy(_COPY.format(names)) as copy:
            for row in _rows(chunks, columns):
                copy.write_row(row)


def _rows(chunks: Iterable[Chunk], columns: Sequence[str]) -> Iterator[list[Any]]:
    for chunk in chunks:
        values = ((column, getattr(chunk, column)) for column in columns)
        yield [json.dumps(value) if column in _JSON else value for column, value in values]
