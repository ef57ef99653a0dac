"""Postings and their statistics, for BM25: which chunks of a collection hold a term, how often, and how long they are.

They are derived from the chunks' tsvectors by the database, in the transaction that writes the chunks.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection

from retrieval.models import Posting

# An occurrence in the heading counts as this many in the text.
HEADING_COUNTS = 2
# Longer lexemes are encoded data, not words.
MAX_TERM_CHARS = 200

# The terms of chunks, one row each: how often (a tsvector keeps 256 places at most) and in how long a chunk.
_TERMS = f"""
SELECT c.id, c.language || ':' || t.lexeme AS term, t.frequency, sum(t.frequency) OVER (PARTITION BY c.id) AS length
  FROM document_chunks c CROSS JOIN LATERAL (
       SELECT lexeme, cardinality(positions) + {HEADING_COUNTS - 1} * cardinality(array_positions(weights, 'A'))
              AS frequency
         FROM unnest(c.tsv) WHERE length(lexeme) <= {MAX_TERM_CHARS}) t
 WHERE c.id = ANY(%s::bigint[])
"""  # noqa: S608

_WRITE = f"""
WITH terms AS ({_TERMS}), written AS (
    INSERT INTO retrieval_posting (collection_id, term, segment, count, chunks, frequencies, lengths)
    SELECT %s, term, %s, count(*), array_agg(id ORDER BY id), array_agg(frequency ORDER BY id),
           array_agg(length ORDER BY id)
      FROM terms GROUP BY term)
SELECT coalesce(sum(frequency), 0) FROM terms
"""  # noqa: S608

_LENGTH = f"SELECT coalesce(sum(frequency), 0) FROM ({_TERMS}) AS terms"  # noqa: S608

_FORGET = """
DELETE FROM retrieval_posting
 WHERE collection_id = %s AND segment IN (SELECT segment FROM document_chunks WHERE id = ANY(%s::bigint[]))
   AND chunks <@ %s::bigint[]
"""
_SHORTEN = """
UPDATE retrieval_posting p SET (count, chunks, frequencies, lengths) = (
    SELECT count(*), array_agg(chunk ORDER BY n), array_agg(frequency ORDER BY n), array_agg(length ORDER BY n)
      FROM unnest(p.chunks, p.frequencies, p.lengths) WITH ORDINALITY AS u(chunk, frequency, length, n)
     WHERE chunk <> ALL(%s::bigint[]))
 WHERE collection_id = %s AND segment IN (SELECT segment FROM document_chunks WHERE id = ANY(%s::bigint[]))
   AND chunks && %s::bigint[]
"""


def write_segment(collection_id: int, segment: int, chunks: Sequence[int]) -> int:
    """Write the postings of these saved chunks as one segment; how many terms they hold together."""
    with connection.cursor() as cursor:
        cursor.execute(_WRITE, [list(chunks), collection_id, segment])
        return int(cursor.fetchone()[0])


def delete_chunks(collection_id: int, chunks: Sequence[int]) -> int:
    """Take these chunks, which are still there, out of the postings; how many terms they hold together."""
    ids = list(chunks)
    with connection.cursor() as cursor:
        cursor.execute(_LENGTH, [ids])
        tokens = int(cursor.fetchone()[0])
        cursor.execute(_FORGET, [collection_id, ids, ids])
        cursor.execute(_SHORTEN, [ids, collection_id, ids, ids])
    return tokens


def delete_collection(collection_id: int) -> None:
    Posting.objects.filter(collection=collection_id).delete()
