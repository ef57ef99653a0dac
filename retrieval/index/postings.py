"""Postings and their statistics, for BM25: which chunks of a collection hold a term, how often, and how long they are.

The database derives them from the tsvectors, in the transaction that writes or deletes the chunks. A batch writes one
segment. Eight segments of about a size become one, so a term has few rows however small the batches were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import connection, transaction
from django.db.models import F

from retrieval.models import Collection, Posting

# An occurrence in the heading counts as this many in the text.
HEADING_COUNTS = 3
# Longer lexemes are encoded data, not words.
MAX_TERM_CHARS = 200
# So many segments of a size class make one of the next; a class is eight times as large as the one before.
FAN_IN = 8

# The terms of chunks, one row each: how often (a tsvector keeps 256 places at most) and in how long a chunk.
_TERMS = f"""
SELECT c.id, c.language || ':' || t.lexeme AS term, t.frequency, t.length
  FROM document_chunks c CROSS JOIN LATERAL (
       SELECT lexeme, frequency, sum(frequency) OVER () AS length
         FROM (SELECT lexeme, cardinality(positions) + {HEADING_COUNTS - 1} * cardinality(array_positions(weights, 'A'))
                      AS frequency
                 FROM unnest(c.tsv) WHERE length(lexeme) <= {MAX_TERM_CHARS}) AS of_chunk) AS t
 WHERE c.id = ANY(%s::bigint[])
"""  # noqa: S608
# The three arrays have one order, whichever it is: to sort millions of rows takes a third of all.
_WRITE = f"""
WITH terms AS MATERIALIZED ({_TERMS}), written AS (
    INSERT INTO retrieval_posting (collection_id, term, segment, count, chunks, frequencies, lengths)
    SELECT %s, term, %s, count(*), array_agg(id), array_agg(frequency), array_agg(length) FROM terms GROUP BY term)
SELECT coalesce(sum(frequency), 0) FROM terms
"""  # noqa: S608
_LENGTH = f"SELECT coalesce(sum(frequency), 0) FROM ({_TERMS}) AS terms"  # noqa: S608
_ROWS = f"""
collection_id = %s AND term IN (SELECT DISTINCT term FROM ({_TERMS}) AS terms) AND chunks && %s::bigint[]
"""  # noqa: S608
_SHORTEN = f"""
UPDATE retrieval_posting p SET (count, chunks, frequencies, lengths) = (
    SELECT count(*), coalesce(array_agg(chunk ORDER BY n), '{{}}'), coalesce(array_agg(frequency ORDER BY n), '{{}}'),
           coalesce(array_agg(length ORDER BY n), '{{}}')
      FROM unnest(p.chunks, p.frequencies, p.lengths) WITH ORDINALITY AS u(chunk, frequency, length, n)
     WHERE chunk <> ALL(%s::bigint[]))
 WHERE {_ROWS}
"""  # noqa: S608
_MERGE = """
WITH old AS (DELETE FROM retrieval_posting WHERE collection_id = %s AND segment = ANY(%s::bigint[]) RETURNING *)
INSERT INTO retrieval_posting (collection_id, term, segment, count, chunks, frequencies, lengths)
SELECT %s, term, %s, count(*), array_agg(chunk ORDER BY chunk), array_agg(frequency ORDER BY chunk),
       array_agg(length ORDER BY chunk)
  FROM old CROSS JOIN LATERAL unnest(chunks, frequencies, lengths) AS u(chunk, frequency, length)
 GROUP BY term
"""


def write_chunks(collection: Collection, chunks: Sequence[int], languages: Iterable[str]) -> None:
    """Write the postings of these saved chunks, and add them to the collection's sums. The collection is locked."""
    locked = Collection.objects.get(pk=collection.pk)
    segment = _next_segment()
    tokens = _number(_WRITE, [list(chunks), collection.pk, segment])
    locked.segments = _merged(collection.pk, {**locked.segments, str(segment): len(chunks)})
    locked.languages = sorted({*locked.languages, *languages})
    locked.chunk_count += len(chunks)
    locked.token_count += tokens
    locked.save(update_fields=["segments", "languages", "chunk_count", "token_count"])


def delete_chunks(collection_id: int, chunks: Sequence[int]) -> None:
    """Take these chunks, which are still there, out of the postings and the sums. The collection is locked."""
    ids = list(chunks)
    tokens = _number(_LENGTH, [ids])
    with connection.cursor() as cursor:
        cursor.execute(_SHORTEN, [ids, collection_id, ids, ids])
        # In two statements: a row that is empty now was not when the first one began.
        cursor.execute(f"DELETE FROM retrieval_posting WHERE {_EMPTY_ROWS}", [collection_id, ids])  # noqa: S608
    Collection.objects.filter(pk=collection_id).update(
        chunk_count=F("chunk_count") - len(ids), token_count=F("token_count") - tokens
    )


_EMPTY_ROWS = f"""
collection_id = %s AND term IN (SELECT DISTINCT term FROM ({_TERMS}) AS terms) AND count = 0
"""  # noqa: S608


def delete_collection(collection_id: int) -> None:
    """Delete every posting of a collection, which is deleted next."""
    Posting.objects.filter(collection=collection_id).delete()


def _merged(collection_id: int, segments: dict[str, int]) -> dict[str, int]:
    """`segments` after merging those of a size class that are FAN_IN or more, again until none are."""
    while True:
        classes: dict[int, list[str]] = {}
        for segment, size in segments.items():
            classes.setdefault(_size_class(size), []).append(segment)
        full = next((run for _, run in sorted(classes.items()) if len(run) >= FAN_IN), None)
        if full is None:
            return segments
        merged = _next_segment()
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_MERGE, [collection_id, [int(segment) for segment in full], collection_id, merged])
        rest = {segment: size for segment, size in segments.items() if segment not in full}
        segments = {**rest, str(merged): sum(segments[segment] for segment in full)}


def _size_class(size: int) -> int:
    """0 for fewer than 8 chunks, 1 for fewer than 64, and so on."""
    return (max(size, 1).bit_length() - 1) // 3


def _next_segment() -> int:
    return _number("SELECT nextval('retrieval_segment')", [])


def _number(statement: str, values: Sequence[object]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)  # type: ignore[arg-type]
        return int(cursor.fetchone()[0])
